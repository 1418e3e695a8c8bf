//! The issues that were found, with their projects.

use super::wanted::Wanted;
use crate::service::prelude::*;

/// An issue that was found.
#[derive(Debug)]
pub struct FoundIssue {
    /// The issue.
    pub listed: ListedIssue,
    /// Its project; without its address where it could not be read.
    pub project: Project,
    /// How well it fits the words; `None` without words.
    pub score: Option<Score>,
}

impl Wanted<'_> {
    /// The issues with their projects, each of which is looked up once. If that fails, its path tells enough.
    pub(super) async fn placed(
        &self,
        issues: impl Iterator<Item = (ListedIssue, Option<Score>)>,
    ) -> Vec<FoundIssue> {
        let issues: Vec<_> = issues.map(|(issue, score)| (self.path_of(&issue), issue, score)).collect();
        let places: HashMap<&str, Option<ProjectId>> =
            issues.iter().map(|(path, issue, _)| (path.as_str(), issue.project_id)).collect();
        let looked_up =
            places.into_iter().map(async |(path, id)| (path.to_owned(), self.project_at(path, id).await));
        let projects: HashMap<_, _> = join_all(looked_up).await.into_iter().collect();
        let found = issues.into_iter().filter_map(|(path, mut listed, score)| {
            let project = projects.get(&path)?.clone()?;
            for text in listed.milestone.iter_mut().filter_map(|milestone| milestone.description.as_mut()) {
                cut(text, MILESTONE_SHOWN);
            }
            Some(FoundIssue { listed, project, score })
        });
        found.collect()
    }

    /// The project to look in, or the one by the id and the path that its issue tells; `None` if the caller may not see it.
    async fn project_at(&self, path: &str, id: Option<ProjectId>) -> Option<Project> {
        let host = &self.service.gitlab;
        let found: gitlab::Result<Option<Project>> = match (self.project, id, FullPath::parse(path)) {
            (Some(project), ..) => return Some(project.clone()),
            (None, Some(id), _) => host.project(&id).await,
            (None, None, Ok(path)) => host.project(&path).await,
            (None, None, Err(_)) => return None,
        };
        match found {
            Ok(project) => project.filter(|project| self.service.sees(&project.path_with_namespace)),
            Err(error) => {
                tracing::warn!(%error, "the project of an issue could not be read");
                let name = path.rsplit_once('/').map_or(path, |(_, name)| name).to_owned();
                Some(Project::new(ProjectData {
                    id: id?,
                    name,
                    path_with_namespace: path.to_owned(),
                    ..ProjectData::default()
                }))
            }
        }
    }
}

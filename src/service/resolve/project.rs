//! Rule 1: project by hint; rule 5: by its confirmed path.

use super::{
    Chosen, Root, Unresolved,
    look::Look,
    second_look::{self, extend_unique},
};
use crate::{
    audit::{Ground, Object},
    error::Error,
    gitlab::{Fault, FullPath, Project},
    matching::{Matcher, Ranked, rank::SHOWN_CANDIDATES},
    service::{Halt, IssueReference, Service, limits::PROJECTS_READ, reference::path_of_address},
};

/// Which project a caller means.
#[derive(Debug, Clone)]
pub enum ProjectTarget {
    /// Loose words.
    Hint(ProjectHint),
    /// The path inside an issue reference: that project or none.
    Referenced(FullPath),
    /// A path that the caller confirmed: that project, or a failure.
    Confirmed(FullPath),
}

/// Loose words for a project, and where to look.
#[derive(Debug, Clone)]
pub struct ProjectHint {
    /// The words.
    pub text: String,
    /// Where to look.
    pub root: Root,
}

/// The project that is meant.
///
/// # Errors
/// What the hint left open, or a failure.
pub async fn project(
    service: &Service,
    target: &ProjectTarget,
) -> Result<Chosen<Project>, Halt<Unresolved<Project>>> {
    match target {
        ProjectTarget::Confirmed(path) => Ok(Chosen::named(project_at(service, path).await?)),
        ProjectTarget::Referenced(path) => match project_at(service, path).await {
            Ok(project) => Ok(Chosen::named(project)),
            Err(Error::ProjectNotFound(_)) => Err(Halt::Unresolved(Unresolved::NotFound)),
            Err(error) => Err(error.into()),
        },
        ProjectTarget::Hint(hint) => by_hint(service, hint).await,
    }
}

/// The project at a path that the caller named, inside the roots before and after the host's redirections.
///
/// # Errors
/// Outside the roots, absent, without `id`, or a failed call.
pub(in crate::service) async fn project_at(service: &Service, path: &FullPath) -> Result<Project, Error> {
    service.roots.allow(path)?;
    let project = service.gitlab.project(path).await.map_err(|error| match error.fault {
        Fault::WithoutId => Error::ProjectWithoutId(path.to_string()),
        _ => error.into(),
    })?;
    let project = project.ok_or_else(|| Error::ProjectNotFound(path.to_string()))?;
    if !service.roots.hold(&project.path_with_namespace) {
        return Err(Error::OutsideRoots(path.to_string()));
    }
    service.note_resolved(&project, Ground::Named);
    Ok(project)
}

async fn by_hint(
    service: &Service,
    hint: &ProjectHint,
) -> Result<Chosen<Project>, Halt<Unresolved<Project>>> {
    let web_address = service.gitlab.web_address();
    let address = path_of_address(&hint.text, web_address);
    let text = address.as_deref().unwrap_or(&hint.text);
    let mut matcher = Matcher::new(text);
    // A bare "#12" says nothing about a project.
    if matcher.is_blank()
        || matches!(IssueReference::parse(text, web_address), Some(IssueReference::Number(_)))
    {
        return Err(Halt::Unresolved(Unresolved::NotFound));
    }
    let page = service.gitlab.search_projects(text, text.contains('/'), PROJECTS_READ).await?;
    let more = page.continues(PROJECTS_READ);
    let mut projects = page.items;
    let mut further = [Further::Words, Further::Memberships].into_iter();
    loop {
        let ranked = rank_projects(service, &mut matcher, &hint.root, &projects);
        let look = Look::new(&matcher, ranked);
        let added = match further.next().filter(|_| service.widen && !look.settles(more)) {
            None => return look.decide(service, SHOWN_CANDIDATES).map_err(Halt::Unresolved),
            Some(Further::Words) => second_look::projects(service, text).await,
            Some(Further::Memberships) => second_look::member_projects(service).await,
        };
        extend_unique(&mut projects, added, |project| project.id);
    }
}

impl From<&Project> for Object {
    fn from(project: &Project) -> Self {
        Self::Project(project.id.0, project.path_with_namespace.clone())
    }
}

/// Where a second look goes, in this order.
enum Further {
    Words,
    Memberships,
}

/// Scores projects by name and by full path, whichever fits better.
pub(in crate::service) fn rank_projects<'a>(
    service: &Service,
    hint: &mut Matcher,
    root: &Root,
    projects: &'a [Project],
) -> Ranked<&'a Project> {
    let seen = projects.iter().filter(|project| {
        service.sees(&project.path_with_namespace) && root.holds(&project.path_with_namespace)
    });
    Ranked::by_score(seen, |project| {
        let by_name = hint.compare(&project.name).similarity;
        by_name.max(hint.compare(&project.path_with_namespace).similarity)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        app,
        gitlab::{CallContext, ProjectId},
        settings::Settings,
    };

    fn project(id: usize, name: &str, path: &str) -> Project {
        let (name, path) = (name.to_owned(), path.to_owned());
        let id = ProjectId(i64::try_from(id).unwrap());
        Project {
            id,
            name,
            path_with_namespace: path,
            web_url: String::new(),
            visibility: "".into(),
            open_issues_count: 0,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_root_takes_candidates_away_and_raises_no_score(
            hint in "[a-c ]{1,8}",
            root in "[a-c/]{0,3}",
            names in prop::collection::vec(("[a-c ]{1,8}", "[a-c]{1,3}/[a-c-]{1,8}"), 1..12),
        ) {
            let overrides = [("upstream.base_url", "http://127.0.0.1:9"), ("upstream.token", "t")];
            let state = app::state(&Settings::load(None, &overrides).unwrap()).unwrap();
            let service = state.shared.for_call(CallContext::for_test(), crate::service::Roots::default());
            let projects: Vec<_> =
                names.iter().enumerate().map(|(id, (name, path))| project(id, name, path)).collect();
            let rank = |root: &str| {
                rank_projects(&service, &mut Matcher::new(&hint), &Root::new(root), &projects).into_inner()
            };
            let all = rank("");
            for candidate in rank(&root) {
                prop_assert!(all.contains(&candidate));
            }
        }
    }
}

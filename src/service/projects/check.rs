//! check-create: whether a project could be created, and in which group.

use std::sync::Arc;

use tokio::try_join;

use crate::{
    error::Error,
    gitlab::{Group, Project},
    matching::{Hint, Kind, Ranking, Scored, Slug},
    service::{
        Service,
        resolve::{
            Chosen, GroupHint, Purpose, Unresolved, is_candidate_project, resolve_group, search_projects,
            texts_of,
        },
        split_failure,
    },
};

/// The project to check.
#[derive(Debug, Clone)]
pub struct CheckTarget {
    /// Its name.
    pub name: String,
    /// The path that its name gives.
    pub slug: Slug,
    /// The words for its group.
    pub group: GroupHint,
}

/// The result of a check.
#[derive(Debug)]
pub struct ProjectCheck {
    /// The group, or what its hint left open.
    pub group: GroupFinding,
    /// Projects that look like the new one, best first.
    pub similar: Vec<Scored<Project>>,
}

/// The group that a hint means, or what it left open.
pub type GroupFinding = Result<Chosen<Group>, Unresolved<Group>>;

/// Looks for the group and for similar projects, at the same time.
///
/// # Errors
/// A failed call.
pub async fn check(service: &Service, target: &CheckTarget, purpose: Purpose) -> Result<ProjectCheck, Error> {
    let group = async { split_failure(resolve_group(service, &target.group, purpose).await) };
    let (group, similar) = try_join!(group, similar(service, target))?;
    Ok(ProjectCheck { group, similar })
}

/// Projects whose name or path looks like the new name (projects check-create, rule 3): by score, then by full path.
async fn similar(service: &Service, target: &CheckTarget) -> Result<Vec<Scored<Project>>, Error> {
    let GroupHint { root, limit, .. } = &target.group;
    let found = search_projects(service, &target.name, limit.search_page_size()).await?;
    let mut projects: Vec<_> =
        found.items.into_iter().filter(|project| is_candidate_project(service, root, project)).collect();
    projects.sort_by(|a, b| a.path_with_namespace.cmp(&b.path_with_namespace));
    let texts = texts_of(&projects).await;
    let ranking = Ranking::of(
        &Hint::new(&target.name),
        Kind::Project,
        projects.iter().zip(texts.iter().map(Arc::as_ref)),
    );
    let best = ranking.into_candidates().into_iter().take(limit.get());
    Ok(best.map(|best| Scored { item: best.item.clone(), score: best.score }).collect())
}

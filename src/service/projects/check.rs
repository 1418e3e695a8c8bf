//! check-create: would a new project fit, and where?

use tokio::try_join;

use crate::{
    error::Error,
    gitlab::{Group, Project},
    matching::{Matcher, Scored, Slug},
    service::{
        Service,
        resolve::{Chosen, GroupHint, Unresolved, group, rank_projects},
        settle,
    },
};

/// A project that may be created.
#[derive(Debug, Clone)]
pub struct CheckTarget {
    /// Its name.
    pub name: String,
    /// The path that its name gives.
    pub slug: Slug,
    /// The group that is to hold it.
    pub group: GroupHint,
}

/// What a check found.
#[derive(Debug)]
pub struct Check {
    /// The group, or what the hint left open.
    pub group: GroupFinding,
    /// Projects that look like the new one, best first.
    pub similar: Vec<Scored<Project>>,
}

/// The group that was meant, or what the hint left open.
pub type GroupFinding = Result<Chosen<Group>, Unresolved<Group>>;

/// Looks for the group and for similar projects, at the same time.
///
/// # Errors
/// A failed call.
pub async fn check(service: &Service, target: &CheckTarget) -> Result<Check, Error> {
    let group = async { settle(group(service, &target.group).await) };
    let (group, similar) = try_join!(group, similar(service, target))?;
    Ok(Check { group, similar })
}

/// Projects whose name or path looks like the new name (projects check-create, rule 3).
async fn similar(service: &Service, target: &CheckTarget) -> Result<Vec<Scored<Project>>, Error> {
    let GroupHint { root, limit, .. } = &target.group;
    let page = service.gitlab.search_projects(&target.name, false, limit.search_page_size()).await?;
    let ranked = rank_projects(service, &mut Matcher::new(&target.name), root, &page.items);
    let best = ranked.then_by(|project| &project.path_with_namespace).take(limit.get()).into_inner();
    Ok(best.into_iter().map(|similar| similar.map(Project::clone)).collect())
}

//! assistant-members: who works on a project.

use crate::{
    gitlab::{Member, Project},
    service::{
        Halt, Limit, Service,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// The active members of a project, those of the groups above included, by name.
#[derive(Debug)]
pub struct Members {
    /// The project.
    pub project: Chosen<Project>,
    /// Its members.
    pub members: Vec<Member>,
    /// Whether the host has more.
    pub truncated: bool,
}

/// Lists the active members of a project: the host assigns issues to nobody else.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn members(
    service: &Service,
    target: &ProjectTarget,
    limit: Limit,
) -> Result<Members, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let page = service.gitlab.members(project.item.id, 1, limit.page_size()).await?;
    let truncated = page.truncated();
    let mut members: Vec<_> = page.items.into_iter().filter(Member::is_active).collect();
    members.sort_by_cached_key(|member| member.name.to_lowercase());
    Ok(Members { project, members, truncated })
}

//! assistant-members: who works on a project.

use tokio::join;

use crate::{
    gitlab::{Member, Project},
    service::{
        Halt, Limit, ProjectItems, Service,
        resolve::{ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// Lists the active members of a project by name, those of the groups above included, and whether each is the account that the
/// bridge acts as. The host assigns issues to nobody else.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn members(
    service: &Service,
    target: &ProjectTarget,
    limit: Limit,
) -> Result<ProjectItems<(Member, bool)>, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let (page, own) =
        join!(service.gitlab.members(project.item.id, 1, limit.page_size()), service.gitlab.own_user());
    let page = page?;
    let own = own.inspect_err(|error| tracing::warn!(%error, "the bridge's own account could not be read"));
    let own = own.ok().map(|own| own.id);
    let truncated = page.truncated();
    let mut members: Vec<_> = page.items.into_iter().filter(Member::is_active).collect();
    members.sort_by_cached_key(|member| member.name.to_lowercase());
    let marked = |member: Member| {
        let is_own = own == Some(member.id);
        (member, is_own)
    };
    let items = members.into_iter().map(marked).collect();
    Ok(ProjectItems { project, items, truncated })
}

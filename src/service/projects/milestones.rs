//! assistant-milestones: the milestones of a project.

use crate::{
    gitlab::{Ancestors, Milestone, MilestoneQuery, Project, StateFilter},
    service::{
        Halt, Limit, ProjectItems, Service,
        limits::{MILESTONE_SHOWN, cut},
        resolve::{ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// Lists the milestones of a project in the host's order, those of the groups above included. Their descriptions have at most
/// 300 characters.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn milestones(
    service: &Service,
    target: &ProjectTarget,
    state: StateFilter,
    limit: Limit,
) -> Result<ProjectItems<Milestone>, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let (ancestors, page_size) = (Ancestors::Included, limit.page_size());
    let query = MilestoneQuery { ancestors, state, page_size, ..MilestoneQuery::default() };
    let page = service.gitlab.milestones(project.item.id, &query).await?;
    let has_more = page.truncated();
    let mut items = page.items;
    let descriptions = items.iter_mut().filter_map(|milestone| milestone.description.as_mut());
    let is_cut = descriptions.fold(false, |is_cut, description| cut(description, MILESTONE_SHOWN) | is_cut);
    Ok(ProjectItems { project, items, truncated: has_more || is_cut })
}

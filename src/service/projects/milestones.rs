//! assistant-milestones: the milestones of a project.

use crate::{
    gitlab::{Ancestors, Milestone, MilestoneQuery, Project, StateFilter},
    service::{
        Halt, Limit, Service,
        limits::{MILESTONE_SHOWN, cut},
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// The milestones of a project, those of the groups above included, in the host's order.
#[derive(Debug)]
pub struct Milestones {
    /// The project.
    pub project: Chosen<Project>,
    /// Its milestones. Their descriptions have at most 300 characters.
    pub milestones: Vec<Milestone>,
    /// Whether the host has more, or a description was cut.
    pub truncated: bool,
}

/// Lists the milestones of a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn milestones(
    service: &Service,
    target: &ProjectTarget,
    state: StateFilter,
    limit: Limit,
) -> Result<Milestones, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let (ancestors, page_size) = (Ancestors::Included, limit.page_size());
    let query = MilestoneQuery { ancestors, state, page_size, ..MilestoneQuery::default() };
    let page = service.gitlab.milestones(project.item.id, &query).await?;
    let has_more = page.truncated();
    let mut milestones = page.items;
    let descriptions = milestones.iter_mut().filter_map(|milestone| milestone.description.as_mut());
    let is_cut = descriptions.fold(false, |is_cut, description| cut(description, MILESTONE_SHOWN) | is_cut);
    Ok(Milestones { project, milestones, truncated: has_more || is_cut })
}

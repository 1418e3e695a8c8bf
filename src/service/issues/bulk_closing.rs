//! assistant-bulk-close: closes several issues.

use super::{
    bulk::{BulkChanges, BulkItem},
    change::apply,
    state::{closing, is_closed},
};
use crate::{
    gitlab::Project,
    service::{
        Halt, Limit, ProjectItems, Service,
        resolve::{
            MeantIssue, Named, PoolState, ProjectTarget, Purpose, Unresolved, resolve_issues,
            resolve_project_naming,
        },
    },
};

/// Closes the open issues that several hints mean. Each hint has its own outcome, in their order.
///
/// # Errors
/// What the project's hint left open; a failed read; the first failure if every update failed.
pub async fn close_several(
    service: &Service,
    target: &ProjectTarget,
    hints: &[String],
    limit: Limit,
) -> Result<ProjectItems<BulkItem>, Halt<Unresolved<Project>>> {
    let deadline = service.deadline();
    let named = Named { issues: Some((hints, PoolState::Opened)), ..Named::default() };
    let project = resolve_project_naming(service, target, Purpose::Change, &named).await;
    let project = project.map_err(|halt| halt.map(|open| open.project))?;
    let meant = resolve_issues(service, &project.item, hints, PoolState::Opened, limit).await?;
    let to_close = meant.iter().flatten().map(|chosen| &chosen.item).filter(|issue| !is_closed(issue));
    let closing = closing();
    let close = |issue| apply(service, &project.item, MeantIssue::read(issue), &closing);
    let changes = BulkChanges::make(service, deadline, to_close, close).await?;
    let items = changes.items(hints, meant);
    Ok(ProjectItems { project, items, truncated: false })
}

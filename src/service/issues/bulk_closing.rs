//! assistant-bulk-close: several issues closed at once.

use super::{
    bulk::{BulkItem, Changes},
    change::put,
    state::{closing, is_closed},
};
use crate::{
    gitlab::Project,
    service::{
        Halt, Limit, Service,
        resolve::{
            Chosen, MeantIssue, PoolState, ProjectTarget, Purpose, Unresolved, resolve_issues,
            resolve_project,
        },
    },
};

/// What became of several issues.
#[derive(Debug)]
pub struct Closed {
    /// Their project.
    pub project: Chosen<Project>,
    /// One item a hint, in their order.
    pub items: Vec<BulkItem>,
}

/// Closes the issues that several hints mean, each on its own, among the open issues.
///
/// # Errors
/// What the project's hint left open, or a failure: a failed read, or every update failed.
pub async fn close_several(
    service: &Service,
    target: &ProjectTarget,
    hints: &[String],
    limit: Limit,
) -> Result<Closed, Halt<Unresolved<Project>>> {
    let deadline = service.deadline();
    let project = resolve_project(service, target, Purpose::Change).await?;
    let meant = resolve_issues(service, &project.item, hints, PoolState::Opened, limit).await?;
    let to_close = meant.iter().flatten().map(|chosen| &chosen.item).filter(|issue| !is_closed(issue));
    let closing = closing();
    let close = |issue| put(service, &project.item, MeantIssue::read(issue), &closing);
    let changes = Changes::make(service, deadline, to_close, close).await?;
    let items = changes.items(hints, meant);
    Ok(Closed { project, items })
}

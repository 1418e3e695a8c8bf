//! assistant-bulk-close: several issues closed at once.

use super::{
    bulk::{BulkItem, Changes},
    change::put,
    state::closing,
};
use crate::{
    gitlab::Project,
    service::{
        Halt, Limit, Service,
        resolve::{MeantIssue, PoolState, ProjectTarget, Unresolved, issues_of, project},
    },
};

/// What became of several issues.
#[derive(Debug)]
pub struct Closed {
    /// Their project.
    pub project: Project,
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
    let project = project(service, target).await?.item;
    let meant = issues_of(service, &project, hints, PoolState::Opened, limit).await?;
    let to_close = meant.iter().filter_map(|issue| issue.as_ref().ok());
    let closing = closing();
    let close = |issue| put(service, &project, MeantIssue::Read(issue), &closing);
    let changes = Changes::make(service, deadline, to_close, close).await?;
    let items = changes.items(hints, meant);
    Ok(Closed { project, items })
}

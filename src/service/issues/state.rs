//! assistant-close and assistant-reopen: change the state of an issue.

use super::change::{Change, Changed, change};
use crate::{
    error::Aspect,
    gitlab::{Issue, IssueChange, StateEvent},
    service::{
        Halt, Service,
        resolve::{IssueTarget, PoolState, UnresolvedIssue},
    },
};

/// Closes an open issue. An issue that a reference names may be closed already; then nothing is sent.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn close(service: &Service, target: &IssueTarget) -> Result<Changed, Halt<UnresolvedIssue>> {
    change(service, target, PoolState::Opened, &closing()).await
}

/// Reopens a closed issue. An issue that a reference names may be open already; then nothing is sent.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn reopen(service: &Service, target: &IssueTarget) -> Result<Changed, Halt<UnresolvedIssue>> {
    change(service, target, PoolState::Closed, &to_state(StateEvent::Reopen, is_open)).await
}

/// The change that closes an issue.
pub(super) fn closing() -> Change<'static> {
    to_state(StateEvent::Close, is_closed)
}

/// Whether an issue is closed.
pub(super) fn is_closed(issue: &Issue) -> bool {
    issue.state == "closed"
}

fn is_open(issue: &Issue) -> bool {
    issue.state == "opened"
}

fn to_state(event: StateEvent, stands: fn(&Issue) -> bool) -> Change<'static> {
    Change {
        sent: IssueChange { state_event: Some(event), ..IssueChange::default() },
        about: Aspect::State,
        stands,
        made: Box::new(move |updated| updated.issue.state.is_empty() || stands(&updated.issue)),
    }
}

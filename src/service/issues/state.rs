//! assistant-close and assistant-reopen.

use super::change::{Change, Changed, change};
use crate::{
    error::Aspect,
    gitlab::{IssueChange, StateEvent},
    service::{
        Halt, Service,
        resolve::{IssueTarget, PoolState, UnresolvedIssue},
    },
};

/// Closes an issue meant among the open ones.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn close(service: &Service, target: &IssueTarget) -> Result<Changed, Halt<UnresolvedIssue>> {
    change(service, target, PoolState::Opened, &closing()).await
}

/// Reopens an issue meant among the closed ones.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn reopen(service: &Service, target: &IssueTarget) -> Result<Changed, Halt<UnresolvedIssue>> {
    change(service, target, PoolState::Closed, &to_state(StateEvent::Reopen, "opened")).await
}

/// What closes an issue.
pub(super) fn closing() -> Change<'static> {
    to_state(StateEvent::Close, "closed")
}

fn to_state(event: StateEvent, goal: &'static str) -> Change<'static> {
    Change {
        sent: IssueChange { state_event: Some(event), ..IssueChange::default() },
        about: Aspect::State,
        made: Box::new(move |updated| updated.issue.state.is_empty() || updated.issue.state == goal),
    }
}

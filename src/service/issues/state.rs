//! assistant-close and assistant-reopen.

use crate::{
    error::Error,
    gitlab::{Issue, IssueChange, Project, StateEvent},
    service::{
        Halt, Service,
        resolve::{IssueTarget, PoolState, UnresolvedIssue, issue},
    },
};

/// An issue that was closed or reopened.
#[derive(Debug)]
pub struct Changed {
    /// Its project.
    pub project: Project,
    /// The issue as it now stands.
    pub issue: Issue,
}

/// Closes an issue meant among the open ones, or reopens one meant among the closed ones.
///
/// # Errors
/// What the hints left open, or a failed call; [`Error::StateUnchanged`] where the host answers that nothing changed.
pub async fn change_state(
    service: &Service,
    target: &IssueTarget,
    event: StateEvent,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let (pool, goal) = match event {
        StateEvent::Close => (PoolState::Opened, "closed"),
        StateEvent::Reopen => (PoolState::Closed, "opened"),
    };
    let (project, meant) = issue(service, target, pool).await?;
    let change = IssueChange { state_event: Some(event), ..IssueChange::default() };
    let issue = super::update(service, &project.item, meant.iid(), &change).await?;
    // The host answers a change that its own rules refuse with a success and the issue as it was.
    if !issue.state.is_empty() && issue.state != goal {
        return Err(Error::StateUnchanged(issue.iid).into());
    }
    Ok(Changed { project: project.item, issue })
}

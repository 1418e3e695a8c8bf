//! assistant-comment: comments on an issue.

use super::change::{Changed, absent_or, current};
use crate::{
    audit::Object,
    service::{
        Halt, Service,
        quick_actions::neutralise,
        resolve::{IssueTarget, PoolState, UnresolvedIssue, resolve_issue},
    },
};

/// Comments on an open issue. The issue is read first, so that the answer can name it.
///
/// # Errors
/// What the hints left open, an absent issue, or a failed call.
pub async fn comment(
    service: &Service,
    target: &IssueTarget,
    body: &str,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let (project, meant) = resolve_issue(service, target, PoolState::Opened).await?;
    let candidates = meant.candidates();
    let issue = current(service, &project.item, meant).await?;
    let body = neutralise(body);
    let objects = vec![Object::from(&project.item), Object::from(&issue)];
    let sent = service.write(objects, |host| host.create_note(project.item.id, issue.iid, &body)).await;
    sent.map_err(|error| absent_or(error, &project.item, issue.iid))?;
    Ok(Changed::as_asked(project, issue, candidates))
}

//! assistant-comment.

use super::change::{Changed, absent_or, current};
use crate::{
    audit::Object,
    service::{
        Halt, Service,
        quick_actions::neutralise,
        resolve::{IssueTarget, PoolState, UnresolvedIssue, issue},
    },
};

/// Comments on an issue meant among the open ones. It is read before, so that the answer can say which issue that is.
///
/// # Errors
/// What the hints left open, an absent issue, or a failed call.
pub async fn comment(
    service: &Service,
    target: &IssueTarget,
    body: &str,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let (project, meant) = issue(service, target, PoolState::Opened).await?;
    let project = project.item;
    let issue = current(service, &project, meant).await?;
    let body = neutralise(body);
    let objects = vec![Object::from(&project), Object::from(&issue)];
    let sent = service.write(objects, |host| host.create_note(project.id, issue.iid, &body)).await;
    sent.map_err(|error| absent_or(error, &project, issue.iid))?;
    Ok(Changed { project, issue })
}

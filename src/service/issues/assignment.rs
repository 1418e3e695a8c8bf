//! assistant-assign: assigns an issue to a member of its project.

use super::change::{Beside, Changed, UnresolvedBeside};
use crate::service::{prelude::*, resolve::prelude::*};

/// An issue that was assigned.
#[derive(Debug)]
pub struct Assigned {
    /// Its project, and the issue as it now stands.
    pub changed: Changed,
    /// Who is to do it; `None` where nothing but their id is known.
    pub assignee: Option<Member>,
}

/// Assigns an open issue to one member of its project, in place of all earlier assignees.
///
/// # Errors
/// What the hints left open, the issue first, or a failure: the host does not take this person, or a failed call.
pub async fn assign(service: &Service, target: &IssueTarget, to: &MemberChoice) -> Beside<Assigned, Member> {
    let assignee = if let MemberChoice::Hint(hint) = to { Some(hint.as_str()) } else { None };
    let named = Named { assignee, ..target.named(PoolState::Opened) };
    let project = resolve_project_naming(service, &target.project, Purpose::Change, &named).await?;
    let one = service.about(&project);
    let (issue, assignee) = join!(one.meant_issue(target, PoolState::Opened), one.meant_member(to));
    let issue = issue?;
    let (id, read) = UnresolvedBeside::settle(one, &issue, assignee).await?;
    let given = IssueChange { assignee_ids: Some(vec![id]), ..IssueChange::default() };
    let candidates = issue.candidates();
    let dropped = Error::Dropped { iid: issue.iid(), what: Aspect::Assignee };
    let (issue, held) = match one.send(issue.key(), &given).await? {
        None => (one.current(issue).await?, None),
        Some(updated) => (updated.issue, updated.assignees.into_iter().flatten().find(|held| held.id == id)),
    };
    let assignee = match (held, read) {
        // A person who was confirmed by id gets the name that the host gives them.
        (Some(held), _) if !held.username.is_empty() => Some(held),
        (Some(_), read) => read,
        (None, Some(read)) if service.intent() == Intent::Preview => Some(read),
        // In a preview no member has this id, so the host's answer to the change would lack the person (decisions, section 5).
        (None, _) => return Err(dropped.into()),
    };
    Ok(Assigned { changed: Changed::as_asked(project, issue, candidates), assignee })
}

//! assistant-assign: assigns an issue to a member of its project.

use std::sync::OnceLock;

use tokio::join;

use super::change::{Change, Changed, UnresolvedBeside, apply};
use crate::service::{
    prelude::*,
    resolve::{
        IssueTarget, MeantMember, MemberChoice, Named, PoolState, Purpose, resolve_issue_in, resolve_member,
        resolve_project_naming,
    },
};

/// An issue that was assigned.
#[derive(Debug)]
pub struct Assigned {
    /// Its project, and the issue as it now stands.
    pub changed: Changed,
    /// Who is to do it.
    pub assignee: MeantMember,
}

/// Assigns an open issue to one member of its project, in place of all earlier assignees.
///
/// # Errors
/// What the hints left open, the issue first, or a failure: the host does not take this person, or a failed call.
pub async fn assign(
    service: &Service,
    target: &IssueTarget,
    choice: &MemberChoice,
) -> Result<Assigned, Halt<UnresolvedBeside<Member>>> {
    let assignee = match choice {
        MemberChoice::Hint(hint) => Some(hint.as_str()),
        MemberChoice::Confirmed(_) => None,
    };
    let named = Named { assignee, ..target.named(PoolState::Opened) };
    let project = resolve_project_naming(service, &target.project, Purpose::Change, &named).await?;
    let issue = resolve_issue_in(service, &project, target, PoolState::Opened);
    let (issue, assignee) = join!(issue, resolve_member(service, &project.item, choice));
    let issue = issue?;
    let assignee = UnresolvedBeside::settle(service, (&project, &issue), assignee).await?;
    let id = assignee.id();
    let as_answered = OnceLock::new();
    let given = Change {
        sent: IssueChange { assignee_ids: Some(vec![id]), ..IssueChange::default() },
        about: Aspect::Assignee,
        stands: |_| false,
        made: Box::new(|updated| {
            let taken = updated.assignees.iter().flatten().find(|held| held.id == id);
            taken.map(|held| as_answered.get_or_init(|| held.clone())).is_some()
        }),
    };
    let candidates = issue.candidates();
    let issue = apply(service, &project.item, issue, &given).await?;
    drop(given);
    // No member has this id, so the host's answer to the change would lack the person (decisions, section 5).
    if service.intent() == Intent::Preview && matches!(assignee, MeantMember::Confirmed(_)) {
        return Err(Error::Dropped { iid: issue.iid, what: Aspect::Assignee }.into());
    }
    // A person who was confirmed by id gets the name that the host gives them.
    let named = as_answered.into_inner().filter(|named: &Member| !named.username.is_empty());
    let assignee = named.map_or(assignee, MeantMember::Read);
    Ok(Assigned { changed: Changed::as_asked(project, issue, candidates), assignee })
}

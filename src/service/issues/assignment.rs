//! assistant-assign: assigns an issue to a member of its project.

use tokio::join;

use super::change::{Change, Changed, apply};
use crate::{
    error::Aspect,
    gitlab::{Issue, IssueChange, Member, Project},
    service::{
        Halt, Service,
        resolve::{
            Chosen, IssueTarget, MeantIssue, MeantMember, MemberChoice, PoolState, Purpose, Unresolved,
            UnresolvedIssue, resolve_issue_in, resolve_member, resolve_project,
        },
        split_failure,
    },
};

/// An issue and its new assignee.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The issue.
    pub issue: IssueTarget,
    /// Who is to do it.
    pub assignee: MemberChoice,
}

/// An issue that was assigned.
#[derive(Debug)]
pub struct Assigned {
    /// Its project, and the issue as it now stands.
    pub changed: Changed,
    /// Who is to do it.
    pub assignee: MeantMember,
}

/// Why an issue was not assigned.
#[derive(Debug)]
pub enum UnresolvedAssignment {
    /// The hints left the project or the issue open.
    Issue(UnresolvedIssue),
    /// The hint left open who is meant among the project's members.
    Assignee {
        /// The issue's project.
        project: Chosen<Project>,
        /// The issue as it was read; `None` if it was confirmed and so not read.
        issue: Option<Chosen<Issue>>,
        /// What the hint left open.
        assignee: Unresolved<Member>,
    },
}

impl<U: Into<UnresolvedIssue>> From<Halt<U>> for Halt<UnresolvedAssignment> {
    fn from(halt: Halt<U>) -> Self {
        halt.map(|unresolved| UnresolvedAssignment::Issue(unresolved.into()))
    }
}

/// Assigns an open issue to one member of its project, in place of all earlier assignees.
///
/// # Errors
/// What the hints left open, the issue first, or a failure: no such member, or a failed call.
pub async fn assign(
    service: &Service,
    assignment: &Assignment,
) -> Result<Assigned, Halt<UnresolvedAssignment>> {
    let project = resolve_project(service, &assignment.issue.project, Purpose::Change).await?;
    let issue = resolve_issue_in(service, &project, &assignment.issue.issue, PoolState::Opened);
    let (issue, assignee) = join!(issue, resolve_member(service, &project.item, &assignment.assignee));
    let issue = issue?;
    let assignee = match split_failure(assignee)? {
        Ok(assignee) => assignee,
        Err(assignee) => {
            let issue = match issue {
                MeantIssue::Read(issue) => Some(issue),
                MeantIssue::Confirmed(_) => None,
            };
            return Err(Halt::Unresolved(UnresolvedAssignment::Assignee { project, issue, assignee }));
        }
    };
    let id = assignee.id();
    let given = Change {
        sent: IssueChange { assignee_ids: Some(vec![id]), ..IssueChange::default() },
        about: Aspect::Assignee,
        stands: |_| false,
        made: Box::new(move |updated| match &updated.assignees {
            Some(assignees) => assignees.iter().any(|held| held.id == id),
            None => true,
        }),
    };
    let candidates = issue.candidates();
    let issue = apply(service, &project.item, issue, &given).await?;
    Ok(Assigned { changed: Changed::as_asked(project, issue, candidates), assignee })
}

//! What all changes of one issue share: the issue is found and changed, and the host's answer is checked.

use crate::{
    audit::Object,
    error::{Aspect, Error},
    gitlab::{self, Fault, Iid, Issue, IssueChange, Project, UpdatedIssue},
    matching::Scored,
    service::{
        Halt, Intent, Service,
        resolve::{Chosen, IssueTarget, MeantIssue, PoolState, Unresolved, UnresolvedIssue, resolve_issue},
    },
};

/// The outcome of a change of one issue.
#[derive(Debug)]
pub struct Changed {
    /// Its project.
    pub project: Chosen<Project>,
    /// The issue as it now stands.
    pub issue: Issue,
    /// The issue that the hint found, with its score; empty if the issue was confirmed.
    pub candidates: Vec<Scored<Issue>>,
    /// Whether the issue was in the wanted state before; then nothing was sent.
    pub already: bool,
    /// Requested labels that the host did not set.
    pub dropped_labels: Vec<String>,
}

impl Changed {
    /// An issue that was changed as asked.
    pub(super) fn as_asked(project: Chosen<Project>, issue: Issue, candidates: Vec<Scored<Issue>>) -> Self {
        Self { project, issue, candidates, already: false, dropped_labels: Vec::new() }
    }
}

/// Why an issue was not changed, where the call names something else beside it: a person, a milestone.
#[derive(Debug)]
pub enum UnresolvedBeside<T> {
    /// The hints left the project or the issue open.
    Issue(UnresolvedIssue),
    /// The other hint is open.
    Other {
        /// The issue's project.
        project: Chosen<Project>,
        /// The issue as it was read; `None` if it was not, since it was confirmed.
        issue: Option<Chosen<Issue>>,
        /// What the hint left open.
        unresolved: Unresolved<T>,
    },
}

impl<T> UnresolvedBeside<T> {
    /// The other hint is open, beside this issue. What a preview asks shows the issue, also where it was confirmed.
    pub(super) async fn other(
        service: &Service,
        project: Chosen<Project>,
        issue: MeantIssue,
        unresolved: Unresolved<T>,
    ) -> Self {
        let issue = match issue {
            MeantIssue::Read(issue) => Some(issue),
            MeantIssue::Confirmed(_) if service.intent() == Intent::Preview => {
                current(service, &project.item, issue).await.map(Chosen::confirmed).ok()
            }
            MeantIssue::Confirmed(_) => None,
        };
        Self::Other { project, issue, unresolved }
    }
}

impl<T, U: Into<UnresolvedIssue>> From<Halt<U>> for Halt<UnresolvedBeside<T>> {
    fn from(halt: Halt<U>) -> Self {
        halt.map(|unresolved| UnresolvedBeside::Issue(unresolved.into()))
    }
}

/// A change to send, and how to recognise in the host's answer that it was made.
pub(super) struct Change<'a> {
    /// What is sent.
    pub(super) sent: IssueChange,
    /// What it changes, for the sentence of a failure.
    pub(super) about: Aspect,
    /// Whether an issue is in the wanted state without it.
    pub(super) stands: fn(&Issue) -> bool,
    /// Whether the host made it. The host may ignore a part of a change and still answer with a success.
    pub(super) made: Box<dyn Fn(&UpdatedIssue) -> bool + Send + Sync + 'a>,
}

/// Changes the issue that the target means, unless it is in the wanted state already.
///
/// # Errors
/// What the hints left open, or a failed call; [`Error::Dropped`] where the host answers that nothing changed.
pub(super) async fn change(
    service: &Service,
    target: &IssueTarget,
    among: PoolState,
    change: &Change<'_>,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let (project, meant) = resolve_issue(service, target, among).await?;
    // The lock stops calls that add a label at the same time: they would send the old labels back.
    let _lock = match change.sent.labels {
        Some(_) => Some(service.lock_labels(project.item.id).await?),
        None => None,
    };
    let candidates = meant.candidates();
    let (issue, already) = match meant {
        MeantIssue::Read(chosen) if (change.stands)(&chosen.item) => (chosen.item, true),
        meant => {
            let was_confirmed = matches!(meant, MeantIssue::Confirmed(_));
            let issue = apply(service, &project.item, meant, change).await?;
            // A preview of a confirmed issue has read it just now.
            let is_as_it_was = was_confirmed && service.intent() == Intent::Preview;
            let already = is_as_it_was && (change.stands)(&issue);
            (issue, already)
        }
    };
    Ok(Changed { already, ..Changed::as_asked(project, issue, candidates) })
}

/// Sends a change and returns the changed issue; in a preview, the issue as it is.
pub(super) async fn apply(
    service: &Service,
    project: &Project,
    meant: MeantIssue,
    change: &Change<'_>,
) -> Result<Issue, Error> {
    let iid = meant.iid();
    let objects = concerned(project, iid, &change.sent);
    let sent = service.write(objects, |host| host.update_issue(project.id, iid, &change.sent)).await;
    match sent.map_err(|error| absent_or(error, project, iid))? {
        None => current(service, project, meant).await,
        Some(updated) if (change.made)(&updated) => Ok(updated.issue),
        Some(_) => Err(Error::Dropped { iid, what: change.about }),
    }
}

/// The objects that a change of an issue concerns.
pub(super) fn concerned(project: &Project, iid: Iid, sent: &IssueChange) -> Vec<Object> {
    let assignees = sent.assignee_ids.iter().flatten().map(|id| Object::User(id.0));
    let milestone = sent.milestone_id.filter(|id| id.0 > 0).map(|id| Object::Milestone(id.0));
    [Object::from(project), Object::Issue(iid.0)].into_iter().chain(assignees).chain(milestone).collect()
}

/// The issue; it is read if only its number is known.
pub(super) async fn current(service: &Service, project: &Project, meant: MeantIssue) -> Result<Issue, Error> {
    let iid = match meant {
        MeantIssue::Read(chosen) => return Ok(chosen.item),
        MeantIssue::Confirmed(iid) => iid,
    };
    present(service.gitlab.issue(project.id, iid).await, project, iid)
}

/// What was read of an issue; it is absent if the host has none.
pub(super) fn present<T>(
    read: Result<Option<T>, gitlab::Error>,
    project: &Project,
    iid: Iid,
) -> Result<T, Error> {
    match read {
        Ok(issue) => issue.ok_or_else(|| absent(project, iid)),
        // An answer that is no issue counts as an absent issue (interface, assistant-add-label 4).
        Err(gitlab::Error { fault: Fault::WithoutId | Fault::Misshapen(_), .. }) => Err(absent(project, iid)),
        Err(error) => Err(error.into()),
    }
}

/// The host's 404 as "issue not found"; other errors stay as they are.
pub(super) fn absent_or(error: gitlab::Error, project: &Project, iid: Iid) -> Error {
    if error.is_not_found() { absent(project, iid) } else { error.into() }
}

/// "No such issue".
pub(super) fn absent(project: &Project, iid: Iid) -> Error {
    Error::IssueNotFound { project: project.path_with_namespace.clone(), iid }
}

//! What all changes of one issue have in common: it is found, changed, and the host's answer is checked.

use crate::{
    audit::Object,
    error::{Aspect, Error},
    gitlab::{self, Fault, Iid, Issue, IssueChange, Project, UpdatedIssue},
    matching::Scored,
    service::{
        Halt, Intent, Service,
        resolve::{Chosen, IssueTarget, MeantIssue, PoolState, UnresolvedIssue, resolve_issue},
    },
};

/// An issue that something was done to.
#[derive(Debug)]
pub struct Changed {
    /// Its project.
    pub project: Chosen<Project>,
    /// The issue as it now stands.
    pub issue: Issue,
    /// The issue as it was found by a hint, with its score; none when it was confirmed.
    pub candidates: Vec<Scored<Issue>>,
    /// Whether it stood so before: nothing was sent.
    pub already: bool,
    /// Labels that were asked for and that the host left out.
    pub dropped_labels: Vec<String>,
}

impl Changed {
    /// An issue that was changed as asked.
    pub(super) fn as_asked(project: Chosen<Project>, issue: Issue, candidates: Vec<Scored<Issue>>) -> Self {
        Self { project, issue, candidates, already: false, dropped_labels: Vec::new() }
    }
}

/// A change to send, and how one sees in the host's answer that it was made.
pub(super) struct Change<'a> {
    /// What is sent.
    pub(super) sent: IssueChange,
    /// What it is about, for the sentence of a failure.
    pub(super) about: Aspect,
    /// Whether an issue stands so without it.
    pub(super) stands: fn(&Issue) -> bool,
    /// Whether it was made: the host drops what its own rules refuse, and answers a success.
    pub(super) made: Box<dyn Fn(&UpdatedIssue) -> bool + Send + Sync + 'a>,
}

/// Changes the issue that is meant, unless it stands so already.
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
    // Whoever adds a label now must not send the set that is being replaced.
    let _lock = match change.sent.labels {
        Some(_) => Some(service.lock_labels(project.item.id).await?),
        None => None,
    };
    let candidates = meant.candidates();
    let (issue, already) = match meant {
        MeantIssue::Read(chosen) if (change.stands)(&chosen.item) => (chosen.item, true),
        meant => {
            let was_confirmed = matches!(meant, MeantIssue::Confirmed(_));
            let issue = put(service, &project.item, meant, change).await?;
            // A preview of a confirmed one has just read it.
            let is_as_it_was = was_confirmed && service.intent() == Intent::Preview;
            let already = is_as_it_was && (change.stands)(&issue);
            (issue, already)
        }
    };
    Ok(Changed { already, ..Changed::as_asked(project, issue, candidates) })
}

/// Sends a change, answers the issue as it then stands; as it stands now in a preview.
pub(super) async fn put(
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
fn concerned(project: &Project, iid: Iid, sent: &IssueChange) -> Vec<Object> {
    let assignees = sent.assignee_ids.iter().flatten().map(|id| Object::User(id.0));
    [Object::from(project), Object::Issue(iid.0)].into_iter().chain(assignees).collect()
}

/// The issue as it stands: read if only its number is known.
pub(super) async fn current(service: &Service, project: &Project, meant: MeantIssue) -> Result<Issue, Error> {
    let iid = match meant {
        MeantIssue::Read(chosen) => return Ok(chosen.item),
        MeantIssue::Confirmed(iid) => iid,
    };
    match service.gitlab.issue(project.id, iid).await {
        Ok(issue) => issue.ok_or_else(|| absent(project, iid)),
        // What is no issue is none (interface, assistant-add-label 4).
        Err(gitlab::Error { fault: Fault::WithoutId | Fault::Misshapen(_), .. }) => Err(absent(project, iid)),
        Err(error) => Err(error.into()),
    }
}

/// An issue that the host does not know is the caller's to hear of.
pub(super) fn absent_or(error: gitlab::Error, project: &Project, iid: Iid) -> Error {
    if error.is_not_found() { absent(project, iid) } else { error.into() }
}

fn absent(project: &Project, iid: Iid) -> Error {
    Error::IssueNotFound { project: project.path_with_namespace.clone(), iid }
}

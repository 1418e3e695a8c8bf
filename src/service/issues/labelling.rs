//! assistant-add-label: adds one label to one issue.

use super::{Changed, LabelRequest};
use crate::service::{LabelSet, label_locks::LabelLock, prelude::*, resolve::prelude::*};

/// An issue with its labels, the name of the one to add if it had that before, and those that it lost.
pub type Added = (Changed, Option<String>, Vec<String>);

/// A changed issue, whether it is otherwise than before, and the labels that the host took away.
pub type ItemChange = (Issue, bool, Vec<String>);

/// Adds a label to an open issue.
///
/// # Errors
/// What the hints left open, or a failure: an absent label or issue, a failed call.
pub async fn add_label(service: &Service, target: &IssueTarget, label: &LabelRequest) -> OnIssue<Added> {
    let named = Named { label: Some(&label.name), ..target.named(PoolState::Opened) };
    let project = resolve_project_naming(service, &target.project, Purpose::Change, &named).await?;
    let one = service.about(&project);
    let early = one.lock_early(label).await?;
    // The issue is resolved before the label is looked at, so its question or failure counts first.
    let meant = one.meant_issue(target, PoolState::Opened);
    let (meant, found) = in_order(meant, one.find_label(&label.name)).await?;
    let _lock = match early {
        Some(lock) => lock,
        None => service.lock_labels(one.id()).await?,
    };
    let name = one.ensure_label(found, label).await?;
    let candidates = meant.candidates();
    let (issue, is_new, lost) = one.apply_label(meant, &name, true).await?;
    Ok((Changed::as_asked(project, issue, candidates), (!is_new).then_some(name), lost))
}

impl OneProject<'_> {
    /// The lock on the project's labels, if this one may be created: two calls that look for it at the same time would both create it.
    pub(super) async fn lock_early(self, label: &LabelRequest) -> Result<Option<Arc<LabelLock>>> {
        if label.create_if_missing { self.service.lock_labels(self.id()).await.map(Some) } else { Ok(None) }
    }

    /// Sends the labels of an issue with one more. Returns the changed issue, in a preview the issue as it would be, and whether the
    /// label is new to it, and the labels that it lost: of one scope (`key::value`) the host keeps one. The labels are read just before
    /// they are sent, since another client may have set some after the issue was found (decisions, section 5). An issue that has the label
    /// by then is sent the same labels only where that `resends`.
    ///
    /// # Errors
    /// A failed call, or [`Error::Dropped`] where the host's answer lacks the label.
    pub(super) async fn apply_label(
        self,
        meant: MeantIssue,
        name: &str,
        resends: bool,
    ) -> Result<ItemChange> {
        let issue = match self.service.intent() {
            Intent::Act => self.reread(meant.key()).await?,
            Intent::Preview => self.current(meant).await?,
        };
        let is_new = issue.label_names().iter().all(|held| held != name);
        if !is_new && !resends {
            return Ok((issue, false, Vec::new()));
        }
        let before = LabelSet::held_by(&issue)?;
        let labels = before.clone().with(name);
        let labelling = IssueChange { labels: Some(labels.joined()), ..IssueChange::default() };
        let labelled = IssueData { labels: Some(labels.into_names()), ..Arc::unwrap_or_clone(issue) };
        let issue = self.apply(MeantIssue::read(Issue::new(labelled)), &labelling).await?;
        if issue.label_names().iter().any(|held| held == name) {
            let lost = before.missing_from(issue.label_names());
            return Ok((issue, is_new, lost));
        }
        Err(Error::Dropped { iid: issue.iid, what: Aspect::Label })
    }
}

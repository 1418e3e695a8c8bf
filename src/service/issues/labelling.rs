//! assistant-add-label: adds one label to one issue.

use tokio::try_join;

use super::change::{Change, Changed, apply, current};
use crate::{
    error::{Aspect, Error},
    gitlab::{Issue, IssueChange, Project},
    service::{
        Halt, LabelSet, Service,
        labels::{LabelRequest, ensure, find},
        resolve::{
            IssueTarget, MeantIssue, PoolState, Purpose, UnresolvedIssue, resolve_issue_in, resolve_project,
        },
    },
};

/// Adds a label to an open issue. The returned issue has its labels.
///
/// # Errors
/// What the hints left open, or a failure: an absent label or issue, a failed call.
pub async fn add_label(
    service: &Service,
    target: &IssueTarget,
    label: &LabelRequest,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let project = resolve_project(service, &target.project, Purpose::Change).await?;
    let id = project.item.id;
    let _lock = service.label_locks.lock(id).await;
    let found = async { Ok(find(service, id, &label.name).await?) };
    let meant = resolve_issue_in(service, &project, &target.issue, PoolState::Opened);
    let (meant, found) = try_join!(meant, found)?;
    let name = ensure(service, &project.item, found, label).await?;
    let candidates = meant.candidates();
    let issue = current(service, &project.item, meant).await?;
    let issue = apply_label(service, &project.item, issue, &name).await?;
    Ok(Changed::as_asked(project, issue, candidates))
}

/// Sends the labels of an issue with one more. Returns the changed issue; in a preview, the issue as it would be.
pub(super) async fn apply_label(
    service: &Service,
    project: &Project,
    issue: Issue,
    name: &str,
) -> Result<Issue, Error> {
    let merged = LabelSet::new(issue.label_names()).with(name);
    let labelling = Change {
        sent: IssueChange { labels: Some(merged.joined()), ..IssueChange::default() },
        about: Aspect::Label,
        stands: |_| false,
        made: Box::new(|updated| match &updated.issue.labels {
            Some(labels) => labels.iter().any(|label| label == name),
            None => true,
        }),
    };
    let meant = MeantIssue::read(Issue { labels: None, ..issue });
    let issue = apply(service, project, meant, &labelling).await?;
    Ok(Issue { labels: issue.labels.or_else(|| Some(merged.into_names())), ..issue })
}

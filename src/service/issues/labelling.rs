//! assistant-add-label: one label on one issue.

use tokio::try_join;

use super::change::{Change, Changed, current, put};
use crate::{
    error::{Aspect, Error},
    gitlab::{Issue, IssueChange, Project},
    service::{
        Halt, LabelSet, Service,
        labels::{LabelRequest, ensure, find},
        resolve::{IssueTarget, MeantIssue, PoolState, UnresolvedIssue, issue_of, project},
    },
};

/// Adds a label to the issue that is meant. The answer's issue has its labels.
///
/// # Errors
/// What the hints left open, or a failure: an absent label or issue, a failed call.
pub async fn add_label(
    service: &Service,
    target: &IssueTarget,
    label: &LabelRequest,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let project = project(service, &target.project).await?.item;
    let _turn = service.label_locks.lock(project.id).await;
    let found = async { Ok(find(service, project.id, &label.name).await?) };
    let (meant, found) = try_join!(issue_of(service, &project, &target.issue, PoolState::Opened), found)?;
    let name = ensure(service, &project, found, label).await?;
    let issue = current(service, &project, meant).await?;
    let issue = put_label(service, &project, issue, &name).await?;
    Ok(Changed { project, issue })
}

/// Sends an issue's labels with one more as one value; answers the issue as it then stands, or would with that label.
pub(super) async fn put_label(
    service: &Service,
    project: &Project,
    issue: Issue,
    name: &str,
) -> Result<Issue, Error> {
    let merged = LabelSet::new(issue.label_names()).with(name);
    let labelling = Change {
        sent: IssueChange { labels: Some(merged.joined()), ..IssueChange::default() },
        about: Aspect::Label,
        made: Box::new(|updated| match &updated.issue.labels {
            Some(labels) => labels.iter().any(|label| label == name),
            None => true,
        }),
    };
    let meant = MeantIssue::Read(Issue { labels: None, ..issue });
    let issue = put(service, project, meant, &labelling).await?;
    Ok(Issue { labels: issue.labels.or_else(|| Some(merged.into_names())), ..issue })
}

//! assistant-add-label: one label on one issue.

use tokio::try_join;

use crate::{
    error::Error,
    gitlab::{self, Fault, Iid, Issue, IssueChange, Project},
    service::{
        Halt, LabelSet, Service,
        labels::{LabelRequest, ensure, find},
        resolve::{IssueTarget, MeantIssue, PoolState, UnresolvedIssue, issue_of, project},
    },
};

/// An issue that got a label.
#[derive(Debug)]
pub struct AddedLabel {
    /// Its project.
    pub project: Project,
    /// The issue as it now stands, its labels among it.
    pub issue: Issue,
}

/// Adds a label to the issue that is meant.
///
/// # Errors
/// What the hints left open, or a failure: an absent label or issue, a failed call.
pub async fn add_label(
    service: &Service,
    target: &IssueTarget,
    label: &LabelRequest,
) -> Result<AddedLabel, Halt<UnresolvedIssue>> {
    let project = project(service, &target.project).await?.item;
    let _turn = service.label_turns.of(project.id).await;
    let found = async { Ok(find(service, project.id, &label.name).await?) };
    let (meant, found) = try_join!(issue_of(service, &project, &target.issue, PoolState::Opened), found)?;
    let name = ensure(service, project.id, found, label).await?;
    let issue = match meant {
        MeantIssue::Read(issue) => issue,
        MeantIssue::Confirmed(iid) => read(service, &project, iid).await?,
    };
    let issue = put_label(service, &project, &issue, &name).await?;
    Ok(AddedLabel { project, issue })
}

async fn read(service: &Service, project: &Project, iid: Iid) -> Result<Issue, Error> {
    let read = service.gitlab.issue(project.id, iid).await;
    let absent = || Error::IssueNotFound { project: project.path_with_namespace.clone(), iid };
    match read {
        Ok(issue) => issue.ok_or_else(absent),
        // What is no issue is none (interface, assistant-add-label 4).
        Err(gitlab::Error { fault: Fault::WithoutId | Fault::Misshapen(_), .. }) => Err(absent()),
        Err(error) => Err(error.into()),
    }
}

/// Sends an issue's labels with one more as one value; answers the issue as it then stands.
pub(super) async fn put_label(
    service: &Service,
    project: &Project,
    issue: &Issue,
    name: &str,
) -> Result<Issue, Error> {
    let merged = LabelSet::new(issue.label_names()).with(name);
    let change = IssueChange { labels: Some(merged.joined()), ..IssueChange::default() };
    let updated = super::update(service, project, issue.iid, &change).await?;
    // The host drops what its own rules refuse, and answers a success.
    match &updated.labels {
        Some(labels) if !labels.iter().any(|label| label == name) => Err(Error::LabelDropped(issue.iid)),
        Some(_) => Ok(updated),
        None => Ok(Issue { labels: Some(merged.into_names()), ..updated }),
    }
}

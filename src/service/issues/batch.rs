//! assistant-batch-create: creates several issues, optionally in a milestone.

use futures_util::future::join;

use super::creation::{MilestoneChoice, NewIssue, SentIssue, send};
use crate::{
    error::Error,
    gitlab::{Milestone, MilestoneId, Project},
    service::{
        Deadline, Halt, Service, in_time,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_milestone, resolve_project},
        split_failure,
    },
};

/// Issues to create in one project.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Their project.
    pub project: ProjectTarget,
    /// Their milestone.
    pub milestone: MilestoneChoice,
    /// The issues.
    pub issues: Vec<NewIssue>,
}

/// The outcome of a batch.
#[derive(Debug)]
pub struct BatchCreated {
    /// The project.
    pub project: Chosen<Project>,
    /// The milestone; `None` if there is none or it could not be read.
    pub milestone: Option<Milestone>,
    /// Whether a milestone was sent with the issues.
    pub milestone_asked: bool,
    /// One item per issue, in the order of the batch.
    pub items: Vec<BatchItem>,
}

/// The outcome of one issue.
#[derive(Debug)]
pub struct BatchItem {
    /// Its title, as sent.
    pub title: String,
    /// The issue, `None` in a preview; or why it was not created.
    pub outcome: Result<Option<SentIssue>, Error>,
}

/// Why no issue was created.
#[derive(Debug)]
pub enum UnresolvedBatch {
    /// The hint left the project open.
    Project(Unresolved<Project>),
    /// The hint left the milestone open.
    Milestone(Chosen<Project>, Unresolved<Milestone>),
}

impl From<Halt<Unresolved<Project>>> for Halt<UnresolvedBatch> {
    fn from(halt: Halt<Unresolved<Project>>) -> Self {
        halt.map(UnresolvedBatch::Project)
    }
}

/// Creates the issues, each with its own outcome, once the project and the milestone are resolved.
///
/// # Errors
/// What the hints left open, or a failed look-up; a failed creation stays in its item.
pub async fn create_batch(service: &Service, batch: &Batch) -> Result<BatchCreated, Halt<UnresolvedBatch>> {
    let deadline = service.deadline();
    let project = resolve_project(service, &batch.project, Purpose::Change).await?;
    let create = |id| create_each(service, &project.item, batch, id, deadline);
    let (milestone, items) = match &batch.milestone {
        MilestoneChoice::None => (None, create(None).await),
        MilestoneChoice::Confirmed(id) => {
            join(read_milestone(service, &project.item, *id), create(Some(*id))).await
        }
        MilestoneChoice::Hint(hint) => {
            let milestone = resolve_wanted(service, &project, hint).await?;
            let items = create(Some(milestone.id)).await;
            (Some(milestone), items)
        }
    };
    let milestone_asked = batch.milestone != MilestoneChoice::None;
    Ok(BatchCreated { project, milestone, milestone_asked, items })
}

async fn resolve_wanted(
    service: &Service,
    project: &Chosen<Project>,
    hint: &str,
) -> Result<Milestone, Halt<UnresolvedBatch>> {
    let found = split_failure(resolve_milestone(service, project.item.id, hint).await)?;
    found.map_err(|unresolved| Halt::Unresolved(UnresolvedBatch::Milestone(project.clone(), unresolved)))
}

/// Reads a confirmed milestone to show it in the answer. Its id is used even if it can't be read.
async fn read_milestone(service: &Service, project: &Project, id: MilestoneId) -> Option<Milestone> {
    let read = service.gitlab.milestone(project.id, id).await;
    read.inspect_err(|error| tracing::warn!(%error, "the confirmed milestone could not be read")).ok()
}

/// Creates one issue after the other, so that their numbers follow the order of the list.
async fn create_each(
    service: &Service,
    project: &Project,
    batch: &Batch,
    milestone: Option<MilestoneId>,
    deadline: Deadline<'_>,
) -> Vec<BatchItem> {
    let mut items = Vec::with_capacity(batch.issues.len());
    for issue in &batch.issues {
        let outcome = in_time(deadline, send(service, project, issue, milestone)).await;
        items.push(BatchItem { title: issue.title.clone(), outcome });
    }
    items
}

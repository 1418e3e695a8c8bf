//! assistant-batch-create: several issues at once, optionally in a milestone.

use futures_util::future::join;

use super::creation::{NewIssue, SentIssue, send};
use crate::{
    error::Error,
    gitlab::{Milestone, MilestoneId, Project},
    service::{
        Deadline, Halt, Service, in_time,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_milestone, resolve_project},
        settle,
    },
};

/// Issues to create in one project.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Their project.
    pub project: ProjectTarget,
    /// Their milestone by its id; only for a confirmed project.
    pub milestone: Option<MilestoneId>,
    /// Their milestone by hint, unless blank; only for a project by hint.
    pub milestone_hint: String,
    /// The issues.
    pub issues: Vec<NewIssue>,
}

/// What became of a batch.
#[derive(Debug)]
pub struct BatchCreated {
    /// The project.
    pub project: Chosen<Project>,
    /// The milestone, where it could be read.
    pub milestone: Option<Milestone>,
    /// Whether a milestone was sent with the issues.
    pub milestone_asked: bool,
    /// One item an issue, in their order.
    pub items: Vec<BatchItem>,
}

/// What became of one issue.
#[derive(Debug)]
pub struct BatchItem {
    /// Its title, as sent.
    pub title: String,
    /// The issue, none in a preview, or why there is none.
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

/// Creates the issues, each on its own, once the project and the milestone are clear.
///
/// # Errors
/// What the hints left open, or a failed look-up; a failed creation stays in its item.
pub async fn create_batch(service: &Service, batch: &Batch) -> Result<BatchCreated, Halt<UnresolvedBatch>> {
    let deadline = service.deadline();
    let project = resolve_project(service, &batch.project, Purpose::Change).await?;
    let (milestone, id, items) = if matches!(batch.project, ProjectTarget::Confirmed(_)) {
        let shown = shown_milestone(service, &project.item, batch.milestone);
        let items = create_each(service, &project.item, batch, batch.milestone, deadline);
        let (milestone, items) = join(shown, items).await;
        (milestone, batch.milestone, items)
    } else {
        let milestone = wanted_milestone(service, &project, &batch.milestone_hint).await?;
        let id = milestone.as_ref().map(|milestone| milestone.id);
        let items = create_each(service, &project.item, batch, id, deadline).await;
        (milestone, id, items)
    };
    Ok(BatchCreated { project, milestone, milestone_asked: id.is_some(), items })
}

async fn wanted_milestone(
    service: &Service,
    project: &Chosen<Project>,
    hint: &str,
) -> Result<Option<Milestone>, Halt<UnresolvedBatch>> {
    if hint.is_empty() {
        return Ok(None);
    }
    let found = settle(resolve_milestone(service, project.item.id, hint).await)?;
    let left_open = |unresolved| Halt::Unresolved(UnresolvedBatch::Milestone(project.clone(), unresolved));
    found.map(Some).map_err(left_open)
}

/// A confirmed milestone is read to be shown; its id is used even where it can't be read.
async fn shown_milestone(service: &Service, project: &Project, id: Option<MilestoneId>) -> Option<Milestone> {
    let read = service.gitlab.milestone(project.id, id?).await;
    read.inspect_err(|error| tracing::warn!(%error, "the confirmed milestone could not be read")).ok()
}

/// One after the other, so that the issues' numbers follow the order of the list.
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

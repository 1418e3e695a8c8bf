//! assistant-batch-create: creates several issues, optionally in a milestone.

use std::time::Duration;

use tokio::time::timeout;

use super::{IssueDraft, MilestoneChoice, MilestoneWish, SentIssue, duplicates::Existing};
use crate::service::{prelude::*, resolve::prelude::*};

/// Issues to create in one project.
#[derive(Debug, Clone)]
pub struct Batch {
    /// Their project.
    pub project: ProjectTarget,
    /// Their milestone.
    pub milestone: MilestoneChoice,
    /// The issues.
    pub issues: Vec<IssueDraft>,
    /// Whether to leave out what an issue or an earlier one of the batch says, instead of creating all at once.
    pub skips_duplicates: bool,
}

/// The outcome of a batch.
#[derive(Debug)]
pub struct BatchCreated {
    /// The project.
    pub project: Chosen<Project>,
    /// The milestone that was wanted for them.
    pub milestone: MilestoneWish,
    /// One item per issue, in the order of the batch.
    pub items: Vec<BatchItem>,
    /// Whether duplicates may have been missed, since some issues could not be read.
    pub duplicates_missed: bool,
}

/// The outcome of one issue.
#[derive(Debug)]
pub struct BatchItem {
    /// Its title, as sent.
    pub title: String,
    /// The issue, `None` in a preview; or why it was not created.
    pub outcome: Result<Option<SentIssue>, NotCreated>,
}

/// Why an issue of a batch was not created.
#[derive(Debug)]
pub enum NotCreated {
    /// An issue says the same.
    Duplicate {
        /// The number of that issue; `None` for an earlier one of the batch in a preview, or one that was perhaps created.
        iid: Option<Iid>,
        /// Its title.
        title: String,
    },
    /// Creating it failed.
    Failed(Error),
}

/// Why no issue was created.
#[derive(Debug)]
pub enum UnresolvedBatch {
    /// The hint left the project open.
    Project(Unresolved<Project>),
    /// The hint left the milestone open.
    Milestone(Chosen<Project>, Unresolved<Milestone>),
}

/// A confirmed milestone is only shown: the issues do not wait longer for it.
const LONGEST: Duration = Duration::from_secs(5);

/// Creates the issues, each with its own outcome, once the project and the milestone are resolved.
///
/// # Errors
/// What the hints left open, or a failed look-up; a failed creation stays in its item.
pub async fn create_batch(service: &Service, batch: &Batch) -> Result<BatchCreated, Halt<UnresolvedBatch>> {
    let label = batch.issues.iter().find_map(|issue| issue.labels.first()).map(String::as_str);
    let named = Named { milestone: batch.milestone.hint(), label, ..Named::default() };
    let project = resolve_project_naming(service, &batch.project, Purpose::Change, &named).await;
    let project = project.map_err(|halt| halt.map(|open| UnresolvedBatch::Project(open.project)))?;
    let one = service.about(&project);
    let existing = async {
        let titles: Vec<_> = batch.issues.iter().map(|issue| issue.title.as_str()).collect();
        if batch.skips_duplicates {
            Existing::read(service, one.id(), &titles).await.map(Some)
        } else {
            Ok(None)
        }
    };
    let milestone = async {
        match &batch.milestone {
            MilestoneChoice::Confirmed(id) => {
                let read = timeout(LONGEST, one.shown_milestone(*id)).await;
                Ok(read.unwrap_or(MilestoneWish::Confirmed(*id)))
            }
            choice => one.wish(choice).await,
        }
    };
    let read = async { Ok::<_, Error>(join!(milestone, existing)) };
    // If that takes too long, no issue is attempted below: none starts in the time for the report.
    let (found, existing) =
        service.before_items(Box::pin(read)).await.unwrap_or((Ok(MilestoneWish::None), Ok(None)));
    let milestone =
        found.map_err(|halt| halt.map(|open| UnresolvedBatch::Milestone(project.clone(), open)))?;
    let existing = existing?;
    let milestone_id = milestone.named().map(|(id, _)| id);
    // One issue after the other, so that their numbers follow the order of the list.
    let mut items = Vec::with_capacity(batch.issues.len());
    for issue in &batch.issues {
        let duplicate = match &existing {
            Some(existing) => duplicate_of(&issue.title, existing, &items).await,
            None => None,
        };
        let outcome = match duplicate {
            Some(duplicate) => Err(duplicate),
            None => service.in_time(one.create_issue(issue, milestone_id)).await.map_err(NotCreated::Failed),
        };
        items.push(BatchItem { title: issue.title.clone(), outcome });
    }
    let duplicates_missed = existing.as_ref().is_some_and(|existing| existing.missed);
    Ok(BatchCreated { project, milestone, items, duplicates_missed })
}

/// The issue that says the same: one that exists, or an earlier one of the batch that was created, or perhaps was.
async fn duplicate_of(title: &str, existing: &Existing, earlier: &[BatchItem]) -> Option<NotCreated> {
    if let Some(best) = existing.alike(title).await.into_iter().next()
        && best.score >= Score::DUPLICATE_WARNING
    {
        return Some(NotCreated::Duplicate { iid: Some(best.item.iid), title: best.item.title.to_string() });
    }
    let matcher = DuplicateMatcher::new(title);
    earlier.iter().find_map(|item| {
        let created = match &item.outcome {
            Ok(created) => created.as_ref(),
            Err(NotCreated::Failed(error)) if error.is_perhaps_done() => None,
            Err(_) => return None,
        };
        let is_alike = matcher.score(&Text::title(&item.title)).0 >= Score::DUPLICATE_IN_LIST;
        let iid = created.map(|sent| sent.issue.iid);
        is_alike.then(|| NotCreated::Duplicate { iid, title: item.title.clone() })
    })
}

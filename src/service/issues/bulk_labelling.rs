//! assistant-bulk-add-label and assistant-add-label-all: one label on several issues.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use tokio::try_join;

use super::labelling::put_label;
use crate::{
    error::Error,
    gitlab::{Iid, Issue, IssueOrder, IssueQuery, Project, State},
    matching::Scored,
    service::{
        Halt, Limit, Service, in_time,
        labels::{LabelRequest, ensure, find},
        resolve::{PoolState, ProjectTarget, Unresolved, issues_of, project},
        side_by_side,
    },
};

/// What became of several issues.
#[derive(Debug)]
pub struct Labelled {
    /// Their project.
    pub project: Project,
    /// The label's stored name.
    pub label: String,
    /// One item a hint or an issue, in their order.
    pub items: Vec<LabelledItem>,
    /// Whether the host has more issues than were worked on.
    pub truncated: bool,
}

/// What became of one hint or one issue.
#[derive(Debug)]
pub struct LabelledItem {
    /// The hint, or the issue's title.
    pub hint: String,
    /// What became of it.
    pub outcome: ItemOutcome,
}

/// What became of one hint or one issue.
#[derive(Debug)]
pub enum ItemOutcome {
    /// The label was added: the issue as it now stands.
    Updated(Issue),
    /// The label was there already.
    Unchanged(Issue),
    /// No issue fits the hint.
    NotFound,
    /// Several issues fit the hint.
    Ambiguous(Vec<Scored<Issue>>),
    /// The host refused or failed: the issue as it was.
    Failed(Issue, Error),
}

/// Adds a label to the issues that several hints mean, each on its own, among the open issues.
///
/// # Errors
/// What the project's hint left open, or a failure: an absent label, a failed read, or every update failed.
pub async fn label_several(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    hints: &[String],
    limit: Limit,
) -> Result<Labelled, Halt<Unresolved<Project>>> {
    let deadline = service.deadline();
    let project = project(service, target).await?.item;
    let _turn = service.label_turns.of(project.id).await;
    let meant = issues_of(service, &project, hints, PoolState::Opened, limit);
    let (found, meant) = try_join!(find(service, project.id, &label.name), meant)?;
    let label = ensure(service, project.id, found, label).await?;
    let to_update = meant.iter().filter_map(|issue| issue.as_ref().ok());
    let updated = update_each(service, &project, &label, to_update, deadline).await?;
    let items = hints.iter().zip(meant).map(|(hint, meant)| LabelledItem {
        hint: hint.clone(),
        outcome: match meant {
            Ok(issue) => updated.outcome(issue),
            Err(Unresolved::NotFound) => ItemOutcome::NotFound,
            Err(Unresolved::Ambiguous(candidates)) => ItemOutcome::Ambiguous(candidates),
        },
    });
    let items = items.collect();
    Ok(Labelled { project, label, items, truncated: false })
}

/// Adds a label to all issues of a project, up to a page.
///
/// # Errors
/// What the project's hint left open, or a failure: an absent label, a failed read, or every update failed.
pub async fn label_all(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    state: State,
    limit: Limit,
) -> Result<Labelled, Halt<Unresolved<Project>>> {
    let deadline = service.deadline();
    let project = project(service, target).await?.item;
    let _turn = service.label_turns.of(project.id).await;
    let query = IssueQuery { state, order: IssueOrder::Created, page_size: limit.page_size() };
    let page = async { Ok(service.gitlab.issues(project.id, &query).await?) };
    let (found, page) = try_join!(find(service, project.id, &label.name), page)?;
    let label = ensure(service, project.id, found, label).await?;
    let truncated = page.truncated();
    let bare = page.items.iter().filter(|issue| !issue.label_names().contains(&label));
    let updated = update_each(service, &project, &label, bare, deadline).await?;
    let items = page.items.into_iter().map(|issue| LabelledItem {
        hint: issue.title.clone(),
        outcome: if issue.label_names().contains(&label) {
            ItemOutcome::Unchanged(issue)
        } else {
            updated.outcome(issue)
        },
    });
    let items = items.collect();
    Ok(Labelled { project, label, items, truncated })
}

/// What the host answered, by issue number: an issue that two hints mean is changed once and reported twice.
struct Updates(HashMap<Iid, Result<Issue, Error>>);

impl Updates {
    fn outcome(&self, issue: Issue) -> ItemOutcome {
        match self.0.get(&issue.iid) {
            Some(Ok(updated)) => ItemOutcome::Updated(updated.clone()),
            Some(Err(error)) => ItemOutcome::Failed(issue, error.clone()),
            None => ItemOutcome::Unchanged(issue),
        }
    }
}

/// Adds the label to each issue. Fails with the first failure when there was nothing but failures.
async fn update_each<'a>(
    service: &Service,
    project: &Project,
    label: &str,
    issues: impl Iterator<Item = &'a Issue>,
    deadline: Instant,
) -> Result<Updates, Error> {
    let mut seen = HashSet::new();
    let unique = issues.filter(|issue| seen.insert(issue.iid));
    let updates = unique.map(|issue| async {
        (issue.iid, in_time(deadline, put_label(service, project, issue, label)).await)
    });
    let updates = side_by_side(service.fan_out, updates).await;
    match updates.first() {
        Some((_, Err(first))) if updates.iter().all(|(_, update)| update.is_err()) => Err(first.clone()),
        _ => Ok(Updates(updates.into_iter().collect())),
    }
}

//! assistant-bulk-add-label and assistant-add-label-all: add one label to several issues.

use tokio::try_join;

use super::{
    bulk::{BulkChanges, BulkItem},
    labelling::apply_label,
};
use crate::{
    gitlab::{IssueOrder, IssueQuery, Project, StateFilter},
    service::{
        Halt, Limit, ProjectItems, Service,
        labels::{LabelRequest, ensure, find},
        resolve::{
            Chosen, MeantIssue, Named, PoolState, ProjectTarget, Purpose, Unresolved, resolve_issues,
            resolve_project_naming,
        },
    },
};

/// The label's stored name, and what came of each hint or issue, in their order.
pub type Labelled = (String, ProjectItems<BulkItem>);

/// Adds a label to the open issues that several hints mean. Each hint has its own outcome.
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
    let project = project_with(service, target, label, Some((hints, PoolState::Opened))).await?;
    let id = project.item.id;
    let meant = resolve_issues(service, &project.item, hints, PoolState::Opened, limit);
    let (found, meant) = try_join!(find(service, id, &label.name), meant)?;
    let _lock = service.lock_labels(id).await?;
    let label = ensure(service, &project.item, found, label).await?;
    let to_label = meant.iter().flatten().map(|chosen| &chosen.item);
    let apply = |issue| apply_label(service, &project.item, MeantIssue::read(issue), &label);
    let changes = BulkChanges::make(service, deadline, to_label, apply).await?;
    let items = changes.items(hints, meant);
    Ok((label, ProjectItems { project, items, truncated: false }))
}

/// Adds a label to all issues of a project, up to a page.
///
/// # Errors
/// What the project's hint left open, or a failure: an absent label, a failed read, or every update failed.
pub async fn label_all(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    state: StateFilter,
    limit: Limit,
) -> Result<Labelled, Halt<Unresolved<Project>>> {
    let deadline = service.deadline();
    let project = project_with(service, target, label, None).await?;
    let id = project.item.id;
    let query = IssueQuery { state, order: IssueOrder::Created, page_size: limit.page_size() };
    let page = async { Ok(service.gitlab.issues(id, &query).await?) };
    let (found, page) = try_join!(find(service, id, &label.name), page)?;
    let _lock = service.lock_labels(id).await?;
    let label = ensure(service, &project.item, found, label).await?;
    let truncated = page.truncated();
    let bare = page.items.iter().filter(|issue| !issue.label_names().contains(&label));
    let apply = |issue| apply_label(service, &project.item, MeantIssue::read(issue), &label);
    let changes = BulkChanges::make(service, deadline, bare, apply).await?;
    let items = page.items.into_iter().map(|issue| BulkItem {
        hint: issue.title.to_string(),
        candidates: Vec::new(),
        outcome: changes.outcome(issue),
    });
    let items = items.collect();
    Ok((label, ProjectItems { project, items, truncated }))
}

/// The project that is meant; one that has the label is more likely.
async fn project_with(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    issues: Option<(&[String], PoolState)>,
) -> Result<Chosen<Project>, Halt<Unresolved<Project>>> {
    let named = Named { issues, label: Some(&label.name), ..Named::default() };
    let project = resolve_project_naming(service, target, Purpose::Change, &named).await;
    project.map_err(|halt| halt.map(|open| open.project))
}

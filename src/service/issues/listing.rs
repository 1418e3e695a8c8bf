//! assistant-list and assistant-list-labels: list the issues and the labels of a project.

use crate::service::{prelude::*, resolve::prelude::*};

/// Lists the issues of a project, last created first.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn list(
    service: &Service,
    target: &ProjectTarget,
    state: StateFilter,
    limit: Limit,
) -> OfProject<Issue> {
    let project = resolve_project(service, target).await?;
    let issues = service.gitlab.issues(project.item.id, &state, IssueOrder::Created);
    let page = issues.page(1, limit.page_size()).await?;
    Ok(ProjectItems { project, truncated: page.truncated(), items: page.items })
}

/// Lists the labels of a project, by name.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn list_labels(service: &Service, target: &ProjectTarget, limit: Limit) -> OfProject<Label> {
    let project = resolve_project(service, target).await?;
    let page = service.gitlab.labels(project.item.id).page(1, limit.page_size()).await?;
    let truncated = page.truncated();
    let mut items = page.items;
    items.sort_by_cached_key(|label| label.name.to_lowercase());
    Ok(ProjectItems { project, items, truncated })
}

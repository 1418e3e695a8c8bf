//! assistant-list and assistant-list-labels: list the issues and the labels of a project.

use crate::{
    gitlab::{Issue, IssueOrder, IssueQuery, Label, Project, StateFilter},
    service::{
        Halt, Limit, Service,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// Issues of a project, last created first.
#[derive(Debug)]
pub struct Issues {
    /// The project.
    pub project: Chosen<Project>,
    /// The issues.
    pub issues: Vec<Issue>,
    /// Whether the host has more.
    pub truncated: bool,
}

/// Labels of a project, by name.
#[derive(Debug)]
pub struct Labels {
    /// The project.
    pub project: Chosen<Project>,
    /// The labels.
    pub labels: Vec<Label>,
    /// Whether the host has more.
    pub truncated: bool,
}

/// Lists the issues of a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn list(
    service: &Service,
    target: &ProjectTarget,
    state: StateFilter,
    limit: Limit,
) -> Result<Issues, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let query = IssueQuery { state, order: IssueOrder::Created, page_size: limit.page_size() };
    let page = service.gitlab.issues(project.item.id, &query).await?;
    Ok(Issues { project, truncated: page.truncated(), issues: page.items })
}

/// Lists the labels of a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn list_labels(
    service: &Service,
    target: &ProjectTarget,
    limit: Limit,
) -> Result<Labels, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await?;
    let page = service.gitlab.labels(project.item.id, 1, limit.page_size()).await?;
    let truncated = page.truncated();
    let mut labels = page.items;
    labels.sort_by_cached_key(|label| label.name.to_lowercase());
    Ok(Labels { project, labels, truncated })
}

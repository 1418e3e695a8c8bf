//! assistant-tasks and assistant-progress: the open and the closed issues of a project.

use tokio::try_join;

use crate::{
    error::{Error, HostObject},
    gitlab::{Issue, IssueOrder, IssueQuery, Page, Project, StateFilter},
    service::{
        Halt, Service,
        limits::TASKS_READ,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// A project's issues, one page of each state.
#[derive(Debug)]
pub struct Tasks {
    /// The project.
    pub project: Chosen<Project>,
    /// Open issues.
    pub opened: Vec<Issue>,
    /// Closed issues.
    pub closed: Vec<Issue>,
    /// Whether the host has more of either.
    pub truncated: bool,
}

/// A part in percent of a whole, rounded down; 0 if the whole is 0.
pub fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}

/// The open and the closed issues of a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn tasks(service: &Service, target: &ProjectTarget) -> Result<Tasks, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await.map_err(incomplete)?;
    let page = async |state| -> Result<Page<Issue>, Error> {
        let query = IssueQuery { state, order: IssueOrder::Created, page_size: TASKS_READ };
        Ok(service.gitlab.issues(project.item.id, &query).await?)
    };
    let (opened, closed) = try_join!(page(StateFilter::opened()), page(StateFilter::closed()))?;
    let truncated = opened.truncated() || closed.truncated();
    Ok(Tasks { project, opened: opened.items, closed: closed.items, truncated })
}

/// A project without `id` is an unusable answer of the host here; in the operations on issues it counts as not found
/// (interface, Errors).
pub(super) fn incomplete<U>(halt: Halt<U>) -> Halt<U> {
    match halt {
        Halt::Failed(Error::ProjectWithoutId(_)) => Halt::Failed(Error::Incomplete(HostObject::Project)),
        other => other,
    }
}

//! summary: a project at a glance.

use tokio::try_join;

use super::{
    label_counts::{LabelCount, count_labels, opened},
    progress::{incomplete, percent},
};
use crate::{
    error::Error,
    gitlab::{
        Ancestors, CountFilter, FULL_PAGE, Issue, IssueOrder, IssueQuery, Milestone, MilestoneQuery, Project,
        StateFilter,
    },
    service::{
        Halt, Service,
        limits::RECENT_READ,
        resolve::{Chosen, ProjectTarget, Purpose, Unresolved, resolve_project},
    },
};

/// A project at a glance. Its counts are the host's own, not those of a page.
#[derive(Debug)]
pub struct Summary {
    /// The project.
    pub project: Chosen<Project>,
    /// Open issues.
    pub opened: usize,
    /// Closed issues.
    pub closed: usize,
    /// Open issues without an assignee.
    pub unassigned: usize,
    /// Open issues past their due date; `None` if the host does not count so many.
    pub overdue: Option<usize>,
    /// Its labels, by name, each with its open issues.
    pub labels: Vec<LabelCount>,
    /// Its active milestones, those of the groups above included.
    pub milestones: Vec<Milestone>,
    /// The issues that were updated last, in any state.
    pub recent: Vec<Issue>,
    /// Whether the host has more labels or milestones.
    pub truncated: bool,
}

impl Summary {
    /// Closed issues in percent of all.
    pub fn percent(&self) -> usize {
        percent(self.closed, self.opened + self.closed)
    }
}

/// Reads the summary of a project, with all its parts at the same time.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn summary(
    service: &Service,
    target: &ProjectTarget,
) -> Result<Summary, Halt<Unresolved<Project>>> {
    let project = resolve_project(service, target, Purpose::Read).await.map_err(incomplete)?;
    let (id, host) = (project.item.id, &service.gitlab);
    let recent = IssueQuery { state: StateFilter::Any, order: IssueOrder::Updated, page_size: RECENT_READ };
    let active = MilestoneQuery {
        ancestors: Ancestors::Included,
        state: StateFilter::active(),
        ..MilestoneQuery::default()
    };
    let opened = opened();
    let (all, unassigned, overdue, labels, milestones, recent, opened) = try_join!(
        host.count_issues(id, CountFilter::All),
        host.count_issues(id, CountFilter::Unassigned),
        host.count_overdue(id),
        host.labels(id, 1, FULL_PAGE),
        host.milestones(id, &active),
        host.issues(id, &recent),
        host.issues(id, &opened),
    )
    .map_err(Error::from)?;
    let truncated = labels.truncated() || milestones.truncated();
    let labels = count_labels(service, id, labels.items, opened).await?;
    let truncated = truncated || labels.truncated;
    Ok(Summary {
        project,
        opened: all.opened,
        closed: all.closed,
        unassigned: unassigned.opened,
        overdue,
        labels: labels.counts,
        milestones: milestones.items,
        recent: recent.items,
        truncated,
    })
}

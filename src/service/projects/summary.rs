//! summary: a project at a glance.
//!
//! The host's own counts of issues by label (`with_counts`) include other projects for a group's label. So the issues are counted
//! here, or the host is asked label by label.

use super::listing::{incomplete, percent};
use crate::service::{prelude::*, resolve::prelude::*};

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
pub async fn summary(service: &Service, target: &ProjectTarget) -> Resolved<Summary, Project> {
    let project = resolve_project(service, target).await.map_err(incomplete)?;
    let (id, host) = (project.item.id, &service.gitlab);
    let issues = |state| host.issues(id, &state, IssueOrder::Updated);
    let milestones =
        host.milestones(Holder::Project(id)).with_ancestors().of_state(&StateFilter::only("active"));
    let (labels, recent) = (host.labels(id), issues(StateFilter::ANY));
    let every = IssueFilter::default();
    let without_assignee = IssueFilter { assignee: Some(AssigneeFilter::Nobody), ..every.clone() };
    let (all, unassigned, overdue, labels, milestones, recent, opened) = try_join!(
        host.count_issues(id, &every),
        host.count_issues(id, &without_assignee),
        host.count_overdue(id),
        labels.page(1, FULL_PAGE),
        milestones.page(1, FULL_PAGE),
        recent.page(1, RECENT_READ),
        read_until(service, issues(StateFilter::only("opened")), (FULL_PAGE, LOOKED_AT), |_, _| false),
    )
    .map_err(Error::from)?;
    let has_more = labels.truncated() || milestones.truncated();
    let (labels, is_cut) = count_labels(service, id, labels.items, opened).await?;
    Ok(Summary {
        project,
        opened: all.opened,
        closed: all.closed,
        unassigned: unassigned.opened,
        overdue,
        labels,
        milestones: milestones.items,
        recent: recent.items,
        truncated: has_more || is_cut,
    })
}

/// Most labels that the host is asked about one by one.
const ASKED: usize = 30;

/// A label and how much it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelCount {
    /// Its name, as stored.
    pub name: String,
    /// Open issues of the project that have it.
    pub open: usize,
}

/// Names that the host reads, in any case, as "any label" and "no label" rather than as those of labels.
const WILDCARDS: [&str; 2] = ["any", "none"];

/// Counts the open issues of labels, by name, among those that were read; if the host has more issues, asks it about the labels
/// that are most frequent among these. Whether labels were left out: there are too many to ask about, or some whose names the
/// host reads otherwise.
///
/// # Errors
/// A failed call.
async fn count_labels(
    service: &Service,
    project: ProjectId,
    labels: Vec<Label>,
    Look { items: issues, more, .. }: Look<Issue>,
) -> Result<(Vec<LabelCount>, bool)> {
    let mut used: HashMap<&str, usize> = HashMap::new();
    for name in issues.iter().flat_map(|issue| issue.label_names()) {
        *used.entry(name).or_default() += 1;
    }
    let number = |name: &str| used.get(name).copied().unwrap_or_default();
    let mut names: Vec<_> = labels.into_iter().map(|label| label.name).collect();
    let all = names.len();
    if more {
        names.retain(|name| !WILDCARDS.iter().any(|wildcard| name.eq_ignore_ascii_case(wildcard)));
        names.sort_by_key(|name| Reverse(number(name)));
        names.truncate(ASKED);
    }
    let is_cut = names.len() < all;
    let counts = names.into_iter().map(async |name| {
        let open = if more {
            let labelled = IssueFilter { label: Some(name.clone()), ..IssueFilter::default() };
            service.gitlab.count_issues(project, &labelled).await?.opened
        } else {
            number(&name)
        };
        Ok::<_, Error>(LabelCount { name, open })
    });
    let counts = join_all(counts).await;
    let mut counts: Vec<_> = counts.into_iter().collect::<Result<_>>()?;
    counts.sort_by_cached_key(|label| label.name.to_lowercase());
    Ok((counts, is_cut))
}

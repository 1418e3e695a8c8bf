//! What to change in an issue, and which labels it has after that.

use std::collections::BTreeSet;

use crate::prelude::*;

const MAX_TITLE: usize = 255;
const MAX_DESCRIPTION: usize = 1_048_576;

/// A change of an optional field: `None` keeps it, `Some(None)` clears it.
type FieldEdit<T> = Option<Option<T>>;

/// The changes of one request.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct IssueChanges {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) labels: Option<Vec<String>>,
    pub(super) add_labels: Vec<String>,
    pub(super) remove_labels: Vec<String>,
    pub(super) milestone: FieldEdit<u64>,
    pub(super) assignee: FieldEdit<u64>,
    pub(super) due_date: FieldEdit<String>,
    pub(super) state: Option<IssueState>,
}

impl IssueChanges {
    /// What the parameters of a call ask for.
    pub(super) fn read(params: &Params) -> Result<Self, ApiError> {
        // The free tier keeps the first assignee; the empty list means nobody.
        let assignee = params.list("assignee_ids").map(|ids| ids.first().and_then(|id| id.parse().ok()));
        let sent = |name| params.has(name);
        let event = params.one_of("state_event", &["close", "reopen"])?;
        Ok(Self {
            title: params.text("title").map(|title| title.trim().to_owned()),
            description: params.text("description"),
            labels: params.list("labels"),
            add_labels: params.list("add_labels").unwrap_or_default(),
            remove_labels: params.list("remove_labels").unwrap_or_default(),
            milestone: sent("milestone_id").then_some(params.id("milestone_id")?.filter(|id| *id != 0)),
            assignee,
            due_date: sent("due_date").then_some(params.date("due_date")?),
            state: event.map(|event| if event == "close" { IssueState::Closed } else { IssueState::Opened }),
        })
    }

    /// Checks the title and the description.
    pub(super) fn check(&self) -> Result<(), ApiError> {
        let mut refusals = FieldErrors::default();
        if let Some(title) = &self.title {
            refusals.add_if(title.is_empty(), "title", "can't be blank");
            refusals.bound("title", title, MAX_TITLE);
        }
        refusals.bound("description", self.description.as_deref().unwrap_or_default(), MAX_DESCRIPTION);
        refusals.into_result()
    }

    /// The changes that are left for a user who may not set metadata. The host ignores the others silently.
    pub(super) fn without_metadata(self) -> Self {
        Self { title: self.title, description: self.description, state: self.state, ..Self::default() }
    }

    /// Applies the changes of a user to an issue, and sets these labels, which are made if needed. Unknown milestones and users are
    /// ignored, as the host does.
    pub(super) fn apply(self, world: &mut World, issue: (u64, u64), labels: BTreeSet<String>, user: u64) {
        let now = world.now();
        for name in &labels {
            world.ensure_label(issue.0, name);
        }
        let has = |id| world.milestones_for(issue.0).any(|milestone| milestone.id == id);
        let milestone = self.milestone.filter(|id| id.is_none_or(has));
        // A user who can't read the project is ignored, and the assignee stays.
        let sees = |id| world.projects.get(&issue.0).is_some_and(|project| world.shows_project(id, project));
        let is_active = |id| world.users.get(&id).is_some_and(|user| !user.blocked);
        let assignee = self.assignee.filter(|id| id.is_none_or(|id| is_active(id) && sees(id)));
        let Some(issue) = world.issues.get_mut(&issue) else { return };
        let before = issue.clone();
        set(&mut issue.title, self.title);
        set(&mut issue.description, self.description.map(Some));
        issue.labels = labels;
        set(&mut issue.milestone_id, milestone);
        set(&mut issue.assignee_id, assignee);
        set(&mut issue.due_date, self.due_date);
        // Closing what is closed changes nothing.
        if let Some(state) = self.state.filter(|state| *state != issue.state) {
            let is_closed = state == IssueState::Closed;
            issue.state = state;
            issue.closed_at = is_closed.then_some(now);
            issue.closed_by = is_closed.then_some(user);
        }
        if *issue != before {
            issue.updated_at = now;
            let project = issue.project_id;
            world.touch(project);
        }
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// The labels of an issue after a change of it. Labels that do not exist are dropped unless the user may create them.
///
/// # Errors
///
/// 400 if the change leaves more than the host allows.
pub(super) fn plan(
    world: &World,
    project_id: u64,
    before: &BTreeSet<String>,
    changes: &IssueChanges,
    may_create: bool,
) -> Result<BTreeSet<String>, ApiError> {
    let IssueChanges { labels, add_labels, remove_labels, .. } = changes;
    let can_have = |name: &&String| may_create || world.find_label(project_id, name).is_some();
    let named: Vec<String> =
        add_labels.iter().chain(labels.iter().flatten()).filter(can_have).cloned().collect();
    let kept = before.iter().filter(|name| labels.as_ref().is_none_or(|labels| labels.contains(name)));
    let left = kept.chain(&named).filter(|name| !remove_labels.contains(name));
    let mut on_issue: BTreeSet<String> = left.cloned().collect();
    if world.rules.scoped_labels {
        on_issue = exclusive(before, &on_issue, &named);
    }
    if let Some(most) = world.rules.max_labels.filter(|most| on_issue.len() > *most && on_issue != *before) {
        let text = format!("Cannot add more than {most} labels to a work item.");
        return Err(ApiError::bad_request(&text));
    }
    Ok(on_issue)
}

/// Keeps at most one label of each scope: of the scopes to which a change adds, the label that it names last.
fn exclusive(before: &BTreeSet<String>, all: &BTreeSet<String>, named: &[String]) -> BTreeSet<String> {
    let is_chosen = |name: &&String| {
        let Some(scope) = scope(name) else { return true };
        let is_rival = |other: &&String| self::scope(other) == Some(scope) && all.contains(*other);
        let is_unchanged = all.iter().filter(is_rival).all(|rival| before.contains(rival));
        is_unchanged || named.iter().rfind(is_rival) == Some(*name)
    };
    all.iter().filter(is_chosen).cloned().collect()
}

/// The part before the last `::` of a scoped label.
fn scope(name: &str) -> Option<&str> {
    name.rsplit_once("::").map(|(scope, _)| scope)
}

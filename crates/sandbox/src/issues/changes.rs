//! What to change in an issue.

use std::collections::BTreeSet;

use crate::{
    World,
    models::{Issue, IssueState, Project},
    moment::Moment,
    params::Params,
    refusal::{Refusal, Refusals},
};

const MAX_TITLE: usize = 255;
const MAX_DESCRIPTION: usize = 1_048_576;

/// A change of an optional field: `None` keeps it, `Some(None)` clears it.
type FieldEdit<T> = Option<Option<T>>;

/// The change that a parameter asks for.
fn sent<T>(params: &Params, name: &str, value: Option<T>) -> FieldEdit<T> {
    params.has(name).then_some(value)
}

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
    pub(super) confidential: Option<bool>,
    pub(super) locked: Option<bool>,
    pub(super) state: Option<IssueState>,
}

impl IssueChanges {
    /// What the parameters of a call ask for.
    pub(super) fn read(params: &Params) -> Result<Self, Refusal> {
        // The free tier keeps the first assignee; 0 and the empty list mean nobody.
        let assignee = match params.list("assignee_ids") {
            Some(ids) => Some(ids.first().and_then(|id| id.parse().ok()).filter(|id| *id != 0)),
            None => sent(params, "assignee_id", params.id("assignee_id")?.filter(|id| *id != 0)),
        };
        let event = params.one_of("state_event", &["close", "reopen"])?;
        Ok(Self {
            title: params.text("title").map(|title| title.trim().to_owned()),
            description: params.text("description"),
            labels: params.list("labels"),
            add_labels: params.list("add_labels").unwrap_or_default(),
            remove_labels: params.list("remove_labels").unwrap_or_default(),
            milestone: sent(params, "milestone_id", params.id("milestone_id")?),
            assignee,
            due_date: sent(params, "due_date", params.date("due_date")?),
            confidential: params.flag("confidential")?,
            locked: params.flag("discussion_locked")?,
            state: event.map(|event| if event == "close" { IssueState::Closed } else { IssueState::Opened }),
        })
    }

    /// Checks the title and the description.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let mut refusals = Refusals::default();
        if let Some(title) = &self.title {
            refusals.add_if(title.is_empty(), "title", "can't be blank");
            refusals.bound("title", title, MAX_TITLE);
        }
        refusals.bound("description", self.description.as_deref().unwrap_or_default(), MAX_DESCRIPTION);
        refusals.into_result()
    }

    /// The changes that a user may make who may not set metadata. The host ignores the others silently.
    pub(super) fn without_metadata(self) -> Self {
        Self {
            title: self.title,
            description: self.description,
            state: self.state,
            confidential: self.confidential,
            ..Self::default()
        }
    }

    /// These changes, overridden by those of quick actions.
    pub(super) fn with(mut self, commands: Self) -> Self {
        self.title = commands.title.or(self.title);
        self.labels = commands.labels.or(self.labels);
        self.add_labels.extend(commands.add_labels);
        self.remove_labels.extend(commands.remove_labels);
        self.milestone = commands.milestone.or(self.milestone);
        self.assignee = commands.assignee.or(self.assignee);
        self.due_date = commands.due_date.or(self.due_date);
        self.confidential = commands.confidential.or(self.confidential);
        self.locked = commands.locked.or(self.locked);
        self.state = commands.state.or(self.state);
        self
    }

    /// Whether anything is asked of the labels.
    pub(super) fn concern_labels(&self) -> bool {
        self.labels.is_some() || !self.add_labels.is_empty() || !self.remove_labels.is_empty()
    }

    /// Applies the changes of a user to an issue, and sets these labels. Unknown milestones and users are ignored, as the host
    /// does.
    pub(super) fn apply(
        self,
        world: &mut World,
        project: &Project,
        iid: u64,
        labels: BTreeSet<String>,
        user: u64,
    ) {
        let now = world.now();
        let milestone = known_milestone(world, project, self.milestone);
        // A user who can't read the project is ignored, and the assignee stays.
        let assignee = self.assignee.filter(|id| id.is_none_or(|id| can_be_assigned(world, project, id)));
        let Some(issue) = world.issues.get_mut(&(project.id, iid)) else { return };
        let before = issue.clone();
        set(&mut issue.title, self.title);
        set(&mut issue.description, self.description.map(Some));
        issue.labels = labels;
        set(&mut issue.milestone_id, milestone);
        set(&mut issue.assignee_id, assignee);
        set(&mut issue.due_date, self.due_date);
        set(&mut issue.confidential, self.confidential);
        set(&mut issue.discussion_locked, self.locked.map(Some));
        set_state(issue, self.state, now, user);
        if *issue != before {
            issue.updated_at = now;
            world.touch(project.id);
        }
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// Closing what is closed changes nothing.
fn set_state(issue: &mut Issue, state: Option<IssueState>, now: Moment, user: u64) {
    let Some(state) = state.filter(|state| *state != issue.state) else { return };
    let is_closed = state == IssueState::Closed;
    issue.state = state;
    issue.closed_at = is_closed.then_some(now);
    issue.closed_by = is_closed.then_some(user);
}

/// A milestone that is unknown or belongs to another project is ignored; 0 clears the milestone.
fn known_milestone(world: &World, project: &Project, edit: FieldEdit<u64>) -> FieldEdit<u64> {
    let edit = edit.map(|id| id.filter(|id| *id != 0));
    edit.filter(|id| id.is_none_or(|id| world.milestones_for(project).any(|milestone| milestone.id == id)))
}

fn can_be_assigned(world: &World, project: &Project, user: u64) -> bool {
    world.find_user(user).is_some_and(|user| !user.blocked) && world.shows_project(Some(user), project)
}

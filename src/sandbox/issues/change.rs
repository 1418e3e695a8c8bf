//! Creating and changing issues.

use std::collections::BTreeSet;

use super::{find, quick_actions, view};
use crate::sandbox::{
    fault::{Fault, Missing},
    http::{Answer, Call, Reply},
    models::{Issue, IssueState, Moment, Project},
    new_issue::NewIssue,
    params::Params,
    projects,
    world::{World, access},
};

const MAX_TITLE: usize = 255;
const MAX_DESCRIPTION: usize = 1_048_576;

/// A change needs one of these.
const CHANGEABLE: &[&str] = &[
    "assignee_id",
    "assignee_ids",
    "confidential",
    "created_at",
    "description",
    "discussion_locked",
    "due_date",
    "labels",
    "add_labels",
    "remove_labels",
    "milestone_id",
    "state_event",
    "title",
    "issue_type",
];

/// What to do with something that an issue may have.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Edit<T> {
    /// Leave it alone.
    #[default]
    Keep,
    /// Put this there, or nothing.
    Set(Option<T>),
}

impl<T> Edit<T> {
    /// What a parameter says; one that is not sent says nothing.
    fn sent(params: &Params, name: &str, value: Option<T>) -> Self {
        if params.has(name) { Self::Set(value) } else { Self::Keep }
    }

    fn apply(self, place: &mut Option<T>) {
        if let Self::Set(value) = self {
            *place = value;
        }
    }
}

/// What to change.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Changes {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) labels: Option<Vec<String>>,
    pub(super) add_labels: Vec<String>,
    pub(super) remove_labels: Vec<String>,
    pub(super) milestone: Edit<u64>,
    pub(super) assignee: Edit<u64>,
    pub(super) due_date: Edit<String>,
    pub(super) confidential: Option<bool>,
    pub(super) locked: Option<bool>,
    pub(super) state: Option<IssueState>,
}

impl Changes {
    fn read(params: &Params) -> Result<Self, Fault> {
        // The free tier keeps the first; 0 and the empty list are nobody.
        let assignee = match params.list("assignee_ids") {
            Some(ids) => Edit::Set(ids.first().and_then(|id| id.parse().ok()).filter(|id| *id != 0)),
            None => Edit::sent(params, "assignee_id", params.id("assignee_id")?.filter(|id| *id != 0)),
        };
        let event = params.one_of("state_event", &["close", "reopen"])?;
        Ok(Self {
            title: params.text("title").map(|title| title.trim().to_owned()),
            description: params.text("description"),
            labels: params.list("labels"),
            add_labels: params.list("add_labels").unwrap_or_default(),
            remove_labels: params.list("remove_labels").unwrap_or_default(),
            milestone: Edit::sent(params, "milestone_id", params.id("milestone_id")?),
            assignee,
            due_date: Edit::sent(params, "due_date", params.date("due_date")?),
            confidential: params.flag("confidential")?,
            locked: params.flag("discussion_locked")?,
            state: event.map(|event| if event == "close" { IssueState::Closed } else { IssueState::Opened }),
        })
    }

    fn check(&self) -> Result<(), Fault> {
        let mut refusals = Vec::new();
        let mut refuse = |field: &str, text: String| refusals.push((field.to_owned(), text));
        if let Some(title) = &self.title {
            if title.is_empty() {
                refuse("title", "can't be blank".to_owned());
            }
            if title.chars().count() > MAX_TITLE {
                refuse("title", format!("is too long (maximum is {MAX_TITLE} characters)"));
            }
        }
        if self.description.as_ref().is_some_and(|text| text.chars().count() > MAX_DESCRIPTION) {
            refuse("description", format!("is too long (maximum is {MAX_DESCRIPTION} characters)"));
        }
        if refusals.is_empty() { Ok(()) } else { Err(Fault::Invalid(refusals)) }
    }

    /// What is left for a user who may not set metadata: the host drops the rest without a word.
    fn without_metadata(self) -> Self {
        Self {
            title: self.title,
            description: self.description,
            state: self.state,
            confidential: self.confidential,
            ..Self::default()
        }
    }

    /// Applies the changes to an issue. What leads nowhere is left out, as the host does.
    pub(super) fn apply(self, world: &mut World, project: &Project, iid: u64, now: Moment) {
        for name in self.labels.iter().flatten().chain(&self.add_labels) {
            world.ensure_label(project.id, name);
        }
        let milestone = known_milestone(world, project, self.milestone);
        let assignee = match self.assignee {
            // Whoever can't read the project is dropped, and then the assignee stays.
            Edit::Set(Some(id)) if !can_be_assigned(world, project, id) => Edit::Keep,
            edit => edit,
        };
        let user = world.token_user();
        let Some(issue) = world.issues.get_mut(&(project.id, iid)) else { return };
        let before = issue.clone();
        set(&mut issue.title, self.title);
        set(&mut issue.description, self.description.map(Some));
        set(&mut issue.labels, self.labels.map(BTreeSet::from_iter));
        issue.labels.extend(self.add_labels);
        issue.labels.retain(|name| !self.remove_labels.contains(name));
        milestone.apply(&mut issue.milestone_id);
        assignee.apply(&mut issue.assignee_id);
        self.due_date.apply(&mut issue.due_date);
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

/// A milestone that is unknown, or another project's, is ignored; 0 is none.
fn known_milestone(world: &World, project: &Project, edit: Edit<u64>) -> Edit<u64> {
    match edit {
        Edit::Set(Some(0)) => Edit::Set(None),
        Edit::Set(Some(id)) if !world.milestones_for(project).any(|milestone| milestone.id == id) => {
            Edit::Keep
        }
        other => other,
    }
}

fn can_be_assigned(world: &World, project: &Project, user: u64) -> bool {
    world.find_user(user).is_some_and(|user| !user.blocked) && world.shows_project(Some(user), project)
}

/// `POST /projects/:id/issues`.
pub(in crate::sandbox) fn create(world: &mut World, call: &Call) -> Reply {
    let project = projects::find(world, call)?.clone();
    let title = call.params.required("title")?;
    let mut changes = Changes::read(&call.params)?;
    if !project.issues_enabled || project.archived {
        return Err(Fault::Forbidden);
    }
    changes.check()?;
    // A new issue is open, whatever is asked.
    changes.state = None;
    let (description, mut commanded) = interpreted(world, call, &project, changes.description.take())?;
    commanded.state = None;
    if !sets_metadata(world, call, &project)? {
        changes = changes.without_metadata();
        commanded = Changes::default();
    }
    let new = NewIssue {
        title: title.trim().to_owned(),
        description,
        author_id: call.caller,
        ..NewIssue::default()
    };
    let iid = world.issue_with(project.id, new);
    let now = world.now();
    changes.apply(world, &project, iid, now);
    commanded.apply(world, &project, iid, now);
    shown(world, call, &project, iid).map(Answer::created)
}

/// The description without its quick actions, and what those change.
fn interpreted(
    world: &World,
    call: &Call,
    project: &Project,
    description: Option<String>,
) -> Result<(Option<String>, Changes), Fault> {
    let Some(text) = description else { return Ok((None, Changes::default())) };
    let (rest, commands) = quick_actions::extract(&text);
    let outcome = quick_actions::interpret(world, project, call.user()?, &commands);
    Ok((Some(rest), outcome.changes))
}

fn sets_metadata(world: &World, call: &Call, project: &Project) -> Result<bool, Fault> {
    Ok(world.project_access(call.user()?, project) >= access::REPORTER)
}

fn shown(world: &World, call: &Call, project: &Project, iid: u64) -> Result<serde_json::Value, Fault> {
    let issue = world.find_issue(project.id, iid).ok_or(Fault::NotFound(Missing::Record))?;
    Ok(view::single(world, call, issue))
}

/// `PUT /projects/:id/issues/:issue_iid`.
pub(in crate::sandbox) fn update(world: &mut World, call: &Call) -> Reply {
    if !CHANGEABLE.iter().any(|name| call.params.has(name)) {
        let names = CHANGEABLE.join(", ");
        return Err(Fault::Parameter(format!(
            "{names} are missing, at least one parameter must be provided"
        )));
    }
    let mut changes = Changes::read(&call.params)?;
    let project = projects::find(world, call)?.clone();
    let issue = find(world, call, &project)?;
    let (iid, is_author) = (issue.iid, Some(issue.author_id) == call.caller);
    let sets_metadata = sets_metadata(world, call, &project)?;
    if project.archived || !(sets_metadata || is_author) {
        return Err(Fault::Forbidden);
    }
    changes.check()?;
    let is_new_text = changes.description.is_some() && changes.description != issue.description;
    let mut commanded = Changes::default();
    if is_new_text {
        (changes.description, commanded) = interpreted(world, call, &project, changes.description.take())?;
    }
    if !sets_metadata {
        changes = changes.without_metadata();
        commanded = commanded.without_metadata();
    }
    let now = world.tick();
    changes.apply(world, &project, iid, now);
    commanded.apply(world, &project, iid, now);
    shown(world, call, &project, iid).map(Answer::ok)
}

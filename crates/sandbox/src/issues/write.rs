//! `POST /projects/:id/issues` and `PUT /projects/:id/issues/:issue_iid`.

use std::collections::BTreeSet;

use super::{changes::IssueChanges, find, labelling, quick_actions, view};
use crate::{
    HandlerResult, World, access, answer::Answer, api_call::ApiCall, models::Project, projects,
    refusal::Refusal, world::NewIssue,
};

/// The parameters of which a change needs at least one.
const CHANGEABLE: &str = "assignee_id, assignee_ids, confidential, created_at, description, discussion_locked, due_date, \
                          labels, add_labels, remove_labels, milestone_id, state_event, title, issue_type";

/// `POST /projects/:id/issues`.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let project = projects::find(world, call)?.clone();
    let title = call.params.required("title")?;
    let mut changes = IssueChanges::read(&call.params)?;
    if !project.issues_enabled || project.archived {
        return Err(Refusal::forbidden());
    }
    changes.check()?;
    // A new issue is open, whatever the request asks for.
    changes.state = None;
    let (description, mut commands) = interpreted(world, call, &project, changes.description.take())?;
    commands.state = None;
    let level = world.project_access(call.user()?, &project);
    changes = changes.with(commands);
    // A member of any level may set metadata on a new issue; that of a non-member is ignored.
    if level < access::GUEST {
        changes = changes.without_metadata();
    }
    let labels = labelling::plan(world, &project, &BTreeSet::new(), &changes, level >= access::PLANNER)?;
    let new = NewIssue { description, author_id: call.caller, ..NewIssue::titled(title.trim()) };
    let iid = world.issue_with(project.id, new);
    labelling::define(world, &project, &labels);
    changes.apply(world, &project, iid, labels.on_issue, call.user()?);
    shown(world, call, &project, iid, Answer::created)
}

/// The description without its quick actions, and the changes that these make.
fn interpreted(
    world: &World,
    call: &ApiCall,
    project: &Project,
    description: Option<String>,
) -> Result<(Option<String>, IssueChanges), Refusal> {
    let Some(text) = description else { return Ok((None, IssueChanges::default())) };
    let (rest, commands) = quick_actions::extract(&text);
    let outcome = quick_actions::interpret(world, project, call.user()?, &commands);
    Ok((Some(rest), outcome.changes))
}

fn shown(
    world: &World,
    call: &ApiCall,
    project: &Project,
    iid: u64,
    answer: fn(&serde_json::Value) -> Answer,
) -> HandlerResult {
    let issue = world.find_issue(project.id, iid).ok_or_else(Refusal::absent)?;
    Ok(answer(&view::single(world, call, issue)))
}

/// `PUT /projects/:id/issues/:issue_iid`.
pub(crate) fn update(world: &mut World, call: &ApiCall) -> HandlerResult {
    if !CHANGEABLE.split(", ").any(|name| call.params.has(name)) {
        let text = format!("{CHANGEABLE} are missing, at least one parameter must be provided");
        return Err(Refusal::parameter(&text));
    }
    let mut changes = IssueChanges::read(&call.params)?;
    let project = projects::find(world, call)?.clone();
    let issue = find(world, call, &project)?.clone();
    let user = call.user()?;
    let is_planner = world.project_access(user, &project) >= access::PLANNER;
    let is_theirs = issue.author_id == user || issue.assignee_id == Some(user);
    if project.archived || !(is_planner || is_theirs) {
        return Err(Refusal::forbidden());
    }
    changes.check()?;
    if changes.description.is_some() && changes.description != issue.description {
        let (description, commands) = interpreted(world, call, &project, changes.description.take())?;
        changes.description = description;
        changes = changes.with(commands);
    }
    if !is_planner {
        changes = changes.without_metadata();
    }
    let labels = labelling::plan(world, &project, &issue.labels, &changes, is_planner)?;
    world.tick();
    labelling::define(world, &project, &labels);
    changes.apply(world, &project, issue.iid, labels.on_issue, user);
    shown(world, call, &project, issue.iid, Answer::ok)
}

//! Creating, changing and commenting issues.

use std::collections::BTreeSet;

use super::{
    changes::{self, IssueChanges},
    find, quick_actions,
};
use crate::{issues, prelude::*};

/// The parameters of which a change needs at least one.
const CHANGEABLE: &str = "assignee_id, assignee_ids, confidential, created_at, description, discussion_locked, due_date, \
                          labels, add_labels, remove_labels, milestone_id, state_event, title, issue_type";

/// `POST /projects/:id/issues`.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?.clone();
    let title = call.params.required("title")?;
    let mut changes = IssueChanges::read(&call.params)?;
    if !project.issues_enabled || project.archived {
        return Err(ApiError::forbidden());
    }
    changes.check()?;
    run_quick_actions(world, project.id, &mut changes);
    // A new issue is open, whatever the request asks for.
    changes.state = None;
    let level = world.access(call.caller(), Owner::Project(project.id));
    // A member of any level may set metadata on a new issue; that of a non-member is ignored.
    if level < access::GUEST {
        changes = changes.without_metadata();
    }
    let labels = changes::plan(world, project.id, &BTreeSet::new(), &changes, level >= access::PLANNER)?;
    let iid = world.add_issue(project.id, Some(call.caller()), title.trim().into());
    changes.apply(world, (project.id, iid), labels, call.caller());
    issues::shown(world, call, (project.id, iid), created)
}

/// Takes the quick actions out of the description, and adds what they change.
fn run_quick_actions(world: &World, project_id: u64, changes: &mut IssueChanges) {
    if let Some(text) = changes.description.take() {
        changes.description = Some(quick_actions::run(world, project_id, &text, changes));
    }
}

/// `PUT /projects/:id/issues/:issue_iid`.
pub(crate) fn update(world: &mut World, call: &ApiCall) -> HandlerResult {
    if !CHANGEABLE.split(", ").any(|name| call.params.has(name)) {
        let text = format!("{CHANGEABLE} are missing, at least one parameter must be provided");
        return Err(ApiError::parameter(&text));
    }
    let mut changes = IssueChanges::read(&call.params)?;
    let (project, issue) = find(world, call)?;
    let (key, user) = ((project.id, issue.iid), call.caller());
    let is_planner = world.access(user, Owner::Project(project.id)) >= access::PLANNER;
    let is_theirs = issue.author_id == user || issue.assignee_id == Some(user);
    if project.archived || !(is_planner || is_theirs) {
        return Err(ApiError::forbidden());
    }
    changes.check()?;
    if changes.description.is_some() && changes.description != issue.description {
        run_quick_actions(world, project.id, &mut changes);
    }
    if !is_planner {
        changes = changes.without_metadata();
    }
    let labels = changes::plan(world, project.id, &issue.labels, &changes, is_planner)?;
    world.tick();
    changes.apply(world, key, labels, user);
    issues::shown(world, call, key, ok)
}

/// `POST /projects/:id/issues/:issue_iid/notes`: runs the quick actions. If the text has nothing else, no comment is created.
pub(crate) fn create_note(world: &mut World, call: &ApiCall) -> HandlerResult {
    let body = call.params.required("body")?;
    let (project, issue) = find(world, call).map(|(project, issue)| (project.clone(), issue.clone()))?;
    let (key, user) = ((project.id, issue.iid), call.caller());
    if project.archived {
        return Err(ApiError::forbidden());
    }
    let mut changes = IssueChanges::default();
    let text = quick_actions::run(world, project.id, &body, &mut changes);
    if world.access(user, Owner::Project(project.id)) < access::PLANNER {
        changes = IssueChanges::default();
    }
    let is_empty = text.trim().is_empty();
    if is_empty && changes == IssueChanges::default() {
        return Err(ApiError::bad_request(r#"400 Bad request - Note {:note=>["can't be blank"]}"#));
    }
    world.tick();
    let labels = changes::plan(world, project.id, &issue.labels, &changes, false)?;
    changes.apply(world, key, labels, user);
    if is_empty {
        return Ok(with_json(StatusCode::ACCEPTED, &json!({ "summary": ["Applied the quick actions."] })));
    }
    let note = world.add_note(user, key, &text).cloned().ok_or_else(ApiError::absent)?;
    Ok(created(&issues::shown_note(world, call, &issue, &note)))
}

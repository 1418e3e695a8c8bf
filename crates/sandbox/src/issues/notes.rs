//! Comments on an issue.

use super::{
    changes::{self, IssueChanges},
    find, quick_actions,
};
use crate::{answer::with_json, prelude::*, users};

/// `GET /projects/:id/issues/:issue_iid/notes`: the newest first. The sandbox writes none about changes.
pub(crate) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let issue = find(world, call, project)?;
    let mut rows: Vec<_> = issue.notes.iter().collect();
    if !call.params.is_ascending()? {
        rows.reverse();
    }
    paginate(call, &rows, |note| view(world, call, issue, note))
}

/// `POST /projects/:id/issues/:issue_iid/notes`: runs the quick actions. If the text has nothing else, no comment is created.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let body = call.params.required("body")?;
    let project = world.project_of(call)?.clone();
    let issue = find(world, call, &project)?;
    let (iid, labels) = (issue.iid, issue.labels.clone());
    let user = call.caller();
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
    let labels = changes::plan(world, project.id, &labels, &changes, false)?;
    changes.apply(world, (project.id, iid), labels, user);
    if is_empty {
        return Ok(with_json(StatusCode::ACCEPTED, &json!({ "summary": ["Applied the quick actions."] })));
    }
    let note = world.add_note(user, (project.id, iid), &text).cloned().ok_or_else(ApiError::absent)?;
    let issue = world.issues.get(&(project.id, iid)).ok_or_else(ApiError::absent)?;
    Ok(created(&view(world, call, issue, &note)))
}

fn view(world: &World, call: &ApiCall, issue: &Issue, note: &Note) -> Value {
    let more = json!({
        "author": users::basic(world, call, note.author_id),
        "updated_at": note.created_at,
        "noteable_id": issue.id,
        "noteable_iid": issue.iid,
        "project_id": issue.project_id,
    });
    record(call, "note", with(json!(note), more), "")
}

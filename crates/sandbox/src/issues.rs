//! Issues: list, look up, count, create, change, comment.

mod changes;
mod filter;
mod quick_actions;
mod write;

use crate::{milestones, prelude::*, users};

pub(super) use write::{create, create_note, update};

/// The issue of `:issue_iid`, and its project.
fn find<'world>(world: &'world World, call: &ApiCall) -> Result<(&'world Project, &'world Issue), ApiError> {
    let project = world.project_of(call)?;
    let iid = call.integer_segment("issue_iid")?;
    let issue = world.issues.get(&(project.id, iid)).filter(|issue| world.shows_issue(call.caller(), issue));
    issue.map(|issue| (project, issue)).ok_or_else(ApiError::absent)
}

/// `GET /projects/:id/issues`.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    present(world, call, world.visible_issues(call.caller(), project))
}

/// `GET /groups/:id/issues`: those of the subgroups too.
pub(super) fn list_in_group(world: &World, call: &ApiCall) -> HandlerResult {
    let projects = world.projects_below(call.caller(), world.group_of(call)?);
    present(world, call, world.visible_issues_of_all(call.caller(), projects))
}

/// `GET /issues`: those that the caller created, unless `scope` says `all`.
pub(super) fn list_everywhere(world: &World, call: &ApiCall) -> HandlerResult {
    let is_all = call.params.one_of("scope", &["created_by_me", "all"])?.as_deref() == Some("all");
    let projects = world.visible_projects(call.caller(), |_| true);
    let mut rows = world.visible_issues_of_all(call.caller(), projects);
    rows.retain(|issue| is_all || issue.author_id == call.caller());
    present(world, call, rows)
}

/// A page of the issues that the parameters select.
fn present(world: &World, call: &ApiCall, mut rows: Vec<&Issue>) -> HandlerResult {
    filter::by_list_only(world, &mut rows, call)?;
    filter::select(world, &mut rows, call);
    filter::sort(&mut rows, call)?;
    paginate(call, &rows, |issue| listed(world, call, issue))
}

/// `GET /projects/:id/issues/:issue_iid`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let (project, issue) = find(world, call)?;
    shown(world, call, (project.id, issue.iid), ok)
}

/// `GET /projects/:id/issues_statistics`.
pub(super) fn statistics(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    let mut rows = world.visible_issues(call.caller(), project);
    filter::select(world, &mut rows, call);
    let closed = rows.iter().filter(|issue| issue.state == IssueState::Closed).count();
    let counts = json!({ "all": rows.len(), "closed": closed, "opened": rows.len() - closed });
    Ok(ok(&json!({ "statistics": { "counts": counts } })))
}

/// An issue as lists show it.
fn listed(world: &World, call: &ApiCall, issue: &Issue) -> Value {
    let user = |id: Option<u64>| id.map(|id| users::basic(world, call, id));
    let assignee = user(issue.assignee_id);
    let milestone = issue.milestone_id.and_then(|id| world.milestones.get(&id));
    let more = json!({
        "closed_by": user(issue.closed_by),
        "milestone": milestone.map(|milestone| milestones::view(world, call, milestone)),
        "assignees": assignee.as_slice(),
        "author": user(Some(issue.author_id)),
        "assignee": assignee,
        "user_notes_count": issue.notes.len(),
    });
    let page = world.page_of(Owner::Project(issue.project_id));
    record(call, "issue", with(json!(issue), more), &page)
}

/// An issue as a read of one issue, and every write to it, answers it.
fn shown(world: &World, call: &ApiCall, key: (u64, u64), answer: fn(&Value) -> ApiResponse) -> HandlerResult {
    let issue = world.issues.get(&key).ok_or_else(ApiError::absent)?;
    let is_subscribed = issue.author_id == call.caller();
    Ok(answer(&with(listed(world, call, issue), json!({ "subscribed": is_subscribed }))))
}

/// `GET /projects/:id/issues/:issue_iid/notes`: the newest first. The sandbox writes none about changes.
pub(super) fn list_notes(world: &World, call: &ApiCall) -> HandlerResult {
    let (_, issue) = find(world, call)?;
    let mut rows: Vec<_> = issue.notes.iter().collect();
    call.params.order(&mut rows)?;
    paginate(call, &rows, |note| shown_note(world, call, issue, note))
}

/// A comment, as its list and its creation show it.
fn shown_note(world: &World, call: &ApiCall, issue: &Issue, note: &Note) -> Value {
    let more = json!({
        "author": users::basic(world, call, note.author_id),
        "updated_at": note.created_at,
        "noteable_id": issue.id,
        "noteable_iid": issue.iid,
        "project_id": issue.project_id,
    });
    record(call, "note", with(json!(note), more), "")
}

//! Issues: list, look up, count, create, change, comment.

mod change;
mod filter;
mod notes;
mod quick_actions;
mod view;

use serde_json::json;

use super::{
    fault::{Fault, Missing},
    http::{Answer, Call, Reply},
    models::{Issue, IssueState, Project},
    pagination::paginate,
    projects,
    world::{World, access},
};

pub(super) use change::{create, update};
pub(super) use notes::{create as create_note, list as list_notes};

/// `GET /projects/:id/issues`.
pub(super) fn list(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let mut rows = visible(world, call, project);
    filter::by_list_only(world, &mut rows, call)?;
    filter::select(world, &mut rows, call, "all")?;
    filter::sort(&mut rows, call)?;
    let has_details = call.params.flag("with_labels_details")? == Some(true);
    paginate(call, &rows, |issue| view::listed(world, call, issue, has_details))
}

/// The issues of a project that the caller sees; none where the feature is off.
fn visible<'world>(world: &'world World, call: &Call, project: &Project) -> Vec<&'world Issue> {
    if !project.issues_enabled {
        return Vec::new();
    }
    let sees_all = sees_confidential(world, call, project);
    let shown = |issue: &&Issue| sees_all || !issue.confidential || Some(issue.author_id) == call.caller;
    world.issues_of(project.id).filter(shown).collect()
}

fn sees_confidential(world: &World, call: &Call, project: &Project) -> bool {
    call.caller.is_some_and(|user| world.project_access(user, project) >= access::REPORTER)
}

/// The issue of `:issue_iid`.
fn find<'world>(world: &'world World, call: &Call, project: &Project) -> Result<&'world Issue, Fault> {
    let iid = call.integer_segment("issue_iid")?;
    let sees_all = sees_confidential(world, call, project);
    world
        .find_issue(project.id, iid)
        .filter(|issue| sees_all || !issue.confidential || Some(issue.author_id) == call.caller)
        .ok_or(Fault::NotFound(Missing::Record))
}

/// `GET /projects/:id/issues/:issue_iid`.
pub(super) fn show(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let issue = find(world, call, project)?;
    Ok(Answer::ok(view::single(world, call, issue)))
}

/// `GET /projects/:id/issues_statistics`.
pub(super) fn statistics(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let mut rows = visible(world, call, project);
    filter::select(world, &mut rows, call, "all")?;
    Ok(count(&rows))
}

/// `GET /issues_statistics`: of the caller's own issues unless told otherwise.
pub(super) fn all_statistics(world: &World, call: &Call) -> Reply {
    call.user()?;
    let projects = world.projects.values().filter(|project| world.shows_project(call.caller, project));
    let mut rows: Vec<_> = projects.flat_map(|project| visible(world, call, project)).collect();
    filter::select(world, &mut rows, call, "created_by_me")?;
    Ok(count(&rows))
}

fn count(rows: &[&Issue]) -> Answer {
    let closed = rows.iter().filter(|issue| issue.state == IssueState::Closed).count();
    let counts = json!({ "all": rows.len(), "closed": closed, "opened": rows.len() - closed });
    Answer::ok(json!({ "statistics": { "counts": counts } }))
}

//! `GET /projects/:id/issues`, one of them, and how many there are.

use serde_json::json;

use super::{filter, view};
use crate::{
    answer::{Answer, Reply},
    call::Call,
    models::IssueState,
    pagination::paginate,
    projects,
    visible_issues::{find, visible},
    world::World,
};

/// `GET /projects/:id/issues`.
pub(crate) fn list(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let mut rows = visible(world, call, project);
    filter::by_list_only(world, &mut rows, call)?;
    filter::select(world, &mut rows, call)?;
    filter::sort(&mut rows, call)?;
    let has_details = call.params.flag("with_labels_details")? == Some(true);
    paginate(call, &rows, |issue| view::listed(world, call, issue, has_details))
}

/// `GET /projects/:id/issues/:issue_iid`.
pub(crate) fn show(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let issue = find(world, call, project)?;
    Ok(Answer::ok(view::single(world, call, issue)))
}

/// `GET /projects/:id/issues_statistics`.
pub(crate) fn statistics(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let mut rows = visible(world, call, project);
    filter::select(world, &mut rows, call)?;
    let closed = rows.iter().filter(|issue| issue.state == IssueState::Closed).count();
    let counts = json!({ "all": rows.len(), "closed": closed, "opened": rows.len() - closed });
    Ok(Answer::ok(json!({ "statistics": { "counts": counts } })))
}

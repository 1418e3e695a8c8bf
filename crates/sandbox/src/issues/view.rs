//! An issue as the API shows it.

use crate::{milestones, prelude::*, users};

/// An issue as lists show it.
pub(super) fn listed(world: &World, call: &ApiCall, issue: &Issue) -> Value {
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
    let (api, path) = (call.api_url(""), world.page_of(Owner::Project(issue.project_id)));
    let (project, iid) = (issue.project_id.to_string(), issue.iid.to_string());
    let values = [
        ("{api}", api.as_str()),
        ("{origin}", &call.origin),
        ("{path}", &path),
        ("{project}", &project),
        ("{iid}", &iid),
    ];
    record("issue", with(json!(issue), more), &values)
}

/// An issue as a read of one issue, and every write to it, shows it.
pub(super) fn single(world: &World, call: &ApiCall, issue: &Issue) -> Value {
    let subscribed = Some(issue.author_id) == call.caller;
    with(listed(world, call, issue), json!({ "subscribed": subscribed }))
}

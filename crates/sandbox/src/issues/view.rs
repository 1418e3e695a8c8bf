//! An issue as the API shows it.

use serde_json::{Value, json};

use crate::{
    World,
    answer::{constant_fields, with},
    api_call::ApiCall,
    labels, milestones,
    models::Issue,
    users,
};

/// An issue as lists show it.
pub(super) fn listed(world: &World, call: &ApiCall, issue: &Issue, has_label_details: bool) -> Value {
    let path =
        world.projects.get(&issue.project_id).map_or("", |project| project.path_with_namespace.as_str());
    let user = |id: Option<u64>| id.map(|id| users::basic(world, call, id));
    let assignee = user(issue.assignee_id);
    let milestone = issue.milestone_id.and_then(|id| world.milestones.get(&id));
    let iid = issue.iid;
    let more = json!({
        "closed_by": user(issue.closed_by),
        "labels": if has_label_details { label_details(world, issue) } else { json!(issue.labels) },
        "milestone": milestone.map(|milestone| milestones::view(world, call, milestone)),
        "assignees": assignee.as_slice(),
        "author": users::basic(world, call, issue.author_id),
        "assignee": assignee,
        "user_notes_count": issue.notes.len(),
        "web_url": call.web_url(&format!("{path}/-/issues/{iid}")),
        "_links": links(call, issue),
        "references": { "short": format!("#{iid}"), "relative": format!("#{iid}"), "full": format!("{path}#{iid}") },
    });
    with(with(json!(issue), more), constant_fields("issue"))
}

/// An issue as a read of one issue, and every write to it, shows it.
pub(super) fn single(world: &World, call: &ApiCall, issue: &Issue) -> Value {
    let subscribed = Some(issue.author_id) == call.caller;
    with(listed(world, call, issue, false), json!({ "subscribed": subscribed }))
}

fn links(call: &ApiCall, issue: &Issue) -> Value {
    let project = call.api_url(&format!("/projects/{}", issue.project_id));
    let own = format!("{project}/issues/{}", issue.iid);
    json!({
        "self": own,
        "notes": format!("{own}/notes"),
        "award_emoji": format!("{own}/award_emoji"),
        "project": project,
        "closed_as_duplicate_of": null,
    })
}

fn label_details(world: &World, issue: &Issue) -> Value {
    let Some(project) = world.projects.get(&issue.project_id) else { return json!([]) };
    let known = issue.labels.iter().filter_map(|name| world.find_label(project, name));
    json!(known.map(labels::detail).collect::<Vec<_>>())
}

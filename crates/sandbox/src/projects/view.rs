//! A project as the API shows it.

use crate::prelude::*;

/// A secret that administrators get with a project. The bridge must never pass it on.
const RUNNERS_TOKEN: &str = "sandbox-runners-secret";

/// The fields of the simple form.
#[rustfmt::skip]
const SIMPLE: &[&str] = &[
    "id", "description", "name", "name_with_namespace", "path", "path_with_namespace", "created_at", "default_branch",
    "tag_list", "topics", "ssh_url_to_repo", "http_url_to_repo", "readme_url", "web_url", "forks_count", "avatar_url",
    "star_count", "last_activity_at", "namespace",
];

/// The simple form, for `simple=true`.
pub(super) fn simple(world: &World, call: &ApiCall, project: &Project) -> Value {
    let mut shown = full(world, call, project);
    let has_visibility = world.rules.is_from(18, 0);
    if let Value::Object(fields) = &mut shown {
        fields.retain(|name, _| SIMPLE.contains(&name.as_str()) || (has_visibility && name == "visibility"));
    }
    shown
}

/// The full form, for lists.
pub(crate) fn full(world: &World, call: &ApiCall, project: &Project) -> Value {
    let shown = record(call, "project", json!(project), "");
    let open_issues = world.issues_of(project.id).filter(|issue| issue.state == IssueState::Opened);
    let more = json!({
        "namespace": world.groups.get(&project.group_id).map(|group| namespace(call, group)),
        "empty_repo": project.default_branch.is_none(),
        "issues_access_level": if project.issues_enabled { "enabled" } else { "disabled" },
        "open_issues_count": project.issues_enabled.then(|| open_issues.count()),
        "marked_for_deletion_at": project.marked_for_deletion_on,
        "updated_at": project.last_activity_at,
    });
    with(shown, more)
}

fn namespace(call: &ApiCall, Group { id, name, path, full_path, parent_id, .. }: &Group) -> Value {
    let stored =
        json!({ "id": id, "name": name, "path": path, "full_path": full_path, "parent_id": parent_id });
    record(call, "namespace", stored, "")
}

/// The full form with what a caller of this project alone gets.
pub(super) fn single(world: &World, call: &ApiCall, project: &Project) -> Value {
    let shown = full(world, call, project);
    if world.access(call.caller(), Owner::Project(project.id)) >= access::MAINTAINER {
        with(shown, json!({ "runners_token": RUNNERS_TOKEN }))
    } else {
        shown
    }
}

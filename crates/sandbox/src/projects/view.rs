//! A project as the API shows it.

use serde_json::{Value, json};

use crate::{
    World, access,
    answer::{constant_fields, with},
    api_call::ApiCall,
    models::{Namespace, Owner, Project, Visibility},
    users,
};

/// A secret that administrators get with a project. The bridge must never pass it on.
const RUNNERS_TOKEN: &str = "sandbox-runners-secret";

/// The simple form, for `simple=true` and for callers without a token.
pub(super) fn simple(world: &World, call: &ApiCall, project: &Project) -> Value {
    let mut shown = basic(world, call, project);
    if !world.rules.version.shows_simple_visibility()
        && let Value::Object(fields) = &mut shown
    {
        fields.remove("visibility");
    }
    shown
}

fn basic(world: &World, call: &ApiCall, project: &Project) -> Value {
    let path = &project.path_with_namespace;
    let web_url = call.web_url(path);
    let host = call.host().split(':').next().unwrap_or_default();
    let branch = &project.default_branch;
    json!({
        "id": project.id,
        "description": project.description,
        "name": project.name,
        "name_with_namespace": project.name_with_namespace,
        "path": project.path,
        "path_with_namespace": path,
        "created_at": project.created_at,
        "default_branch": branch,
        "tag_list": [],
        "topics": [],
        "ssh_url_to_repo": format!("git@{host}:{path}.git"),
        "http_url_to_repo": format!("{web_url}.git"),
        "readme_url": branch.as_ref().map(|branch| format!("{web_url}/-/blob/{branch}/README.md")),
        "web_url": web_url,
        "forks_count": 0,
        "avatar_url": null,
        "star_count": 0,
        "last_activity_at": project.last_activity_at,
        "visibility": project.visibility,
        "namespace": namespace(world, call, project.namespace),
    })
}

fn namespace(world: &World, call: &ApiCall, namespace: Namespace) -> Value {
    match namespace {
        Namespace::Group(id) => world.groups.get(&id).map(|group| {
            json!({
                "id": group.id,
                "name": group.name,
                "path": group.path,
                "kind": "group",
                "full_path": group.full_path,
                "parent_id": group.parent_id,
                "avatar_url": null,
                "web_url": call.web_url(&format!("groups/{}", group.full_path)),
            })
        }),
        Namespace::User(id) => world.users.get(&id).map(|user| {
            json!({
                "id": user.id,
                "name": user.name,
                "path": user.username,
                "kind": "user",
                "full_path": user.username,
                "parent_id": null,
                "avatar_url": null,
                "web_url": call.web_url(&user.username),
            })
        }),
    }
    .unwrap_or_default()
}

/// The full form, for lists.
pub(super) fn full(world: &World, call: &ApiCall, project: &Project) -> Value {
    let shown = with(with(basic(world, call, project), constant_fields("project")), state(call, project));
    let shown = match project.namespace {
        Namespace::User(id) => with(shown, json!({ "owner": users::basic(world, call, id) })),
        Namespace::Group(_) => shown,
    };
    let shown = match project.visibility {
        Visibility::Public => with(shown, json!({ "public": true })),
        _ => shown,
    };
    if !project.issues_enabled {
        return shown;
    }
    with(shown, json!({ "open_issues_count": world.open_issues_count(project.id) }))
}

/// The full form with the caller's permissions.
pub(super) fn with_access(world: &World, call: &ApiCall, project: &Project) -> Value {
    let permissions = json!({ "permissions": permissions(world, call, project) });
    let shown = with(full(world, call, project), permissions);
    if call.caller.is_some_and(|user| world.project_access(user, project) >= access::MAINTAINER) {
        with(shown, json!({ "runners_token": RUNNERS_TOKEN }))
    } else {
        shown
    }
}

fn permissions(world: &World, call: &ApiCall, project: &Project) -> Value {
    let level = |owner| call.caller.and_then(|user| world.members.get(&(owner, user)));
    let shown =
        |level: Option<&u8>| level.map(|level| json!({ "access_level": level, "notification_level": 3 }));
    let group =
        world.owners(project).filter(|owner| matches!(owner, Owner::Group(_))).filter_map(level).max();
    json!({ "project_access": shown(level(Owner::Project(project.id))), "group_access": shown(group) })
}

fn state(call: &ApiCall, project: &Project) -> Value {
    json!({
        "_links": links(call, project.id),
        "archived": project.archived,
        "container_registry_image_prefix": format!("{}/{}", call.host(), project.path_with_namespace),
        "creator_id": project.creator_id,
        "empty_repo": project.default_branch.is_none(),
        "issues_access_level": if project.issues_enabled { "enabled" } else { "disabled" },
        "issues_enabled": project.issues_enabled,
        "marked_for_deletion_at": project.marked_for_deletion_on,
        "marked_for_deletion_on": project.marked_for_deletion_on,
        "updated_at": project.last_activity_at,
    })
}

fn links(call: &ApiCall, id: u64) -> Value {
    let link = |rest: &str| call.api_url(&format!("/projects/{id}{rest}"));
    json!({
        "self": link(""),
        "issues": link("/issues"),
        "merge_requests": link("/merge_requests"),
        "repo_branches": link("/repository/branches"),
        "labels": link("/labels"),
        "events": link("/events"),
        "members": link("/members"),
        "cluster_agents": link("/cluster_agents"),
    })
}

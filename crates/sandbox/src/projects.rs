//! Projects: list, look up, create, move; their tokens.

mod create;

use super::prelude::*;

pub(super) use create::create;

const ORDERS: &[&str] = &["id", "name", "path", "created_at", "updated_at", "last_activity_at", "star_count"];

/// A secret that administrators get with a project. The bridge must never pass it on.
const RUNNERS_TOKEN: &str = "sandbox-runners-secret";

/// The fields of the simple form.
#[rustfmt::skip]
const SIMPLE: &[&str] = &[
    "id", "description", "name", "name_with_namespace", "path", "path_with_namespace", "created_at", "default_branch",
    "tag_list", "topics", "ssh_url_to_repo", "http_url_to_repo", "readme_url", "web_url", "forks_count", "avatar_url",
    "star_count", "last_activity_at", "namespace",
];

/// A project as a call that read or changed it alone gets it.
fn shown(world: &World, call: &ApiCall, id: u64, answer: fn(&Value) -> ApiResponse) -> HandlerResult {
    let project = world.projects.get(&id).ok_or_else(|| ApiError::not_found("Project"))?;
    let mut shown = full(world, call, project);
    if world.access(call.caller(), Owner::Project(id)) >= access::MAINTAINER {
        shown = with(shown, json!({ "runners_token": RUNNERS_TOKEN }));
    }
    Ok(answer(&shown))
}

/// `GET /projects/:id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    shown(world, call, project.id, ok)
}

/// `GET /projects`.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let mut rows = world.visible_projects(call.caller(), |_| true);
    if call.params.flag("membership")? == Some(true) {
        rows.retain(|project| world.access(call.caller(), Owner::Project(project.id)) > 0);
    }
    present(world, call, rows)
}

/// A page of the projects that the parameters select, in the form that the call asks for.
pub(super) fn present(world: &World, call: &ApiCall, mut rows: Vec<&Project>) -> HandlerResult {
    let params = &call.params;
    let search = params.search(MIN_WORD);
    let in_namespaces = params.flag("search_namespaces")? == Some(true);
    // The plain search reads path and name; with `search_namespaces` it reads the full path and the full name instead.
    rows.retain(|project| {
        let (path, name) = if in_namespaces {
            (&project.path_with_namespace, &project.name_with_namespace)
        } else {
            (&project.path, &project.name)
        };
        search.matches([path.as_str(), name, project.description.as_deref().unwrap_or_default()])
    });
    match params.one_of("order_by", ORDERS)?.as_deref() {
        Some("name") => rows.sort_by_cached_key(|project| collation_key(&project.name)),
        Some("path") => rows.sort_by_key(|project| &project.path),
        Some("updated_at" | "last_activity_at") => rows.sort_by_key(|project| project.last_activity_at),
        // The order of creation is that of ids, in which the rows are stored.
        _ => {}
    }
    params.order(&mut rows)?;
    let show = if params.flag("simple")? == Some(true) { simple } else { full };
    paginate(call, &rows, |project| show(world, call, project))
}

/// The simple form, for `simple=true`.
fn simple(world: &World, call: &ApiCall, project: &Project) -> Value {
    let mut shown = full(world, call, project);
    let has_visibility = world.rules.is_from(18, 0);
    if let Value::Object(fields) = &mut shown {
        fields.retain(|name, _| SIMPLE.contains(&name.as_str()) || (has_visibility && name == "visibility"));
    }
    shown
}

/// The full form, for lists.
pub(super) fn full(world: &World, call: &ApiCall, project: &Project) -> Value {
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

/// `PUT /projects/:id/transfer`: to another group; the old path redirects from then on.
pub(super) fn transfer(world: &mut World, call: &ApiCall) -> HandlerResult {
    world.owner_of(call, access::OWNER)?;
    let project = world.project_of(call)?.clone();
    let target = call.params.required("namespace")?;
    let user = call.caller();
    let may_create = |group: &&Group| world.access(user, Owner::Group(group.id)) >= access::DEVELOPER;
    let group = world.find_group(&target).filter(may_create);
    let group = group.ok_or_else(|| ApiError::not_found("Namespace"))?;
    let group_id = group.id;
    let path = format!("{}/{}", group.full_path, project.path);
    let name = format!("{} / {}", group.full_name, project.name);
    if world.find_project(&path).is_some() {
        return Err(ApiError::bad_request(
            "Project with same name or path in target namespace already exists",
        ));
    }
    world.moved_project(&project.path_with_namespace, project.id);
    world.moved.remove(&path.to_lowercase());
    world.tick();
    world.projects.entry(project.id).and_modify(|project| {
        project.group_id = group_id;
        project.path_with_namespace = path;
        project.name_with_namespace = name;
    });
    shown(world, call, project.id, ok)
}

/// `POST /projects/:id/access_tokens`: makes a token of a project, with a bot user that is a member there.
pub(super) fn create_token(world: &mut World, call: &ApiCall) -> HandlerResult {
    let owner = world.owner_of(call, access::MAINTAINER)?;
    let name = call.params.required("name")?;
    let scopes = call.params.list("scopes").ok_or_else(|| ApiError::missing("scopes"))?;
    let expires_at = call.params.date("expires_at")?;
    let level = call.params.id("access_level")?.and_then(|level| u8::try_from(level).ok());
    let level = level.unwrap_or(access::MAINTAINER);
    let user_id = world.bot(owner, level);
    let id = world.tokens.len() + 1;
    let value = format!("sandbox-project-token-{id}");
    let personal = AccessToken::personal(&value, user_id);
    let token = AccessToken { id, name, kind: AccessTokenKind::Project, scopes, expires_at, ..personal };
    let more = json!({ "active": true, "access_level": level, "token": value });
    let shown = with(json!(token), more);
    world.token(token);
    Ok(created(&shown))
}

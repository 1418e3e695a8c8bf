//! Projects: list, look up, create, move; their tokens.

mod create;
mod list;
mod view;

use super::{
    prelude::*,
    tokens::{AccessToken, TokenKind},
};

pub(super) use create::create;
pub(super) use list::{list, present, select};
pub(super) use view::full;

/// A project as a call that read or changed it gets it.
fn shown(world: &World, call: &ApiCall, id: u64, answer: fn(&Value) -> ApiResponse) -> HandlerResult {
    let project = world.projects.get(&id).ok_or_else(|| ApiError::not_found("Project"))?;
    Ok(answer(&view::single(world, call, project)))
}

/// `GET /projects/:id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = world.project_of(call)?;
    shown(world, call, project.id, ok)
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
    let token = AccessToken { id, name, kind: TokenKind::Project, scopes, expires_at, ..personal };
    let more = json!({ "active": true, "access_level": level, "token": value });
    let shown = with(json!(token), more);
    world.token(token);
    Ok(created(&shown))
}

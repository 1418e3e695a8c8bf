//! Members of projects and groups.

use std::collections::BTreeMap;

use super::{prelude::*, users::basic};

/// The members of the project or the group of `:id`, with those of the groups above, each with their highest level.
fn levels(world: &World, call: &ApiCall) -> Result<BTreeMap<u64, u8>, ApiError> {
    let owner = world.owner_of(call, 0)?;
    let lineage = world.lineage(owner);
    let members = world.members.keys().filter(|(owner, _)| lineage.contains(owner));
    Ok(members.map(|(_, user)| (*user, world.access(*user, owner))).collect())
}

/// `GET /projects/:id/members/all/:user_id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let levels = levels(world, call)?;
    let id = call.integer_segment("user_id")?;
    Ok(ok(&member(world, call, id, *levels.get(&id).ok_or_else(ApiError::absent)?)))
}

/// `GET …/members/all`, of a project or a group.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let mut levels = levels(world, call)?;
    let query = call.params.text("query").unwrap_or_default();
    let search = Pattern::parse(query.strip_prefix('@').unwrap_or(&query), 1);
    let names = |id| world.users.get(&id).map(|user| [user.name.as_str(), &user.username]);
    levels.retain(|id, _| names(*id).is_some_and(|names| search.matches(names)));
    let rows: Vec<_> = levels.into_iter().collect();
    paginate(call, &rows, |(id, level)| member(world, call, *id, *level))
}

fn member(world: &World, call: &ApiCall, id: u64, level: u8) -> Value {
    let created_at = world.users.get(&id).map(|user| user.created_at);
    let membership = record(call, "member", json!({ "access_level": level, "created_at": created_at }), "");
    with(basic(world, call, id), membership)
}

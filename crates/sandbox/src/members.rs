//! Members of projects and groups.

use std::collections::BTreeMap;

use super::{groups, prelude::*, projects, users::basic};

/// The members of these, each with their highest level.
fn levels(world: &World, owners: impl Iterator<Item = Owner>) -> BTreeMap<u64, u8> {
    let owners: Vec<_> = owners.collect();
    let mut levels: BTreeMap<u64, u8> = BTreeMap::new();
    for ((_, user), level) in world.members.iter().filter(|((owner, _), _)| owners.contains(owner)) {
        let best = levels.entry(*user).or_default();
        *best = (*best).max(*level);
    }
    levels
}

/// `GET /projects/:id/members/all/:user_id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = projects::find(world, call)?;
    let id = call.integer_segment("user_id")?;
    let level = levels(world, world.owners(project)).get(&id).copied();
    Ok(ok(&member(world, call, id, level.ok_or_else(ApiError::absent)?)))
}

/// `GET /projects/:id/members/all`: those of the groups above too.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    present(world, call, levels(world, world.owners(projects::find(world, call)?)))
}

/// `GET /groups/:id/members/all`: those of the groups above too.
pub(super) fn list_in_group(world: &World, call: &ApiCall) -> HandlerResult {
    let lineage = world.lineage(Some(groups::find(world, call)?.id));
    present(world, call, levels(world, lineage.map(|group| Owner::Group(group.id))))
}

fn present(world: &World, call: &ApiCall, mut levels: BTreeMap<u64, u8>) -> HandlerResult {
    let query = call.params.text("query").unwrap_or_default();
    if let Some(search) = Pattern::any_length(query.strip_prefix('@').unwrap_or(&query)) {
        let names = |id| world.find_user(id).map(|user| [user.name.as_str(), &user.username]);
        levels.retain(|id, _| names(*id).is_some_and(|names| search.matches(names)));
    }
    let rows: Vec<_> = levels.into_iter().collect();
    paginate(call, &rows, |(id, level)| member(world, call, *id, *level))
}

fn member(world: &World, call: &ApiCall, id: u64, level: u8) -> Value {
    let created_at = world.find_user(id).map(|user| user.created_at);
    let membership = record("member", json!({ "access_level": level, "created_at": created_at }), &[]);
    with(basic(world, call, id), membership)
}

//! Members of projects and groups.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    HandlerResult, World,
    answer::{Answer, with},
    api_call::ApiCall,
    groups,
    models::{Owner, Project, User},
    pagination::paginate,
    projects,
    refusal::Refusal,
    search::Pattern,
    users::basic,
};

/// The members of these, each with their highest level.
fn levels(world: &World, owners: &[Owner]) -> BTreeMap<u64, u8> {
    let mut levels: BTreeMap<u64, u8> = BTreeMap::new();
    for ((owner, user), level) in &world.members {
        if owners.contains(owner) {
            let best = levels.entry(*user).or_default();
            *best = (*best).max(*level);
        }
    }
    levels
}

/// `GET /projects/:id/members/all/:user_id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let project = projects::find(world, call)?;
    let id = call.integer_segment("user_id")?;
    let level = levels(world, &owners_of(world, project)).get(&id).copied();
    let found = world.find_user(id).zip(level);
    let (user, level) = found.ok_or_else(Refusal::absent)?;
    Ok(Answer::ok(&member(world, call, user, level)))
}

/// `GET /projects/:id/members/all`: those of the groups above too.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    present(world, call, &owners_of(world, projects::find(world, call)?))
}

/// `GET /groups/:id/members/all`: those of the groups above too.
pub(super) fn list_in_group(world: &World, call: &ApiCall) -> HandlerResult {
    let lineage = world.lineage(Some(groups::find(world, call)?.id));
    present(world, call, &lineage.map(|group| Owner::Group(group.id)).collect::<Vec<_>>())
}

/// A project and the groups above it.
fn owners_of(world: &World, project: &Project) -> Vec<Owner> {
    world.owners(project).collect()
}

fn present(world: &World, call: &ApiCall, owners: &[Owner]) -> HandlerResult {
    let levels = levels(world, owners);
    let query = call.params.text("query");
    let search =
        query.as_deref().map(|query| query.strip_prefix('@').unwrap_or(query)).and_then(Pattern::any_length);
    let wanted: Option<Vec<String>> = call.params.list("user_ids");
    let rows: Vec<_> = levels
        .into_iter()
        .filter_map(|(id, level)| Some((world.find_user(id)?, level)))
        .filter(|(user, _)| {
            search.as_ref().is_none_or(|search| search.matches([user.name.as_str(), user.username.as_str()]))
        })
        .filter(|(user, _)| wanted.as_ref().is_none_or(|ids| ids.contains(&user.id.to_string())))
        .collect();
    paginate(call, &rows, |(user, level)| member(world, call, user, *level))
}

fn member(world: &World, call: &ApiCall, user: &User, level: u8) -> Value {
    let membership = json!({
        "access_level": level,
        "created_at": user.created_at,
        "created_by": null,
        "expires_at": null,
        "membership_state": "active",
    });
    with(basic(world, call, user.id), membership)
}

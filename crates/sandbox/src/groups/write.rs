//! `POST /groups` and `DELETE /groups/:id`.

use http::StatusCode;
use serde_json::json;

use super::{find, view};
use crate::{
    access,
    answer::{Answer, Reply},
    call::Call,
    deletion::Step,
    fault::Fault,
    models::{Group, Owner, Visibility},
    world::World,
};

/// `POST /groups`: a group at the top, or below the group `parent_id`.
pub(crate) fn create(world: &mut World, call: &Call) -> Reply {
    let (name, path) = (call.params.required("name")?, call.params.required("path")?);
    let asked = call.params.one_of("visibility", Visibility::NAMES)?;
    let user = call.user()?;
    let above = match call.params.id("parent_id")? {
        None => None,
        Some(id) => Some(world.groups.get(&id).cloned().ok_or(Fault::Forbidden)?),
    };
    if above.as_ref().is_some_and(|above| world.group_access(user, above) < access::MAINTAINER) {
        return Err(Fault::Forbidden);
    }
    let full_path =
        above.as_ref().map_or_else(|| path.clone(), |above| format!("{}/{path}", above.full_path));
    if world.find_group(&full_path).is_some() || world.find_project(&full_path).is_some() {
        return Err(Fault::BadRequest(
            "Failed to save group {:path=>[\"has already been taken\"]}".to_owned(),
        ));
    }
    let id = world.group(&full_path, &name);
    let visibility = asked.as_deref().and_then(Visibility::parse).unwrap_or_default();
    let highest = above.map_or(Visibility::Public, |above| above.visibility);
    world.edit_group(id, |group| group.visibility = visibility.min(highest));
    world.members.insert((Owner::Group(id), user), access::OWNER);
    world.groups.get(&id).map(|group| Answer::created(view(call, group))).ok_or(Fault::Forbidden)
}

/// `DELETE /groups/:id`: schedules the deletion; a second call removes the group and everything below it.
pub(crate) fn delete(world: &mut World, call: &Call) -> Reply {
    let Group { id, full_path, marked_for_deletion_on, .. } = find_with_level(world, call, access::OWNER)?;
    match Step::of(marked_for_deletion_on.is_some(), &full_path, &call.params, "Group")? {
        Step::Mark => world.schedule_group_deletion(id),
        Step::Remove => world.remove_group(id),
    }
    Ok(Answer::json(StatusCode::ACCEPTED, json!({ "message": "202 Accepted" })))
}

/// The group of `:id`, in which the caller must have at least this level.
pub(crate) fn find_with_level(world: &World, call: &Call, level: u8) -> Result<Group, Fault> {
    let group = find(world, call)?;
    if world.group_access(call.user()?, group) < level {
        return Err(Fault::Forbidden);
    }
    Ok(group.clone())
}

//! `POST /projects`.

use super::{
    rules::{check_name, check_path, check_taken, path_of},
    shown,
};
use crate::prelude::*;

const MAX_DESCRIPTION: usize = 2000;

/// Creates a project in a group, or in the user's own namespace.
pub(crate) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let path = call.params.text("path");
    let name = call.params.text("name").map(|name| name.trim().to_owned()).or_else(|| path.clone());
    let Some(name) = name else {
        return Err(ApiError::parameter("name, path are missing, at least one parameter must be provided"));
    };
    let path = path.unwrap_or_else(|| path_of(&name));
    let description = call.params.text("description");
    let asked = call.params.one_of("visibility", Visibility::NAMES)?;
    let has_readme = call.params.flag("initialize_with_readme")? == Some(true);
    let namespace = namespace(world, call)?;

    let mut refusals = FieldErrors::default();
    check_name(&mut refusals, &name);
    check_path(&mut refusals, &path);
    refusals.bound("description", description.as_deref().unwrap_or_default(), MAX_DESCRIPTION);
    check_taken(&mut refusals, world, namespace, &name, &path);
    refusals.into_result()?;

    let visibility = Visibility::parse(&asked.unwrap_or_default());
    // No higher than that of its group.
    let highest = match namespace {
        Namespace::Group(id) => world.groups.get(&id).map_or(Visibility::Public, |group| group.visibility),
        Namespace::User(_) => Visibility::Public,
    };
    let id = world.add_project(namespace, &path, &name);
    let user = call.user()?;
    world.edit_project(id, |project| {
        project.description = description;
        project.visibility = visibility.min(highest);
        project.default_branch = has_readme.then(|| "main".to_owned());
        project.creator_id = user;
    });
    world.members.insert((Owner::Project(id), user), access::OWNER);
    let new_path = world.projects.get(&id).map(|project| project.path_with_namespace.to_lowercase());
    // A path that is used again no longer leads to the project that was moved from it.
    world.moved.retain(|old, _| Some(old) != new_path.as_ref());
    shown(world, call, id, created)
}

/// The answer is the same if the group does not exist, if the user does not see it, and if they may not create a project there.
fn namespace(world: &World, call: &ApiCall) -> Result<Namespace, ApiError> {
    let user = call.user()?;
    let Some(id) = call.params.id("namespace_id")? else { return Ok(Namespace::User(user)) };
    let may_create = |group| world.group_access(user, group) >= access::DEVELOPER;
    let mut refusals = FieldErrors::default();
    refusals.add_if(!world.groups.get(&id).is_some_and(may_create), "namespace", "is not valid");
    refusals.into_result().map(|()| Namespace::Group(id))
}

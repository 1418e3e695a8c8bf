//! `POST /projects`.

use super::{
    rules::{Refusals, path_of},
    view::with_access,
};
use crate::{
    access,
    answer::{Answer, Reply},
    call::Call,
    fault::Fault,
    models::{Namespace, Owner, Visibility},
    world::World,
};

/// Creates a project in a group, or in the user's own namespace.
pub(crate) fn create(world: &mut World, call: &Call) -> Reply {
    let (name, path) = name_and_path(call)?;
    let description = call.params.text("description");
    let asked = call.params.one_of("visibility", Visibility::NAMES)?;
    let has_readme = call.params.flag("initialize_with_readme")? == Some(true);
    let namespace = namespace(world, call)?;
    check(world, namespace, &name, &path, description.as_deref())?;

    let visibility = asked.as_deref().and_then(Visibility::parse).unwrap_or_default();
    let highest = highest_visibility(world, namespace);
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
    world
        .projects
        .get(&id)
        .map(|project| Answer::created(with_access(world, call, project)))
        .ok_or(Fault::Forbidden)
}

fn name_and_path(call: &Call) -> Result<(String, String), Fault> {
    let name = call.params.text("name").map(|name| name.trim().to_owned());
    match (name, call.params.text("path")) {
        (None, None) => Err(Fault::Parameter(
            "name, path are missing, at least one parameter must be provided".to_owned(),
        )),
        (Some(name), Some(path)) => Ok((name, path)),
        (None, Some(path)) => Ok((path.clone(), path)),
        (Some(name), None) => {
            let path = path_of(&name);
            Ok((name, path))
        }
    }
}

/// The answer is the same if the group does not exist, if the user does not see it, and if they may not create a project there.
fn namespace(world: &World, call: &Call) -> Result<Namespace, Fault> {
    let user = call.user()?;
    let Some(id) = call.params.id("namespace_id")? else { return Ok(Namespace::User(user)) };
    match world.groups.get(&id) {
        Some(group) if world.group_access(user, group) >= access::DEVELOPER => Ok(Namespace::Group(id)),
        _ => Err(Fault::invalid("namespace", "is not valid")),
    }
}

fn check(
    world: &World,
    namespace: Namespace,
    name: &str,
    path: &str,
    description: Option<&str>,
) -> Result<(), Fault> {
    let mut refusals = Refusals::default();
    refusals.check_name(name);
    refusals.check_path(path);
    refusals.check_description(description.unwrap_or_default());
    let siblings: Vec<_> = world.projects.values().filter(|project| project.namespace == namespace).collect();
    let full_path = format!("{}/{path}", world.namespace_names(namespace).0);
    refusals.check_taken(
        siblings.iter().any(|project| project.name == name),
        siblings.iter().any(|project| project.path.eq_ignore_ascii_case(path))
            || world.find_group(&full_path).is_some(),
    );
    refusals.into_result()
}

/// The highest visibility of a project in this namespace: that of its group.
fn highest_visibility(world: &World, namespace: Namespace) -> Visibility {
    match namespace {
        Namespace::Group(id) => world.groups.get(&id).map_or(Visibility::Public, |group| group.visibility),
        Namespace::User(_) => Visibility::Public,
    }
}

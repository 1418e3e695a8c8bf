//! `PUT /projects/:id/transfer`.

use super::{find::find_with_level, view::with_access};
use crate::{
    access,
    answer::{Answer, Reply},
    call::Call,
    fault::{Fault, Missing},
    models::Namespace,
    world::World,
};

/// Moves a project to another group; its old path redirects from then on.
pub(crate) fn transfer(world: &mut World, call: &Call) -> Reply {
    let project = find_with_level(world, call, access::OWNER)?.clone();
    let target = call.params.required("namespace")?;
    let group = world.find_group(&target).ok_or(Fault::NotFound(Missing::Namespace))?;
    if world.group_access(call.user()?, group) < access::DEVELOPER {
        return Err(Fault::NotFound(Missing::Namespace));
    }
    let namespace = Namespace::Group(group.id);
    let path = format!("{}/{}", group.full_path, project.path);
    let name = format!("{} / {}", group.full_name, project.name);
    if world.find_project(&path).is_some() {
        let text = "Project with same name or path in target namespace already exists";
        return Err(Fault::BadRequest(text.to_owned()));
    }
    world.moved_project(&project.path_with_namespace, project.id);
    world.moved.remove(&path.to_lowercase());
    world.tick();
    world.edit_project(project.id, |project| {
        project.namespace = namespace;
        project.path_with_namespace = path;
        project.name_with_namespace = name;
    });
    let moved = world.projects.get(&project.id).ok_or(Fault::NotFound(Missing::Project))?;
    Ok(Answer::ok(with_access(world, call, moved)))
}

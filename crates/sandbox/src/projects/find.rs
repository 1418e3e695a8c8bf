//! Finds the project of a call.

use crate::{
    call::Call,
    fault::{Fault, Missing},
    models::Project,
    world::World,
};

/// The project of `:id`.
pub(crate) fn find<'world>(world: &'world World, call: &Call) -> Result<&'world Project, Fault> {
    let reference = call.segment("id");
    let project = world.find_project(reference);
    if let Some(project) = project.filter(|project| world.shows_project(call.caller, project)) {
        return Ok(project);
    }
    let moved = world.find_moved(reference).filter(|project| world.shows_project(call.caller, project));
    if let Some(moved) =
        moved.filter(|_| project.is_none() && !world.rules.version.redirects_moved_projects())
    {
        return Ok(moved);
    }
    Err(match moved {
        Some(_) if project.is_some() => Fault::NotFound(Missing::Project),
        Some(_) if !call.method.is_safe() => Fault::MovedWrite,
        Some(project) => Fault::Moved(call.api_url(&readdress(&call.target, project.id))),
        None => Fault::NotFound(Missing::Project),
    })
}

/// The target of the same call by id: `/projects/old%2Fpath/issues?…` becomes `/projects/1/issues?…`.
fn readdress(target: &str, id: u64) -> String {
    let rest = target.trim_start_matches("/projects/");
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    format!("/projects/{id}{}", rest.get(end..).unwrap_or_default())
}

/// The project of `:id`, and the caller, who must have at least this level in it.
pub(crate) fn find_with_level<'world>(
    world: &'world World,
    call: &Call,
    level: u8,
) -> Result<&'world Project, Fault> {
    let project = find(world, call)?;
    if world.project_access(call.user()?, project) < level {
        return Err(Fault::Forbidden);
    }
    Ok(project)
}

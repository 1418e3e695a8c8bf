//! `DELETE /projects/:id`.

use http::StatusCode;
use serde_json::json;

use super::find::find_with_level;
use crate::{
    access,
    answer::{Answer, Reply},
    call::Call,
    deletion::Step,
    world::World,
};

/// `DELETE /projects/:id`: schedules the deletion; a second call removes the project.
pub(crate) fn delete(world: &mut World, call: &Call) -> Reply {
    let project = find_with_level(world, call, access::OWNER)?;
    let (id, path) = (project.id, project.path_with_namespace.clone());
    match Step::of(project.marked_for_deletion_on.is_some(), &path, &call.params, "Project")? {
        Step::Mark => world.schedule_deletion(id),
        Step::Remove => world.remove_project(id),
    }
    Ok(Answer::json(StatusCode::ACCEPTED, json!({ "message": "202 Accepted" })))
}

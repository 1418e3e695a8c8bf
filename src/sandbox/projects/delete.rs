//! `DELETE /projects/:id`.

use http::StatusCode;
use serde_json::json;

use super::find::find_with_level;
use crate::sandbox::{
    access,
    answer::{Answer, Reply},
    call::Call,
    fault::Fault,
    models::Owner,
    world::World,
};

/// `DELETE /projects/:id`: schedules the deletion; a second call removes the project.
pub(in crate::sandbox) fn delete(world: &mut World, call: &Call) -> Reply {
    let project = find_with_level(world, call, access::OWNER)?;
    let (id, path) = (project.id, project.path_with_namespace.clone());
    if project.marked_for_deletion_on.is_none() {
        world.schedule_deletion(id);
        return Ok(accepted());
    }
    if call.params.flag("permanently_remove")? != Some(true) {
        return Err(Fault::BadRequest("Project has been already marked for deletion".to_owned()));
    }
    if call.params.text("full_path") != Some(path) {
        let text = "`full_path` is incorrect. You must enter the complete path for the project.";
        return Err(Fault::BadRequest(text.to_owned()));
    }
    remove(world, id);
    Ok(accepted())
}

fn accepted() -> Answer {
    Answer::json(StatusCode::ACCEPTED, json!({ "message": "202 Accepted" }))
}

fn remove(world: &mut World, id: u64) {
    let owner = Owner::Project(id);
    world.projects.remove(&id);
    world.issues.retain(|(project_id, _), _| *project_id != id);
    world.labels.retain(|_, label| label.owner != owner);
    world.milestones.retain(|_, milestone| milestone.owner != owner);
    world.members.retain(|(of, _), _| *of != owner);
}

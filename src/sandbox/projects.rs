//! Projects: list, look up, create, delete.

mod create;
mod rules;
mod view;

use std::cmp::Reverse;

use http::StatusCode;
use serde_json::{Value, json};

use super::{
    fault::{Fault, Missing},
    http::{Answer, Call, Reply},
    models::{Project, Visibility},
    pagination::paginate_within_offset,
    search::{Search, collation_key},
    world::{World, access},
};

pub(super) use create::create;
pub(super) use view::{full, simple, with_access};

const ORDERS: &[&str] =
    &["id", "name", "path", "created_at", "updated_at", "last_activity_at", "similarity", "star_count"];
/// The values of every `sort` parameter.
pub(super) const SORTS: &[&str] = &["asc", "desc"];

/// `GET /projects`.
pub(super) fn list(world: &World, call: &Call) -> Reply {
    let mut rows: Vec<_> =
        world.projects.values().filter(|project| world.shows_project(call.caller, project)).collect();
    let is_similarity = call.params.text("order_by").as_deref() == Some("similarity");
    if call.params.flag("membership")? == Some(true) || is_similarity {
        keep_from_level(&mut rows, world, call, access::GUEST);
    }
    if call.params.flag("owned")? == Some(true) {
        keep_from_level(&mut rows, world, call, access::OWNER);
    }
    select(&mut rows, call)?;
    present(world, call, &rows)
}

fn keep_from_level(rows: &mut Vec<&Project>, world: &World, call: &Call, level: u8) {
    rows.retain(|project| call.caller.is_some_and(|user| world.project_access(user, project) >= level));
}

/// The filters and the order that lists of projects share.
pub(super) fn select(rows: &mut Vec<&Project>, call: &Call) -> Result<(), Fault> {
    let params = &call.params;
    if let Some(archived) = params.flag("archived")? {
        rows.retain(|project| project.archived == archived);
    }
    if let Some(active) = params.flag("active")? {
        rows.retain(|project| active != (project.archived || project.marked_for_deletion_on.is_some()));
    }
    if let Some(level) = params.one_of("visibility", Visibility::NAMES)? {
        rows.retain(|project| project.visibility.as_str() == level);
    }
    if let Some(search) = params.text("search").as_deref().and_then(Search::parse) {
        let in_namespaces = params.flag("search_namespaces")? == Some(true);
        rows.retain(|project| found(project, &search, in_namespaces));
    }
    sort(rows, call)
}

/// The plain search does not look at namespaces; the other one looks at the full path and the full name instead.
fn found(project: &Project, search: &Search, in_namespaces: bool) -> bool {
    let (path, name) = if in_namespaces {
        (&project.path_with_namespace, &project.name_with_namespace)
    } else {
        (&project.path, &project.name)
    };
    search.matches([path.as_str(), name, project.description.as_deref().unwrap_or_default()])
}

fn sort(rows: &mut [&Project], call: &Call) -> Result<(), Fault> {
    let order = call.params.one_of("order_by", ORDERS)?;
    let ascending = call.params.one_of("sort", SORTS)?.as_deref() == Some("asc");
    match order.as_deref() {
        Some("name") => rows.sort_by_cached_key(|project| collation_key(&project.name)),
        Some("path") => rows.sort_by_key(|project| &project.path),
        Some("updated_at" | "last_activity_at") => rows.sort_by_key(|project| project.last_activity_at),
        Some("similarity") => sort_by_similarity(rows, call),
        // Creation goes by id, and that is the order of the store.
        _ => {}
    }
    if !ascending {
        rows.reverse();
    }
    Ok(())
}

fn sort_by_similarity(rows: &mut [&Project], call: &Call) {
    let query = call.params.text("search").unwrap_or_default().to_lowercase();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a ratio is within 0 and 1; thousandths are enough to sort by"
    )]
    let closeness = |text: &str| (strsim::sorensen_dice(&query, &text.to_lowercase()) * 1000.0) as u32;
    rows.sort_by_cached_key(|project| closeness(&project.name).max(closeness(&project.path)));
}

/// A page of projects, in the form that the call asks for; without a token always the simple one.
pub(super) fn present(world: &World, call: &Call, rows: &[&Project]) -> Reply {
    let is_simple = call.params.flag("simple")? == Some(true) || call.caller.is_none();
    paginate_within_offset(call, rows, |project| {
        if is_simple { simple(world, call, project) } else { full(world, call, project) }
    })
}

/// `GET /projects/:id`.
pub(super) fn show(world: &World, call: &Call) -> Reply {
    let project = find(world, call)?;
    Ok(Answer::ok(if call.caller.is_some() {
        with_access(world, call, project)
    } else {
        simple(world, call, project)
    }))
}

/// The project of `:id`, or why it is none.
pub(super) fn find<'world>(world: &'world World, call: &Call) -> Result<&'world Project, Fault> {
    let reference = call.segment("id");
    let project = world.find_project(reference);
    if let Some(project) = project.filter(|project| world.shows_project(call.caller, project)) {
        return Ok(project);
    }
    let moved = world.find_moved(reference).filter(|project| world.shows_project(call.caller, project));
    Err(match moved {
        Some(_) if project.is_some() => Fault::NotFound(Missing::Project),
        Some(_) if !call.method.is_safe() => Fault::MovedWrite,
        Some(project) => Fault::Moved(call.api_url(&readdress(&call.target, project.id))),
        None => Fault::NotFound(Missing::Project),
    })
}

/// The same call by id: `/projects/old%2Fpath/issues?…` becomes `/projects/1/issues?…`.
fn readdress(target: &str, id: u64) -> String {
    let rest = target.trim_start_matches("/projects/");
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    format!("/projects/{id}{}", rest.get(end..).unwrap_or_default())
}

/// The project of `:id`, and the caller with at least that level in it.
pub(super) fn find_with_level<'world>(
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

/// `DELETE /projects/:id`: schedules; a second call removes what is scheduled.
pub(super) fn delete(world: &mut World, call: &Call) -> Reply {
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
    let owner = super::Owner::Project(id);
    world.projects.remove(&id);
    world.issues.retain(|(project_id, _), _| *project_id != id);
    world.labels.retain(|_, label| label.owner != owner);
    world.milestones.retain(|_, milestone| milestone.owner != owner);
    world.members.retain(|(of, _), _| *of != owner);
}

/// The first of a full list, as `GET /groups/:id` embeds it.
pub(super) fn embedded(world: &World, call: &Call, mut rows: Vec<&Project>, limit: usize) -> Vec<Value> {
    rows.sort_by_key(|project| Reverse(project.id));
    rows.into_iter().take(limit).map(|project| full(world, call, project)).collect()
}

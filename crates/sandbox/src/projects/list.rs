//! `GET /projects`, and what all lists of projects share.

use super::view::{full, simple};
use crate::prelude::*;

const ORDERS: &[&str] = &["id", "name", "path", "created_at", "updated_at", "last_activity_at", "star_count"];

/// `GET /projects`.
pub(crate) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let mut rows = world.visible_projects(call.caller(), |_| true);
    if call.params.flag("membership")? == Some(true) {
        rows.retain(|project| world.access(call.caller(), Owner::Project(project.id)) > 0);
    }
    select(&mut rows, call)?;
    present(world, call, &rows)
}

/// The filters and the order that lists of projects share.
pub(crate) fn select(rows: &mut Vec<&Project>, call: &ApiCall) -> Result<(), ApiError> {
    let params = &call.params;
    if let Some(search) = params.text("search").as_deref().and_then(Pattern::parse) {
        let in_namespaces = params.flag("search_namespaces")? == Some(true);
        // The plain search reads path and name; with `search_namespaces` it reads the full path and the full name instead.
        rows.retain(|project| {
            let (path, name) = if in_namespaces {
                (&project.path_with_namespace, &project.name_with_namespace)
            } else {
                (&project.path, &project.name)
            };
            search.matches([path.as_str(), name, project.description.as_deref().unwrap_or_default()])
        });
    }
    sort(rows, call)
}

fn sort(rows: &mut [&Project], call: &ApiCall) -> Result<(), ApiError> {
    let order = call.params.one_of("order_by", ORDERS)?;
    match order.as_deref() {
        Some("name") => rows.sort_by_cached_key(|project| collation_key(&project.name)),
        Some("path") => rows.sort_by_key(|project| &project.path),
        Some("updated_at" | "last_activity_at") => rows.sort_by_key(|project| project.last_activity_at),
        // The order of creation is that of ids, in which the rows are stored.
        _ => {}
    }
    if !call.params.is_ascending()? {
        rows.reverse();
    }
    Ok(())
}

/// A page of projects, in the form that the call asks for.
pub(crate) fn present(world: &World, call: &ApiCall, rows: &[&Project]) -> HandlerResult {
    let is_simple = call.params.flag("simple")? == Some(true);
    let show = if is_simple { simple } else { full };
    paginate(call, rows, |project| show(world, call, project))
}

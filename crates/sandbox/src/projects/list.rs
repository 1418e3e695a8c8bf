//! `GET /projects`, and what all lists of projects share.

use std::cmp::Reverse;

use serde_json::Value;

use super::view::{full, simple};
use crate::{
    HandlerResult, World, access,
    api_call::ApiCall,
    models::{Project, Visibility},
    pagination::paginate_within_offset,
    params::SORTS,
    refusal::Refusal,
    search::{Pattern, collation_key},
};

const ORDERS: &[&str] =
    &["id", "name", "path", "created_at", "updated_at", "last_activity_at", "similarity", "star_count"];

/// `GET /projects`.
pub(crate) fn list(world: &World, call: &ApiCall) -> HandlerResult {
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

fn keep_from_level(rows: &mut Vec<&Project>, world: &World, call: &ApiCall, level: u8) {
    rows.retain(|project| call.caller.is_some_and(|user| world.project_access(user, project) >= level));
}

/// The filters and the order that lists of projects share.
pub(crate) fn select(rows: &mut Vec<&Project>, call: &ApiCall) -> Result<(), Refusal> {
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
    if let Some(search) = params.text("search").as_deref().and_then(Pattern::parse) {
        let in_namespaces = params.flag("search_namespaces")? == Some(true);
        rows.retain(|project| found(project, &search, in_namespaces));
    }
    sort(rows, call)
}

/// The plain search reads path and name; with `search_namespaces` it reads the full path and the full name instead.
fn found(project: &Project, search: &Pattern, in_namespaces: bool) -> bool {
    let (path, name) = if in_namespaces {
        (&project.path_with_namespace, &project.name_with_namespace)
    } else {
        (&project.path, &project.name)
    };
    search.matches([path.as_str(), name, project.description.as_deref().unwrap_or_default()])
}

fn sort(rows: &mut [&Project], call: &ApiCall) -> Result<(), Refusal> {
    let order = call.params.one_of("order_by", ORDERS)?;
    let ascending = call.params.one_of("sort", SORTS)?.as_deref() == Some("asc");
    match order.as_deref() {
        Some("name") => rows.sort_by_cached_key(|project| collation_key(&project.name)),
        Some("path") => rows.sort_by_key(|project| &project.path),
        Some("updated_at" | "last_activity_at") => rows.sort_by_key(|project| project.last_activity_at),
        Some("similarity") => sort_by_similarity(rows, call),
        // The order of creation is that of ids, in which the rows are stored.
        _ => {}
    }
    if !ascending {
        rows.reverse();
    }
    Ok(())
}

fn sort_by_similarity(rows: &mut [&Project], call: &ApiCall) {
    let query = call.params.text("search").unwrap_or_default().to_lowercase();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a ratio is within 0 and 1; thousandths are enough to sort by"
    )]
    let closeness = |text: &str| (strsim::sorensen_dice(&query, &text.to_lowercase()) * 1000.0) as u32;
    rows.sort_by_cached_key(|project| closeness(&project.name).max(closeness(&project.path)));
}

/// A page of projects, in the form that the call asks for; always the simple form without a token.
pub(crate) fn present(world: &World, call: &ApiCall, rows: &[&Project]) -> HandlerResult {
    let is_simple = call.params.flag("simple")? == Some(true) || call.caller.is_none();
    paginate_within_offset(call, rows, |project| {
        if is_simple { simple(world, call, project) } else { full(world, call, project) }
    })
}

/// The first projects of a list, as `GET /groups/:id` embeds them.
pub(crate) fn embedded(world: &World, call: &ApiCall, mut rows: Vec<&Project>, limit: usize) -> Vec<Value> {
    rows.sort_by_key(|project| Reverse(project.id));
    rows.into_iter().take(limit).map(|project| full(world, call, project)).collect()
}

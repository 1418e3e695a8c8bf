//! Groups: list, look up, create; their projects.

use super::{prelude::*, projects};

/// `GET /groups`, by name.
pub(super) fn list(world: &World, call: &ApiCall) -> HandlerResult {
    let shown = world.groups.values().filter(|group| world.shows_group(call.caller(), group));
    let mut rows: Vec<_> = shown.collect();
    if call.params.flag("all_available")? != Some(true) {
        rows.retain(|group| world.access(call.caller(), Owner::Group(group.id)) > 0);
    }
    let search = call.params.search(MIN_WORD);
    rows.retain(|group| search.matches([group.full_path.as_str(), group.full_name.as_str()]));
    rows.sort_by_cached_key(|group| collation_key(&group.name));
    paginate(call, &rows, |group| view(call, group))
}

/// `GET /groups/:id`.
pub(super) fn show(world: &World, call: &ApiCall) -> HandlerResult {
    let group = world.group_of(call)?;
    let shown = view(call, group);
    if call.params.flag("with_projects")? == Some(false) {
        return Ok(ok(&shown));
    }
    let own = world.visible_projects(call.caller(), |project| project.group_id == group.id);
    let projects: Vec<_> = own.into_iter().map(|project| projects::full(world, call, project)).collect();
    Ok(ok(&with(shown, json!({ "projects": projects }))))
}

impl World {
    /// The projects in a group and below it that the caller sees.
    pub(super) fn projects_below(&self, caller: u64, group: &Group) -> Vec<&Project> {
        self.visible_projects(caller, |project| is_below(&project.path_with_namespace, &group.full_path))
    }

    /// The projects that the caller sees, of those to keep.
    pub(super) fn visible_projects(&self, caller: u64, keep: impl Fn(&&Project) -> bool) -> Vec<&Project> {
        self.projects.values().filter(keep).filter(|project| self.shows_project(caller, project)).collect()
    }
}

/// `GET /groups/:id/projects`: also those of other namespaces that are shared into the group.
pub(super) fn projects(world: &World, call: &ApiCall) -> HandlerResult {
    let group = world.group_of(call)?;
    let has_subgroups = call.params.flag("include_subgroups")? == Some(true);
    let has_shared = call.params.flag("with_shared")? != Some(false);
    let rows = world.visible_projects(call.caller(), |project| {
        project.group_id == group.id
            || (has_subgroups && is_below(&project.path_with_namespace, &group.full_path))
            || (has_shared && world.shares.contains(&(project.id, group.id)))
    });
    projects::present(world, call, rows)
}

fn view(call: &ApiCall, group: &Group) -> Value {
    record(call, "group", json!(group), "")
}

/// `POST /groups`: a group at the top, or below the group `parent_id`.
pub(super) fn create(world: &mut World, call: &ApiCall) -> HandlerResult {
    let (name, path) = (call.params.required("name")?, call.params.required("path")?);
    let visibility: Visibility = call.params.choice("visibility")?.unwrap_or_default();
    let user = call.caller();
    let (mut full_path, mut highest) = (path, Visibility::Public);
    if let Some(id) = call.params.id("parent_id")? {
        let is_allowed = world.access(user, Owner::Group(id)) >= access::MAINTAINER;
        let above = world.groups.get(&id).filter(|_| is_allowed).ok_or_else(ApiError::forbidden)?;
        (full_path, highest) = (format!("{}/{full_path}", above.full_path), above.visibility);
    }
    if world.find_group(&full_path).is_some() || world.find_project(&full_path).is_some() {
        let text = "Failed to save group {:path=>[\"has already been taken\"]}";
        return Err(ApiError::bad_request(text));
    }
    let id = world.group(&full_path, &name);
    let description = call.params.text("description").unwrap_or_default();
    world.groups.entry(id).and_modify(|group| {
        group.visibility = visibility.min(highest);
        group.description = description;
    });
    world.members.insert((Owner::Group(id), user), access::OWNER);
    world.groups.get(&id).map(|group| created(&view(call, group))).ok_or_else(ApiError::forbidden)
}

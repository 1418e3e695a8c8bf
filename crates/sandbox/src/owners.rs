//! What projects and groups share: who may change one, and its deletion. A deleted one is renamed and stays for a while; its old
//! path is free at once.

use super::{
    HandlerResult, World, access, answer::accepted, api_call::ApiCall, api_error::ApiError, groups,
    models::Owner, projects, world::is_below,
};

/// The project or the group of `:id`.
pub(super) fn find(world: &World, call: &ApiCall) -> Result<Owner, ApiError> {
    if call.target.starts_with("/groups/") {
        groups::find(world, call).map(|group| Owner::Group(group.id))
    } else {
        projects::find(world, call).map(|project| Owner::Project(project.id))
    }
}

/// The same, in which the caller must have at least this level.
pub(super) fn find_with_level(world: &World, call: &ApiCall, level: u8) -> Result<Owner, ApiError> {
    let owner = find(world, call)?;
    if world.access(call.caller(), owner) < level { Err(ApiError::forbidden()) } else { Ok(owner) }
}

/// `DELETE`: schedules the deletion. A second call that says so and repeats the full path removes it, with everything below.
pub(super) fn delete(world: &mut World, call: &ApiCall) -> HandlerResult {
    let owner = find_with_level(world, call, access::OWNER)?;
    let is_meant = call.params.text("full_path").as_deref() == world.names_of(owner).map(|(path, _)| path);
    let is_final = is_meant && call.params.flag("permanently_remove")? == Some(true);
    match (world.is_marked(owner), is_final) {
        (false, _) => world.schedule_deletion(owner),
        (true, true) => world.remove(owner),
        (true, false) => {
            let text = "It is marked for deletion already, or `full_path` is incorrect";
            return Err(ApiError::bad_request(text));
        }
    }
    Ok(accepted())
}

impl World {
    /// The full path and the full name of a project or a group.
    pub(super) fn names_of(&self, owner: Owner) -> Option<(&str, &str)> {
        match owner {
            Owner::Group(id) => self.groups.get(&id).map(|one| (&*one.full_path, &*one.full_name)),
            Owner::Project(id) => {
                self.projects.get(&id).map(|one| (&*one.path_with_namespace, &*one.name_with_namespace))
            }
        }
    }

    fn is_marked(&self, owner: Owner) -> bool {
        let day = match owner {
            Owner::Group(id) => self.groups.get(&id).map(|one| &one.marked_for_deletion_on),
            Owner::Project(id) => self.projects.get(&id).map(|one| &one.marked_for_deletion_on),
        };
        day.is_some_and(Option::is_some)
    }

    /// Marks a project or a group for deletion. Everything below it gets a new path too.
    pub fn schedule_deletion(&mut self, owner: Owner) {
        let today = self.tick().date();
        let mark = if self.rules.is_from(18, 0) { "deletion_scheduled" } else { "deleted" };
        let (Owner::Group(id) | Owner::Project(id)) = owner;
        let suffix = format!("-{mark}-{id}");
        let Some((path, name)) = self.names_of(owner).map(|(path, name)| (path.to_owned(), name.to_owned()))
        else {
            return;
        };
        match owner {
            Owner::Group(id) => drop(self.groups.entry(id).and_modify(|group| {
                group.marked_for_deletion_on = Some(today);
                group.name.push_str(&suffix);
                group.path.push_str(&suffix);
            })),
            Owner::Project(id) => drop(self.projects.entry(id).and_modify(|project| {
                project.marked_for_deletion_on = Some(today);
                project.name.push_str(&suffix);
                project.path.push_str(&suffix);
            })),
        }
        let rename = |full_path: &mut String, full_name: &mut String| {
            if is_at_or_below(full_path, &path) {
                full_path.insert_str(path.len(), &suffix);
                if full_name.starts_with(&name) {
                    full_name.insert_str(name.len(), &suffix);
                }
            }
        };
        for group in self.groups.values_mut() {
            rename(&mut group.full_path, &mut group.full_name);
        }
        for project in self.projects.values_mut() {
            rename(&mut project.path_with_namespace, &mut project.name_with_namespace);
        }
    }

    /// Removes a project or a group, and everything below it.
    fn remove(&mut self, owner: Owner) {
        let Some(above) = self.names_of(owner).map(|(path, _)| path.to_owned()) else { return };
        let Self { groups, projects, issues, labels, milestones, members, .. } = self;
        groups.retain(|_, group| !is_at_or_below(&group.full_path, &above));
        projects.retain(|_, project| !is_at_or_below(&project.path_with_namespace, &above));
        issues.retain(|(project, _), _| projects.contains_key(project));
        let is_there = |owner: Owner| match owner {
            Owner::Group(id) => groups.contains_key(&id),
            Owner::Project(id) => projects.contains_key(&id),
        };
        labels.retain(|_, label| is_there(label.owner));
        milestones.retain(|_, milestone| is_there(milestone.owner));
        members.retain(|(owner, _), _| is_there(*owner));
    }
}

fn is_at_or_below(path: &str, above: &str) -> bool {
    path == above || is_below(path, above)
}

//! What projects and groups share: who may change one, and its deletion. A deleted one is renamed and stays for a while; its old
//! path is free at once.

use super::prelude::*;

/// The target of the same call by id: `/projects/old%2Fpath/issues?…` becomes `/projects/1/issues?…`.
fn readdress(target: &str, id: u64) -> String {
    let rest = target.trim_start_matches("/projects/");
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    format!("/projects/{id}{}", rest.get(end..).unwrap_or_default())
}

/// `DELETE`: schedules the deletion. A second call that says so and repeats the full path removes it, with everything below.
pub(super) fn delete(world: &mut World, call: &ApiCall) -> HandlerResult {
    let owner = world.owner_of(call, access::OWNER)?;
    let (path, _, is_marked) = world.names_of(owner).unwrap_or_default();
    let is_meant = call.params.text("full_path").as_deref() == Some(path);
    let is_final = is_meant && call.params.flag("permanently_remove")? == Some(true);
    match (is_marked, is_final) {
        (false, _) => world.schedule_deletion(owner),
        (true, true) => world.remove(owner),
        (true, false) => {
            let text = "It is marked for deletion already, or `full_path` is incorrect";
            return Err(ApiError::bad_request(text));
        }
    }
    Ok(with_json(StatusCode::ACCEPTED, &json!({ "message": "202 Accepted" })))
}

impl World {
    /// The project of `:id`.
    pub(super) fn project_of(&self, call: &ApiCall) -> Result<&Project, ApiError> {
        let reference = call.segment("id");
        let is_shown = |project: &&Project| self.shows_project(call.caller(), project);
        let project = self.find_project(reference);
        if let Some(project) = project.filter(is_shown) {
            return Ok(project);
        }
        let moved = self.moved.get(&reference.to_lowercase()).and_then(|id| self.projects.get(id));
        match moved.filter(is_shown).filter(|_| project.is_none()) {
            None => Err(ApiError::not_found("Project")),
            Some(moved) if !self.rules.is_from(16, 7) => Ok(moved),
            Some(_) if !call.method.is_safe() => {
                let text = "Non GET methods are not allowed for moved projects";
                Err(ApiError::message(StatusCode::METHOD_NOT_ALLOWED, text))
            }
            Some(moved) => {
                let place = call.api_url(&readdress(&call.target, moved.id));
                let text = format!("This resource has been moved permanently to {place}");
                let answer = typed(StatusCode::MOVED_PERMANENTLY, "text/plain", text);
                Err(ApiError(Box::new(answer)).header("location", &place))
            }
        }
    }

    /// The group of `:id`. An old path of a moved group is not found.
    pub(super) fn group_of(&self, call: &ApiCall) -> Result<&Group, ApiError> {
        let group = self.find_group(call.segment("id"));
        let shown = group.filter(|group| self.shows_group(call.caller(), group));
        shown.ok_or_else(|| ApiError::not_found("Group"))
    }

    /// The project or the group of `:id`, in which the caller must have at least this level.
    pub(super) fn owner_of(&self, call: &ApiCall, level: u8) -> Result<Owner, ApiError> {
        let owner = if call.target.starts_with("/groups/") {
            Owner::Group(self.group_of(call)?.id)
        } else {
            Owner::Project(self.project_of(call)?.id)
        };
        if self.access(call.caller(), owner) < level { Err(ApiError::forbidden()) } else { Ok(owner) }
    }

    /// The full path and the full name of a project or a group, and whether it is marked for deletion.
    pub(super) fn names_of(&self, owner: Owner) -> Option<(&str, &str, bool)> {
        let (path, name, marked_on) = match owner {
            Owner::Group(id) => {
                let Group { full_path, full_name, marked_for_deletion_on, .. } = self.groups.get(&id)?;
                (full_path, full_name, marked_for_deletion_on)
            }
            Owner::Project(id) => {
                let project = self.projects.get(&id)?;
                (&project.path_with_namespace, &project.name_with_namespace, &project.marked_for_deletion_on)
            }
        };
        Some((path, name, marked_on.is_some()))
    }

    /// Marks a project or a group for deletion. Everything below it gets a new path too.
    pub fn schedule_deletion(&mut self, owner: Owner) {
        let today = self.tick().date();
        let mark = if self.rules.is_from(18, 0) { "deletion_scheduled" } else { "deleted" };
        let (Owner::Group(id) | Owner::Project(id)) = owner;
        let suffix = format!("-{mark}-{id}");
        let Some((path, name, _)) = self.names_of(owner) else { return };
        let (path, name) = (path.to_owned(), name.to_owned());
        let groups = self.groups.values_mut().map(|it| {
            let full = (&mut it.full_path, &mut it.full_name);
            (full, (&mut it.path, &mut it.name), &mut it.marked_for_deletion_on)
        });
        let projects = self.projects.values_mut().map(|it| {
            let full = (&mut it.path_with_namespace, &mut it.name_with_namespace);
            (full, (&mut it.path, &mut it.name), &mut it.marked_for_deletion_on)
        });
        for ((full_path, full_name), (own_path, own_name), marked_on) in groups.chain(projects) {
            if *full_path == path {
                *marked_on = Some(today.clone());
                own_path.push_str(&suffix);
                own_name.push_str(&suffix);
            }
            if is_at_or_below(full_path, &path) {
                full_path.insert_str(path.len(), &suffix);
                if full_name.starts_with(&name) {
                    full_name.insert_str(name.len(), &suffix);
                }
            }
        }
    }

    /// Removes a project or a group, and everything below it.
    fn remove(&mut self, owner: Owner) {
        let Some(above) = self.names_of(owner).map(|(path, ..)| path.to_owned()) else { return };
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

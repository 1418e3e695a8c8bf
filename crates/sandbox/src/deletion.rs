//! Deletions: a deleted object is renamed and stays for a while; its old path is free at once.

use super::{World, api_error::ApiError, models::Owner, params::Params, world::is_below};

/// Whether a call that deletes removes what is scheduled; else it schedules the deletion. It removes only if it says so and
/// repeats the full path.
///
/// # Errors
///
/// 400 for what is scheduled already, unless it is to be removed.
pub(super) fn is_final(is_marked: bool, path: &str, params: &Params) -> Result<bool, ApiError> {
    let is_meant = params.text("full_path").as_deref() == Some(path);
    if is_marked && !(is_meant && params.flag("permanently_remove")? == Some(true)) {
        return Err(ApiError::bad_request("It is marked for deletion already, or `full_path` is incorrect"));
    }
    Ok(is_marked)
}

impl World {
    /// The text between a deleted object's name and its id.
    fn deletion_mark(&self) -> &'static str {
        if self.rules.is_from(18, 0) { "-deletion_scheduled-" } else { "-deleted-" }
    }

    /// Marks a project for deletion.
    pub fn schedule_deletion(&mut self, project_id: u64) {
        let today = self.tick().date();
        let suffix = format!("{}{project_id}", self.deletion_mark());
        let Some(project) = self.projects.get_mut(&project_id) else { return };
        project.marked_for_deletion_on = Some(today);
        for text in [
            &mut project.name,
            &mut project.path,
            &mut project.path_with_namespace,
            &mut project.name_with_namespace,
        ] {
            text.push_str(&suffix);
        }
    }

    /// Marks a group for deletion. Everything below it gets a new path too.
    pub fn schedule_group_deletion(&mut self, group_id: u64) {
        let today = self.tick().date();
        let suffix = format!("{}{group_id}", self.deletion_mark());
        let Some(group) = self.groups.get_mut(&group_id) else { return };
        group.marked_for_deletion_on = Some(today);
        group.name.push_str(&suffix);
        group.path.push_str(&suffix);
        let (path, name) = (group.full_path.clone(), group.full_name.clone());
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

    /// Removes a group and everything below it.
    pub(super) fn remove_group(&mut self, id: u64) {
        let Some(above) = self.groups.get(&id).map(|group| group.full_path.clone()) else { return };
        let projects = self.projects.values().filter(|one| is_at_or_below(&one.path_with_namespace, &above));
        let groups = self.groups.values().filter(|group| is_at_or_below(&group.full_path, &above));
        let projects = projects.map(|project| Owner::Project(project.id));
        let gone: Vec<_> = projects.chain(groups.map(|group| Owner::Group(group.id))).collect();
        gone.into_iter().for_each(|owner| self.remove(owner));
    }

    /// Removes a project or a group with what belongs to it.
    pub(super) fn remove(&mut self, owner: Owner) {
        match owner {
            Owner::Group(id) => drop(self.groups.remove(&id)),
            Owner::Project(id) => {
                self.projects.remove(&id);
                self.issues.retain(|(project_id, _), _| *project_id != id);
            }
        }
        self.labels.retain(|_, label| label.owner != owner);
        self.milestones.retain(|_, milestone| milestone.owner != owner);
        self.members.retain(|(of, _), _| *of != owner);
    }
}

fn is_at_or_below(path: &str, above: &str) -> bool {
    path == above || is_below(path, above)
}

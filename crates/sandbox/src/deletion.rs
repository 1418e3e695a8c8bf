//! Deletions: a deleted object is renamed and stays for a while; its old path is free at once.

use super::{World, api_error::ApiError, models::Owner, params::Params, world::is_below};

/// Whether a call that deletes removes what is scheduled; else it schedules the deletion. It removes only if it says so and
/// repeats the full path.
///
/// # Errors
///
/// 400 for what is scheduled already, and for a wrong path.
pub(super) fn is_final(is_marked: bool, path: &str, params: &Params, kind: &str) -> Result<bool, ApiError> {
    if !is_marked {
        return Ok(false);
    }
    if params.flag("permanently_remove")? != Some(true) {
        return Err(ApiError::bad_request(&format!("{kind} has been already marked for deletion")));
    }
    if params.text("full_path").as_deref() != Some(path) {
        let kind = kind.to_lowercase();
        let text = format!("`full_path` is incorrect. You must enter the complete path for the {kind}.");
        return Err(ApiError::bad_request(&text));
    }
    Ok(true)
}

impl World {
    /// The text between a deleted object's name and its id.
    fn deletion_mark(&self) -> &'static str {
        if self.rules.version.is_from(18, 0) { "-deletion_scheduled-" } else { "-deleted-" }
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
        let old = (group.full_path.clone(), group.full_name.clone());
        for text in [&mut group.name, &mut group.path, &mut group.full_path, &mut group.full_name] {
            text.push_str(&suffix);
        }
        self.rename_below(&old, &suffix);
    }

    /// Removes a project.
    pub(super) fn remove_project(&mut self, id: u64) {
        self.projects.remove(&id);
        self.issues.retain(|(project_id, _), _| *project_id != id);
        self.remove_owned(Owner::Project(id));
    }

    /// Removes a group and everything below it.
    pub(super) fn remove_group(&mut self, id: u64) {
        let Some(above) = self.groups.get(&id).map(|group| group.full_path.clone()) else { return };
        let projects =
            self.projects.values().filter(|project| is_below(&project.path_with_namespace, &above));
        for id in projects.map(|project| project.id).collect::<Vec<_>>() {
            self.remove_project(id);
        }
        let groups =
            self.groups.values().filter(|group| group.id == id || is_below(&group.full_path, &above));
        for id in groups.map(|group| group.id).collect::<Vec<_>>() {
            self.groups.remove(&id);
            self.remove_owned(Owner::Group(id));
        }
    }

    fn remove_owned(&mut self, owner: Owner) {
        self.labels.retain(|_, label| label.owner != owner);
        self.milestones.retain(|_, milestone| milestone.owner != owner);
        self.members.retain(|(of, _), _| *of != owner);
    }

    /// Adds a suffix to the path and the name of a group, also inside the paths and names of everything below it.
    fn rename_below(&mut self, (path, name): &(String, String), suffix: &str) {
        let rename = |full_path: &mut String, full_name: &mut String| {
            full_path.insert_str(path.len(), suffix);
            if full_name.starts_with(name.as_str()) {
                full_name.insert_str(name.len(), suffix);
            }
        };
        for group in self.groups.values_mut().filter(|group| is_below(&group.full_path, path)) {
            rename(&mut group.full_path, &mut group.full_name);
        }
        for project in
            self.projects.values_mut().filter(|project| is_below(&project.path_with_namespace, path))
        {
            rename(&mut project.path_with_namespace, &mut project.name_with_namespace);
        }
    }
}

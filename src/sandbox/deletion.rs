//! Deletions: a deleted object is renamed and stays for a while; its old path is free at once.

use super::{
    models::{Namespace, Project},
    world::{World, is_below},
};

impl World {
    /// Marks a project for deletion.
    pub fn schedule_deletion(&mut self, project_id: u64) {
        let today = self.tick().date();
        let suffix = format!("{}{project_id}", self.rules.version.deletion_mark());
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
        let suffix = format!("{}{group_id}", self.rules.version.deletion_mark());
        let Some(group) = self.groups.get_mut(&group_id) else { return };
        group.marked_for_deletion_on = Some(today);
        let old = (group.full_path.clone(), group.full_name.clone());
        for text in [&mut group.name, &mut group.path, &mut group.full_path, &mut group.full_name] {
            text.push_str(&suffix);
        }
        self.rename_below(&old, &suffix);
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
        let is_in_group = |project: &Project| matches!(project.namespace, Namespace::Group(_));
        for project in self.projects.values_mut().filter(|project| is_in_group(project)) {
            if is_below(&project.path_with_namespace, path) {
                rename(&mut project.path_with_namespace, &mut project.name_with_namespace);
            }
        }
    }
}

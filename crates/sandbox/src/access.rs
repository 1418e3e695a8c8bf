//! Access levels: who may see and do what.

use super::{
    models::{Group, Issue, Owner, Project, Visibility},
    world::{World, is_below},
};

/// Reads, and creates issues.
pub const GUEST: u8 = 10;
/// Also labels, assigns and closes.
pub const PLANNER: u8 = 15;
/// Also reads the code.
pub const REPORTER: u8 = 20;
/// Also creates projects in a group.
pub const DEVELOPER: u8 = 30;
/// Also administers.
pub const MAINTAINER: u8 = 40;
/// Also deletes.
pub const OWNER: u8 = 50;

impl World {
    /// The access level of a user in a project or a group: the highest level there or in a group above; 0 for a non-member.
    pub(super) fn access(&self, user: u64, owner: Owner) -> u8 {
        let lineage = self.lineage(owner).into_iter();
        lineage.filter_map(|owner| self.members.get(&(owner, user))).max().copied().unwrap_or_default()
    }

    /// Whether the caller sees a project.
    pub(super) fn shows_project(&self, caller: u64, project: &Project) -> bool {
        project.visibility > Visibility::Private || self.access(caller, Owner::Project(project.id)) > 0
    }

    /// Whether the caller sees a group. Members of its subgroups and projects see it too.
    pub(super) fn shows_group(&self, caller: u64, group: &Group) -> bool {
        let path_of = |owner| self.names_of(owner).unwrap_or_default().0;
        let mut theirs = self.members.keys().filter(|(_, member)| *member == caller);
        group.visibility > Visibility::Private
            || self.access(caller, Owner::Group(group.id)) > 0
            || theirs.any(|(owner, _)| is_below(path_of(*owner), &group.full_path))
    }

    /// The issues of a project that the caller sees; none if issues are disabled.
    pub(super) fn visible_issues(&self, caller: u64, project: &Project) -> Vec<&Issue> {
        if !project.issues_enabled {
            return Vec::new();
        }
        self.issues_of(project.id).filter(|issue| self.shows_issue(caller, issue)).collect()
    }

    /// The same of several projects, without archived ones.
    pub(super) fn visible_issues_of_all(&self, caller: u64, projects: Vec<&Project>) -> Vec<&Issue> {
        let projects = projects.into_iter().filter(|project| !project.archived);
        projects.flat_map(|project| self.visible_issues(caller, project)).collect()
    }

    /// Whether the caller sees an issue.
    pub(super) fn shows_issue(&self, caller: u64, issue: &Issue) -> bool {
        !issue.confidential
            || issue.author_id == caller
            || self.access(caller, Owner::Project(issue.project_id)) >= PLANNER
    }
}

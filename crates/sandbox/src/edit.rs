//! Changing the data and the settings of a host without calls of the API.

use super::{
    injected::{FaultKind, InjectedFault},
    models::{Group, Issue, Label, Milestone, Project, User},
    tokens::AccessToken,
    version::HostVersion,
    world::World,
};

impl World {
    /// Sets the first token's value.
    pub fn set_token(&mut self, value: &str) {
        self.edit_token(|token| value.clone_into(&mut token.value));
    }

    /// Changes the first token's scopes, expiry …
    pub fn edit_token(&mut self, edit: impl FnOnce(&mut AccessToken)) {
        self.tokens.first_mut().map(edit);
    }

    /// Sets the version of the host, with the behaviour of that version.
    pub fn set_version(&mut self, version: HostVersion) {
        self.rules.version = version;
        self.rules.simple_visibility = version.shows_simple_visibility();
    }

    /// Whether the simple form of a project shows its `visibility`, as newer hosts do.
    pub fn set_simple_visibility(&mut self, shown: bool) {
        self.rules.simple_visibility = shown;
    }

    /// Whether an issue has at most one label of each scope `scope::`, as on paid tiers.
    pub fn set_scoped_labels(&mut self, exclusive: bool) {
        self.rules.scoped_labels = exclusive;
    }

    /// How many labels an issue may have; any number if `None`.
    pub fn set_max_labels(&mut self, most: Option<usize>) {
        self.rules.max_labels = most;
    }

    /// Whether the host limits how often a user calls, as GitLab does by default.
    pub fn set_rate_limits(&mut self, limited: bool) {
        self.rules.rate_limits = limited;
    }

    /// Makes calls that start with `call` fail with this fault, so many times. `call` is `METHOD /path?query`, decoded, below
    /// `/api/v4`.
    pub fn fault(&mut self, call: &str, times: u32, kind: FaultKind) {
        self.faults.push(InjectedFault { call: call.to_owned(), times, kind });
    }

    /// Changes a user, if they exist.
    pub fn edit_user(&mut self, id: u64, edit: impl FnOnce(&mut User)) {
        self.users.get_mut(&id).map(edit);
    }

    /// Changes a group, if it exists.
    pub fn edit_group(&mut self, id: u64, edit: impl FnOnce(&mut Group)) {
        self.groups.get_mut(&id).map(edit);
    }

    /// Changes a project, if it exists.
    pub fn edit_project(&mut self, id: u64, edit: impl FnOnce(&mut Project)) {
        self.projects.get_mut(&id).map(edit);
    }

    /// Changes an issue, if it exists.
    pub fn edit_issue(&mut self, project_id: u64, iid: u64, edit: impl FnOnce(&mut Issue)) {
        self.issues.get_mut(&(project_id, iid)).map(edit);
    }

    /// Changes a label, if it exists.
    pub fn edit_label(&mut self, id: u64, edit: impl FnOnce(&mut Label)) {
        self.labels.get_mut(&id).map(edit);
    }

    /// Changes a milestone, if it exists.
    pub fn edit_milestone(&mut self, id: u64, edit: impl FnOnce(&mut Milestone)) {
        self.milestones.get_mut(&id).map(edit);
    }
}

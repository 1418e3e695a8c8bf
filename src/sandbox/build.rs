//! Putting things into a world: the words that tests are written in, which the loader and the API use too.

use std::collections::BTreeSet;

use super::{
    models::{
        AccessToken, Group, Issue, IssueState, Label, Milestone, MilestoneState, Namespace, Note, Owner,
        Project, User, Visibility,
    },
    new_issue::NewIssue,
    world::{NextIds, World, access},
};

/// What the host gives to a label that an issue names and nobody has defined.
const DEFAULT_COLOR: &str = "#6699cc";

impl World {
    /// Sets the accepted token.
    pub fn set_token(&mut self, value: &str) {
        value.clone_into(&mut self.token.value);
    }

    /// Changes the accepted token's scopes, expiry …
    pub fn edit_token(&mut self, edit: impl FnOnce(&mut AccessToken)) {
        edit(&mut self.token);
    }

    /// Whether the simple form of a project shows its `visibility`, as newer hosts do.
    pub fn set_simple_visibility(&mut self, shown: bool) {
        self.simple_visibility = shown;
    }

    /// A user, made if needed.
    pub fn user(&mut self, username: &str, name: &str) -> u64 {
        if let Some(user) = self.find_username(username) {
            return user.id;
        }
        let id = NextIds::take(&mut self.next.user);
        let created_at = self.tick();
        let (username, name) = (username.to_owned(), name.to_owned());
        self.users.insert(id, User { id, username, name, created_at, blocked: false });
        id
    }

    /// A private group; the groups above are made if needed, the topmost one owned by the token's user.
    pub fn group(&mut self, full_path: &str, name: &str) -> u64 {
        if let Some(id) = self.find_group(full_path).map(|group| group.id) {
            return id;
        }
        let (parent_id, path) = match full_path.rsplit_once('/') {
            Some((above, path)) => (Some(self.group(above, last_segment(above))), path),
            None => (None, full_path),
        };
        let full_name = match parent_id.and_then(|id| self.groups.get(&id)) {
            Some(parent) => format!("{} / {name}", parent.full_name),
            None => name.to_owned(),
        };
        let id = NextIds::take(&mut self.next.group);
        let group = Group {
            id,
            name: name.to_owned(),
            path: path.to_owned(),
            full_path: full_path.to_owned(),
            full_name,
            parent_id,
            description: String::new(),
            visibility: Visibility::Private,
            created_at: self.tick(),
        };
        self.groups.insert(id, group);
        if parent_id.is_none() {
            self.group_member(id, self.token.user_id, access::OWNER);
        }
        id
    }

    /// A private project with a README; the groups above are made if needed. Without a `/` it is the token user's own.
    pub fn project(&mut self, path_with_namespace: &str, name: &str) -> u64 {
        let (namespace, path) = match path_with_namespace.rsplit_once('/') {
            Some((above, path)) => (Namespace::Group(self.group(above, last_segment(above))), path),
            None => (Namespace::User(self.token.user_id), path_with_namespace),
        };
        self.add_project(namespace, path, name)
    }

    /// A project in a namespace.
    pub(super) fn add_project(&mut self, namespace: Namespace, path: &str, name: &str) -> u64 {
        let (above, above_name) = self.namespace_names(namespace);
        let id = NextIds::take(&mut self.next.project);
        let now = self.tick();
        let project = Project {
            id,
            name: name.to_owned(),
            path: path.to_owned(),
            namespace,
            path_with_namespace: format!("{above}/{path}"),
            name_with_namespace: format!("{above_name} / {name}"),
            description: None,
            visibility: Visibility::Private,
            archived: false,
            issues_enabled: true,
            default_branch: Some("main".to_owned()),
            creator_id: self.token.user_id,
            created_at: now,
            last_activity_at: now,
            marked_for_deletion_on: None,
        };
        self.projects.insert(id, project);
        id
    }

    /// The full path and the full name of a namespace.
    pub(super) fn namespace_names(&self, namespace: Namespace) -> (String, String) {
        let names = match namespace {
            Namespace::Group(id) => {
                self.groups.get(&id).map(|group| (group.full_path.clone(), group.full_name.clone()))
            }
            Namespace::User(id) => self.users.get(&id).map(|user| (user.username.clone(), user.name.clone())),
        };
        names.unwrap_or_default()
    }

    /// An open issue; answers its iid.
    pub fn issue(&mut self, project_id: u64, title: &str) -> u64 {
        self.issue_with(project_id, NewIssue::titled(title))
    }

    /// A closed issue; answers its iid.
    pub fn closed_issue(&mut self, project_id: u64, title: &str) -> u64 {
        self.issue_with(project_id, NewIssue::titled(title).closed())
    }

    /// An issue with labels, a milestone …; answers its iid.
    pub fn issue_with(&mut self, project_id: u64, new: NewIssue) -> u64 {
        debug_assert!(self.projects.contains_key(&project_id), "no project {project_id}");
        let iid = self.issues_of(project_id).next_back().map_or(1, |last| last.iid + 1);
        for name in &new.labels {
            self.ensure_label(project_id, name);
        }
        let now = self.tick();
        let author_id = new.author_id.unwrap_or(self.token.user_id);
        let is_closed = new.state == IssueState::Closed;
        let issue = Issue {
            id: NextIds::take(&mut self.next.issue),
            iid,
            project_id,
            title: new.title,
            description: new.description,
            state: new.state,
            labels: new.labels.into_iter().collect::<BTreeSet<_>>(),
            milestone_id: new.milestone_id,
            assignee_id: new.assignee_id,
            author_id,
            due_date: new.due_date,
            confidential: new.confidential,
            discussion_locked: None,
            created_at: now,
            updated_at: now,
            closed_at: is_closed.then_some(now),
            closed_by: is_closed.then_some(author_id),
            notes: Vec::new(),
        };
        self.issues.insert((project_id, iid), issue);
        self.touch(project_id);
        iid
    }

    /// Notes that something in a project was written.
    pub(super) fn touch(&mut self, project_id: u64) {
        let now = self.now();
        if let Some(project) = self.projects.get_mut(&project_id) {
            project.last_activity_at = now;
        }
    }

    /// A comment on an issue.
    pub fn note(&mut self, project_id: u64, iid: u64, body: &str) -> Option<&Note> {
        let created_at = self.tick();
        let note = Note {
            id: NextIds::take(&mut self.next.note),
            body: body.to_owned(),
            author_id: self.token.user_id,
            internal: false,
            created_at,
        };
        let issue = self.issues.get_mut(&(project_id, iid))?;
        issue.updated_at = created_at;
        issue.notes.push(note);
        self.touch(project_id);
        self.issues.get(&(project_id, iid))?.notes.last()
    }

    /// A project label.
    pub fn label(&mut self, project_id: u64, name: &str, color: &str) -> u64 {
        self.add_label(Owner::Project(project_id), name, color)
    }

    /// A label of a group and of all that is below it.
    pub fn group_label(&mut self, group_id: u64, name: &str, color: &str) -> u64 {
        self.add_label(Owner::Group(group_id), name, color)
    }

    pub(super) fn add_label(&mut self, owner: Owner, name: &str, color: &str) -> u64 {
        let id = NextIds::take(&mut self.next.label);
        let label = Label {
            id,
            name: name.to_owned(),
            color: color.to_owned(),
            description: None,
            priority: None,
            owner,
        };
        self.labels.insert(id, label);
        id
    }

    /// Makes a project label unless the project or a group above has one of that title.
    pub(super) fn ensure_label(&mut self, project_id: u64, name: &str) {
        let known =
            self.projects.get(&project_id).is_none_or(|project| self.find_label(project, name).is_some());
        if !known {
            self.label(project_id, name, DEFAULT_COLOR);
        }
    }

    /// An active project milestone.
    pub fn milestone(&mut self, project_id: u64, title: &str) -> u64 {
        self.add_milestone(Owner::Project(project_id), title)
    }

    /// An active milestone of a group and of all that is below it.
    pub fn group_milestone(&mut self, group_id: u64, title: &str) -> u64 {
        self.add_milestone(Owner::Group(group_id), title)
    }

    pub(super) fn add_milestone(&mut self, owner: Owner, title: &str) -> u64 {
        let iid = 1 + self.milestones.values().filter(|milestone| milestone.owner == owner).count() as u64;
        let id = NextIds::take(&mut self.next.milestone);
        let milestone = Milestone {
            id,
            iid,
            title: title.to_owned(),
            description: String::new(),
            state: MilestoneState::Active,
            start_date: None,
            due_date: None,
            owner,
            created_at: self.tick(),
        };
        self.milestones.insert(id, milestone);
        id
    }

    /// Makes a user a member of a project, with one of the levels of [`access`].
    pub fn member(&mut self, project_id: u64, user_id: u64, level: u8) {
        self.members.insert((Owner::Project(project_id), user_id), level);
    }

    /// Makes a user a member of a group, with one of the levels of [`access`].
    pub fn group_member(&mut self, group_id: u64, user_id: u64, level: u8) {
        self.members.insert((Owner::Group(group_id), user_id), level);
    }

    /// Ends a membership.
    pub fn leave(&mut self, owner: Owner, user_id: u64) {
        self.members.remove(&(owner, user_id));
    }

    /// Makes a path lead to a project that has left it.
    pub fn moved_project(&mut self, old_path: &str, project_id: u64) {
        self.moved.insert(old_path.to_lowercase(), project_id);
    }

    /// Shows a project in the list of a group that it does not belong to.
    pub fn share_project(&mut self, project_id: u64, group_id: u64) {
        self.shares.insert((project_id, group_id));
    }

    /// What a deletion does: the project is renamed, its path is free at once.
    pub fn schedule_deletion(&mut self, project_id: u64) {
        let today = self.tick().date();
        if let Some(project) = self.projects.get_mut(&project_id) {
            let suffix = format!("-deletion_scheduled-{project_id}");
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

fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

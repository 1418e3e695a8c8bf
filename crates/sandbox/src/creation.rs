//! Adding objects to a world, for tests, files and the API.

use super::prelude::*;

/// The colour of a label that is created because an issue names it.
const DEFAULT_COLOR: &str = "#6699cc";

impl World {
    /// The id of a user, who is created if needed.
    pub fn user(&mut self, username: &str, name: &str) -> u64 {
        if let Some(user) = self.find_username(username) {
            return user.id;
        }
        let id = self.next_id(ObjectKind::User);
        let created_at = self.tick();
        let (username, name) = (username.to_owned(), name.to_owned());
        self.users.insert(id, User { id, username, name, created_at, blocked: false, bot: false });
        id
    }

    /// Adds a token; it replaces one of the same value.
    pub fn token(&mut self, token: AccessToken) {
        match self.tokens.iter_mut().find(|known| known.value == token.value) {
            Some(known) => *known = AccessToken { id: known.id, ..token },
            None => self.tokens.push(AccessToken { id: self.tokens.len() + 1, ..token }),
        }
    }

    /// Creates the bot user of the token of a project or a group, and makes it a member there.
    pub fn bot(&mut self, owner: Owner, level: u8) -> u64 {
        let (Owner::Group(id) | Owner::Project(id)) = owner;
        let word = if matches!(owner, Owner::Group(_)) { "group" } else { "project" };
        let number = self.users.values().filter(|user| user.bot).count() + 1;
        let user = self.user(&format!("{word}_{id}_bot_{number}"), "passerelle");
        self.users.entry(user).and_modify(|user| user.bot = true);
        self.members.insert((owner, user), level);
        user
    }

    /// Creates a private group. The groups above are created if needed; the token's user owns the topmost one.
    pub fn group(&mut self, full_path: &str, name: &str) -> u64 {
        if let Some(group) = self.find_group(full_path) {
            return group.id;
        }
        let (parent_id, path) = match full_path.rsplit_once('/') {
            Some((above, path)) => (Some(self.group(above, last_segment(above))), path),
            None => (None, full_path),
        };
        let parent = parent_id.and_then(|id| self.groups.get(&id));
        let full_name = parent.map_or(name.to_owned(), |parent| format!("{} / {name}", parent.full_name));
        let id = self.next_id(ObjectKind::Group);
        let group = Group {
            id,
            name: name.to_owned(),
            path: path.to_owned(),
            full_path: full_path.to_owned(),
            full_name,
            parent_id,
            created_at: self.tick(),
            ..Group::default()
        };
        self.groups.insert(id, group);
        if parent_id.is_none() {
            self.members.insert((Owner::Group(id), self.token_user()), access::OWNER);
        }
        id
    }

    /// Creates a private project with a README. The groups above are created if needed; a path without `/` is in the group
    /// `passerelle`.
    pub fn project(&mut self, path_with_namespace: &str, name: &str) -> u64 {
        let (above, path) =
            path_with_namespace.rsplit_once('/').unwrap_or(("passerelle", path_with_namespace));
        let group_id = self.group(above, last_segment(above));
        let above_name = self.groups.get(&group_id).map_or("", |group| &group.full_name);
        let name_with_namespace = format!("{above_name} / {name}");
        let id = self.next_id(ObjectKind::Project);
        let now = self.tick();
        let project = Project {
            id,
            name: name.to_owned(),
            path: path.to_owned(),
            group_id,
            path_with_namespace: format!("{above}/{path}"),
            name_with_namespace,
            issues_enabled: true,
            default_branch: Some("main".to_owned()),
            creator_id: self.token_user(),
            created_at: now,
            last_activity_at: now,
            ..Project::default()
        };
        self.projects.insert(id, project);
        id
    }

    /// Creates an open issue; returns its iid.
    pub fn issue(&mut self, project_id: u64, title: &str) -> u64 {
        self.add_issue(project_id, None, title.into())
    }

    /// Creates a closed issue; returns its iid.
    pub fn closed_issue(&mut self, project_id: u64, title: &str) -> u64 {
        self.add_issue(project_id, None, NewIssue { state: IssueState::Closed, ..title.into() })
    }

    /// Creates an issue as a world's file describes it, with the labels, the milestone and the users that it names if they are
    /// needed; returns its iid.
    ///
    /// # Errors
    ///
    /// A field of another name or form.
    pub fn issue_with(&mut self, project_id: u64, fields: Value) -> Result<u64, serde_json::Error> {
        Ok(self.add_issue(project_id, None, serde_json::from_value(fields)?))
    }

    /// Creates an issue that this user wrote, unless it names another one; returns its iid.
    pub(super) fn add_issue(&mut self, project_id: u64, author: Option<u64>, new: NewIssue) -> u64 {
        debug_assert!(self.projects.contains_key(&project_id), "no project {project_id}");
        let milestone_id = new.milestone.map(|title| self.ensure_milestone(project_id, &title));
        let mut user = |name: Option<String>| name.map(|name| self.user(&name, &name));
        let assignee_id = user(new.assignee);
        let author_id = user(new.author).or(author).unwrap_or(self.token_user());
        let iid = self.issues_of(project_id).next_back().map_or(1, |last| last.iid + 1);
        for name in &new.labels {
            self.ensure_label(project_id, name);
        }
        let now = self.tick();
        let is_closed = new.state == IssueState::Closed;
        let issue = Issue {
            id: self.next_id(ObjectKind::Issue),
            iid,
            project_id,
            title: new.title,
            description: new.description,
            state: new.state,
            labels: new.labels.into_iter().collect(),
            milestone_id,
            assignee_id,
            author_id,
            due_date: new.due_date.map(|day| day.date(self.today)),
            confidential: new.confidential,
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

    /// Updates the time of a project's last activity.
    pub(super) fn touch(&mut self, project_id: u64) {
        let now = self.now();
        self.projects.entry(project_id).and_modify(|project| project.last_activity_at = now);
    }

    /// Adds a comment of the token's user to an issue.
    pub fn note(&mut self, project_id: u64, iid: u64, body: &str) -> Option<&Note> {
        self.add_note(self.token_user(), (project_id, iid), body)
    }

    /// Adds a comment of any user to an issue.
    pub(super) fn add_note(&mut self, author_id: u64, issue: (u64, u64), body: &str) -> Option<&Note> {
        let created_at = self.tick();
        let id = self.next_id(ObjectKind::Note);
        self.touch(issue.0);
        let issue = self.issues.get_mut(&issue)?;
        issue.updated_at = created_at;
        issue.notes.push(Note { id, body: body.to_owned(), author_id, created_at });
        issue.notes.last()
    }

    /// Creates a label of a project.
    pub fn label(&mut self, project_id: u64, name: &str, color: &str) -> u64 {
        self.add_label(Owner::Project(project_id), name.into(), color)
    }

    /// Creates a label of a group, which all projects below it have.
    pub fn group_label(&mut self, group_id: u64, name: &str, color: &str) -> u64 {
        self.add_label(Owner::Group(group_id), name.into(), color)
    }

    /// Creates a label, of this colour if it has none.
    pub(super) fn add_label(&mut self, owner: Owner, mut label: Label, color: &str) -> u64 {
        (label.id, label.owner) = (self.next_id(ObjectKind::Label), owner);
        if label.color.is_empty() {
            color.clone_into(&mut label.color);
        }
        let id = label.id;
        self.labels.insert(id, label);
        id
    }

    /// Creates a label of a project, unless the project or a group above has one of this title.
    pub(super) fn ensure_label(&mut self, project_id: u64, name: &str) {
        if self.find_label(project_id, name).is_none() {
            self.label(project_id, name, DEFAULT_COLOR);
        }
    }

    /// Creates an active milestone of a project.
    pub fn milestone(&mut self, project_id: u64, title: &str) -> u64 {
        self.add_milestone(Owner::Project(project_id), title.into())
    }

    /// Creates an active milestone of a group, which all projects below it have.
    pub fn group_milestone(&mut self, group_id: u64, title: &str) -> u64 {
        self.add_milestone(Owner::Group(group_id), title.into())
    }

    /// Creates a milestone.
    pub(super) fn add_milestone(&mut self, owner: Owner, new: NewMilestone) -> u64 {
        let iid = 1 + self.milestones.values().filter(|milestone| milestone.owner == owner).count() as u64;
        let id = self.next_id(ObjectKind::Milestone);
        let milestone = Milestone {
            id,
            iid,
            title: new.title,
            description: new.description,
            state: new.state,
            start_date: new.start_date.map(|day| day.date(self.today)),
            due_date: new.due_date.map(|day| day.date(self.today)),
            owner,
            created_at: self.tick(),
        };
        self.milestones.insert(id, milestone);
        id
    }

    fn ensure_milestone(&mut self, project_id: u64, title: &str) -> u64 {
        let known = self.milestones_for(project_id).find(|milestone| milestone.title == title);
        let known = known.map(|milestone| milestone.id);
        known.unwrap_or_else(|| self.milestone(project_id, title))
    }

    /// Notes a path from which a project was moved: it leads to the project.
    pub fn moved_project(&mut self, old_path: &str, project_id: u64) {
        self.moved.insert(old_path.to_lowercase(), project_id);
    }
}

fn last_segment(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

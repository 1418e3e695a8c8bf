//! Loads worlds: the sample of the demo, and the file of `--data`.

use std::collections::BTreeMap;

use super::{
    data::{
        Day, FullIssue, FullLabel, FullMilestone, GroupData, IssueData, LabelData, MilestoneData,
        ProjectData, TokenData, WorldData,
    },
    models::{Owner, Visibility},
    moment::Moment,
    new_issue::NewIssue,
    tokens::{AccessToken, TokenKind},
    world::{FIRST_MOMENT, World},
};

const SAMPLE: &str = include_str!("sample.json");
/// The colours of labels that come without one, in turn.
const COLORS: &[&str] =
    &["#428bca", "#5cb85c", "#d9534f", "#f0ad4e", "#8e44ad", "#34495e", "#69d100", "#ad4363"];

/// Why data are no valid world.
#[derive(Debug, thiserror::Error)]
pub enum InvalidWorld {
    /// A text of another form.
    #[error("the data are no valid world: {0}")]
    Form(#[from] serde_path_to_error::Error<serde_json::Error>),
    /// A token of a project or a group that is not among the data.
    #[error("the data are no valid world: the token \"{token}\" is of no {kind} of theirs")]
    TokenOfNothing {
        /// The token's name.
        token: String,
        /// `project` or `group`.
        kind: &'static str,
    },
}

impl World {
    /// The demo's world, an invented French city, on a day that is always the same.
    #[must_use]
    pub fn sample() -> Self {
        // A test loads the sample, so the fallback is never used.
        Self::from_json(SAMPLE).unwrap_or_else(|_| Self::empty())
    }

    /// The demo's world as of a moment: its overdue issues are overdue at that moment.
    #[must_use]
    pub fn sample_at(now: Moment) -> Self {
        Self::from_json_at(SAMPLE, now).unwrap_or_else(|_| Self::empty())
    }

    /// A world from data in the sample's form, as of a day that depends only on the data.
    ///
    /// # Errors
    ///
    /// [`InvalidWorld`] if the text is no JSON of that form.
    pub fn from_json(text: &str) -> Result<Self, InvalidWorld> {
        let data = parse(text)?;
        let today = load(&data, FIRST_MOMENT, FIRST_MOMENT)?.now();
        load(&data, FIRST_MOMENT, today)
    }

    /// A world from data in the sample's form, as of a moment: `today` is the day of that moment.
    ///
    /// # Errors
    ///
    /// [`InvalidWorld`] if the text is no JSON of that form.
    pub fn from_json_at(text: &str, now: Moment) -> Result<Self, InvalidWorld> {
        let data = parse(text)?;
        // Each loaded object takes some time of the world's clock; a first load measures how much in all.
        let grown = load(&data, FIRST_MOMENT, now)?.now().0 - FIRST_MOMENT.0;
        load(&data, Moment(now.0.saturating_sub(grown)), now)
    }

    fn load_settings(&mut self, data: &WorldData) {
        if let Some(version) = data.version {
            self.set_version(version);
        }
        self.set_scoped_labels(data.scoped_labels.unwrap_or(true));
        self.set_max_labels(data.max_labels);
        self.set_rate_limits(data.rate_limits);
        for fault in &data.faults {
            self.fault(&fault.call, fault.times, fault.kind);
        }
    }

    fn load_group(&mut self, data: &GroupData, today: Moment) {
        if let Some(id) = data.id {
            self.next.group = id;
        }
        let id = self.group(&data.path, &data.name);
        let parent = self.groups.get(&id).and_then(|group| self.groups.get(&group.parent_id?));
        let inherited = parent.map_or(Visibility::Internal, |parent| parent.visibility);
        self.edit_group(id, |group| {
            group.visibility = data.visibility.unwrap_or(inherited);
            group.description.clone_from(&data.description);
        });
        if data.foreign {
            self.end_membership(Owner::Group(id), self.token_user());
        }
        self.load_belongings(Owner::Group(id), (&data.labels, &data.milestones, &data.members), today);
        self.next.group = self.groups.keys().next_back().map_or(id, |last| last + 1);
    }

    fn load_project(&mut self, data: &ProjectData, today: Moment) {
        if let Some(id) = data.id {
            self.next.project = id;
        }
        let id = self.project(&data.path, &data.name);
        let group = data.path.rsplit_once('/').and_then(|(above, _)| self.find_group(above));
        let inherited = group.map_or(Visibility::Private, |group| group.visibility);
        self.edit_project(id, |project| {
            project.visibility = data.visibility.unwrap_or(inherited);
            project.description.clone_from(&data.description);
            project.issues_enabled = !data.issues_disabled;
        });
        self.load_belongings(Owner::Project(id), (&data.labels, &data.milestones, &data.members), today);
        for issue in &data.issues {
            self.load_issue(id, issue, today);
        }
        for path in &data.moved_from {
            self.moved_project(path, id);
        }
        for path in &data.shared_with {
            if let Some(group) = self.find_group(path).map(|group| group.id) {
                self.share_project(id, group);
            }
        }
        self.edit_project(id, |project| project.archived = data.archived);
        if data.deletion_scheduled {
            self.schedule_deletion(id);
        }
        self.next.project = self.projects.keys().next_back().map_or(id, |last| last + 1);
    }

    fn load_belongings(
        &mut self,
        owner: Owner,
        (labels, milestones, members): Belongings<'_>,
        today: Moment,
    ) {
        for (label, default) in labels.iter().zip(COLORS.iter().cycle()) {
            self.load_label(owner, label, default);
        }
        for milestone in milestones {
            self.load_milestone(owner, milestone, today);
        }
        for (username, level) in members {
            let user = self.user(username, username);
            self.members.insert((owner, user), *level);
        }
    }

    fn load_label(&mut self, owner: Owner, data: &LabelData, default_color: &str) {
        match data {
            LabelData::Name(name) => {
                self.add_label(owner, name, default_color);
            }
            LabelData::Full(FullLabel { name, color, description, priority, lock_on_merge }) => {
                let id = self.add_label(owner, name, color.as_deref().unwrap_or(default_color));
                self.edit_label(id, |label| {
                    label.description.clone_from(description);
                    label.priority = *priority;
                    label.lock_on_merge = *lock_on_merge;
                });
            }
        }
    }

    fn load_milestone(&mut self, owner: Owner, data: &MilestoneData, today: Moment) {
        match data {
            MilestoneData::Name(title) => {
                self.add_milestone(owner, title);
            }
            MilestoneData::Full(FullMilestone { title, description, state, start_date, due_date }) => {
                let id = self.add_milestone(owner, title);
                self.edit_milestone(id, |milestone| {
                    milestone.description.clone_from(description);
                    milestone.state = *state;
                    milestone.start_date = start_date.as_ref().map(|day| day.date(today));
                    milestone.due_date = due_date.as_ref().map(|day| day.date(today));
                });
            }
        }
    }

    fn load_issue(&mut self, project_id: u64, data: &IssueData, today: Moment) {
        let new = match data {
            IssueData::Name(title) => NewIssue::titled(title),
            IssueData::Full(full) => self.full_issue(project_id, full, today),
        };
        self.issue_with(project_id, new);
    }

    fn full_issue(&mut self, project_id: u64, data: &FullIssue, today: Moment) -> NewIssue {
        let milestone = data.milestone.as_deref();
        NewIssue {
            milestone_id: milestone.map(|title| self.ensure_milestone(project_id, title)),
            assignee_id: data.assignee.as_deref().map(|username| self.user(username, username)),
            author_id: data.author.as_deref().map(|username| self.user(username, username)),
            title: data.title.clone(),
            description: data.description.clone(),
            state: data.state,
            labels: data.labels.clone(),
            due_date: data.due_date.as_ref().map(|day| day.date(today)),
            confidential: data.confidential,
        }
    }

    fn load_token(&mut self, data: &TokenData, today: Moment) -> Result<(), InvalidWorld> {
        let token = AccessToken {
            value: data.value.clone(),
            name: data.value.clone(),
            kind: data.kind,
            scopes: data.scopes.clone(),
            permissions: data.permissions.clone(),
            user_id: self.user_of(data)?,
            expires_at: data.expires_at.as_ref().map(|day: &Day| day.date(today)),
            revoked: data.revoked,
        };
        self.token(token);
        Ok(())
    }

    /// The user whom a token stands for, who is created if needed.
    fn user_of(&mut self, data: &TokenData) -> Result<u64, InvalidWorld> {
        let path = data.of.as_deref().unwrap_or_default();
        let (kind, owner) = match data.kind {
            TokenKind::Project => ("project", self.find_project(path).map(|found| Owner::Project(found.id))),
            TokenKind::Group => ("group", self.find_group(path).map(|found| Owner::Group(found.id))),
            _ => {
                return Ok(match data.user.as_deref() {
                    Some(username) => self.user(username, username),
                    None => self.token_user(),
                });
            }
        };
        let owner = owner.ok_or_else(|| InvalidWorld::TokenOfNothing { token: data.value.clone(), kind })?;
        Ok(self.bot(owner, data.access_level))
    }

    fn ensure_milestone(&mut self, project_id: u64, title: &str) -> u64 {
        let known = self.projects.get(&project_id).and_then(|project| {
            self.milestones_for(project)
                .find(|milestone| milestone.title == title)
                .map(|milestone| milestone.id)
        });
        known.unwrap_or_else(|| self.milestone(project_id, title))
    }
}

/// The data that groups and projects share: labels, milestones, members.
type Belongings<'data> = (&'data [LabelData], &'data [MilestoneData], &'data BTreeMap<String, u8>);

fn parse(text: &str) -> Result<WorldData, InvalidWorld> {
    Ok(serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text))?)
}

/// Loads the data. The world's clock starts at `start`; `today` is the day from which relative dates count.
fn load(data: &WorldData, start: Moment, today: Moment) -> Result<World, InvalidWorld> {
    let mut world = World::empty_at(start);
    world.load_settings(data);
    world.set_loading(true);
    for (username, name) in &data.users {
        world.user(username, name);
    }
    for group in &data.groups {
        world.load_group(group, today);
    }
    for project in &data.projects {
        world.load_project(project, today);
    }
    let doomed = data.groups.iter().filter(|group| group.deletion_scheduled);
    for id in doomed.filter_map(|group| Some(world.find_group(&group.path)?.id)).collect::<Vec<_>>() {
        world.schedule_group_deletion(id);
    }
    for token in &data.tokens {
        world.load_token(token, today)?;
    }
    world.set_loading(false);
    Ok(world)
}

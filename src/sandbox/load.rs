//! Worlds from JSON: the sample of the demo, and what `--data` names.
//!
//! A file lists users, groups and projects; projects hold labels, milestones, members and issues. Whatever is regular
//! may be left out, and a label, a milestone or a user that is only mentioned comes to exist.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    models::{IssueState, MilestoneState, Owner, Visibility},
    new_issue::NewIssue,
    world::World,
};

const SAMPLE: &str = include_str!("sample.json");
/// The colours of labels that come without one, in turn.
const COLORS: &[&str] =
    &["#428bca", "#5cb85c", "#d9534f", "#f0ad4e", "#8e44ad", "#34495e", "#69d100", "#ad4363"];

/// Data that is no world.
#[derive(Debug, thiserror::Error)]
#[error("the data are no valid world: {0}")]
pub struct InvalidWorld(#[from] serde_path_to_error::Error<serde_json::Error>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    #[serde(default)]
    users: BTreeMap<String, String>,
    #[serde(default)]
    groups: Vec<GroupData>,
    #[serde(default)]
    projects: Vec<ProjectData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupData {
    id: Option<u64>,
    path: String,
    name: String,
    #[serde(default)]
    description: String,
    /// The parent's when absent.
    visibility: Option<Visibility>,
    #[serde(default)]
    labels: Vec<LabelData>,
    #[serde(default)]
    milestones: Vec<MilestoneData>,
    #[serde(default)]
    members: BTreeMap<String, u8>,
    /// Whether the token's user stands outside.
    #[serde(default)]
    foreign: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProjectData {
    id: Option<u64>,
    path: String,
    name: String,
    description: Option<String>,
    /// The group's when absent.
    visibility: Option<Visibility>,
    #[serde(default)]
    archived: bool,
    #[serde(default)]
    deletion_scheduled: bool,
    #[serde(default)]
    moved_from: Vec<String>,
    #[serde(default)]
    shared_with: Vec<String>,
    #[serde(default)]
    labels: Vec<LabelData>,
    #[serde(default)]
    milestones: Vec<MilestoneData>,
    #[serde(default)]
    members: BTreeMap<String, u8>,
    #[serde(default)]
    issues: Vec<IssueData>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LabelData {
    Name(String),
    Full { name: String, color: String, description: Option<String>, priority: Option<u64> },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MilestoneData {
    Title(String),
    Full {
        title: String,
        #[serde(default)]
        description: String,
        #[serde(default)]
        state: MilestoneState,
        start_date: Option<String>,
        due_date: Option<String>,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum IssueData {
    Title(String),
    Full {
        title: String,
        description: Option<String>,
        #[serde(default)]
        state: IssueState,
        #[serde(default)]
        labels: Vec<String>,
        milestone: Option<String>,
        assignee: Option<String>,
        due_date: Option<String>,
        #[serde(default)]
        confidential: bool,
    },
}

impl World {
    /// The demo's world: an invented French city.
    #[must_use]
    pub fn sample() -> Self {
        // A test loads it, so that this never falls back.
        Self::from_json(SAMPLE).unwrap_or_else(|_| Self::empty())
    }

    /// A world from data of the sample's form.
    ///
    /// # Errors
    ///
    /// When the text is no JSON of that form.
    pub fn from_json(text: &str) -> Result<Self, InvalidWorld> {
        let data: Data = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text))?;
        let mut world = Self::empty();
        world.set_loading(true);
        for (username, name) in &data.users {
            world.user(username, name);
        }
        for group in data.groups {
            world.load_group(group);
        }
        for project in data.projects {
            world.load_project(project);
        }
        world.set_loading(false);
        Ok(world)
    }

    fn load_group(&mut self, data: GroupData) {
        if let Some(id) = data.id {
            self.next.group = id;
        }
        let id = self.group(&data.path, &data.name);
        let parent = self.groups.get(&id).and_then(|group| self.groups.get(&group.parent_id?));
        let inherited = parent.map_or(Visibility::Internal, |parent| parent.visibility);
        self.edit_group(id, |group| {
            group.visibility = data.visibility.unwrap_or(inherited);
            group.description = data.description;
        });
        if data.foreign {
            self.leave(Owner::Group(id), self.token_user());
        }
        self.load_belongings(Owner::Group(id), data.labels, data.milestones, data.members);
        self.next.group = self.groups.keys().next_back().map_or(id, |last| last + 1);
    }

    fn load_project(&mut self, data: ProjectData) {
        if let Some(id) = data.id {
            self.next.project = id;
        }
        let id = self.project(&data.path, &data.name);
        let group = data.path.rsplit_once('/').and_then(|(above, _)| self.find_group(above));
        let inherited = group.map_or(Visibility::Private, |group| group.visibility);
        self.edit_project(id, |project| {
            project.visibility = data.visibility.unwrap_or(inherited);
            project.description = data.description;
        });
        self.load_belongings(Owner::Project(id), data.labels, data.milestones, data.members);
        for issue in data.issues {
            self.load_issue(id, issue);
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
        labels: Vec<LabelData>,
        milestones: Vec<MilestoneData>,
        members: BTreeMap<String, u8>,
    ) {
        for (label, default) in labels.into_iter().zip(COLORS.iter().cycle()) {
            let (name, color, about, rank) = match label {
                LabelData::Name(name) => (name, (*default).to_owned(), None, None),
                LabelData::Full { name, color, description, priority } => {
                    (name, color, description, priority)
                }
            };
            let id = self.add_label(owner, &name, &color);
            self.edit_label(id, |label| {
                label.description = about;
                label.priority = rank;
            });
        }
        for milestone in milestones {
            self.load_milestone(owner, milestone);
        }
        for (username, level) in members {
            let user = self.user(&username, &username);
            self.members.insert((owner, user), level);
        }
    }

    fn load_milestone(&mut self, owner: Owner, data: MilestoneData) {
        match data {
            MilestoneData::Title(title) => {
                self.add_milestone(owner, &title);
            }
            MilestoneData::Full { title, description, state, start_date, due_date } => {
                let id = self.add_milestone(owner, &title);
                self.edit_milestone(id, |milestone| {
                    milestone.description = description;
                    milestone.state = state;
                    milestone.start_date = start_date;
                    milestone.due_date = due_date;
                });
            }
        }
    }

    fn load_issue(&mut self, project_id: u64, data: IssueData) {
        let new = match data {
            IssueData::Title(title) => NewIssue::titled(&title),
            IssueData::Full {
                title,
                description,
                state,
                labels,
                milestone,
                assignee,
                due_date,
                confidential,
            } => NewIssue {
                milestone_id: milestone.map(|title| self.ensure_milestone(project_id, &title)),
                assignee_id: assignee.map(|username| self.user(&username, &username)),
                author_id: None,
                title,
                description,
                state,
                labels,
                due_date,
                confidential,
            },
        };
        self.issue_with(project_id, new);
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

//! Loads worlds: the sample of the demo, and the file of `--data`.

use std::collections::BTreeMap;

use super::{GroupData, NameOr, ProjectEntry, TokenData, WorldData};
use crate::{
    prelude::*,
    world::{FIRST_MOMENT, HostRules, STEP},
};

const SAMPLE: &str = include_str!("../sample.json");
/// The colours of labels that come without one, in turn.
const COLORS: &[&str] =
    &["#428bca", "#5cb85c", "#d9534f", "#f0ad4e", "#8e44ad", "#34495e", "#69d100", "#ad4363"];

/// How far each loaded object moves the world's clock, in seconds, so that they have dates over some weeks.
const LOADING_STEP: u64 = 3600;

/// Why data are no valid world.
#[derive(Debug, thiserror::Error)]
#[error("the data are no valid world: {0}")]
pub struct InvalidWorld(String);

impl World {
    /// The demo's world, an invented French city, on a day that is always the same.
    pub fn sample() -> Self {
        // A test loads the sample, so the fallback is never used.
        Self::from_json(SAMPLE).unwrap_or_else(|_| Self::empty())
    }

    /// The demo's world as of a moment: its overdue issues are overdue at that moment.
    pub fn sample_at(now: Moment) -> Self {
        Self::from_json_at(SAMPLE, now).unwrap_or_else(|_| Self::empty())
    }

    /// A world from data in the sample's form, as of a day that depends only on the data.
    ///
    /// # Errors
    ///
    /// [`InvalidWorld`] if the text is no JSON of that form.
    pub fn from_json(text: &str) -> Result<Self, InvalidWorld> {
        let (data, took) = parse(text)?;
        load(data, FIRST_MOMENT, Moment(FIRST_MOMENT.0 + took))
    }

    /// A world from data in the sample's form, as of a moment: `today` is the day of that moment.
    ///
    /// # Errors
    ///
    /// [`InvalidWorld`] if the text is no JSON of that form.
    pub fn from_json_at(text: &str, now: Moment) -> Result<Self, InvalidWorld> {
        let (data, took) = parse(text)?;
        load(data, Moment(now.0.saturating_sub(took)), now)
    }

    /// Loads a group. Its id, if its deletion is to be scheduled once all is loaded.
    fn load_group(&mut self, data: GroupData) -> Option<u64> {
        self.next_ids.extend(data.id.map(|id| (ObjectKind::Group, id)));
        let id = self.group(&data.path, &data.name);
        let parent = self.groups.get(&id).and_then(|group| self.groups.get(&group.parent_id?));
        let inherited = parent.map_or(Visibility::Internal, |parent| parent.visibility);
        self.groups.entry(id).and_modify(|group| {
            group.visibility = data.visibility.unwrap_or(inherited);
            group.description = data.description;
        });
        if data.foreign {
            self.members.remove(&(Owner::Group(id), self.token_user()));
        }
        self.load_belongings(Owner::Group(id), data.labels, data.milestones, &data.members);
        self.next_ids.extend(self.groups.keys().next_back().map(|last| (ObjectKind::Group, last + 1)));
        data.deletion_scheduled.then_some(id)
    }

    fn load_project(&mut self, data: ProjectEntry) {
        self.next_ids.extend(data.id.map(|id| (ObjectKind::Project, id)));
        let id = self.project(&data.path, &data.name);
        let group = data.path.rsplit_once('/').and_then(|(above, _)| self.find_group(above));
        let inherited = group.map_or(Visibility::Private, |group| group.visibility);
        self.projects.entry(id).and_modify(|project| {
            project.visibility = data.visibility.unwrap_or(inherited);
            project.description = data.description;
            project.issues_enabled = !data.issues_disabled;
            project.archived = data.archived;
        });
        self.load_belongings(Owner::Project(id), data.labels, data.milestones, &data.members);
        for NameOr(issue) in data.issues {
            self.add_issue(id, None, issue);
        }
        for path in &data.moved_from {
            self.moved_project(path, id);
        }
        let shared_with = data.shared_with.iter().filter_map(|path| Some((id, self.find_group(path)?.id)));
        self.shares.extend(shared_with.collect::<Vec<_>>());
        if data.deletion_scheduled {
            self.schedule_deletion(Owner::Project(id));
        }
        self.next_ids.extend(self.projects.keys().next_back().map(|last| (ObjectKind::Project, last + 1)));
    }

    fn load_belongings(
        &mut self,
        owner: Owner,
        labels: Vec<NameOr<Label>>,
        milestones: Vec<NameOr<NewMilestone>>,
        members: &BTreeMap<String, u8>,
    ) {
        for (NameOr(label), color) in labels.into_iter().zip(COLORS.iter().cycle()) {
            self.add_label(owner, label, color);
        }
        for NameOr(milestone) in milestones {
            self.add_milestone(owner, milestone);
        }
        for (username, level) in members {
            let user = self.user(username, username);
            self.members.insert((owner, user), *level);
        }
    }

    fn load_token(&mut self, data: TokenData) -> Result<(), InvalidWorld> {
        let user_id = self.user_of(&data)?;
        self.token(AccessToken {
            name: data.value.clone(),
            value: data.value,
            kind: data.kind,
            scopes: data.scopes.unwrap_or_else(|| vec!["api".to_owned()]),
            permissions: data.permissions,
            user_id,
            expires_at: data.expires_at.map(|day| day.date(self.today)),
            revoked: data.revoked,
            ..AccessToken::default()
        });
        Ok(())
    }

    /// The user whom a token stands for, who is created if needed.
    fn user_of(&mut self, data: &TokenData) -> Result<u64, InvalidWorld> {
        let path = data.of.as_deref().unwrap_or_default();
        let (kind, owner) = match data.kind {
            AccessTokenKind::Project => {
                ("project", self.find_project(path).map(|found| Owner::Project(found.id)))
            }
            AccessTokenKind::Group => ("group", self.find_group(path).map(|found| Owner::Group(found.id))),
            _ => {
                let user = data.user.as_deref().map(|username| self.user(username, username));
                return Ok(user.unwrap_or_else(|| self.token_user()));
            }
        };
        let name = &data.value;
        let owner =
            owner.ok_or_else(|| InvalidWorld(format!("the token {name:?} is of no {kind} of theirs")))?;
        Ok(self.bot(owner, data.access_level.unwrap_or(access::MAINTAINER)))
    }
}

/// The data, and how many seconds of the world's clock it takes to load them: each loaded object takes some, so a first load
/// measures it.
fn parse(text: &str) -> Result<(WorldData, u64), InvalidWorld> {
    let data: WorldData = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text))
        .map_err(|error| InvalidWorld(error.to_string()))?;
    let loaded = load(data.clone(), FIRST_MOMENT, FIRST_MOMENT)?;
    Ok((data, loaded.now().0 - FIRST_MOMENT.0))
}

/// Loads the data. The world's clock starts at `start`; `today` is the day from which relative dates count.
fn load(data: WorldData, start: Moment, today: Moment) -> Result<World, InvalidWorld> {
    let mut world = World::empty_at(start, today);
    let usual = HostRules::default();
    world.rules = HostRules {
        version: data.version.unwrap_or(usual.version),
        scoped_labels: data.scoped_labels.unwrap_or(usual.scoped_labels),
        max_labels: data.max_labels,
        rate_limits: data.rate_limits,
    };
    world.step = LOADING_STEP;
    for (username, name) in &data.users {
        world.user(username, name);
    }
    let doomed: Vec<_> = data.groups.into_iter().filter_map(|group| world.load_group(group)).collect();
    data.projects.into_iter().for_each(|project| world.load_project(project));
    // The more issues a project has, the later its last activity is.
    let mut busy: Vec<_> = world.projects.keys().map(|id| (world.issues_of(*id).count(), *id)).collect();
    busy.sort_unstable();
    for (_, id) in busy {
        world.tick();
        world.touch(id);
    }
    for id in doomed {
        world.schedule_deletion(Owner::Group(id));
    }
    for token in data.tokens {
        world.load_token(token)?;
    }
    world.step = STEP;
    Ok(world)
}

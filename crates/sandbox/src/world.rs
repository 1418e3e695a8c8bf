//! The data of the host, their look-up, and the settings of the host.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use semver::Version;

use super::{
    models::{Group, Issue, Label, Milestone, Owner, Project, User},
    moment::Moment,
    tokens::AccessToken,
};

/// The default token of a world.
pub const TOKEN: &str = "sandbox-token";

/// Monday 1 September 2025, 08:00 UTC: the default first moment of a world. No clock is read, so that tests can compare answers
/// with snapshots.
pub(super) const FIRST_MOMENT: Moment = Moment(1_756_713_600);
/// How far each write moves the clock, in seconds, once the world is loaded.
pub(super) const STEP: u64 = 60;

/// A kind of object, with its first id. Each kind has its own range, so that an id that is used for a wrong kind finds nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ObjectKind {
    User = 1,
    Group = 11,
    Project = 101,
    Milestone = 20_001,
    Label = 30_001,
    Issue = 50_001,
    Note = 90_001,
}

/// The settings of the host.
#[derive(Debug, Clone)]
pub struct HostRules {
    /// The version, which changes what the host does.
    pub version: Version,
    /// Whether an issue has at most one label of each scope `scope::`, as on paid tiers.
    pub scoped_labels: bool,
    /// How many labels an issue may have; any number if `None`.
    pub max_labels: Option<usize>,
    /// Whether the host limits how often a user calls, as GitLab does by default.
    pub rate_limits: bool,
}

impl HostRules {
    /// Whether the host's version is this one or a later one.
    pub(super) fn is_from(&self, major: u64, minor: u64) -> bool {
        self.version >= Version::new(major, minor, 0)
    }
}

impl Default for HostRules {
    fn default() -> Self {
        Self { version: Version::new(18, 5, 1), scoped_labels: true, max_labels: None, rate_limits: false }
    }
}

/// Everything that the sandbox host stores.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// How the host is set up.
    pub rules: HostRules,
    /// The first token is the one that tests and the demo send.
    pub tokens: Vec<AccessToken>,
    /// By id, as groups, projects, labels and milestones are.
    pub users: BTreeMap<u64, User>,
    /// See [`World::group`].
    pub groups: BTreeMap<u64, Group>,
    /// See [`World::project`].
    pub projects: BTreeMap<u64, Project>,
    /// By project and number; see [`World::issue`].
    pub issues: BTreeMap<(u64, u64), Issue>,
    /// See [`World::label`].
    pub labels: BTreeMap<u64, Label>,
    /// See [`World::milestone`].
    pub milestones: BTreeMap<u64, Milestone>,
    /// The levels of [`super::access`], by group or project and user.
    pub members: BTreeMap<(Owner, u64), u8>,
    /// Pairs of a project and a group whose list shows it too.
    pub shares: BTreeSet<(u64, u64)>,
    /// Projects by a path from which they were moved, in lower case.
    pub(super) moved: BTreeMap<String, u64>,
    pub(super) next_ids: BTreeMap<ObjectKind, u64>,
    /// The day from which relative dates count.
    pub(super) today: Moment,
    now: u64,
    /// How far each write moves the clock, in seconds.
    pub(super) step: u64,
}

impl World {
    /// A world with only the token and its user.
    pub fn empty() -> Self {
        Self::empty_at(FIRST_MOMENT, FIRST_MOMENT)
    }

    /// The same with another first moment, and another day from which relative dates count.
    pub(super) fn empty_at(now: Moment, today: Moment) -> Self {
        let mut world = Self { today, now: now.0, step: STEP, ..Self::default() };
        let user = world.user("passerelle", "Passerelle");
        world.token(AccessToken::personal(TOKEN, user));
        world
    }

    /// The present moment.
    pub fn now(&self) -> Moment {
        Moment(self.now)
    }

    /// Moves the clock by one write, and returns the new moment.
    pub(super) fn tick(&mut self) -> Moment {
        self.now += self.step;
        Moment(self.now)
    }

    /// Takes the next id of a kind.
    pub(super) fn next_id(&mut self, kind: ObjectKind) -> u64 {
        let next = self.next_ids.entry(kind).or_insert(kind as u64);
        *next += 1;
        *next - 1
    }

    /// The user of the first token.
    pub fn token_user(&self) -> u64 {
        self.tokens.first().map_or(0, |token| token.user_id)
    }

    /// A user by username.
    pub fn find_username(&self, username: &str) -> Option<&User> {
        self.users.values().find(|user| user.username.eq_ignore_ascii_case(username))
    }

    /// A group by id, or by full path in any case.
    pub fn find_group(&self, reference: &str) -> Option<&Group> {
        let is_meant = |group: &&Group| group.full_path.eq_ignore_ascii_case(reference);
        numeric(reference).map_or_else(|| self.groups.values().find(is_meant), |id| self.groups.get(&id))
    }

    /// A project by id, or by full path in any case.
    pub fn find_project(&self, reference: &str) -> Option<&Project> {
        let is_meant = |project: &&Project| project.path_with_namespace.eq_ignore_ascii_case(reference);
        numeric(reference).map_or_else(|| self.projects.values().find(is_meant), |id| self.projects.get(&id))
    }

    /// The full paths of all groups and projects, in the order in which they were made.
    pub fn paths(&self) -> Vec<String> {
        let groups = self.groups.values().map(|group| &group.full_path);
        groups.chain(self.projects.values().map(|project| &project.path_with_namespace)).cloned().collect()
    }

    /// The issues of a project, oldest first.
    #[must_use = "it only looks"]
    pub fn issues_of(&self, project_id: u64) -> impl DoubleEndedIterator<Item = &Issue> {
        self.issues.range((project_id, 0)..=(project_id, u64::MAX)).map(|(_, issue)| issue)
    }

    /// The address of an owner's page, below the host's.
    pub(super) fn page_of(&self, owner: Owner) -> String {
        let start = if matches!(owner, Owner::Group(_)) { "groups/" } else { "" };
        format!("{start}{}", self.names_of(owner).unwrap_or_default().0)
    }

    /// A project or a group, and the groups above it, upwards.
    pub(super) fn lineage(&self, owner: Owner) -> Vec<Owner> {
        let above = |owner: &Owner| match owner {
            Owner::Group(id) => self.groups.get(id)?.parent_id.map(Owner::Group),
            Owner::Project(id) => Some(Owner::Group(self.projects.get(id)?.group_id)),
        };
        iter::successors(Some(owner), above).collect()
    }

    /// The labels that a project may use, its own and those of the groups above.
    pub(super) fn labels_for(&self, project_id: u64) -> impl Iterator<Item = &Label> {
        let owners = self.lineage(Owner::Project(project_id));
        self.labels.values().filter(move |label| owners.contains(&label.owner))
    }

    /// The label of exactly this title that a project may use.
    pub(super) fn find_label(&self, project_id: u64, name: &str) -> Option<&Label> {
        self.labels_for(project_id).find(|label| label.name == name)
    }

    /// The milestones that a project's issues may have, its own and those of the groups above.
    pub(super) fn milestones_for(&self, project_id: u64) -> impl Iterator<Item = &Milestone> {
        let owners = self.lineage(Owner::Project(project_id));
        self.milestones.values().filter(move |milestone| owners.contains(&milestone.owner))
    }
}

/// Whether a path is below another one, by whole segments.
pub(super) fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
}

/// The id in a reference of digits alone, which is never a path; 0, which no object has, if the number is too large.
fn numeric(reference: &str) -> Option<u64> {
    let is_number = !reference.is_empty() && reference.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| reference.parse().unwrap_or_default())
}

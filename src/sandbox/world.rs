//! The store: what exists, how it is looked up, and who may see it.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use super::models::{
    AccessToken, Group, Issue, IssueState, Label, Milestone, Moment, Namespace, Owner, Project, User,
    Visibility,
};

/// Monday 1 September 2025, 08:00 UTC: the world's first moment. No clock is read, so that answers can be snapshot.
const FIRST_MOMENT: u64 = 1_756_713_600;
/// How far the clock goes with each write, in seconds.
const STEP: u64 = 60;
/// How far it goes with each write of the loader, so that what is loaded has grown over weeks.
const LOADING_STEP: u64 = 3600;

/// Access levels, as the API numbers them.
pub mod access {
    /// Sees, and writes issues.
    pub const GUEST: u8 = 10;
    /// Also labels, assigns and closes.
    pub const REPORTER: u8 = 20;
    /// Also creates projects in a group.
    pub const DEVELOPER: u8 = 30;
    /// Also administers.
    pub const MAINTAINER: u8 = 40;
    /// Also deletes.
    pub const OWNER: u8 = 50;
}

/// Each kind counts from its own base, so that an id taken for one of another kind finds nothing.
#[derive(Debug, Clone)]
pub(super) struct NextIds {
    pub(super) user: u64,
    pub(super) group: u64,
    pub(super) project: u64,
    pub(super) milestone: u64,
    pub(super) label: u64,
    pub(super) issue: u64,
    pub(super) note: u64,
}

impl NextIds {
    const fn first() -> Self {
        Self {
            user: 1,
            group: 11,
            project: 101,
            milestone: 20_001,
            label: 30_001,
            issue: 50_001,
            note: 90_001,
        }
    }

    /// Gives the next id of a kind and moves on.
    pub(super) fn take(next: &mut u64) -> u64 {
        let id = *next;
        *next += 1;
        id
    }
}

/// Everything that the sandbox host stores.
#[derive(Debug, Clone)]
pub struct World {
    pub(super) token: AccessToken,
    pub(super) simple_visibility: bool,
    pub(super) next: NextIds,
    pub(super) users: BTreeMap<u64, User>,
    pub(super) groups: BTreeMap<u64, Group>,
    pub(super) projects: BTreeMap<u64, Project>,
    pub(super) issues: BTreeMap<(u64, u64), Issue>,
    pub(super) labels: BTreeMap<u64, Label>,
    pub(super) milestones: BTreeMap<u64, Milestone>,
    pub(super) members: BTreeMap<(Owner, u64), u8>,
    pub(super) moved: BTreeMap<String, u64>,
    /// Project, group that it is shared into.
    pub(super) shares: BTreeSet<(u64, u64)>,
    now: u64,
    step: u64,
}

impl World {
    /// Nothing but the token and its user.
    #[must_use]
    pub fn empty() -> Self {
        let mut world = Self {
            token: AccessToken {
                value: super::TOKEN.to_owned(),
                name: "passerelle".to_owned(),
                scopes: vec!["api".to_owned()],
                user_id: 0,
                expires_at: None,
                revoked: false,
            },
            simple_visibility: true,
            next: NextIds::first(),
            users: BTreeMap::new(),
            groups: BTreeMap::new(),
            projects: BTreeMap::new(),
            issues: BTreeMap::new(),
            labels: BTreeMap::new(),
            milestones: BTreeMap::new(),
            members: BTreeMap::new(),
            moved: BTreeMap::new(),
            shares: BTreeSet::new(),
            now: FIRST_MOMENT,
            step: STEP,
        };
        world.token.user_id = world.user("passerelle", "Passerelle");
        world
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Moment {
        Moment(self.now)
    }

    /// The moment of one more write.
    pub(super) fn tick(&mut self) -> Moment {
        self.now += self.step;
        Moment(self.now)
    }

    /// Lets writes take as long as they do while loading, or as usual.
    pub(super) fn set_loading(&mut self, is_loading: bool) {
        self.step = if is_loading { LOADING_STEP } else { STEP };
    }

    /// The token's user.
    #[must_use]
    pub fn token_user(&self) -> u64 {
        self.token.user_id
    }

    /// A user by id.
    #[must_use]
    pub fn find_user(&self, id: u64) -> Option<&User> {
        self.users.get(&id)
    }

    /// A user by username.
    #[must_use]
    pub fn find_username(&self, username: &str) -> Option<&User> {
        self.users.values().find(|user| user.username.eq_ignore_ascii_case(username))
    }

    /// A group by id, or by full path in any case.
    #[must_use]
    pub fn find_group(&self, reference: &str) -> Option<&Group> {
        match numeric(reference) {
            Some(id) => self.groups.get(&id),
            None => self.groups.values().find(|group| group.full_path.eq_ignore_ascii_case(reference)),
        }
    }

    /// A project by id, or by full path in any case.
    #[must_use]
    pub fn find_project(&self, reference: &str) -> Option<&Project> {
        match numeric(reference) {
            Some(id) => self.projects.get(&id),
            None => self
                .projects
                .values()
                .find(|project| project.path_with_namespace.eq_ignore_ascii_case(reference)),
        }
    }

    /// The project that has left this path.
    pub(super) fn find_moved(&self, path: &str) -> Option<&Project> {
        self.projects.get(self.moved.get(&path.to_lowercase())?)
    }

    /// An issue by project and number.
    #[must_use]
    pub fn find_issue(&self, project_id: u64, iid: u64) -> Option<&Issue> {
        self.issues.get(&(project_id, iid))
    }

    /// The issues of a project, first first.
    #[must_use = "it only looks"]
    pub fn issues_of(&self, project_id: u64) -> impl DoubleEndedIterator<Item = &Issue> {
        self.issues.range((project_id, 0)..=(project_id, u64::MAX)).map(|(_, issue)| issue)
    }

    /// How many of a project's issues are open.
    pub(super) fn open_issues_count(&self, project_id: u64) -> usize {
        self.issues_of(project_id).filter(|issue| issue.state == IssueState::Opened).count()
    }

    /// A group and the groups above it, upwards.
    pub(super) fn lineage(&self, group_id: Option<u64>) -> impl Iterator<Item = &Group> {
        let parent = |id: Option<u64>| id.and_then(|id| self.groups.get(&id));
        iter::successors(parent(group_id), move |group| parent(group.parent_id))
    }

    /// A project and the groups above it, upwards.
    pub(super) fn owners(&self, project: &Project) -> impl Iterator<Item = Owner> {
        let group = match project.namespace {
            Namespace::Group(id) => Some(id),
            Namespace::User(_) => None,
        };
        iter::once(Owner::Project(project.id)).chain(self.lineage(group).map(|group| Owner::Group(group.id)))
    }

    /// The labels that a project may use, its own and those of the groups above.
    pub(super) fn labels_for(&self, project: &Project) -> impl Iterator<Item = &Label> {
        let owners: Vec<_> = self.owners(project).collect();
        self.labels.values().filter(move |label| owners.contains(&label.owner))
    }

    /// The label of exactly this title that a project may use.
    pub(super) fn find_label(&self, project: &Project, name: &str) -> Option<&Label> {
        self.labels_for(project).find(|label| label.name == name)
    }

    /// The milestones that a project's issues may have, its own and those of the groups above.
    pub(super) fn milestones_for(&self, project: &Project) -> impl Iterator<Item = &Milestone> {
        let owners: Vec<_> = self.owners(project).collect();
        self.milestones.values().filter(move |milestone| owners.contains(&milestone.owner))
    }

    fn level(&self, owner: Owner, user: u64) -> u8 {
        self.members.get(&(owner, user)).copied().unwrap_or_default()
    }

    /// What a user may do in a project: its best level there or in a group above; 0 for a stranger.
    #[must_use]
    pub fn project_access(&self, user: u64, project: &Project) -> u8 {
        if project.namespace == Namespace::User(user) {
            return access::OWNER;
        }
        self.owners(project).map(|owner| self.level(owner, user)).max().unwrap_or_default()
    }

    /// What a user may do in a group: its best level there or in a group above; 0 for a stranger.
    #[must_use]
    pub fn group_access(&self, user: u64, group: &Group) -> u8 {
        self.lineage(Some(group.id))
            .map(|group| self.level(Owner::Group(group.id), user))
            .max()
            .unwrap_or_default()
    }

    /// Whether the caller, or somebody without an account, sees a project.
    pub(super) fn shows_project(&self, caller: Option<u64>, project: &Project) -> bool {
        shows(caller, project.visibility, |user| self.project_access(user, project) > 0)
    }

    /// Whether the caller, or somebody without an account, sees a group. Members of what is below see it too.
    pub(super) fn shows_group(&self, caller: Option<u64>, group: &Group) -> bool {
        shows(caller, group.visibility, |user| {
            self.group_access(user, group) > 0 || self.is_member_below(user, group)
        })
    }

    fn is_member_below(&self, user: u64, group: &Group) -> bool {
        self.members.keys().filter(|(_, member)| *member == user).any(|(owner, _)| {
            let path = match owner {
                Owner::Group(id) => self.groups.get(id).map(|group| group.full_path.as_str()),
                Owner::Project(id) => {
                    self.projects.get(id).map(|project| project.path_with_namespace.as_str())
                }
            };
            path.is_some_and(|path| is_below(path, &group.full_path))
        })
    }
}

/// Whether a path stands below another one, by whole segments.
pub(super) fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'))
}

/// A reference of digits alone is an id, never a path; 0, which nothing has, if it can be none.
fn numeric(reference: &str) -> Option<u64> {
    let digits = reference.strip_prefix('-').unwrap_or(reference);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| reference.parse().unwrap_or_default())
}

fn shows(caller: Option<u64>, visibility: Visibility, is_member: impl FnOnce(u64) -> bool) -> bool {
    match (visibility, caller) {
        (Visibility::Public, _) | (Visibility::Internal, Some(_)) => true,
        (Visibility::Private, Some(user)) => is_member(user),
        (_, None) => false,
    }
}

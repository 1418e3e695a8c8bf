//! What the host stores, and what is put into a world.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moment::{Moment, is_date};

/// Who may see a group or a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Its members.
    #[default]
    Private,
    /// Everybody who has an account.
    Internal,
    /// Everybody.
    Public,
}

impl Default for Owner {
    fn default() -> Self {
        Self::Project(0)
    }
}

/// The owner of members, labels and milestones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A group, with everything below it.
    Group(u64),
    /// One project.
    Project(u64),
}

/// A user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct User {
    /// Global id.
    pub id: u64,
    /// The name behind `@`.
    pub username: String,
    /// The name for display.
    pub name: String,
    /// When the account was created.
    #[serde(skip)]
    pub created_at: Moment,
    /// Whether an administrator has blocked the user.
    #[serde(skip)]
    pub blocked: bool,
    /// Whether it is the bot user of a project's or a group's token.
    #[serde(skip)]
    pub bot: bool,
}

/// A group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Global id.
    pub id: u64,
    /// The name for display.
    pub name: String,
    /// The last segment of the full path.
    pub path: String,
    /// The path from the top.
    pub full_path: String,
    /// The names from the top, joined with ` / `.
    pub full_name: String,
    /// The group above; `None` at the top.
    pub parent_id: Option<u64>,
    /// Free text.
    pub description: String,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it was made.
    pub created_at: Moment,
    /// The day on which its deletion was asked for.
    pub marked_for_deletion_on: Option<String>,
}

/// A project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Project {
    /// Global id.
    pub id: u64,
    /// The name for display.
    pub name: String,
    /// The last segment of the path.
    pub path: String,
    /// The group in which it lives.
    #[serde(skip)]
    pub group_id: u64,
    /// The path from the top.
    pub path_with_namespace: String,
    /// The names from the top, joined with ` / `.
    pub name_with_namespace: String,
    /// Free text.
    pub description: Option<String>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Read-only.
    pub archived: bool,
    /// Whether it takes issues.
    pub issues_enabled: bool,
    /// `None` while the repository is empty.
    pub default_branch: Option<String>,
    /// The user who created it.
    pub creator_id: u64,
    /// When it was made.
    pub created_at: Moment,
    /// When it was last written to.
    pub last_activity_at: Moment,
    /// The day on which its deletion was asked for.
    pub marked_for_deletion_on: Option<String>,
}

/// Whether an issue is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum IssueState {
    /// Open.
    #[default]
    Opened,
    /// Closed.
    Closed,
}

/// An issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// Global id.
    pub id: u64,
    /// The number within the project.
    pub iid: u64,
    /// The project.
    pub project_id: u64,
    /// At most 255 characters.
    pub title: String,
    /// Markdown.
    pub description: Option<String>,
    /// Whether it is open.
    pub state: IssueState,
    /// Titles of its labels.
    pub labels: BTreeSet<String>,
    /// Global id of its milestone.
    #[serde(skip)]
    pub milestone_id: Option<u64>,
    /// The assignee; the free tier keeps one.
    #[serde(skip)]
    pub assignee_id: Option<u64>,
    /// Who wrote it.
    #[serde(skip)]
    pub author_id: u64,
    /// `YYYY-MM-DD`.
    pub due_date: Option<String>,
    /// Shown to members only.
    pub confidential: bool,
    /// When it was made.
    pub created_at: Moment,
    /// When it was last written to.
    pub updated_at: Moment,
    /// When it was closed.
    pub closed_at: Option<Moment>,
    /// Who closed it.
    pub closed_by: Option<u64>,
    /// Its comments, oldest first.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// A comment on an issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Global id.
    pub id: u64,
    /// Markdown.
    pub body: String,
    /// Who wrote it.
    #[serde(skip)]
    pub author_id: u64,
    /// When it was made.
    pub created_at: Moment,
}

/// A label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Global id.
    #[serde(skip_deserializing)]
    pub id: u64,
    /// Its name; case counts.
    pub name: String,
    /// `#RRGGBB`; one of some when absent.
    #[serde(default)]
    pub color: String,
    /// Free text.
    pub description: Option<String>,
    /// Its place among the prioritised labels.
    pub priority: Option<u64>,
    /// The group or the project that defines it.
    #[serde(skip)]
    pub owner: Owner,
}

/// Whether a milestone is still worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MilestoneState {
    /// Open.
    #[default]
    Active,
    /// Closed.
    Closed,
}

/// A milestone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Milestone {
    /// Global id.
    pub id: u64,
    /// The number within its group or project.
    pub iid: u64,
    /// The title.
    pub title: String,
    /// Markdown.
    pub description: String,
    /// Whether it is still worked on.
    pub state: MilestoneState,
    /// `YYYY-MM-DD`.
    pub start_date: Option<String>,
    /// `YYYY-MM-DD`.
    pub due_date: Option<String>,
    /// The group or the project that defines it.
    #[serde(skip)]
    pub owner: Owner,
    /// When it was made.
    pub created_at: Moment,
}

/// A milestone to put into a world, as code makes it and as a world's file describes it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewMilestone {
    /// Its title.
    pub(super) title: String,
    /// Markdown.
    #[serde(default)]
    pub(super) description: String,
    /// Whether it is still worked on.
    #[serde(default)]
    pub(super) state: MilestoneState,
    /// Its first day.
    pub(super) start_date: Option<Day>,
    /// Its last day.
    pub(super) due_date: Option<Day>,
}

/// An issue to put into a world, likewise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewIssue {
    /// Its title.
    pub(super) title: String,
    /// Markdown. Quick actions in it are not run.
    pub(super) description: Option<String>,
    /// Whether it is open.
    #[serde(default)]
    pub(super) state: IssueState,
    /// Names of its labels.
    #[serde(default)]
    pub(super) labels: Vec<String>,
    /// The title of its milestone.
    pub(super) milestone: Option<String>,
    /// The username of its assignee.
    pub(super) assignee: Option<String>,
    /// The username of its author; `passerelle` when absent.
    pub(super) author: Option<String>,
    /// When it is due.
    pub(super) due_date: Option<Day>,
    /// Whether only members see it.
    #[serde(default)]
    pub(super) confidential: bool,
}

/// What a name alone stands for in a file: an object without anything else.
macro_rules! of_a_name {
    ($($object:ident: $name:ident),+) => {$(
        impl From<&str> for $object {
            fn from(name: &str) -> Self {
                Self { $name: name.to_owned(), ..Self::default() }
            }
        }
    )+};
}

of_a_name!(Label: name, NewMilestone: title, NewIssue: title);

/// A day: `2030-03-01`; `today`, `today+9` or `today-3` move along with the day on which the host starts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = r"^(\d{4}-\d{2}-\d{2}|today([+-]\d{1,5})?)$"))]
pub(super) enum Day {
    /// One of the calendar.
    On(String),
    /// So many days after today.
    FromToday(i32),
}

impl Day {
    /// The date as `YYYY-MM-DD`.
    pub(super) fn date(&self, today: Moment) -> String {
        match self {
            Self::On(date) => date.clone(),
            Self::FromToday(days) => today.plus_days(*days).date(),
        }
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let offset = text.strip_prefix("today").filter(|days| days.len() <= "+99999".len());
        let day = match offset {
            Some("") => Some(Self::FromToday(0)),
            Some(days) if days.starts_with(['+', '-']) => days.parse().map(Self::FromToday).ok(),
            _ => is_date(&text).then(|| Self::On(text.clone())),
        };
        day.ok_or_else(|| format!("{text:?} is no day such as 2030-03-01, today, today+9 or today-3"))
    }
}

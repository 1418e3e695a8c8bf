//! What the host stores.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moment::Moment;

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

impl From<&str> for Label {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
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

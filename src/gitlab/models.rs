//! The host's objects, with the fields that the bridge uses. An id is required; a text that is missing or null is empty.

mod details;
mod fields;

use std::{fmt, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::value::RawValue;

pub use self::details::{Comment, IssueDetails, ListedIssue};

pub use self::fields::MOST_LABELS;
pub(super) use self::fields::if_right;
use self::fields::{beginning, label_names, name, or_default, path, purpose, said};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

ids! {
    /// A project's id, unique on the host.
    ProjectId,
    /// A group's id, unique on the host.
    GroupId,
    /// A milestone's id, unique on the host.
    MilestoneId,
    /// A user's id, unique on the host.
    UserId,
    /// An issue's number inside its project.
    Iid,
}

/// A project, from a search, a listing or a look-up. A kept page lends its objects: they are shared, not copied.
pub type Project = Arc<ProjectData>;

/// What the host says of a project.
#[derive(Debug, Clone, Default, Eq, Deserialize)]
pub struct ProjectData {
    /// Unique on the host.
    pub id: ProjectId,
    /// The name that people see.
    #[serde(default, deserialize_with = "name")]
    pub name: String,
    /// Group path, `/`, project slug.
    #[serde(default, deserialize_with = "path")]
    pub path_with_namespace: String,
    /// Where people look at it.
    #[serde(default, deserialize_with = "path")]
    pub web_url: String,
    /// `private`, `internal` or `public`; empty when the host does not say.
    #[serde(default, deserialize_with = "name")]
    pub visibility: String,
    /// Open issues; 0 when the host does not say.
    #[serde(default, deserialize_with = "or_default")]
    pub open_issues_count: i64,
    /// When something was done in it last, in ISO 8601.
    #[serde(default, deserialize_with = "if_right")]
    pub last_activity_at: Option<String>,
}

/// When something was done in it last is left out: a project is the same after each change of an issue.
impl PartialEq for ProjectData {
    fn eq(&self, other: &Self) -> bool {
        let said = |project: &Self| (project.id, project.open_issues_count);
        said(self) == said(other)
            && self.name == other.name
            && self.path_with_namespace == other.path_with_namespace
            && self.web_url == other.web_url
            && self.visibility == other.visibility
    }
}

/// Whether a project takes changes of its issues. A field that the host does not give stands for "yes".
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProjectState {
    /// Nothing in it can be changed.
    #[serde(default, deserialize_with = "or_default")]
    archived: bool,
    /// Whether it has issues; hosts before 18 say it so.
    #[serde(default, deserialize_with = "if_right")]
    issues_enabled: Option<bool>,
    /// `disabled`, `private` or `enabled`.
    #[serde(default, deserialize_with = "name")]
    pub(super) issues_access_level: String,
}

impl ProjectState {
    /// Whether issues can be created and changed.
    pub fn takes_changes(&self) -> bool {
        !self.archived && self.issues_enabled != Some(false) && self.issues_access_level != "disabled"
    }
}

/// The host's answer to the creation of a project. A field that is missing or has another type is `None`, and the service
/// decides what that means.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CreatedProject {
    /// Unique on the host.
    #[serde(default, deserialize_with = "if_right")]
    pub id: Option<ProjectId>,
    /// The name that people see.
    #[serde(default, deserialize_with = "if_right")]
    pub name: Option<String>,
    /// Group path, `/`, project slug.
    #[serde(default, deserialize_with = "if_right")]
    pub path_with_namespace: Option<String>,
    /// Where people look at it.
    #[serde(default, deserialize_with = "if_right")]
    pub web_url: Option<String>,
    /// Who may see it: less than was asked for, where its group or the host allows no more.
    #[serde(default, deserialize_with = "if_right")]
    pub visibility: Option<String>,
}

impl CreatedProject {
    /// Whether it says of itself that it is neither of this name nor at this last segment of a path.
    pub(super) fn is_another_than(&self, name: &str, slug: &str) -> bool {
        let path = self.path_with_namespace.as_deref();
        let has_slug =
            path.map(|path| path.rsplit('/').next().is_some_and(|own| own.eq_ignore_ascii_case(slug)));
        let told = [self.name.as_deref().map(|own| own == name), has_slug];
        told.contains(&Some(false)) && !told.contains(&Some(true))
    }
}

/// A group.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Group {
    /// Unique on the host.
    pub id: GroupId,
    /// The name that people see.
    #[serde(default, deserialize_with = "name")]
    pub name: String,
    /// The paths of its ancestors and its own, joined by `/`.
    #[serde(default, deserialize_with = "path")]
    pub full_path: String,
}

/// An issue, from a listing or a look-up. A kept page lends its objects: they are shared, not copied.
pub type Issue = Arc<IssueData>;

/// What the host says of an issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct IssueData {
    /// Unique on the host.
    pub id: i64,
    /// Number inside the project.
    pub iid: Iid,
    /// Its title. Shared with the records that show it, as its address is.
    #[serde(default, deserialize_with = "name")]
    pub title: Arc<str>,
    /// `opened` or `closed`.
    #[serde(default, deserialize_with = "name")]
    pub state: String,
    /// Where people look at it.
    #[serde(default, deserialize_with = "path")]
    pub web_url: Arc<str>,
    /// Names of its labels, of [`MOST_LABELS`] and one more at most; `None` if the host does not give them.
    #[serde(default, deserialize_with = "label_names")]
    pub labels: Option<Vec<String>>,
    /// How its description begins, by which a person who is asked about it may recognise it.
    #[serde(default, rename = "description", deserialize_with = "beginning")]
    pub beginning: String,
}

impl IssueData {
    /// Names of its labels, as far as they are known.
    pub fn label_names(&self) -> &[String] {
        self.labels.as_deref().unwrap_or_default()
    }
}

/// The host's answer to a change of an issue, with the fields that only changes need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedIssue {
    /// The changed issue.
    pub issue: Issue,
    /// `YYYY-MM-DD`, empty if it has no due date; `None` if the host does not give the field.
    pub due_date: Option<String>,
    /// Its assignees; `None` if the host does not give the field.
    pub assignees: Option<Vec<Member>>,
    /// Its milestone, with the id 0 if it has none; `None` if the host does not give the field.
    pub milestone: Option<IssueMilestone>,
}

/// The fields of [`UpdatedIssue`] beside the issue.
#[derive(Deserialize)]
struct Updated {
    #[serde(default, deserialize_with = "said")]
    due_date: Option<String>,
    assignees: Option<Vec<Member>>,
    #[serde(default, deserialize_with = "said")]
    milestone: Option<IssueMilestone>,
}

/// Reads the object twice: `flatten` would keep every value in memory, at many times the size.
impl<'de> Deserialize<'de> for UpdatedIssue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Box::<RawValue>::deserialize(deserializer)?;
        let issue = serde_json::from_str(object.get()).map_err(D::Error::custom)?;
        let Updated { due_date, assignees, milestone } =
            serde_json::from_str(object.get()).map_err(D::Error::custom)?;
        Ok(Self { issue, due_date, assignees, milestone })
    }
}

/// How many issues there are of each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct IssueCounts {
    /// Open ones.
    pub opened: usize,
    /// Closed ones.
    pub closed: usize,
}

/// The host's answer to a comment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Note {
    /// Unique on the host.
    pub id: i64,
    #[serde(default, deserialize_with = "if_right")]
    noteable_id: Option<i64>,
    #[serde(default, deserialize_with = "if_right")]
    noteable_type: Option<String>,
}

impl Note {
    /// Whether it does not say that it is on anything but the issue with this id.
    pub(super) fn may_be_on(&self, issue: i64) -> bool {
        self.noteable_id.is_none_or(|id| id == issue)
            && self.noteable_type.as_deref().is_none_or(|kind| matches!(kind, "Issue" | "WorkItem"))
    }
}

/// A member of a project or of a group above it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Member {
    /// The user's id.
    pub id: UserId,
    /// The name behind `@`.
    #[serde(default, deserialize_with = "name")]
    pub username: String,
    /// The name that people see.
    #[serde(default, deserialize_with = "name")]
    pub name: String,
    /// `active`, `blocked` …; empty when the host does not say.
    #[serde(default, deserialize_with = "name")]
    pub state: String,
    /// Where people look at them.
    #[serde(default, deserialize_with = "path")]
    pub web_url: String,
    /// What they may do, 10 (guest) to 50 (owner); `None` if the host does not say, as of an author.
    #[serde(default, deserialize_with = "if_right")]
    pub access_level: Option<u8>,
}

impl Member {
    /// Whether they are active: the host assigns issues to nobody else.
    pub fn is_active(&self) -> bool {
        self.state.is_empty() || self.state == "active"
    }
}

/// The host's answer to the creation of an issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CreatedIssue {
    /// Unique on the host.
    pub id: i64,
    /// Number inside the project.
    pub iid: Iid,
    /// Its title.
    pub title: String,
    /// Where people look at it.
    pub web_url: String,
    /// Names of its labels; `None` when the host does not say.
    #[serde(default, deserialize_with = "label_names")]
    pub labels: Option<Vec<String>>,
    /// Its milestone, with the id 0 if it has none; `None` if the host does not give the field.
    #[serde(default, deserialize_with = "said")]
    pub milestone: Option<IssueMilestone>,
}

/// The milestone of an issue, as the issue shows it; by default none, with the id 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct IssueMilestone {
    /// Unique on the host.
    pub id: MilestoneId,
    /// Its title.
    #[serde(default, deserialize_with = "or_default")]
    pub title: String,
}

impl IssueMilestone {
    /// Its title, if the host gives one.
    pub fn title(&self) -> Option<&str> {
        Some(self.title.as_str()).filter(|title| !title.is_empty())
    }
}

/// A label of a project or of a group above it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Label {
    /// Unique on the host.
    pub id: Option<i64>,
    /// Its stored name, never cut, since it is sent back.
    #[serde(default, deserialize_with = "or_default")]
    pub name: String,
    /// `#RRGGBB`.
    pub color: Option<String>,
    /// What it is for.
    #[serde(default, deserialize_with = "purpose")]
    pub description: Option<String>,
    /// `#RRGGBB`.
    pub text_color: Option<String>,
}

/// A milestone.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Milestone {
    /// Unique on the host.
    pub id: MilestoneId,
    /// Number inside the project or group.
    pub iid: Option<Iid>,
    /// The project that it belongs to; `None` for a group's milestone.
    pub project_id: Option<ProjectId>,
    /// Its title.
    #[serde(default, deserialize_with = "name")]
    pub title: String,
    /// What it is for.
    #[serde(default, deserialize_with = "purpose")]
    pub description: Option<String>,
    /// `active` or `closed`.
    #[serde(default, deserialize_with = "name")]
    pub state: String,
    /// `YYYY-MM-DD`.
    pub due_date: Option<String>,
    /// Where people look at it.
    pub web_url: Option<String>,
}

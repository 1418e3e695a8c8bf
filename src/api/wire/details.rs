//! The records of single objects: an issue with all that its readers see, its comments, the members of a project.

use super::{prelude::*, records::*};

/// An issue as its readers see it.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct IssueSheet {
    #[serde(flatten)]
    issue: IssueListItem,
    /// Markdown, at most 4,000 characters.
    description: String,
    labels: Vec<String>,
    created_at: Option<String>,
    updated_at: Option<String>,
    closed_at: Option<String>,
    due_date: Option<String>,
    /// Whether it is open and past its due date.
    overdue: bool,
    author: Option<UserRef>,
    assignees: Vec<UserRef>,
    milestone: Option<MilestoneRef>,
    /// Whether only members with a role see it.
    confidential: bool,
}

impl From<IssueDetails> for IssueSheet {
    fn from(IssueDetails { issue, details }: IssueDetails) -> Self {
        let Details { description, created_at, updated_at, closed_at, due_date, confidential, .. } = details;
        Self {
            labels: issue.label_names().to_vec(),
            overdue: is_overdue(&issue, due_date.as_deref()),
            issue: issue.into(),
            description,
            created_at,
            updated_at,
            closed_at,
            due_date,
            author: details.author.map(UserRef::from),
            assignees: into_records(details.assignees),
            milestone: details.milestone.map(MilestoneRef::from),
            confidential,
        }
    }
}

/// An issue that a search found; what a listing gave has no score.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct FoundIssueItem {
    #[serde(flatten)]
    issue: IssueListItem,
    project: ProjectRef,
    labels: Vec<String>,
    assignees: Vec<UserRef>,
    due_date: Option<String>,
    /// Whether it is open and past its due date.
    overdue: bool,
    milestone: Option<MilestoneItem>,
    score: Option<Score>,
}

impl From<FoundIssue> for FoundIssueItem {
    fn from(FoundIssue { listed, project, score }: FoundIssue) -> Self {
        let ListedIssue { issue, assignees, due_date, milestone, .. } = listed;
        Self {
            labels: issue.label_names().to_vec(),
            overdue: is_overdue(&issue, due_date.as_deref()),
            issue: issue.into(),
            project: project.into(),
            assignees: into_records(assignees),
            due_date,
            milestone: milestone.map(MilestoneItem::from),
            score,
        }
    }
}

/// A comment on an issue.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct CommentItem {
    id: i64,
    author: Option<UserRef>,
    created_at: Option<String>,
    /// Markdown, at most 1,000 characters.
    body: String,
    /// Whether only members with a role see it.
    internal: bool,
}

impl From<Comment> for CommentItem {
    fn from(comment: Comment) -> Self {
        Self {
            id: comment.id,
            author: comment.author.map(UserRef::from),
            created_at: comment.created_at,
            body: comment.body,
            internal: comment.internal || comment.confidential,
        }
    }
}

/// A member of a project.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::api) struct MemberItem {
    #[serde(flatten)]
    user: UserRef,
    /// Null for a role that the bridge does not know.
    role: Option<Role>,
    /// Whether this is the account that the bridge acts as.
    is_bridge: bool,
}

/// What a member may do, from least to most.
#[derive(Debug, Clone, Copy, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum Role {
    Guest,
    Planner,
    Reporter,
    Developer,
    Maintainer,
    Owner,
}

impl Role {
    /// The role of an access level of the host.
    fn of(level: u8) -> Option<Self> {
        Some(match level {
            10 => Self::Guest,
            15 => Self::Planner,
            20 => Self::Reporter,
            30 => Self::Developer,
            40 => Self::Maintainer,
            50 => Self::Owner,
            _ => return None,
        })
    }
}

impl From<(Member, bool)> for MemberItem {
    fn from((member, is_bridge): (Member, bool)) -> Self {
        Self { role: member.access_level.and_then(Role::of), is_bridge, user: member.into() }
    }
}

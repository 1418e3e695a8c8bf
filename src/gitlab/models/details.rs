//! One issue with all that its readers see, and its comments. A host can't fill the memory with them: texts and lists are cut far
//! above what answers show, and the object is read once, without a copy.

use std::sync::Arc;

use serde::Deserialize;

use super::{
    Iid, Issue, IssueFields, Member, Milestone, ProjectId, Word,
    fields::{beginning_of, first_members, if_right, label_names, name, or_default, path, text, word},
};

/// An issue with what only its readers need.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Whole")]
pub struct IssueDetails {
    /// The issue.
    pub issue: Issue,
    /// The rest.
    pub details: Details,
}

/// The fields of [`IssueDetails`] beside the issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// Markdown, cut to 16,384 characters.
    pub description: String,
    /// When it was created, in ISO 8601.
    pub created_at: Option<String>,
    /// When it was changed last.
    pub updated_at: Option<String>,
    /// When it was closed.
    pub closed_at: Option<String>,
    /// `YYYY-MM-DD`.
    pub due_date: Option<String>,
    /// Who created it.
    pub author: Option<Member>,
    /// Who is to do it, the first 100.
    pub assignees: Vec<Member>,
    /// Its milestone.
    pub milestone: Option<Milestone>,
    /// Whether only members with a role see it.
    pub confidential: bool,
}

/// An issue of a list that spans projects: without the description, which would make long lists large for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Whole")]
pub struct ListedIssue {
    /// The issue.
    pub issue: Issue,
    /// Its project's id; `None` if the host does not say.
    pub project_id: Option<ProjectId>,
    /// Its project's full path; empty if the host does not say.
    pub project_path: String,
    /// When it was changed last, in ISO 8601.
    pub updated_at: Option<String>,
    /// `YYYY-MM-DD`.
    pub due_date: Option<String>,
    /// Who is to do it, the first 100.
    pub assignees: Vec<Member>,
    /// Its milestone.
    pub milestone: Option<Milestone>,
}

impl From<Whole> for ListedIssue {
    fn from(whole: Whole) -> Self {
        let Whole { id, iid, title, state, web_url, labels, project_id, references, .. } = whole;
        let Whole { description, updated_at, due_date, assignees, milestone, .. } = whole;
        let full = references.map(|references| references.full).unwrap_or_default();
        let project_path = full.rsplit_once('#').map(|(path, _)| path.to_owned()).unwrap_or_default();
        let beginning = beginning_of(&description);
        let issue = Issue::new(IssueFields { id, iid, title, state, web_url, labels, beginning });
        Self { issue, project_id, project_path, updated_at, due_date, assignees, milestone }
    }
}

/// How an issue is named elsewhere.
#[derive(Deserialize)]
struct References {
    #[serde(default, deserialize_with = "path")]
    full: String,
}

/// All fields of an issue that answers show.
#[derive(Deserialize)]
struct Whole {
    #[serde(default, deserialize_with = "if_right")]
    project_id: Option<ProjectId>,
    #[serde(default, deserialize_with = "if_right")]
    references: Option<References>,
    id: i64,
    iid: Iid,
    #[serde(default, deserialize_with = "name")]
    title: Arc<str>,
    #[serde(default, deserialize_with = "word")]
    state: Word,
    #[serde(default, deserialize_with = "path")]
    web_url: Arc<str>,
    #[serde(default, deserialize_with = "label_names")]
    labels: Option<Vec<String>>,
    #[serde(default, deserialize_with = "text")]
    description: String,
    created_at: Option<String>,
    updated_at: Option<String>,
    closed_at: Option<String>,
    due_date: Option<String>,
    author: Option<Member>,
    #[serde(default, deserialize_with = "first_members")]
    assignees: Vec<Member>,
    milestone: Option<Milestone>,
    #[serde(default, deserialize_with = "or_default")]
    confidential: bool,
}

impl From<Whole> for IssueDetails {
    fn from(whole: Whole) -> Self {
        let Whole { id, iid, title, state, web_url, labels, .. } = whole;
        let Whole { description, created_at, updated_at, closed_at, due_date, .. } = whole;
        let Whole { author, assignees, milestone, confidential, .. } = whole;
        let beginning = beginning_of(&description);
        Self {
            issue: Issue::new(IssueFields { id, iid, title, state, web_url, labels, beginning }),
            details: Details {
                description,
                created_at,
                updated_at,
                closed_at,
                due_date,
                author,
                assignees,
                milestone,
                confidential,
            },
        }
    }
}

/// A comment on an issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Comment {
    /// Unique on the host.
    pub id: i64,
    /// Markdown, cut to 16,384 characters.
    #[serde(default, deserialize_with = "text")]
    pub body: String,
    /// Who wrote it.
    pub author: Option<Member>,
    /// When it was written, in ISO 8601.
    pub created_at: Option<String>,
    /// Whether the host wrote it, about a change.
    #[serde(default, deserialize_with = "or_default")]
    pub system: bool,
    /// Whether only members with a role see it.
    #[serde(default, deserialize_with = "or_default")]
    pub internal: bool,
    /// The same on hosts before 15.5.
    #[serde(default, deserialize_with = "or_default")]
    pub confidential: bool,
}

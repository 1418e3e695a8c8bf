//! One issue with all that its readers see, and its comments. A host can't fill the memory with them: texts and lists are cut far
//! above what answers show, and the object is read once, without a copy.

use std::sync::Arc;

use serde::Deserialize;

use super::{
    Iid, Issue, IssueData, Member, Milestone, ProjectId,
    fields::{beginning_of, first_members, if_right, label_names, name, or_default, path, text},
};

/// An issue of a list that spans projects: without the description, which would make long lists large for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "IssueDetails")]
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

impl From<IssueDetails> for ListedIssue {
    fn from(details: IssueDetails) -> Self {
        let issue = details.issue();
        let IssueDetails { project_id, references, updated_at, due_date, assignees, milestone, .. } = details;
        let full = references.map(|references| references.full).unwrap_or_default();
        let project_path = full.rsplit_once('#').map(|(path, _)| path.to_owned()).unwrap_or_default();
        Self { issue, project_id, project_path, updated_at, due_date, assignees, milestone }
    }
}

/// How an issue is named elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct References {
    #[serde(default, deserialize_with = "path")]
    full: String,
}

/// All fields of an issue that answers show.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct IssueDetails {
    #[serde(default, deserialize_with = "if_right")]
    project_id: Option<ProjectId>,
    #[serde(default, deserialize_with = "if_right")]
    references: Option<References>,
    id: i64,
    iid: Iid,
    #[serde(default, deserialize_with = "name")]
    title: Arc<str>,
    #[serde(default, deserialize_with = "name")]
    state: String,
    #[serde(default, deserialize_with = "path")]
    web_url: Arc<str>,
    #[serde(default, deserialize_with = "label_names")]
    labels: Option<Vec<String>>,
    /// Markdown, cut to 16,384 characters.
    #[serde(default, deserialize_with = "text")]
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
    #[serde(default, deserialize_with = "first_members")]
    pub assignees: Vec<Member>,
    /// Its milestone.
    pub milestone: Option<Milestone>,
    /// Whether only members with a role see it.
    #[serde(default, deserialize_with = "or_default")]
    pub confidential: bool,
}

impl IssueDetails {
    /// The issue itself.
    pub fn issue(&self) -> Issue {
        let Self { id, iid, title, state, web_url, labels, description, .. } = self;
        Issue::new(IssueData {
            id: *id,
            iid: *iid,
            title: Arc::clone(title),
            state: state.clone(),
            web_url: Arc::clone(web_url),
            labels: labels.clone(),
            beginning: beginning_of(description),
        })
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

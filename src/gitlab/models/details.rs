//! One issue with all that its readers see, and its comments. What is not as it should be counts as missing: the rest is shown.

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::value::RawValue;

use super::{
    Issue, Member, Milestone,
    fields::{if_right, or_default},
};

/// An issue with what only its readers need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueDetails {
    /// The issue.
    pub issue: Issue,
    /// The rest.
    pub details: Details,
}

/// The fields of [`IssueDetails`] beside the issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Details {
    /// Markdown, of any length.
    #[serde(default, deserialize_with = "or_default")]
    pub description: String,
    /// When it was created, in ISO 8601.
    #[serde(default, deserialize_with = "if_right")]
    pub created_at: Option<String>,
    /// When it was changed last.
    #[serde(default, deserialize_with = "if_right")]
    pub updated_at: Option<String>,
    /// When it was closed.
    #[serde(default, deserialize_with = "if_right")]
    pub closed_at: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "if_right")]
    pub due_date: Option<String>,
    /// Who created it.
    #[serde(default, deserialize_with = "if_right")]
    pub author: Option<Member>,
    /// Who is to do it.
    #[serde(default, deserialize_with = "if_right")]
    pub assignees: Option<Vec<Member>>,
    /// Its milestone.
    #[serde(default, deserialize_with = "if_right")]
    pub milestone: Option<Milestone>,
    /// Whether only members with a role see it.
    #[serde(default, deserialize_with = "or_default")]
    pub confidential: bool,
}

/// Reads the object twice, as an update's answer is read.
impl<'de> Deserialize<'de> for IssueDetails {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Box::<RawValue>::deserialize(deserializer)?;
        let issue = serde_json::from_str(object.get()).map_err(D::Error::custom)?;
        let details = serde_json::from_str(object.get()).map_err(D::Error::custom)?;
        Ok(Self { issue, details })
    }
}

/// A comment on an issue.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Comment {
    /// Unique on the host.
    pub id: i64,
    /// Markdown, of any length.
    #[serde(default, deserialize_with = "or_default")]
    pub body: String,
    /// Who wrote it.
    #[serde(default, deserialize_with = "if_right")]
    pub author: Option<Member>,
    /// When it was written, in ISO 8601.
    #[serde(default, deserialize_with = "if_right")]
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

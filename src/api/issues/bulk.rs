//! What bulk operations have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::wire::{
        answer::Status,
        fields::{Hints, Limit},
        records::{CandidateIssue, IssueListItem, records},
    },
    gitlab::Issue,
    messages,
    service::{
        Intent,
        issues::{BulkItem, ItemOutcome},
    },
};

/// Several issues, each meant by its own words.
#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct Several {
    /// Loose words for each issue.
    pub(super) issue_hints: Hints,
    /// How many issues to look among.
    #[serde(default)]
    pub(super) limit: Limit<100>,
}

/// `BulkIssueResultItem`
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "BulkIssueResultItem")]
pub(super) struct Item {
    issue_hint: String,
    status: Status,
    message: String,
    issue: Option<IssueListItem>,
    labels: Vec<String>,
    candidate_issues: Vec<CandidateIssue>,
}

/// How an operation speaks of its items.
pub(super) struct Words<'a> {
    /// What the call is for.
    pub(super) intent: Intent,
    /// Name of the project.
    pub(super) project: &'a str,
    /// Status of an issue that was changed.
    pub(super) changed: Status,
    /// Sentence on an issue that was changed.
    pub(super) says_changed: &'a dyn Fn(&Issue) -> String,
    /// Sentence on an issue where there was nothing to change.
    pub(super) says_unchanged: &'a dyn Fn(&Issue) -> String,
}

/// An item for each hint or issue.
pub(super) fn items(items: Vec<BulkItem>, words: &Words<'_>) -> Vec<Item> {
    items.into_iter().map(|item| words.item(item)).collect()
}

impl Words<'_> {
    fn item(&self, BulkItem { hint, candidates: chosen, outcome }: BulkItem) -> Item {
        let (status, message, issue, candidates) = match outcome {
            ItemOutcome::Changed(issue) => {
                let (status, message) = self.changed.meant(self.intent, (self.says_changed)(&issue));
                (status, message, Some(issue), records(chosen))
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, (self.says_unchanged)(&issue), Some(issue), records(chosen))
            }
            ItemOutcome::Failed(issue, error) => {
                (Status::Error, messages::failure(&error), issue, records(chosen))
            }
            ItemOutcome::NotFound(_) => {
                (Status::IssueNotFound, messages::issue_not_found(&hint, self.project), None, Vec::new())
            }
            ItemOutcome::Ambiguous(question) => {
                let message = messages::issue_ambiguous(&hint, self.project);
                (Status::IssueClarificationNeeded, message, None, records(question.candidates))
            }
        };
        Item {
            issue_hint: hint,
            status,
            message,
            labels: issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default(),
            issue: issue.map(Into::into),
            candidate_issues: candidates,
        }
    }
}

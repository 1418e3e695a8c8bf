//! What bulk operations have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::wire::{
        answer::Status,
        fields::{Hints, Limit},
        records::{CandidateIssue, IssueListItem, into_records},
    },
    gitlab::Issue,
    language::Language,
    messages::{self, bulk::Counts, unclear},
    service::{
        Intent,
        issues::{BulkItem, ItemOutcome, count_changed},
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
pub(super) struct Wording<'a> {
    /// What the call is for.
    pub(super) intent: Intent,
    /// The language of the sentences.
    pub(super) language: Language,
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
pub(super) fn word_items(items: Vec<BulkItem>, wording: &Wording<'_>) -> Vec<Item> {
    items.into_iter().map(|item| wording.word(item)).collect()
}

/// How many items came to what.
pub(super) fn count(items: &[BulkItem]) -> Counts {
    let mut counts = Counts { done: count_changed(items), ..Counts::default() };
    for item in items {
        match &item.outcome {
            ItemOutcome::Changed(_) => {}
            ItemOutcome::Unchanged(_) => counts.unchanged += 1,
            ItemOutcome::Ambiguous(_) => counts.to_clarify += 1,
            ItemOutcome::NotFound(_) => counts.not_found += 1,
            ItemOutcome::Failed(..) => counts.failed += 1,
        }
    }
    counts
}

impl Wording<'_> {
    fn word(&self, BulkItem { hint, candidates: chosen, outcome }: BulkItem) -> Item {
        let (status, message, issue, candidates) = match outcome {
            ItemOutcome::Changed(issue) => {
                let (status, message) =
                    self.changed.meant(self.intent, self.language, (self.says_changed)(&issue));
                (status, message, Some(issue), into_records(chosen))
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, (self.says_unchanged)(&issue), Some(issue), into_records(chosen))
            }
            ItemOutcome::Failed(issue, error) => {
                (Status::Error, messages::failure(self.language, &error), issue, into_records(chosen))
            }
            ItemOutcome::NotFound(_) => (
                Status::IssueNotFound,
                unclear::issue_not_found(self.language, &hint, self.project),
                None,
                Vec::new(),
            ),
            ItemOutcome::Ambiguous(question) => {
                let message = unclear::issue_ambiguous(self.language, &hint, self.project);
                (Status::IssueClarificationNeeded, message, None, into_records(question.candidates))
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

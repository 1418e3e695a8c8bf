//! What bulk operations have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::wire::{
        answer::Status,
        fields::{Hints, Limit},
        records::IssueListItem,
        shown::{Hinted, ShownIssues},
        unclear::Unclear,
    },
    gitlab::Issue,
    language::Language,
    messages::{self, bulk::Counts},
    service::{
        Intent,
        issues::{BulkItem, ItemOutcome, count_changed},
        resolve::Unresolved,
    },
};

/// Several issues, each given by its own words.
#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct Several {
    /// Loose words for each issue.
    pub(super) issue_hints: Hints,
    /// Issues to look among.
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
    #[serde(flatten)]
    issues: ShownIssues,
}

/// How an operation words its items.
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

/// How many items had each outcome.
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
    fn word(&self, BulkItem { hint, candidates, outcome }: BulkItem) -> Item {
        let chosen = Hinted::candidates(candidates);
        let (status, message, issue, shown) = match outcome {
            ItemOutcome::Changed(issue) => {
                let (status, message) =
                    self.changed.meant(self.intent, self.language, (self.says_changed)(&issue));
                (status, message, Some(issue), chosen)
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, (self.says_unchanged)(&issue), Some(issue), chosen)
            }
            ItemOutcome::Failed(issue, error) => {
                (Status::Error, messages::failure(self.language, &error), issue, chosen)
            }
            ItemOutcome::NotFound(nearest) => self.unclear(&hint, Unresolved::NotFound(nearest)),
            ItemOutcome::Ambiguous(question) => self.unclear(&hint, Unresolved::Ambiguous(question)),
        };
        Item {
            issue_hint: hint,
            status,
            message,
            labels: issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default(),
            issue: issue.map(Into::into),
            issues: shown.into(),
        }
    }

    fn unclear(
        &self,
        hint: &str,
        unresolved: Unresolved<Issue>,
    ) -> (Status, String, Option<Issue>, Hinted<Issue>) {
        let closes = self.changed == Status::Closed;
        let unclear = Unclear::issue(self.language, self.project, hint, closes, unresolved);
        (unclear.status, unclear.message, None, unclear.shown)
    }
}

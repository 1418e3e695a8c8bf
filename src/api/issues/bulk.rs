//! What bulk operations have in common.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::wire::{
        answer::Status,
        candidates::{Hinted, ShownIssues},
        fields::{Hints, Limit},
        prompt::Prompt,
        records::IssueListItem,
        request::fields,
        unclear::Unclear,
    },
    gitlab::{Issue, Project},
    messages::{self, Sentence, bulk::Counts},
    service::{
        Intent,
        issues::{BulkItem, ItemOutcome, count_changed},
        resolve::Unresolved,
    },
};

fields! {
    /// Several issues, each given by its own words.
    pub(super) struct Several {
        /// Loose words for each issue.
        pub(super) issue_hints: Hints,
        /// Issues to look among.
        pub(super) limit: Limit<100>,
    }
}

/// `BulkIssueResultItem`
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "BulkIssueResultItem")]
pub(super) struct BulkIssueResultItem {
    issue_hint: String,
    status: Status,
    #[schemars(with = "String")]
    message: Sentence,
    issue: Option<IssueListItem>,
    labels: Vec<String>,
    #[serde(flatten)]
    issues: ShownIssues,
}

/// How an operation words its items.
pub(super) struct Wording<'a> {
    /// What the call is for.
    pub(super) intent: Intent,
    /// The project.
    pub(super) project: &'a Project,
    /// Status of an issue that was changed.
    pub(super) changed: Status,
    /// Sentence on an issue that was changed.
    pub(super) says_changed: &'a dyn Fn(&Issue) -> Sentence,
    /// Sentence on an issue where there was nothing to change.
    pub(super) says_unchanged: &'a dyn Fn(&Issue) -> Sentence,
}

/// An item for each hint or issue, and the prompts of those that are open.
pub(super) fn word_items(
    items: Vec<BulkItem>,
    wording: &Wording<'_>,
) -> (Vec<BulkIssueResultItem>, Vec<Prompt>) {
    let worded = items.into_iter().enumerate().map(|(place, item)| wording.word(place, item));
    let (items, prompts): (Vec<_>, Vec<_>) = worded.unzip();
    (items, prompts.into_iter().flatten().collect())
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
    fn word(
        &self,
        place: usize,
        BulkItem { hint, candidates, outcome }: BulkItem,
    ) -> (BulkIssueResultItem, Option<Prompt>) {
        let chosen = Hinted::candidates(candidates);
        let mut prompt = None;
        let mut open = |unresolved| {
            let closes = self.changed == Status::Closed;
            let unclear = Unclear::issue(self.project, &hint, closes, unresolved);
            prompt = unclear.prompt.map(|prompt| prompt.about(place, &hint));
            (unclear.status, unclear.message, None, unclear.shown)
        };
        let (status, message, issue, shown) = match outcome {
            ItemOutcome::Changed(issue) => {
                let (status, message) = self.changed.meant(self.intent, (self.says_changed)(&issue));
                (status, message, Some(issue), chosen)
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, (self.says_unchanged)(&issue), Some(issue), chosen)
            }
            ItemOutcome::Failed(issue, error) => (Status::Error, messages::failure(&error), issue, chosen),
            ItemOutcome::NotFound(nearest) => open(Unresolved::NotFound(nearest)),
            ItemOutcome::Ambiguous(asked) => open(Unresolved::Ambiguous(asked)),
        };
        let item = BulkIssueResultItem {
            issue_hint: hint,
            status,
            message,
            labels: issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default(),
            issue: issue.map(Into::into),
            issues: ShownIssues::of(shown, self.project, Vec::new()),
        };
        (item, prompt)
    }
}

//! What bulk operations have in common.

use crate::api::prelude::*;

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
    message: Sentence,
    issue: Option<IssueListItem>,
    labels: Vec<String>,
    #[serde(flatten)]
    issues: ShownIssues,
}

/// What the issues of a project came to, and what the operation says besides.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Processed<T> {
    project: Option<ProjectRef>,
    #[serde(flatten)]
    besides: T,
    results: Vec<BulkIssueResultItem>,
    #[serde(flatten)]
    projects: ShownProjects,
}

/// How an operation words what it did.
pub(super) struct Wording<'a> {
    /// Status of an issue that was changed.
    pub(super) changed: Status,
    /// Sentence on an issue that was changed.
    pub(super) says_changed: &'a dyn Fn(&Issue, &Project) -> Sentence,
    /// Sentence on an issue where there was nothing to change.
    pub(super) says_unchanged: &'a dyn Fn(&Issue, &Project) -> Sentence,
    /// Sentence that sums all up.
    pub(super) sums_up: &'a dyn Fn(&Project, Counts) -> Sentence,
}

/// The answer if the hint names no project for sure.
pub(super) fn unclear<T>(
    fields: &ProjectFields,
    unresolved: Unresolved<Project>,
    besides: T,
) -> Answer<Processed<T>> {
    let answer = Answer::unclear(Sought::Project, &fields.project_hint, FOR_PROJECT, unresolved);
    answer.map(|shown| Processed { project: None, besides, results: Vec::new(), projects: shown.into() })
}

/// The answer, with a row for each item.
pub(super) fn answer<T>(
    service: &Service,
    ProjectItems { project, items, .. }: ProjectItems<BulkItem>,
    wording: &Wording<'_>,
    besides: T,
) -> Answer<Processed<T>> {
    let intent = service.intent();
    let message = (wording.sums_up)(&project.item, count(&items));
    let worded = items.into_iter().enumerate();
    let worded = worded.map(|(place, item)| wording.word(intent, &project.item, place, item));
    let (results, prompts): (Vec<_>, Vec<_>) = worded.unzip();
    let record = Some(project.item.clone().into());
    let processed = Processed { project: record, besides, results, projects: project.into() };
    Answer::done(intent, (Status::Processed, message), processed).asks(prompts.into_iter().flatten())
}

/// How many items had each outcome.
fn count(items: &[BulkItem]) -> Counts {
    let number = |is: fn(&ItemOutcome) -> bool| items.iter().filter(|item| is(&item.outcome)).count();
    Counts {
        done: issues::count_changed(items),
        unchanged: number(|outcome| matches!(outcome, ItemOutcome::Unchanged(_))),
        to_clarify: number(|outcome| matches!(outcome, ItemOutcome::Open(Unresolved::Ambiguous(_)))),
        not_found: number(|outcome| matches!(outcome, ItemOutcome::Open(Unresolved::NotFound(_)))),
        failed: number(|outcome| matches!(outcome, ItemOutcome::Failed(..))),
    }
}

impl Wording<'_> {
    fn word(
        &self,
        intent: Intent,
        project: &Project,
        place: usize,
        BulkItem { hint, candidates, outcome }: BulkItem,
    ) -> (BulkIssueResultItem, Vec<Prompt>) {
        let chosen = Hinted::candidates(candidates);
        let mut prompts = Vec::new();
        let (status, message, issue, shown) = match outcome {
            ItemOutcome::Changed(issue) => {
                let (status, message) = self.changed.meant(intent, (self.says_changed)(&issue, project));
                (status, message, Some(issue), chosen)
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, (self.says_unchanged)(&issue, project), Some(issue), chosen)
            }
            ItemOutcome::Failed(issue, error) => (Status::Error, messages::failure(&error), issue, chosen),
            ItemOutcome::Open(unresolved) => {
                let closes = self.changed == Status::Closed;
                let answer = Answer::unclear_issue(project, &hint, closes, unresolved);
                let answer = answer.asking(|prompt| prompt.about(place, &hint));
                prompts = answer.prompts;
                (answer.status, answer.message, None, answer.payload)
            }
        };
        let item = BulkIssueResultItem {
            issue_hint: hint,
            status,
            message,
            labels: issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default(),
            issue: issue.map(Into::into),
            issues: ShownIssues::of(shown, project, Vec::new()),
        };
        (item, prompts)
    }
}

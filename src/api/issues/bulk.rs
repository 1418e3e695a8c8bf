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

/// The answer if the hint names no project for sure.
pub(super) fn unclear<T>(
    fields: &ProjectFields,
    UnresolvedProject { project, mut issues }: UnresolvedProject,
    besides: T,
) -> Answer<Processed<T>> {
    if matches!(project, Unresolved::Ambiguous(_)) {
        // The order of its candidates says where the issues stand.
        issues.clear();
    }
    let answer = Answer::unclear(Sought::Project, &fields.project_hint, FOR_PROJECT, project);
    answer.adding(in_a_project(&issues)).map(|shown| {
        let projects = shown.with_projects_of(&issues).into();
        Processed { project: None, besides, results: Vec::new(), projects }
    })
}

/// The answer, which this message sums up, with a row for each item. An issue that was changed has the status `changed`; the sentence
/// on an issue is told whether it is otherwise than before.
pub(super) fn answer<T>(
    service: &Service,
    ProjectItems { project, items, .. }: ProjectItems<BulkItem>,
    message: Sentence,
    changed: Status,
    says: impl Fn(&Issue, &Project, bool) -> Sentence,
    besides: T,
) -> Answer<Processed<T>> {
    let (intent, mut prompts) = (service.intent(), Vec::new());
    let row = |(place, BulkItem { hint, candidates, outcome })| {
        let (project, chosen, mut others) = (&project.item, Hinted::candidates(candidates), Vec::new());
        let (status, message, issue, shown) = match outcome {
            ItemOutcome::Changed(issue, is_other, lost) => {
                let says = says(&issue, project, is_other).then(messages::removed_labels(&lost));
                let (status, message) = changed.meant(intent, says);
                (status, message, Some(issue), chosen)
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, says(&issue, project, false), Some(issue), chosen)
            }
            ItemOutcome::Failed(issue, error) => (Status::Error, messages::failure(&error), issue, chosen),
            ItemOutcome::Open(unresolved, elsewhere) => {
                let closes = changed == Status::Closed;
                let answer = Answer::unclear_issue(project, &hint, closes, unresolved);
                let answer = answer.adding(in_a_project(&elsewhere));
                others = elsewhere;
                prompts.extend(answer.prompts.into_iter().map(|prompt| prompt.about(place, &hint)));
                (answer.status, answer.message, None, answer.payload)
            }
        };
        BulkIssueResultItem {
            issue_hint: hint,
            status,
            message,
            labels: issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default(),
            issue: issue.map(Into::into),
            issues: ShownIssues::of(shown, project, others),
        }
    };
    let results = items.into_iter().enumerate().map(row).collect();
    let record = Some(project.item.clone().into());
    let processed = Processed { project: record, besides, results, projects: project.into() };
    Answer::done(intent, (Status::Processed, message), processed).asks(prompts)
}

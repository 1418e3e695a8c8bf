use std::collections::HashSet;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        fields::{Hints, Limit},
        operation::{Effect, Operation},
        records::{Answer, CandidateIssue, CandidateProject, IssueListItem, ProjectRef, Status, records},
        targets::{LabelFields, ProjectFields, StateFields},
        unclear::{FOR_ISSUES, unclear_project},
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{ItemOutcome, LabelledItem, label_all, label_several},
        settle,
    },
};

/// Adds a label to several open issues.
pub(super) struct AssistantBulkAddLabel;

/// Adds a label to all issues of a project.
pub(super) struct AssistantAddLabelAll;

#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct Several {
    /// Loose words for each issue.
    issue_hints: Hints,
    /// How many issues to look among.
    #[serde(default)]
    limit: Limit<100>,
}

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Size {
    /// Most issues to work on.
    limit: Limit<100>,
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    label_name: String,
    #[serde(flatten)]
    counts: Option<Counts>,
    results: Vec<Item>,
    candidate_projects: Vec<CandidateProject>,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
struct Counts {
    total_issues: usize,
    updated_count: usize,
    truncated: bool,
}

/// `BulkIssueResultItem`
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "BulkIssueResultItem")]
struct Item {
    issue_hint: String,
    status: Status,
    message: String,
    issue: Option<IssueListItem>,
    labels: Vec<String>,
    candidate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantBulkAddLabel {
    const NAME: &'static str = "assistant_bulk_add_label";
    const PATH: &'static str = "/api/v1/issues/assistant-bulk-add-label";
    const TITLE: &'static str = "Étiqueter plusieurs tickets";
    const SUMMARY: &'static str = "Add a label to several open issues, each meant by loose words";
    const DESCRIPTION: &'static str = "Use it to add one label to several open issues of one project, each given by its own words. Each hint has its own result: some may be updated while others need a question.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] =
        &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "label_name": "front", "issue_hints": ["page 404", "formulaire de paie"]}"#,
        r#"{"project_hint": "zzz", "label_name": "front", "issue_hints": ["page 404"]}"#,
        r#"{"project_hint": "portail", "label_name": "front", "issue_hints": ["page 404"]}"#,
    ];
    const FAILED: &'static str = failed::ADD_LABELS;
    type Request = (ProjectFields, LabelFields, Several);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, label, several): Self::Request,
    ) -> Result<Self::Response, Error> {
        let label = label.label();
        let Several { issue_hints: Hints(hints), limit } = several;
        let done = settle(label_several(service, &project.target()?, &label, &hints, limit.0).await)?;
        Ok(match done {
            Ok(done) => {
                let updated = count_updated(&done.items);
                let message = messages::labels_processed(&done.label, updated, done.truncated);
                let results = items(done.items, &done.project.name, &done.label);
                processed(message, Outcome::new(done.project.into(), done.label, None, results))
            }
            Err(unresolved) => {
                let (status, message, candidates) =
                    unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES);
                Answer::new(status, message, Outcome::unresolved(label.name, None, candidates))
            }
        })
    }
}

impl Operation for AssistantAddLabelAll {
    const NAME: &'static str = "assistant_add_label_all";
    const PATH: &'static str = "/api/v1/issues/assistant-add-label-all";
    const TITLE: &'static str = "Étiqueter tous les tickets d'un projet";
    const SUMMARY: &'static str = "Add a label to all issues of the project that loose words mean";
    const DESCRIPTION: &'static str = "Use it only when a person asks for all issues of a project. It works on up to 100, the newest first; truncated says that there are more.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] =
        &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "formation", "label_name": "à qualifier", "create_label_if_missing": true}"#,
        r#"{"project_hint": "zzz", "label_name": "urgent"}"#,
        r#"{"project_hint": "portail", "label_name": "urgent"}"#,
    ];
    const FAILED: &'static str = failed::ADD_LABELS;
    type Request = (ProjectFields, LabelFields, StateFields, Size);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, label, state, size): Self::Request,
    ) -> Result<Self::Response, Error> {
        let label = label.label();
        let done = settle(label_all(service, &project.target()?, &label, state.state(), size.limit.0).await)?;
        Ok(match done {
            Ok(done) => {
                let counts = Counts {
                    total_issues: done.items.len(),
                    updated_count: count_updated(&done.items),
                    truncated: done.truncated,
                };
                let message = messages::labels_processed(&done.label, counts.updated_count, done.truncated);
                let results = items(done.items, &done.project.name, &done.label);
                processed(message, Outcome::new(done.project.into(), done.label, Some(counts), results))
            }
            Err(unresolved) => {
                let (status, message, candidates) =
                    unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES);
                Answer::new(
                    status,
                    message,
                    Outcome::unresolved(label.name, Some(Counts::default()), candidates),
                )
            }
        })
    }
}

impl Outcome {
    fn new(project: ProjectRef, label_name: String, counts: Option<Counts>, results: Vec<Item>) -> Self {
        Self { project: Some(project), label_name, counts, results, candidate_projects: Vec::new() }
    }

    fn unresolved(
        label_name: String,
        counts: Option<Counts>,
        candidate_projects: Vec<CandidateProject>,
    ) -> Self {
        Self { project: None, label_name, counts, results: Vec::new(), candidate_projects }
    }
}

fn processed(message: String, outcome: Outcome) -> Answer<Outcome> {
    Answer::new(Status::Processed, message, outcome)
}

/// Issues that were changed, each once however many hints meant it.
fn count_updated(items: &[LabelledItem]) -> usize {
    let updated = items.iter().filter_map(|item| match &item.outcome {
        ItemOutcome::Updated(issue) => Some(issue.iid),
        _ => None,
    });
    updated.collect::<HashSet<_>>().len()
}

fn items(items: Vec<LabelledItem>, project: &str, label: &str) -> Vec<Item> {
    items.into_iter().map(|item| Item::new(item, project, label)).collect()
}

impl Item {
    fn new(LabelledItem { hint, outcome }: LabelledItem, project: &str, label: &str) -> Self {
        let (status, message, issue, candidates) = match outcome {
            ItemOutcome::Updated(issue) => {
                (Status::Updated, messages::label_added(&issue), Some(issue), Vec::new())
            }
            ItemOutcome::Unchanged(issue) => {
                (Status::Unchanged, messages::label_unchanged(&issue, label), Some(issue), Vec::new())
            }
            ItemOutcome::Failed(issue, error) => {
                (Status::Error, messages::failure(&error), Some(issue), Vec::new())
            }
            ItemOutcome::NotFound => {
                (Status::IssueNotFound, messages::issue_not_found(&hint, project), None, Vec::new())
            }
            ItemOutcome::Ambiguous(candidates) => {
                let message = messages::issue_ambiguous(&hint, project);
                (Status::IssueClarificationNeeded, message, None, records(candidates))
            }
        };
        let labels = issue.as_ref().map(|issue| issue.label_names().to_vec()).unwrap_or_default();
        Self {
            issue_hint: hint,
            status,
            message,
            issue: issue.map(Into::into),
            labels,
            candidate_issues: candidates,
        }
    }
}

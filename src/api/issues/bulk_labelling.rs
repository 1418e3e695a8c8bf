use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bulk::{Item, Several, Words, items};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::{CandidateProject, ProjectRef},
            targets::{LabelFields, ProjectFields, StateFields},
            unclear::{FOR_ISSUES, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{Labelled, count_changed, label_all, label_several},
        settle,
    },
};

/// Adds a label to several open issues.
pub(super) struct AssistantBulkAddLabel;

/// Adds a label to all issues of a project.
pub(super) struct AssistantAddLabelAll;

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

impl Operation for AssistantBulkAddLabel {
    const NAME: &'static str = "assistant_bulk_add_label";
    const PATH: &'static str = "/api/v1/issues/assistant-bulk-add-label";
    const TITLE: &'static str = "Étiqueter plusieurs tickets";
    const PURPOSE: &'static str =
        "Ajoute une étiquette à plusieurs tickets ouverts, chacun désigné par quelques mots.";
    const SUMMARY: &'static str = "Add a label to several open issues, each meant by loose words";
    const DESCRIPTION: &'static str = "Use it to add one label to several open issues of one project, each given by its own words. Each hint has its own result: some may be updated while others need a question.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] =
        &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded];
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
        let (hints, limit) = (several.issue_hints.0, several.limit.0);
        let done = settle(label_several(service, &project.target()?, &label, &hints, limit).await)?;
        Ok(match done {
            Ok(done) => processed(service, done, None),
            Err(unresolved) => {
                unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |candidates| {
                    Outcome::unresolved(label.name, None, candidates)
                })
            }
        })
    }
}

impl Operation for AssistantAddLabelAll {
    const NAME: &'static str = "assistant_add_label_all";
    const PATH: &'static str = "/api/v1/issues/assistant-add-label-all";
    const TITLE: &'static str = "Étiqueter tous les tickets d'un projet";
    const PURPOSE: &'static str = "Ajoute une étiquette à tous les tickets d'un projet.";
    const SUMMARY: &'static str = "Add a label to all issues of the project that loose words mean";
    const DESCRIPTION: &'static str = "Use it only when a person asks for all issues of a project. It works on up to 100, the newest first; truncated says that there are more.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] =
        &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded];
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
                    updated_count: count_changed(&done.items),
                    truncated: done.truncated,
                };
                processed(service, done, Some(counts))
            }
            Err(unresolved) => {
                unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |candidates| {
                    Outcome::unresolved(label.name, Some(Counts::default()), candidates)
                })
            }
        })
    }
}

impl Outcome {
    fn unresolved(
        label_name: String,
        counts: Option<Counts>,
        candidate_projects: Vec<CandidateProject>,
    ) -> Self {
        Self { project: None, label_name, counts, results: Vec::new(), candidate_projects }
    }
}

fn processed(service: &Service, done: Labelled, counts: Option<Counts>) -> Answer<Outcome> {
    let Labelled { project, label, items: labelled, truncated } = done;
    let intent = service.intent();
    let message = messages::labels_processed(&label, count_changed(&labelled), truncated);
    let words = Words {
        intent,
        project: &project.item.name,
        changed: Status::Updated,
        says_changed: &messages::label_added,
        says_unchanged: &|issue| messages::label_unchanged(issue, &label),
    };
    let results = items(labelled, &words);
    let candidate_projects = crate::api::wire::records::records(project.clone().only_candidate());
    let (project, label_name) = (Some(project.item.into()), label);
    let outcome = Outcome { project, label_name, counts, results, candidate_projects };
    Answer::done(intent, Status::Processed, message, outcome)
}

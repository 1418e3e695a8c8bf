use schemars::JsonSchema;
use serde::Serialize;

use super::bulk::{Item, Several, Wording, count, word_items};
use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::ProjectRef,
            request::fields,
            shown::ShownProjects,
            targets::{LabelFields, ProjectFields, StateFields},
            unclear::{FOR_ISSUES, answer_unclear_project},
        },
    },
    error::Error,
    messages::{
        bulk,
        issues::{add_label, add_label_all, bulk_add_label},
    },
    service::{
        Service,
        issues::{Labelled, count_changed, label_all, label_several},
        split_failure,
    },
};

/// Adds a label to several open issues.
pub(super) struct AssistantBulkAddLabel;

/// Adds a label to all issues of a project.
pub(super) struct AssistantAddLabelAll;

fields! {
    pub(super) struct Size {
        /// Most issues to work on.
        limit: Limit<100>,
    }
}

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    label_name: String,
    #[serde(flatten)]
    counts: Option<Counts>,
    results: Vec<Item>,
    #[serde(flatten)]
    projects: ShownProjects,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
struct Counts {
    total_issues: usize,
    updated_count: usize,
    truncated: bool,
}

impl Operation for AssistantBulkAddLabel {
    const ABOUT: &'static About = &About {
        name: "assistant_bulk_add_label",
        path: "/api/v1/issues/assistant-bulk-add-label",
        effect: Effect::Adds,
        statuses: &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "label_name": "front", "issue_hints": ["page 404", "formulaire de paie"]}"#,
            otherwise: &[PROJECT_UNCLEAR],
        },
        words: &bulk_add_label::WORDS,
    };
    type Request = (ProjectFields, LabelFields, Several);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, label, several): Self::Request,
    ) -> Result<Self::Response, Error> {
        let label = label.label();
        let (hints, limit) = (several.issue_hints.0, several.limit.0);
        let done = split_failure(label_several(service, &project.target()?, &label, &hints, limit).await)?;
        Ok(match done {
            Ok(done) => answer_processed(service, done, None),
            Err(unresolved) => {
                answer_unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |projects| {
                    Outcome::unresolved(label.name, None, projects)
                })
            }
        })
    }
}

impl Operation for AssistantAddLabelAll {
    const ABOUT: &'static About = &About {
        name: "assistant_add_label_all",
        path: "/api/v1/issues/assistant-add-label-all",
        effect: Effect::Adds,
        statuses: &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "formation", "label_name": "à qualifier", "create_label_if_missing": true}"#,
            otherwise: &[PROJECT_UNCLEAR],
        },
        words: &add_label_all::WORDS,
    };
    type Request = (ProjectFields, LabelFields, StateFields, Size);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, label, state, size): Self::Request,
    ) -> Result<Self::Response, Error> {
        let label = label.label();
        let done =
            split_failure(label_all(service, &project.target()?, &label, state.state(), size.limit.0).await)?;
        Ok(match done {
            Ok(done) => {
                let counts = Counts {
                    total_issues: done.items.len(),
                    updated_count: count_changed(&done.items),
                    truncated: done.truncated,
                };
                answer_processed(service, done, Some(counts))
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |projects| {
                    Outcome::unresolved(label.name, Some(Counts::default()), projects)
                })
            }
        })
    }
}

impl Outcome {
    fn unresolved(label_name: String, counts: Option<Counts>, projects: ShownProjects) -> Self {
        Self { project: None, label_name, counts, results: Vec::new(), projects }
    }
}

fn answer_processed(service: &Service, done: Labelled, counts: Option<Counts>) -> Answer<Outcome> {
    let Labelled { project, label, items: labelled, truncated } = done;
    let intent = service.intent();
    let message = bulk::labelled(&label, count(&labelled), truncated);
    let wording = Wording {
        intent,
        project: &project.item,
        changed: Status::Updated,
        says_changed: &|issue| add_label::added(issue),
        says_unchanged: &|issue| add_label::unchanged(issue, &label),
    };
    let (results, prompts) = word_items(labelled, &wording);
    let record = Some(project.item.clone().into());
    let outcome = Outcome { project: record, label_name: label, counts, results, projects: project.into() };
    Answer::done(intent, (Status::Processed, message), outcome).asks(prompts)
}

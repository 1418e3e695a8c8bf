use schemars::JsonSchema;
use serde::Serialize;

use super::one_issue::{self, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            targets::{IssueFields, LabelFields, ProjectFields},
        },
    },
    error::Error,
    messages::issues::add_label as words,
    service::{Service, issues::add_label, split_failure},
};

/// Adds a label to an open issue.
pub(super) struct AssistantAddLabel;

#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome {
    #[serde(flatten)]
    issue: one_issue::Outcome,
    labels: Vec<String>,
}

impl Operation for AssistantAddLabel {
    const ABOUT: &'static About = &About {
        name: "assistant_add_label",
        path: "/api/v1/issues/assistant-add-label",
        effect: Effect::Adds,
        statuses: &statuses(Status::Updated),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "double authentification", "label_name": "BLOQUANT"}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields, LabelFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, label): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project)?;
        let done = split_failure(add_label(service, &target, &label.label()).await)?;
        let labels = done.as_ref().map(|done| done.issue.label_names().to_vec()).unwrap_or_default();
        let fields = (&project, &issue);
        let answer = one_issue::answer(service.intent(), fields, done, Status::Updated, |issue, _| {
            words::added(issue)
        });
        Ok(answer.map(|issue| Outcome { issue, labels }))
    }
}

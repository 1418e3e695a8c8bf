use schemars::JsonSchema;
use serde::Serialize;

use super::one_issue::{self, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            targets::{IssueFields, LabelFields, ProjectFields},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, issues::add_label, settle},
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
    const NAME: &'static str = "assistant_add_label";
    const PATH: &'static str = "/api/v1/issues/assistant-add-label";
    const TITLE: &'static str = "Étiqueter un ticket";
    const PURPOSE: &'static str = "Ajoute une étiquette au ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str = "Add a label to the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it to add one label to one open issue; the labels that it has stay. An unknown label is an error unless create_label_if_missing.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] = &statuses(Status::Updated);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "double authentification", "label_name": "BLOQUANT"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "double authentification", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail", "issue_hint": "double authentification", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "label_name": "bloquant"}"#,
    ];
    const FAILED: &'static str = failed::ADD_LABEL;
    type Request = (ProjectFields, IssueFields, LabelFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, label): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(add_label(service, &target, &label.label()).await)?;
        let labels = done.as_ref().map(|done| done.issue.label_names().to_vec()).unwrap_or_default();
        let fields = (&project, &issue);
        let answer = one_issue::answer(service.intent(), fields, done, Status::Updated, |issue, _| {
            messages::label_added(issue)
        });
        Ok(answer.map(|issue| Outcome { issue, labels }))
    }
}

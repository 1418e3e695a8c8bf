use schemars::JsonSchema;
use serde::Deserialize;

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Text,
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{DueDate, set_due_date},
        settle,
    },
};

/// Says by when an open issue should be done.
pub(super) struct AssistantSetDueDate;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct DueDateFields {
    /// A day as `YYYY-MM-DD`; empty takes the due date away.
    due_date: Text,
}

impl Operation for AssistantSetDueDate {
    const NAME: &'static str = "assistant_set_due_date";
    const PATH: &'static str = "/api/v1/issues/assistant-set-due-date";
    const TITLE: &'static str = "Fixer l'échéance d'un ticket";
    const PURPOSE: &'static str = "Fixe ou retire l'échéance du ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str = "Set or clear the due date of the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person says by when an open issue is to be done. Turn words like tomorrow into a date first. An empty due_date takes it away.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &statuses(Status::Updated);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "due_date": "2025-10-17"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "page de connexion", "due_date": "2025-10-17"}"#,
        r#"{"project_hint": "portail", "issue_hint": "page de connexion", "due_date": "2025-10-17"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "due_date": "2025-10-17"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "due_date": "2025-10-17"}"#,
    ];
    const FAILED: &'static str = failed::SET_DUE_DATE;
    type Request = (ProjectFields, IssueFields, DueDateFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, due): Self::Request) -> Result<Self::Response, Error> {
        let date = DueDate::parse(&due.due_date.0)?;
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(set_due_date(service, &target, date.as_ref()).await)?;
        Ok(one_issue::answer(
            service.intent(),
            (&project, &issue),
            done,
            Status::Updated,
            |issue, project| messages::due_date_set(issue, project, date.as_ref()),
        ))
    }
}

use schemars::JsonSchema;
use serde::Deserialize;

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{NewDescription, NewLabels, NewTitle},
            targets::{IssueFields, ProjectFields},
        },
    },
    error::{Error, Refusal},
    messages::{self, failed},
    service::{
        Service,
        issues::{self, Edit},
        settle,
    },
};

/// Changes the text or the labels of an open issue.
pub(super) struct AssistantUpdateIssue;

/// What to change; what is absent is left alone.
#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct EditFields {
    /// New title; absent leaves it alone.
    title: NewTitle,
    /// New description, in Markdown; empty clears it, absent leaves it alone.
    description: NewDescription,
    /// All labels that the issue is to have; an empty list takes them all away, absent leaves them alone.
    labels: NewLabels,
}

impl EditFields {
    fn edit(self) -> Result<Edit, Refusal> {
        let Self { title, description, labels } = self;
        match (title.0, description.0, labels.0) {
            (None, None, None) => Err(Refusal::NothingToChange),
            (title, description, labels) => Ok(Edit { title, description, labels }),
        }
    }
}

impl Operation for AssistantUpdateIssue {
    const NAME: &'static str = "assistant_update_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-update";
    const TITLE: &'static str = "Modifier un ticket";
    const PURPOSE: &'static str =
        "Change le titre, la description ou les étiquettes du ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str =
        "Change the title, the description or the labels of the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it to rewrite what an open issue says, or to replace all its labels at once. To add one label and keep the others, use assistant_add_label.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &statuses(Status::Updated);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "title": "Corriger la page de connexion sur mobile", "labels": ["bug", "front"]}"#,
        r#"{"project_hint": "zzz", "issue_hint": "page de connexion", "title": "Nouveau titre"}"#,
        r#"{"project_hint": "portail", "issue_hint": "page de connexion", "title": "Nouveau titre"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "title": "Nouveau titre"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "title": "Nouveau titre"}"#,
    ];
    const FAILED: &'static str = failed::UPDATE_ISSUE;
    type Request = (ProjectFields, IssueFields, EditFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, edit): Self::Request) -> Result<Self::Response, Error> {
        let edit = edit.edit()?;
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(issues::edit(service, &target, &edit).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Updated, messages::issue_updated))
    }
}

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, issues::close, settle},
};

/// Closes an open issue.
pub(super) struct AssistantCloseIssue;

impl Operation for AssistantCloseIssue {
    const NAME: &'static str = "assistant_close_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-close";
    const TITLE: &'static str = "Fermer un ticket";
    const PURPOSE: &'static str = "Ferme le ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str = "Close the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person says that an issue is done or no longer wanted. It looks among the open issues of one project.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &statuses(Status::Closed);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "page de connexion"}"#,
        r#"{"project_hint": "portail", "issue_hint": "page de connexion"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500"}"#,
    ];
    const FAILED: &'static str = failed::CLOSE_ISSUE;
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(close(service, &target).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Closed, messages::issue_closed))
    }
}

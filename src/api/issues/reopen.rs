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
    service::{Service, issues::reopen, settle},
};

/// Reopens a closed issue.
pub(super) struct AssistantReopenIssue;

impl Operation for AssistantReopenIssue {
    const NAME: &'static str = "assistant_reopen_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-reopen";
    const TITLE: &'static str = "Rouvrir un ticket";
    const PURPOSE: &'static str = "Rouvre le ticket fermé que vos mots désignent.";
    const SUMMARY: &'static str = "Reopen the closed issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person says that a closed issue is not settled after all. It looks among the closed issues of one project.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &statuses(Status::Reopened);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "formation", "issue_hint": "catalogue"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "catalogue"}"#,
        r#"{"project_hint": "portail", "issue_hint": "catalogue"}"#,
        r#"{"project_hint": "formation", "issue_hint": "formulaire de paie"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "la"}"#,
    ];
    const FAILED: &'static str = failed::REOPEN_ISSUE;
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(reopen(service, &target).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Reopened, messages::issue_reopened))
    }
}

use schemars::JsonSchema;
use serde::Deserialize;

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Body,
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, issues::comment, settle},
};

/// Comments on an open issue.
pub(super) struct AssistantCommentIssue;

#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct CommentFields {
    /// The comment, in Markdown.
    body: Body,
}

impl Operation for AssistantCommentIssue {
    const NAME: &'static str = "assistant_comment_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-comment";
    const TITLE: &'static str = "Commenter un ticket";
    const PURPOSE: &'static str = "Commente le ticket ouvert que vos mots désignent.";
    const SUMMARY: &'static str = "Comment on the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it to add a remark, an answer or news to an open issue. The text shows as it is: a line like /close in it is not run.";
    const EFFECT: Effect = Effect::Creates;
    const STATUSES: &'static [Status] = &statuses(Status::Commented);
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "body": "Reproduit ce matin sur la préproduction."}"#,
        r#"{"project_hint": "zzz", "issue_hint": "page de connexion", "body": "Reproduit ce matin."}"#,
        r#"{"project_hint": "portail", "issue_hint": "page de connexion", "body": "Reproduit ce matin."}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "body": "Reproduit ce matin."}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "body": "Reproduit ce matin."}"#,
    ];
    const FAILED: &'static str = failed::COMMENT_ISSUE;
    type Request = (ProjectFields, IssueFields, CommentFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, issue, CommentFields { body: Body(body) }): Self::Request,
    ) -> Result<Self::Response, Error> {
        let target = issue.target(&project, service.gitlab.web_address())?;
        let done = settle(comment(service, &target, &body).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Commented, messages::issue_commented))
    }
}

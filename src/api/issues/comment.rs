use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::Body,
            request::fields,
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::issues::comment as words,
    service::{Service, issues::comment, split_failure},
};

/// Comments on an open issue.
pub(super) struct AssistantCommentIssue;

fields! {
    pub(super) struct CommentFields {
        /// The comment, in Markdown.
        body: Body,
    }
}

impl Operation for AssistantCommentIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_comment_issue",
        path: "/api/v1/issues/assistant-comment",
        effect: Effect::Creates,
        statuses: &statuses(Status::Commented),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "body": "Reproduit ce matin sur la préproduction."}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields, CommentFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, issue, CommentFields { body: Body(body) }): Self::Request,
    ) -> Result<Self::Response, Error> {
        let target = issue.target(&project)?;
        let done = split_failure(comment(service, &target, &body).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Commented, words::commented))
    }
}

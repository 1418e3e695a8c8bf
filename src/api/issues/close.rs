use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::issues::close as words,
    service::{Service, issues::close, split_failure},
};

/// Closes an open issue.
pub(super) struct AssistantCloseIssue;

impl Operation for AssistantCloseIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_close_issue",
        path: "/api/v1/issues/assistant-close",
        effect: Effect::Changes,
        statuses: &statuses(Status::Closed),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project)?;
        let done = split_failure(close(service, &target).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Closed, words::closed))
    }
}

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::issues::reopen as words,
    service::{Service, issues::reopen, split_failure},
};

/// Reopens a closed issue.
pub(super) struct AssistantReopenIssue;

impl Operation for AssistantReopenIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_reopen_issue",
        path: "/api/v1/issues/assistant-reopen",
        effect: Effect::Changes,
        statuses: &statuses(Status::Reopened),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "certificat du domaine"}"#,
            otherwise: &[PROJECT_UNCLEAR, &[("issue_hint", "formulaire de paie"), ("issue_hint", "la")]],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project)?;
        let done = split_failure(reopen(service, &target).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Reopened, words::reopened))
    }
}

use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        records::{Answer, CandidateIssue, CandidateProject, IssueListItem, ProjectRef, Status},
        targets::{IssueFields, ProjectFields},
        unclear::UnclearIssue,
    },
    error::Error,
    gitlab::{Issue, Project, StateEvent},
    messages::{self, failed},
    service::{
        Service,
        issues::{Changed, change_state},
        settle,
    },
};

/// Closes an open issue.
pub(super) struct AssistantCloseIssue;

/// Reopens a closed issue.
pub(super) struct AssistantReopenIssue;

#[derive(Debug, Default, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    issue: Option<IssueListItem>,
    candidate_projects: Vec<CandidateProject>,
    candidate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantCloseIssue {
    const NAME: &'static str = "assistant_close_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-close";
    const SUMMARY: &'static str = "Close the open issue that loose words mean";
    const EFFECT: Effect = Effect::Changes;
    const FAILED: &'static str = failed::CLOSE_ISSUE;
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, request: Self::Request) -> Result<Self::Response, Error> {
        change(service, request, StateEvent::Close, Status::Closed, messages::issue_closed).await
    }
}

impl Operation for AssistantReopenIssue {
    const NAME: &'static str = "assistant_reopen_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-reopen";
    const SUMMARY: &'static str = "Reopen the closed issue that loose words mean";
    const EFFECT: Effect = Effect::Changes;
    const FAILED: &'static str = failed::REOPEN_ISSUE;
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, request: Self::Request) -> Result<Self::Response, Error> {
        change(service, request, StateEvent::Reopen, Status::Reopened, messages::issue_reopened).await
    }
}

async fn change(
    service: &Service,
    (project, issue): (ProjectFields, IssueFields),
    event: StateEvent,
    status: Status,
    message: fn(&Issue, &Project) -> String,
) -> Result<Answer<Outcome>, Error> {
    let target = issue.target(&project, service.gitlab.web_address())?;
    Ok(match settle(change_state(service, &target, event).await)? {
        Ok(Changed { project, issue }) => {
            let message = message(&issue, &project);
            let outcome =
                Outcome { project: Some(project.into()), issue: Some(issue.into()), ..Outcome::default() };
            Answer::new(status, message, outcome)
        }
        Err(unresolved) => {
            let unclear = UnclearIssue::new(unresolved, issue.project_words(&project), &issue.issue_hint.0);
            let UnclearIssue { status, message, project, candidate_projects, candidate_issues } = unclear;
            Answer::new(
                status,
                message,
                Outcome { project, issue: None, candidate_projects, candidate_issues },
            )
        }
    })
}

use axum::http::StatusCode;
use schemars::JsonSchema;
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

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    issue: Option<IssueListItem>,
    candidate_projects: Vec<CandidateProject>,
    candidate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantCloseIssue {
    const NAME: &'static str = "assistant_close_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-close";
    const TITLE: &'static str = "Fermer un ticket";
    const SUMMARY: &'static str = "Close the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person says that an issue is done or no longer wanted. It looks among the open issues of one project.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &[
        Status::Closed,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::IssueNotFound,
        Status::IssueClarificationNeeded,
    ];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
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

    async fn run(service: &Service, request: Self::Request) -> Result<Self::Response, Error> {
        change(service, request, StateEvent::Close, Status::Closed, messages::issue_closed).await
    }
}

impl Operation for AssistantReopenIssue {
    const NAME: &'static str = "assistant_reopen_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-reopen";
    const TITLE: &'static str = "Rouvrir un ticket";
    const SUMMARY: &'static str = "Reopen the closed issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it when a person says that a closed issue is not settled after all. It looks among the closed issues of one project.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] = &[
        Status::Reopened,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::IssueNotFound,
        Status::IssueClarificationNeeded,
    ];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
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

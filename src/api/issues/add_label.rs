use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        records::{Answer, CandidateIssue, CandidateProject, IssueListItem, ProjectRef, Status},
        targets::{IssueFields, LabelFields, ProjectFields},
        unclear::UnclearIssue,
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{AddedLabel, add_label},
        settle,
    },
};

/// Adds a label to an open issue.
pub(super) struct AssistantAddLabel;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    issue: Option<IssueListItem>,
    labels: Vec<String>,
    candidate_projects: Vec<CandidateProject>,
    candidate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantAddLabel {
    const NAME: &'static str = "assistant_add_label";
    const PATH: &'static str = "/api/v1/issues/assistant-add-label";
    const TITLE: &'static str = "Étiqueter un ticket";
    const SUMMARY: &'static str = "Add a label to the open issue that loose words mean";
    const DESCRIPTION: &'static str = "Use it to add one label to one open issue; the labels that it has stay. An unknown label is an error unless create_label_if_missing.";
    const EFFECT: Effect = Effect::Adds;
    const STATUSES: &'static [Status] = &[
        Status::Updated,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::IssueNotFound,
        Status::IssueClarificationNeeded,
    ];
    const REFUSALS: &'static [StatusCode] = &[StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hint": "double authentification", "label_name": "BLOQUANT"}"#,
        r#"{"project_hint": "zzz", "issue_hint": "double authentification", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail", "issue_hint": "double authentification", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "formulaire de paie", "label_name": "bloquant"}"#,
        r#"{"project_hint": "portail citoyen", "issue_hint": "erreur 500", "label_name": "bloquant"}"#,
    ];
    const FAILED: &'static str = failed::ADD_LABEL;
    type Request = (ProjectFields, IssueFields, LabelFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, label): Self::Request) -> Result<Self::Response, Error> {
        let target = issue.target(&project, service.gitlab.web_address())?;
        Ok(match settle(add_label(service, &target, &label.label()).await)? {
            Ok(AddedLabel { project, mut issue }) => {
                let message = messages::label_added(&issue);
                let labels = issue.labels.take().unwrap_or_default();
                let (project, issue) = (Some(project.into()), Some(issue.into()));
                Answer::new(
                    Status::Updated,
                    message,
                    Outcome { project, issue, labels, ..Outcome::default() },
                )
            }
            Err(unresolved) => {
                let unclear =
                    UnclearIssue::new(unresolved, issue.project_words(&project), &issue.issue_hint.0);
                let UnclearIssue { status, message, project, candidate_projects, candidate_issues } = unclear;
                let outcome = Outcome { project, candidate_projects, candidate_issues, ..Outcome::default() };
                Answer::new(status, message, outcome)
            }
        })
    }
}

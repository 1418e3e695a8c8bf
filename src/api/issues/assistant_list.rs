use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::{CandidateProject, IssueListItem, ProjectRef, records},
            targets::{ProjectFields, StateFields},
            unclear::{FOR_PROJECTS, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, issues::list, settle},
};

/// Lists a project's issues.
pub(super) struct AssistantListIssues;

#[derive(Debug, Default, JsonSchema, Deserialize)]
#[serde(default)]
pub(super) struct Size {
    /// Most issues to answer.
    limit: Limit<20>,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    issues: Vec<IssueListItem>,
    candidate_projects: Vec<CandidateProject>,
    truncated: bool,
}

impl Operation for AssistantListIssues {
    const NAME: &'static str = "assistant_list_issues";
    const PATH: &'static str = "/api/v1/issues/assistant-list";
    const TITLE: &'static str = "Lister les tickets d'un projet";
    const PURPOSE: &'static str = "Donne les tickets du projet que vos mots désignent.";
    const SUMMARY: &'static str = "List the issues of the project that loose words mean";
    const DESCRIPTION: &'static str =
        "Use it to see the newest issues of a project with their numbers, states and addresses.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail agents v2", "limit": 1}"#,
        r#"{"project_hint": "zzz"}"#,
        r#"{"project_hint": "portail"}"#,
    ];
    const FAILED: &'static str = failed::LIST_ISSUES;
    type Request = (ProjectFields, StateFields, Size);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, state, size): Self::Request) -> Result<Self::Response, Error> {
        Ok(match settle(list(service, &project.target()?, state.state(), size.limit.0).await)? {
            Ok(found) => {
                let message =
                    messages::issues_listed(&found.project.item.name, found.issues.len(), found.truncated);
                let listed = Listed {
                    project: Some(found.project.item.clone().into()),
                    issues: records(found.issues),
                    candidate_projects: records(found.project.only_candidate()),
                    truncated: found.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(unresolved) => {
                unclear_project(unresolved, &project.project_hint.0, FOR_PROJECTS, |candidate_projects| {
                    Listed { candidate_projects, ..Listed::default() }
                })
            }
        })
    }
}

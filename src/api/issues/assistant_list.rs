use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::{IssueListItem, ProjectRef, into_records},
            request::fields,
            shown::ShownProjects,
            targets::{ProjectFields, StateFields},
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    messages::issues::assistant_list as words,
    service::{Service, issues::list, split_failure},
};

/// Lists a project's issues.
pub(super) struct AssistantListIssues;

fields! {
    pub(super) struct Size {
        /// Most issues to answer.
        limit: Limit<20>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    issues: Vec<IssueListItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantListIssues {
    const ABOUT: &'static About = &About {
        name: "assistant_list_issues",
        path: "/api/v1/issues/assistant-list",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail agents v2", "limit": 1}"#,
            otherwise: &[PROJECT_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, StateFields, Size);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, state, size): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(list(service, &project.target()?, state.state(), size.limit.0).await)? {
            Ok(found) => {
                let message = words::listed(&found.project.item.name, found.issues.len(), found.truncated);
                let listed = Listed {
                    project: Some(found.project.item.clone().into()),
                    issues: into_records(found.issues),
                    projects: found.project.into(),
                    truncated: found.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &project.project_hint.0, FOR_PROJECTS, |projects| Listed {
                    projects,
                    ..Listed::default()
                })
            }
        })
    }
}

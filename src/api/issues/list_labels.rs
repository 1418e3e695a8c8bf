use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::Limit,
            records::{LabelItem, ProjectRef, into_records},
            request::fields,
            shown::ShownProjects,
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    messages::issues::list_labels as words,
    service::{Service, issues::list_labels, split_failure},
};

/// Lists a project's labels.
pub(super) struct AssistantListLabels;

fields! {
    pub(super) struct Size {
        /// Most labels to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    labels: Vec<LabelItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantListLabels {
    const ABOUT: &'static About = &About {
        name: "assistant_list_labels",
        path: "/api/v1/issues/assistant-list-labels",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "formation"}"#, otherwise: &[PROJECT_UNCLEAR] },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, Size);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, size): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(list_labels(service, &project.target()?, size.limit.0).await)? {
            Ok(found) => {
                let message = words::listed(&found.project.item.name, found.labels.len(), found.truncated);
                let listed = Listed {
                    project: Some(found.project.item.clone().into()),
                    labels: into_records(found.labels),
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

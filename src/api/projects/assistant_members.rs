use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            details::MemberItem,
            fields::Limit,
            records::{ProjectRef, into_records},
            request::fields,
            shown::ShownProjects,
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    messages::projects::assistant_members as words,
    service::{Service, projects::members, split_failure},
};

/// Lists a project's members.
pub(super) struct AssistantProjectMembers;

fields! {
    pub(super) struct Wanted {
        /// Most members to answer.
        limit: Limit<100>,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    members: Vec<MemberItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantProjectMembers {
    const ABOUT: &'static About = &About {
        name: "assistant_project_members",
        path: "/api/v1/projects/assistant-members",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "portail citoyen"}"#, otherwise: &[PROJECT_UNCLEAR] },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, Wanted);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, wanted): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(members(service, &project.target()?, wanted.limit.0).await)? {
            Ok(found) => {
                let message = words::listed(&found);
                let listed = Listed {
                    project: Some(found.project.item.clone().into()),
                    members: into_records(found.members),
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

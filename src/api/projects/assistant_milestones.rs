use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::{Limit, OptionalWord},
            records::{MilestoneItem, ProjectRef, into_records},
            request::fields,
            shown::ShownProjects,
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    gitlab::State,
    messages::projects::assistant_milestones as words,
    service::{Service, projects::milestones, split_failure},
};

/// Lists a project's milestones.
pub(super) struct AssistantProjectMilestones;

fields! {
    pub(super) struct Wanted {
        /// `active`, `closed` or `all`.
        state: OptionalWord { "default": "active", "x-choices": ["active", "closed", "all"] },
        /// Most milestones to answer.
        limit: Limit<100>,
    }
}

impl Wanted {
    /// The filter: active ones if absent, every state for `all` and blank.
    fn state(&self) -> State {
        self.state.0.as_deref().map_or_else(State::active, State::named)
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Listed {
    project: Option<ProjectRef>,
    milestones: Vec<MilestoneItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantProjectMilestones {
    const ABOUT: &'static About = &About {
        name: "assistant_project_milestones",
        path: "/api/v1/projects/assistant-milestones",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "portail citoyen"}"#, otherwise: &[PROJECT_UNCLEAR] },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, Wanted);
    type Response = Answer<Listed>;

    async fn run(service: &Service, (project, wanted): Self::Request) -> Result<Self::Response, Error> {
        Ok(
            match split_failure(
                milestones(service, &project.target()?, wanted.state(), wanted.limit.0).await,
            )? {
                Ok(found) => {
                    let message = words::listed(&found);
                    let listed = Listed {
                        project: Some(found.project.item.clone().into()),
                        milestones: into_records(found.milestones),
                        projects: found.project.into(),
                        truncated: found.truncated,
                    };
                    Answer::new(Status::Resolved, message, listed)
                }
                Err(unresolved) => {
                    answer_unclear_project(unresolved, &project.project_hint.0, FOR_PROJECTS, |projects| {
                        Listed { projects, ..Listed::default() }
                    })
                }
            },
        )
    }
}

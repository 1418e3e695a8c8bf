use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            records::ProjectRef,
            shown::{Hinted, ShownProjects},
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    messages::projects::assistant_progress as words,
    service::{Service, projects::progress, split_failure},
};

/// Says how far a project is.
pub(super) struct AssistantProjectProgress;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Figures {
    project: Option<ProjectRef>,
    total: usize,
    closed: usize,
    progress_percent: usize,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantProjectProgress {
    const ABOUT: &'static About = &About {
        name: "assistant_project_progress",
        path: "/api/v1/projects/assistant-progress",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "éclairage public"}"#, otherwise: &[PROJECT_UNCLEAR]
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields,);
    type Response = Answer<Figures>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(progress(service, &request.target()?).await)? {
            Ok(progress) => {
                let (total, closed, percent) = (progress.total, progress.closed, progress.percent());
                let name = &progress.project.item.name;
                let message = words::measured(name, (closed, total), percent, progress.truncated);
                let figures = Figures {
                    project: Some(progress.project.item.into()),
                    total,
                    closed,
                    progress_percent: percent,
                    projects: Hinted::candidates(progress.project.candidates).into(),
                    truncated: progress.truncated,
                };
                Answer::new(Status::Resolved, message, figures)
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |projects| {
                    Figures { projects, ..Figures::default() }
                })
            }
        })
    }
}

use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        records::{Answer, CandidateProject, ProjectRef, Status, records},
        targets::ProjectFields,
        unclear::{FOR_PROJECTS, unclear_project},
    },
    error::Error,
    messages::{self, failed},
    service::{Service, projects::progress, settle},
};

/// Says how far a project is.
pub(super) struct AssistantProjectProgress;

#[derive(Debug, Default, Serialize)]
pub(super) struct Figures {
    project: Option<ProjectRef>,
    total: usize,
    closed: usize,
    progress_percent: usize,
    candidate_projects: Vec<CandidateProject>,
    truncated: bool,
}

impl Operation for AssistantProjectProgress {
    const NAME: &'static str = "assistant_project_progress";
    const PATH: &'static str = "/api/v1/projects/assistant-progress";
    const SUMMARY: &'static str = "Say how many of a project's issues are closed";
    const EFFECT: Effect = Effect::Reads;
    const FAILED: &'static str = failed::PROJECT_PROGRESS;
    type Request = (ProjectFields,);
    type Response = Answer<Figures>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match settle(progress(service, &request.target()?).await)? {
            Ok(progress) => {
                let (total, closed, percent) = (progress.total, progress.closed, progress.percent());
                let name = &progress.project.item.name;
                let message = messages::progress(name, closed, total, percent, progress.truncated);
                let figures = Figures {
                    project: Some(progress.project.item.into()),
                    total,
                    closed,
                    progress_percent: percent,
                    candidate_projects: records(progress.project.candidates),
                    truncated: progress.truncated,
                };
                Answer::new(Status::Resolved, message, figures)
            }
            Err(unresolved) => {
                let (status, message, candidate_projects) =
                    unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS);
                Answer::new(status, message, Figures { candidate_projects, ..Figures::default() })
            }
        })
    }
}

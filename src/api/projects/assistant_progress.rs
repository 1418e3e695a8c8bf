use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            records::{CandidateProject, ProjectRef, records},
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, projects::progress, settle},
};

/// Says how far a project is.
pub(super) struct AssistantProjectProgress;

#[derive(Debug, Default, JsonSchema, Serialize)]
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
    const TITLE: &'static str = "Mesurer l'avancement d'un projet";
    const PURPOSE: &'static str = "Compte les tickets fermés d'un projet parmi tous les siens.";
    const SUMMARY: &'static str = "Say how many of a project's issues are closed";
    const DESCRIPTION: &'static str = "Use it to say how far a project is. It counts up to 100 open and 100 closed issues; truncated says that there are more.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "éclairage public"}"#,
        r#"{"project_hint": "zzz"}"#,
        r#"{"project_hint": "portail"}"#,
    ];
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
                unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |candidate_projects| {
                    Figures { candidate_projects, ..Figures::default() }
                })
            }
        })
    }
}

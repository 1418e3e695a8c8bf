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
    gitlab::Issue,
    messages::{self, failed},
    service::{Service, projects::tasks, settle},
};

/// Lists the titles of a project's issues.
pub(super) struct AssistantProjectTasks;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Titles {
    project: Option<ProjectRef>,
    open_issues: Vec<String>,
    closed_issues: Vec<String>,
    candidate_projects: Vec<CandidateProject>,
    truncated: bool,
}

impl Operation for AssistantProjectTasks {
    const NAME: &'static str = "assistant_project_tasks";
    const PATH: &'static str = "/api/v1/projects/assistant-tasks";
    const TITLE: &'static str = "Voir les tâches d'un projet";
    const PURPOSE: &'static str = "Donne les titres des tickets ouverts et fermés d'un projet.";
    const SUMMARY: &'static str = "List the titles of a project's open and closed issues";
    const DESCRIPTION: &'static str = "Use it for a quick look at what is open and what is done: titles alone, up to 100 of each. For numbers and addresses of issues use assistant_list_issues.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"project_hint": "formation"}"#, r#"{"project_hint": "zzz"}"#, r#"{"project_hint": "portail"}"#];
    const FAILED: &'static str = failed::PROJECT_TASKS;
    type Request = (ProjectFields,);
    type Response = Answer<Titles>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match settle(tasks(service, &request.target()?).await)? {
            Ok(tasks) => {
                let name = &tasks.project.item.name;
                let message =
                    messages::tasks_listed(name, tasks.opened.len(), tasks.closed.len(), tasks.truncated);
                let listed = Titles {
                    project: Some(tasks.project.item.into()),
                    open_issues: titles(tasks.opened),
                    closed_issues: titles(tasks.closed),
                    candidate_projects: records(tasks.project.candidates),
                    truncated: tasks.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(unresolved) => {
                unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |candidate_projects| {
                    Titles { candidate_projects, ..Titles::default() }
                })
            }
        })
    }
}

fn titles(issues: Vec<Issue>) -> Vec<String> {
    issues.into_iter().map(|issue| issue.title).collect()
}

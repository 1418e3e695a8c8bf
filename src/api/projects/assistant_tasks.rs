use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        records::{Answer, CandidateProject, ProjectRef, Status, records},
        targets::ProjectFields,
        unclear::{FOR_PROJECTS, unclear_project},
    },
    error::Error,
    gitlab::Issue,
    messages::{self, failed},
    service::{Service, projects::tasks, settle},
};

/// Lists the titles of a project's issues.
pub(super) struct AssistantProjectTasks;

#[derive(Debug, Default, Serialize)]
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
    const SUMMARY: &'static str = "List the titles of a project's open and closed issues";
    const EFFECT: Effect = Effect::Reads;
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
                let (status, message, candidate_projects) =
                    unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS);
                Answer::new(status, message, Titles { candidate_projects, ..Titles::default() })
            }
        })
    }
}

fn titles(issues: Vec<Issue>) -> Vec<String> {
    issues.into_iter().map(|issue| issue.title).collect()
}

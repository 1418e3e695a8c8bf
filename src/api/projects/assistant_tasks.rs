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
    gitlab::Issue,
    messages::projects::assistant_tasks as words,
    service::{Service, projects::tasks, split_failure},
};

/// Lists the titles of a project's issues.
pub(super) struct AssistantProjectTasks;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Titles {
    project: Option<ProjectRef>,
    open_issues: Vec<String>,
    closed_issues: Vec<String>,
    #[serde(flatten)]
    projects: ShownProjects,
    truncated: bool,
}

impl Operation for AssistantProjectTasks {
    const ABOUT: &'static About = &About {
        name: "assistant_project_tasks",
        path: "/api/v1/projects/assistant-tasks",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "formation"}"#, otherwise: &[PROJECT_UNCLEAR] },
        words: &words::WORDS,
    };
    type Request = (ProjectFields,);
    type Response = Answer<Titles>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(tasks(service, &request.target()?).await)? {
            Ok(tasks) => {
                let name = &tasks.project.item.name;
                let message = words::listed(name, tasks.opened.len(), tasks.closed.len(), tasks.truncated);
                let listed = Titles {
                    project: Some(tasks.project.item.into()),
                    open_issues: titles(tasks.opened),
                    closed_issues: titles(tasks.closed),
                    projects: Hinted::candidates(tasks.project.candidates).into(),
                    truncated: tasks.truncated,
                };
                Answer::new(Status::Resolved, message, listed)
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |projects| Titles {
                    projects,
                    ..Titles::default()
                })
            }
        })
    }
}

fn titles(issues: Vec<Issue>) -> Vec<String> {
    issues.into_iter().map(|issue| issue.title).collect()
}

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            records::{IssueListItem, LabelCount, MilestoneItem, ProjectRef, into_records},
            shown::{Hinted, ShownProjects},
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, answer_unclear_project},
        },
    },
    error::Error,
    messages::projects::summary as words,
    service::{Service, projects::summary, split_failure},
};

/// Shows a project at a glance.
pub(super) struct ProjectSummary;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Glance {
    project: Option<ProjectRef>,
    open_count: usize,
    closed_count: usize,
    progress_percent: usize,
    labels: Vec<LabelCount>,
    milestones: Vec<MilestoneItem>,
    /// Open issues past their due date; null where the host does not count so many.
    overdue_count: Option<usize>,
    /// Open issues that nobody is assigned to.
    unassigned_count: usize,
    recent_issues: Vec<IssueListItem>,
    /// Whether there are more labels or milestones than these.
    truncated: bool,
    #[serde(flatten)]
    projects: ShownProjects,
}

impl Operation for ProjectSummary {
    const ABOUT: &'static About = &About {
        name: "project_summary",
        path: "/api/v1/projects/summary",
        effect: Effect::Reads,
        statuses: &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples { done: r#"{"project_hint": "formation"}"#, otherwise: &[PROJECT_UNCLEAR] },
        words: &words::WORDS,
    };
    type Request = (ProjectFields,);
    type Response = Answer<Glance>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(summary(service, &request.target()?).await)? {
            Ok(summary) => {
                let message = words::shown(&summary);
                let glance = Glance {
                    open_count: summary.opened,
                    closed_count: summary.closed,
                    progress_percent: summary.percent(),
                    labels: into_records(summary.labels),
                    milestones: into_records(summary.milestones),
                    overdue_count: summary.overdue,
                    unassigned_count: summary.unassigned,
                    recent_issues: into_records(summary.recent),
                    truncated: summary.truncated,
                    project: Some(summary.project.item.into()),
                    projects: Hinted::candidates(summary.project.candidates).into(),
                };
                Answer::new(Status::Resolved, message, glance)
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |projects| Glance {
                    overdue_count: Some(0),
                    projects,
                    ..Glance::default()
                })
            }
        })
    }
}

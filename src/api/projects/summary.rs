use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            records::{CandidateProject, IssueListItem, LabelCount, MilestoneItem, ProjectRef, records},
            targets::ProjectFields,
            unclear::{FOR_PROJECTS, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{Service, projects::summary, settle},
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
    candidate_projects: Vec<CandidateProject>,
}

impl Operation for ProjectSummary {
    const NAME: &'static str = "project_summary";
    const PATH: &'static str = "/api/v1/projects/summary";
    const TITLE: &'static str = "Résumer un projet";
    const PURPOSE: &'static str = "Montre un projet d'un coup d'œil : avancement, étiquettes, jalons, retards, derniers tickets modifiés.";
    const SUMMARY: &'static str =
        "Show a project at a glance: counts, labels, milestones, what is late, what moved last";
    const DESCRIPTION: &'static str = "Use it when a person asks how a project is doing. The counts are exact, however many issues there are; labels say how many open issues have them.";
    const EFFECT: Effect = Effect::Reads;
    const STATUSES: &'static [Status] = &[Status::Resolved, Status::NotFound, Status::ClarificationNeeded];
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"project_hint": "formation"}"#, r#"{"project_hint": "zzz"}"#, r#"{"project_hint": "portail"}"#];
    const FAILED: &'static str = failed::PROJECT_SUMMARY;
    type Request = (ProjectFields,);
    type Response = Answer<Glance>;

    async fn run(service: &Service, (request,): Self::Request) -> Result<Self::Response, Error> {
        Ok(match settle(summary(service, &request.target()?).await)? {
            Ok(summary) => {
                let message = messages::summary(&summary);
                let glance = Glance {
                    open_count: summary.opened,
                    closed_count: summary.closed,
                    progress_percent: summary.percent(),
                    labels: records(summary.labels),
                    milestones: records(summary.milestones),
                    overdue_count: summary.overdue,
                    unassigned_count: summary.unassigned,
                    recent_issues: records(summary.recent),
                    project: Some(summary.project.item.into()),
                    candidate_projects: records(summary.project.candidates),
                };
                Answer::new(Status::Resolved, message, glance)
            }
            Err(unresolved) => {
                unclear_project(unresolved, &request.project_hint.0, FOR_PROJECTS, |candidate_projects| {
                    Glance { overdue_count: Some(0), candidate_projects, ..Glance::default() }
                })
            }
        })
    }
}

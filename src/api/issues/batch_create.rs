use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::assistant_create::IssueToCreate;
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::Items,
            records::{
                CandidateMilestone, CandidateProject, IssuePayload, MilestoneItem, ProjectRef, records,
            },
            targets::{MilestoneFields, ProjectFields},
            unclear::{FOR_ISSUES, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{
        Intent, Service,
        issues::HeldMilestone,
        issues::{Batch, BatchCreated, BatchItem, NewIssue, UnresolvedBatch, create_batch},
        resolve::Unresolved,
        settle,
    },
};

/// Creates several issues at once.
pub(super) struct AssistantBatchCreateIssues;

#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct Several {
    /// The issues to create.
    issues: Items<IssueToCreate>,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    milestone: Option<MilestoneItem>,
    results: Vec<Item>,
    created_count: usize,
    error_count: usize,
    candidate_projects: Vec<CandidateProject>,
    candidate_milestones: Vec<CandidateMilestone>,
}

/// `BatchIssueResult`
#[derive(Debug, JsonSchema, Serialize)]
#[schemars(rename = "BatchIssueResult")]
struct Item {
    title: String,
    status: Status,
    message: String,
    issue: Option<IssuePayload>,
    milestone_assigned: bool,
}

impl Operation for AssistantBatchCreateIssues {
    const NAME: &'static str = "assistant_batch_create_issues";
    const PATH: &'static str = "/api/v1/issues/assistant-batch-create";
    const TITLE: &'static str = "Créer plusieurs tickets";
    const PURPOSE: &'static str = "Crée plusieurs tickets à la fois, dans un jalon si vous voulez.";
    const SUMMARY: &'static str = "Create several issues at once, optionally in a milestone";
    const DESCRIPTION: &'static str = "Use it to create several issues of one project at once, optionally in a milestone. It looks for no duplicates. Each issue has its own result: one may fail while others are created, so repeat only those that failed.";
    const EFFECT: Effect = Effect::Creates;
    const STATUSES: &'static [Status] = &[
        Status::Completed,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::MilestoneClarificationNeeded,
        Status::MilestoneNotFound,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "milestone_hint": "sprint 3", "issues": [{"title": "Nouvelles maquettes"}, {"title": "Mesurer le contraste", "labels": ["front"]}]}"#,
        r#"{"project_hint": "zzz", "issues": [{"title": "Nouvelles maquettes"}]}"#,
        r#"{"project_hint": "portail", "issues": [{"title": "Nouvelles maquettes"}]}"#,
        r#"{"project_hint": "portail citoyen", "milestone_hint": "sprint", "issues": [{"title": "Nouvelles maquettes"}]}"#,
        r#"{"project_hint": "portail citoyen", "milestone_hint": "zzz", "issues": [{"title": "Nouvelles maquettes"}]}"#,
    ];
    const FAILED: &'static str = failed::BATCH_CREATE;
    type Request = (ProjectFields, MilestoneFields, Several);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, milestone, several): Self::Request,
    ) -> Result<Self::Response, Error> {
        let batch = Batch {
            project: project.target()?,
            milestone: milestone.id(),
            milestone_hint: milestone.milestone_hint.0,
            issues: several.issues.0.into_iter().map(NewIssue::from).collect(),
        };
        Ok(match settle(create_batch(service, &batch).await)? {
            Ok(done) => completed(service.intent(), done),
            Err(unresolved) => not_created(unresolved, &project.project_hint.0, &batch.milestone_hint),
        })
    }
}

fn completed(intent: Intent, done: BatchCreated) -> Answer<Outcome> {
    let created_count = done.items.iter().filter(|item| item.outcome.is_ok()).count();
    let error_count = done.items.len() - created_count;
    let message = messages::batch_completed(&done.project.item.name, created_count, error_count);
    let outcome = Outcome {
        candidate_projects: records(done.project.clone().only_candidate()),
        project: Some(done.project.item.into()),
        milestone: done.milestone.map(Into::into),
        results: done.items.into_iter().map(|item| Item::new(intent, item, done.milestone_asked)).collect(),
        created_count,
        error_count,
        ..Outcome::default()
    };
    Answer::done(intent, Status::Completed, message, outcome)
}

fn not_created(unresolved: UnresolvedBatch, project_hint: &str, milestone_hint: &str) -> Answer<Outcome> {
    match unresolved {
        UnresolvedBatch::Project(unresolved) => {
            unclear_project(unresolved, project_hint, FOR_ISSUES, |candidate_projects| Outcome {
                candidate_projects,
                ..Outcome::default()
            })
        }
        UnresolvedBatch::Milestone(project, Unresolved::NotFound(_)) => {
            let message = messages::milestone_not_found(milestone_hint, &project.item.name);
            let outcome = Outcome { project: Some(project.item.into()), ..Outcome::default() };
            Answer::new(Status::MilestoneNotFound, message, outcome)
        }
        UnresolvedBatch::Milestone(project, Unresolved::Ambiguous(question)) => {
            let message = messages::milestone_ambiguous(milestone_hint);
            let outcome = Outcome {
                project: Some(project.item.into()),
                candidate_milestones: records(question.candidates),
                ..Outcome::default()
            };
            Answer::new(Status::MilestoneClarificationNeeded, message, outcome)
        }
    }
}

impl Item {
    fn new(intent: Intent, BatchItem { title, outcome }: BatchItem, in_milestone: bool) -> Self {
        match outcome {
            Ok(issue) => {
                let message = messages::batch_item_created(issue.as_ref().map(|sent| &sent.issue), &title);
                let (status, message) = Status::Created.meant(intent, message);
                Self {
                    title,
                    status,
                    message,
                    milestone_assigned: issue
                        .as_ref()
                        .map_or(in_milestone, |sent| matches!(sent.milestone, HeldMilestone::Held(_))),
                    issue: issue.map(|sent| sent.issue.into()),
                }
            }
            Err(error) => {
                let message = messages::failure(&error);
                Self { title, status: Status::Error, message, issue: None, milestone_assigned: false }
            }
        }
    }
}

use schemars::JsonSchema;
use serde::Serialize;

use super::bulk::{Item, Several, Words, items};
use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            records::{CandidateProject, ProjectRef, records},
            targets::ProjectFields,
            unclear::{FOR_ISSUES, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{close_several, count_changed},
        settle,
    },
};

/// Closes several open issues.
pub(super) struct AssistantBulkCloseIssues;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    results: Vec<Item>,
    candidate_projects: Vec<CandidateProject>,
}

impl Operation for AssistantBulkCloseIssues {
    const NAME: &'static str = "assistant_bulk_close_issues";
    const PATH: &'static str = "/api/v1/issues/assistant-bulk-close";
    const TITLE: &'static str = "Fermer plusieurs tickets";
    const PURPOSE: &'static str = "Ferme plusieurs tickets ouverts, chacun désigné par quelques mots.";
    const SUMMARY: &'static str = "Close several open issues, each meant by loose words";
    const DESCRIPTION: &'static str = "Use it to close several open issues of one project, each given by its own words. Each hint has its own result: some may be closed while others need a question.";
    const EFFECT: Effect = Effect::Changes;
    const STATUSES: &'static [Status] =
        &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "portail citoyen", "issue_hints": ["page de connexion", "erreur 500", "formulaire de paie"]}"#,
        r#"{"project_hint": "zzz", "issue_hints": ["page de connexion"]}"#,
        r#"{"project_hint": "portail", "issue_hints": ["page de connexion"]}"#,
    ];
    const FAILED: &'static str = failed::CLOSE_ISSUES;
    type Request = (ProjectFields, Several);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, several): Self::Request) -> Result<Self::Response, Error> {
        let (hints, limit) = (several.issue_hints.0, several.limit.0);
        let done = settle(close_several(service, &project.target()?, &hints, limit).await)?;
        Ok(match done {
            Ok(done) => {
                let intent = service.intent();
                let closed = |issue: &_| messages::issue_closed(issue, &done.project.item);
                let words = Words {
                    intent,
                    project: &done.project.item.name,
                    changed: Status::Closed,
                    says_changed: &closed,
                    says_unchanged: &closed,
                };
                let message = messages::issues_closed(&done.project.item.name, count_changed(&done.items));
                let results = items(done.items, &words);
                let candidate_projects = records(done.project.clone().only_candidate());
                let outcome =
                    Outcome { project: Some(done.project.item.into()), results, candidate_projects };
                Answer::done(intent, Status::Processed, message, outcome)
            }
            Err(unresolved) => {
                unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |candidate_projects| {
                    Outcome { candidate_projects, ..Outcome::default() }
                })
            }
        })
    }
}

use super::{
    bulk::{BulkIssueResultItem, Several, Wording, count, word_items},
    close::closed,
};
use crate::{
    api::prelude::*,
    messages::{self, bulk},
    service::issues::close_several,
};

/// Closes several open issues.
pub(super) struct AssistantBulkCloseIssues;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    results: Vec<BulkIssueResultItem>,
    #[serde(flatten)]
    projects: ShownProjects,
}

impl Operation for AssistantBulkCloseIssues {
    const ABOUT: &'static About = &About {
        name: "assistant_bulk_close_issues",
        path: "/api/v1/issues/assistant-bulk-close",
        effect: Effect::Changes,
        statuses: &[Status::Processed, Status::ProjectNotFound, Status::ProjectClarificationNeeded],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hints": ["page de connexion", "erreur 500", "fiche de salaire"]}"#,
            otherwise: &[PROJECT_UNCLEAR],
        },
        title: Sentence::new("Fermer plusieurs tickets", "Close several issues"),
        purpose: Sentence::new(
            "Ferme plusieurs tickets ouverts, chacun désigné par quelques mots.",
            "Close several open issues, each meant by a few words.",
        ),
        usage: "Use it to close several issues of one project in one call. Each row of results has its own \
                status: settle with assistant_close_issue, one by one, the rows that ask or are not found, and \
                leave those that are closed.",
        failed: ("la fermeture des tickets", "the closing of the issues"),
    };
    type Request = (ProjectFields, Several);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, several): Self::Request) -> Result<Self::Response, Error> {
        let (hints, limit) = (several.issue_hints.0, several.limit.0);
        let done = split_failure(close_several(service, &project.target()?, &hints, limit).await)?;
        Ok(match done {
            Ok(done) => {
                let intent = service.intent();
                let project = &done.project.item;
                let says_closed = |issue: &_| closed(&messages::the_issue(issue, project));
                let already = |issue: &_| messages::already(issue, project);
                let wording = Wording {
                    intent,
                    project,
                    changed: Status::Closed,
                    says_changed: &says_closed,
                    says_unchanged: &already,
                };
                let message = bulk::closed(&project.name, count(&done.items));
                let (results, prompts) = word_items(done.items, &wording);
                let record = Some(project.clone().into());
                let outcome = Outcome { project: record, results, projects: done.project.into() };
                Answer::done(intent, (Status::Processed, message), outcome).asks(prompts)
            }
            Err(unresolved) => {
                answer_unclear_project(unresolved, &project.project_hint.0, FOR_ISSUES, |projects| Outcome {
                    projects,
                    ..Outcome::default()
                })
            }
        })
    }
}

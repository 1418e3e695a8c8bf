use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{Effect, Operation},
        wire::{
            answer::{Answer, Status},
            fields::{Labels, Text, Title},
            records::{CandidateIssue, CandidateProject, IssuePayload, records},
            targets::{MilestoneFields, ProjectFields},
            unclear::{FOR_ISSUES, unclear_project},
        },
    },
    error::Error,
    messages::{self, failed},
    service::{
        Service,
        issues::{Created, Creation, NewIssue, UnresolvedCreation, assisted_create},
        settle,
    },
};

/// Creates an issue in the project that is meant.
pub(super) struct AssistantCreateIssue;

/// An issue to create.
#[derive(Debug, Clone, JsonSchema, Deserialize)]
pub(super) struct IssueToCreate {
    /// Title of the issue.
    title: Title,
    /// Description of the issue, in Markdown.
    #[serde(default)]
    description: Text,
    /// Names of labels; those that the host lacks are created.
    #[serde(default)]
    labels: Labels,
}

impl From<IssueToCreate> for NewIssue {
    fn from(issue: IssueToCreate) -> Self {
        Self { title: issue.title.0, description: issue.description.0, labels: issue.labels.0 }
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issue: Option<IssuePayload>,
    candidate_projects: Vec<CandidateProject>,
    duplicate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantCreateIssue {
    const NAME: &'static str = "assistant_create_issue";
    const PATH: &'static str = "/api/v1/issues/assistant-create";
    const TITLE: &'static str = "Créer un ticket";
    const PURPOSE: &'static str =
        "Crée un ticket dans le projet que vos mots désignent, sauf si un ticket dit déjà la même chose.";
    const SUMMARY: &'static str =
        "Create an issue in the project that loose words mean, unless one says the same";
    const DESCRIPTION: &'static str = "Use it when a person reports something or asks for something in a project. On duplicate_warning nothing was created: show duplicate_issues, and only if the person wants a new issue all the same repeat the call with confirm=true and resolved_project_path.";
    const EFFECT: Effect = Effect::Creates;
    const STATUSES: &'static [Status] = &[
        Status::Created,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::MilestoneClarificationNeeded,
        Status::DuplicateWarning,
    ];
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"project_hint": "formation", "title": "Ajouter un module sur l'accueil du public"}"#,
        r#"{"project_hint": "zzz", "title": "Ajouter un module"}"#,
        r#"{"project_hint": "portail", "title": "Ajouter un module"}"#,
        r#"{"project_hint": "portail citoyen", "title": "Mesurer le contraste", "milestone_hint": "sprint"}"#,
        r#"{"project_hint": "portail citoyen", "title": "Erreur 500 sur le formulaire de contact"}"#,
    ];
    const FAILED: &'static str = failed::CREATE_ISSUE;
    type Request = (ProjectFields, IssueToCreate, MilestoneFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        (project, issue, milestone): Self::Request,
    ) -> Result<Self::Response, Error> {
        let creation = Creation {
            project: project.target()?,
            issue: issue.into(),
            milestone: milestone.id(),
            milestone_hint: milestone.hint_without_id(),
        };
        Ok(match settle(assisted_create(service, &creation).await)? {
            Ok(done) => created(service, done, &creation.issue.title),
            Err(unresolved) => not_created(unresolved, &project.project_hint.0, &creation),
        })
    }
}

fn created(service: &Service, done: Created, title: &str) -> Answer<Outcome> {
    let Created { project, issue, milestone, .. } = done;
    let message =
        messages::issue_created(issue.as_ref().map(|sent| &sent.issue), title, &project.item, milestone.id());
    let outcome = Outcome {
        issue: issue.map(|sent| sent.issue.into()),
        candidate_projects: records(project.only_candidate()),
        ..Outcome::default()
    };
    Answer::done(service.intent(), Status::Created, message, outcome)
}

fn not_created(unresolved: UnresolvedCreation, project_hint: &str, creation: &Creation) -> Answer<Outcome> {
    match unresolved {
        UnresolvedCreation::Project(unresolved) => {
            unclear_project(unresolved, project_hint, FOR_ISSUES, |candidate_projects| Outcome {
                candidate_projects,
                ..Outcome::default()
            })
        }
        UnresolvedCreation::Milestone(_) => {
            let message = messages::milestone_ambiguous(&creation.milestone_hint);
            Answer::new(Status::MilestoneClarificationNeeded, message, Outcome::default())
        }
        UnresolvedCreation::Duplicates(project, duplicates) => {
            let message = messages::duplicate(
                &creation.issue.title,
                duplicates.first().map(|duplicate| &duplicate.item),
            );
            let outcome = Outcome {
                candidate_projects: records(project.only_candidate()),
                duplicate_issues: records(duplicates),
                ..Outcome::default()
            };
            Answer::new(Status::DuplicateWarning, message, outcome)
        }
    }
}

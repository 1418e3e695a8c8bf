use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::{Labels, Text, Title},
            records::{CandidateIssue, CandidateProject, IssuePayload, into_records},
            targets::{MilestoneFields, ProjectFields},
            unclear::{FOR_ISSUES, answer_unclear_project},
        },
    },
    error::Error,
    language::Language,
    messages::{issues::assistant_create as words, unclear},
    service::{
        Service,
        issues::{Created, Creation, NewIssue, UnresolvedCreation, assisted_create},
        settle,
    },
};

/// Creates an issue in the project that is meant.
pub(super) struct AssistantCreateIssue;

/// An issue to create.
#[derive(Debug, JsonSchema, Deserialize)]
pub(super) struct NewFields {
    /// Title of the issue.
    title: Title,
    /// Description of the issue, in Markdown.
    #[serde(default)]
    description: Text,
    /// Names of labels; those that the host lacks are created.
    #[serde(default)]
    labels: Labels,
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issue: Option<IssuePayload>,
    candidate_projects: Vec<CandidateProject>,
    duplicate_issues: Vec<CandidateIssue>,
}

impl Operation for AssistantCreateIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_create_issue",
        path: "/api/v1/issues/assistant-create",
        effect: Effect::Creates,
        statuses: &[
            Status::Created,
            Status::ProjectNotFound,
            Status::ProjectClarificationNeeded,
            Status::MilestoneClarificationNeeded,
            Status::DuplicateWarning,
        ],
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "title": "Mesurer le contraste"}"#,
            otherwise: &[
                PROJECT_UNCLEAR,
                &[("milestone_hint", "sprint"), ("title", "Erreur 500 sur le formulaire de contact")],
            ],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, NewFields, MilestoneFields);
    type Response = Answer<Outcome>;

    async fn run(
        service: &Service,
        language: Language,
        (project, issue, milestone): Self::Request,
    ) -> Result<Self::Response, Error> {
        let creation = Creation {
            project: project.target()?,
            issue: NewIssue {
                title: issue.title.0,
                description: issue.description.0,
                labels: issue.labels.0,
            },
            milestone: milestone.id(),
            milestone_hint: milestone.hint_without_id(),
        };
        Ok(match settle(assisted_create(service, &creation).await)? {
            Ok(done) => answer_created(service, language, done, &creation.issue.title),
            Err(unresolved) => answer_open(language, unresolved, &project.project_hint.0, &creation),
        })
    }
}

fn answer_created(service: &Service, language: Language, done: Created, title: &str) -> Answer<Outcome> {
    let Created { project, issue, milestone, .. } = done;
    let message = words::created(
        language,
        issue.as_ref().map(|sent| &sent.issue),
        title,
        &project.item,
        milestone.id(),
    );
    let outcome = Outcome {
        issue: issue.map(|sent| sent.issue.into()),
        candidate_projects: into_records(project.only_candidate()),
        ..Outcome::default()
    };
    Answer::done(service.intent(), language, (Status::Created, message), outcome)
}

fn answer_open(
    language: Language,
    unresolved: UnresolvedCreation,
    project_hint: &str,
    creation: &Creation,
) -> Answer<Outcome> {
    match unresolved {
        UnresolvedCreation::Project(unresolved) => {
            answer_unclear_project(language, unresolved, project_hint, FOR_ISSUES, |candidate_projects| {
                Outcome { candidate_projects, ..Outcome::default() }
            })
        }
        UnresolvedCreation::Milestone(_) => {
            let message = unclear::milestone_ambiguous(language, &creation.milestone_hint);
            Answer::new(Status::MilestoneClarificationNeeded, message, Outcome::default())
        }
        UnresolvedCreation::Duplicates(project, duplicates) => {
            let message = words::duplicate(
                language,
                &creation.issue.title,
                duplicates.first().map(|duplicate| &duplicate.item),
            );
            let outcome = Outcome {
                candidate_projects: into_records(project.only_candidate()),
                duplicate_issues: into_records(duplicates),
                ..Outcome::default()
            };
            Answer::new(Status::DuplicateWarning, message, outcome)
        }
    }
}

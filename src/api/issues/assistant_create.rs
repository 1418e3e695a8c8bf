use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::{
        operation::{About, Effect, Examples, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::{Labels, Text, Title},
            prompt::{Choice, Leads, Prompt, Settled},
            records::{CandidateIssue, IssuePayload, into_records},
            request::fields,
            shown::ShownProjects,
            targets::{MilestoneFields, ProjectFields},
            unclear::{FOR_ISSUES, Unclear, answer_unclear_project},
        },
    },
    error::Error,
    gitlab::MilestoneId,
    messages::{issues::assistant_create as words, unclear::Sought},
    service::{
        Service,
        issues::{Created, Creation, NewIssue, UnresolvedCreation, assisted_create},
        resolve::Unresolved,
        split_failure,
    },
};

/// Creates an issue in the project that is meant.
pub(super) struct AssistantCreateIssue;

fields! {
    /// An issue to create.
    pub(super) struct NewFields {
        /// Title of the issue.
        title: Title,
        /// Description of the issue, in Markdown.
        description: Text,
        /// Names of labels; those that the host lacks are created.
        labels: Labels,
    }
}

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    issue: Option<IssuePayload>,
    #[serde(flatten)]
    projects: ShownProjects,
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
        (project, issue, milestone): Self::Request,
    ) -> Result<Self::Response, Error> {
        let creation = Creation {
            project: project.target()?,
            issue: NewIssue {
                title: issue.title.0,
                description: issue.description.0,
                labels: issue.labels.0,
            },
            milestone: milestone.choice(&project),
        };
        Ok(match split_failure(assisted_create(service, &creation).await)? {
            Ok(done) => answer_created(service, done, &creation.issue.title),
            Err(unresolved) => {
                let hints = (project.project_hint.0.as_str(), milestone.milestone_hint.0.as_str());
                answer_open(unresolved, hints, &creation.issue.title)
            }
        })
    }
}

fn answer_created(service: &Service, done: Created, title: &str) -> Answer<Outcome> {
    let message = words::created(&done, title);
    let project = done.project.item.clone();
    let outcome = Outcome {
        issue: done.issue.map(|sent| sent.issue.into()),
        projects: done.project.into(),
        ..Outcome::default()
    };
    Answer::done(service.intent(), (Status::Created, message), outcome).within(&project)
}

fn answer_open(
    unresolved: UnresolvedCreation,
    (project_hint, milestone_hint): (&str, &str),
    title: &str,
) -> Answer<Outcome> {
    match unresolved {
        UnresolvedCreation::Project(unresolved) => {
            answer_unclear_project(unresolved, project_hint, FOR_ISSUES, |projects| Outcome {
                projects,
                ..Outcome::default()
            })
        }
        // The interface asks for empty lists here, so the sentence names the choices.
        UnresolvedCreation::Milestone(project, question) => {
            let outcomes = [Status::MilestoneNotFound, Status::MilestoneClarificationNeeded];
            let sought = Sought::Milestone(&project.item.name);
            let unclear = Unclear::new(sought, milestone_hint, outcomes, Unresolved::Ambiguous(question));
            let prompt = unclear.prompt.map(|prompt| prompt.within(&project.item));
            Answer::new(unclear.status, unclear.message, Outcome::default()).asks(prompt)
        }
        UnresolvedCreation::Duplicates { project, duplicates, milestone } => {
            let message = words::duplicate(title, duplicates.first().map(|duplicate| &duplicate.item));
            let anyway = anyway(milestone);
            let prompt = Prompt::of_duplicates(
                &duplicates,
                |taken| {
                    let message = words::taken(&taken.item);
                    let duplicate_issues = into_records([taken.clone()]);
                    let outcome = Outcome { duplicate_issues, ..Outcome::default() };
                    Answer::new(Status::DuplicateWarning, message, outcome)
                },
                anyway,
            )
            .within(&project.item);
            let outcome = Outcome {
                projects: project.into(),
                duplicate_issues: into_records(duplicates),
                ..Outcome::default()
            };
            Answer::new(Status::DuplicateWarning, message, outcome).asks([prompt])
        }
    }
}

/// The choice to create the issue though others say the same.
fn anyway(milestone: Option<MilestoneId>) -> Choice {
    Choice {
        name: "create".to_owned(),
        title: words::CREATE_ANYWAY,
        called: String::new(),
        shows: Vec::new(),
        leads: Leads::On(Settled { milestone: milestone.map(|id| id.0), is_all: true, ..Settled::default() }),
    }
}

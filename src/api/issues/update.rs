use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::{NewDescription, NewLabels, NewTitle},
            request::fields,
            targets::{IssueFields, ProjectFields},
        },
    },
    error::{Error, Refusal},
    messages::issues::update as words,
    service::{
        Service,
        issues::{self, Edit},
        split_failure,
    },
};

/// Changes the text or the labels of an open issue.
pub(super) struct AssistantUpdateIssue;

fields! {
    /// What to change; what is absent is left alone.
    pub(super) struct EditFields {
        /// New title; absent leaves it alone.
        title: NewTitle,
        /// New description, in Markdown; empty clears it, absent leaves it alone.
        description: NewDescription,
        /// All labels that the issue is to have; an empty list takes them all away, absent leaves them alone.
        labels: NewLabels,
    }
}

impl EditFields {
    fn edit(self) -> Result<Edit, Refusal> {
        let Self { title, description, labels } = self;
        match (title.0, description.0, labels.0) {
            (None, None, None) => Err(Refusal::NothingToChange),
            (title, description, labels) => Ok(Edit { title, description, labels }),
        }
    }
}

impl Operation for AssistantUpdateIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_update_issue",
        path: "/api/v1/issues/assistant-update",
        effect: Effect::Changes,
        statuses: &statuses(Status::Updated),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "title": "Corriger la page de connexion sur mobile", "labels": ["bug", "front"]}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields, EditFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, edit): Self::Request) -> Result<Self::Response, Error> {
        let edit = edit.edit()?;
        let target = issue.target(&project)?;
        let done = split_failure(issues::edit(service, &target, &edit).await)?;
        let fields = (&project, &issue);
        Ok(one_issue::answer(service.intent(), fields, done, Status::Updated, words::updated))
    }
}

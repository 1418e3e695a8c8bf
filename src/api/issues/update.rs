use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::prelude::*,
    service::issues::{self, IssueEdit},
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
    fn edit(self) -> Result<IssueEdit, Refusal> {
        let Self { title, description, labels } = self;
        match (title.0, description.0, labels.0) {
            (None, None, None) => Err(Refusal::NothingToChange),
            (title, description, labels) => Ok(IssueEdit { title, description, labels }),
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
        title: Sentence::new("Modifier un ticket", "Edit an issue"),
        purpose: Sentence::new(
            "Change le titre, la description ou les étiquettes du ticket ouvert que vos mots désignent.",
            "Change the title, the description or the labels of the open issue that your words mean.",
        ),
        usage: "Use it to rewrite what an open issue says, or to replace all its labels at once; \
                assistant_add_label adds one and keeps the others.",
        failed: ("la modification du ticket", "the change of the issue"),
    };
    type Request = (ProjectFields, IssueFields, EditFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, edit): Self::Request) -> Result<Self::Response, Error> {
        let edit = edit.edit()?;
        let done = issues::edit(service, &issue.target(&project)?, &edit).await;
        one_issue::answer(service, (&project, &issue), done, Status::Updated, |_, issue| {
            say!("{issue} est modifié.", "{issue} is changed.", issue)
        })
    }
}

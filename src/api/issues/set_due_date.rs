use super::one_issue::{self, Outcome};
use crate::api::prelude::*;

fields! {
    pub(super) struct DueDateFields {
        /// A day as `YYYY-MM-DD`; empty takes the due date away.
        due_date: NeededText,
    }
}

/// Says by when an open issue should be done.
pub(super) static ABOUT: About = About {
    name: "assistant_set_due_date",
    path: "/api/v1/issues/assistant-set-due-date",
    effect: Effect::Changes,
    statuses: &[&[Status::Updated], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "due_date": "2030-02-07"}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
    title: Sentence::new("Fixer l'échéance d'un ticket", "Set the due date of an issue"),
    purpose: Sentence::new(
        "Fixe ou retire l'échéance du ticket ouvert que vos mots désignent.",
        "Set or clear the due date of the open issue that your words mean.",
    ),
    usage: "Use it when a person says by when an issue is to be done. Turn words like tomorrow into a date \
            first.",
};

type Request = (ProjectFields, IssueFields, DueDateFields);

pub(super) async fn run(service: &Service, (project, issue, due): Request) -> Ran<Outcome> {
    let date = DueDate::parse(&due.due_date)?;
    let done = issues::set_due_date(service, &issue.target(&project)?, date.as_ref()).await;
    one_issue::answer(service, (&project, &issue), done, Status::Updated, |_, issue_is| match &date {
        Some(date) => say!("{issue_is} à rendre le {date}.", "{issue_is} due on {date}."),
        None => say!("{issue_is} sans échéance.", "{issue_is} without a due date."),
    })
}

use super::one_issue::{self, Outcome, statuses};
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            fields::NeededText,
            request::fields,
            targets::{IssueFields, ProjectFields},
        },
    },
    error::Error,
    messages::issues::set_due_date as words,
    service::{
        Service,
        issues::{DueDate, set_due_date},
        split_failure,
    },
};

/// Says by when an open issue should be done.
pub(super) struct AssistantSetDueDate;

fields! {
    pub(super) struct DueDateFields {
        /// A day as `YYYY-MM-DD`; empty takes the due date away.
        due_date: NeededText,
    }
}

impl Operation for AssistantSetDueDate {
    const ABOUT: &'static About = &About {
        name: "assistant_set_due_date",
        path: "/api/v1/issues/assistant-set-due-date",
        effect: Effect::Changes,
        statuses: &statuses(Status::Updated),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion", "due_date": "2030-02-07"}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields, DueDateFields);
    type Response = Answer<Outcome>;

    async fn run(service: &Service, (project, issue, due): Self::Request) -> Result<Self::Response, Error> {
        let date = DueDate::parse(&due.due_date.0)?;
        let target = issue.target(&project)?;
        let done = split_failure(set_due_date(service, &target, date.as_ref()).await)?;
        Ok(one_issue::answer(
            service.intent(),
            (&project, &issue),
            done,
            Status::Updated,
            |issue, project| words::set(issue, project, date.as_ref()),
        ))
    }
}

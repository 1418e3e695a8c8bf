use super::one_issue::{self, Outcome};
use crate::api::prelude::*;

/// Closes an open issue.
pub(super) static ABOUT: About = About {
    name: "assistant_close_issue",
    path: "/api/v1/issues/assistant-close",
    effect: Effect::Changes,
    statuses: &[&[Status::Closed], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
    title: Sentence::new("Fermer un ticket", "Close an issue"),
    purpose: Sentence::new(
        "Ferme le ticket ouvert que vos mots désignent.",
        "Close the open issue that your words mean.",
    ),
    usage: "Use it when a person says that an issue is done or no longer wanted.",
};

pub(super) async fn run(service: &Service, (project, issue): (ProjectFields, IssueFields)) -> Ran<Outcome> {
    let done = issues::set_state(service, &issue.target(&project)?, StateEvent::Close).await;
    one_issue::answer(service, (&project, &issue), done, Status::Closed, |_, issue_is| closed(&issue_is))
}

/// The issue was closed.
pub(super) fn closed(issue_is: &Sentence) -> Sentence {
    say!("{issue_is} fermé.", "{issue_is} closed.")
}

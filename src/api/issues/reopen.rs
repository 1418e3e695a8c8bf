use super::one_issue::{self, Outcome};
use crate::api::prelude::*;

/// Reopens a closed issue.
pub(super) static ABOUT: About = About {
    name: "assistant_reopen_issue",
    path: "/api/v1/issues/assistant-reopen",
    effect: Effect::Changes,
    statuses: &[&[Status::Reopened], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "certificat du domaine"}"#,
    variants: &[PROJECT_UNCLEAR, &[("issue_hint", "fiche de salaire"), ("issue_hint", "la")]],
    title: Sentence::new("Rouvrir un ticket", "Reopen an issue"),
    purpose: Sentence::new(
        "Rouvre le ticket fermé que vos mots désignent.",
        "Reopen the closed issue that your words mean.",
    ),
    usage: "Use it when a person says that a closed issue is not settled after all.",
};

pub(super) async fn run(service: &Service, (project, issue): (ProjectFields, IssueFields)) -> Ran<Outcome> {
    let done = issues::set_state(service, &issue.target(&project)?, StateEvent::Reopen).await;
    one_issue::answer(service, (&project, &issue), done, Status::Reopened, |_, issue_is| {
        say!("{issue_is} rouvert.", "{issue_is} open again.")
    })
}

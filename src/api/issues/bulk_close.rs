use super::{
    bulk::{self, Processed, Several},
    close::closed,
    one_issue::Nothing,
};
use crate::api::prelude::*;

/// Closes several open issues.
pub(super) static ABOUT: About = About {
    name: "assistant_bulk_close_issues",
    path: "/api/v1/issues/assistant-bulk-close",
    effect: Effect::Changes,
    statuses: &[&[Status::Processed], &FOR_PROJECT],
    example: r#"{"project_hint": "portail citoyen", "issue_hints": ["page de connexion", "erreur 500", "fiche de salaire"]}"#,
    variants: &[PROJECT_UNCLEAR],
    title: Sentence::new("Fermer plusieurs tickets", "Close several issues"),
    purpose: Sentence::new(
        "Ferme plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Close several open issues, each meant by a few words.",
    ),
    usage: "Use it to close several issues of one project in one call. Each row of results has its own \
            status: settle with assistant_close_issue, one by one, the rows that ask or are not found, and \
            leave those that are closed.",
};

type Request = (ProjectFields, Several);

pub(super) async fn run(service: &Service, (project, several): Request) -> Ran<Processed<Nothing>> {
    let (hints, limit) = (several.issue_hints, several.limit);
    let done = issues::close_several(service, &project.target()?, &hints, limit).await;
    let done = done.or_answer(|unresolved| bulk::unclear(&project, unresolved, Nothing {}))?;
    let intent = service.intent();
    let message = messages::bulk::closed(intent, &done.project.item.name, &done.items);
    let says = |issue: &_, project: &_, is_closed| {
        if is_closed { closed(&the_issue_is(intent, issue, project)) } else { already(issue, project) }
    };
    Ok(bulk::answer(service, done, message, Status::Closed, says, Nothing {}))
}

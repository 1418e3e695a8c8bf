use super::one_issue::{Outcome, answer_changed, answer_unclear};
use crate::api::prelude::*;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct HeldLabels {
    labels: Vec<String>,
}

/// Adds a label to an open issue.
pub(super) static ABOUT: About = About {
    name: "assistant_add_label",
    path: "/api/v1/issues/assistant-add-label",
    effect: Effect::Adds,
    statuses: &[&[Status::Updated], &FOR_PROJECT, &FOR_ISSUE],
    example: r#"{"project_hint": "portail citoyen", "issue_hint": "double authentification", "label_name": "BLOQUANT"}"#,
    variants: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
    title: Sentence::new("Étiqueter un ticket", "Label an issue"),
    purpose: Sentence::new(
        "Ajoute une étiquette au ticket ouvert que vos mots désignent.",
        "Add a label to the open issue that your words mean.",
    ),
    usage: "Use it to add one label to one issue; those that it has stay. A label that the project lacks is \
            an error unless create_label_if_missing.",
};

type Request = (ProjectFields, IssueFields, LabelFields);

pub(super) async fn run(service: &Service, (project, issue, label): Request) -> Ran<Outcome<HeldLabels>> {
    let done = issues::add_label(service, &issue.target(&project)?, &label.label()).await;
    let (done, had, lost) =
        done.or_answer(|unresolved| answer_unclear((&project, &issue), false, unresolved))?;
    let labels = HeldLabels { labels: done.issue.label_names().to_vec() };
    let told =
        |issue: &_, issue_is| added(issue, &issue_is, had.as_ref()).then(messages::removed_labels(&lost));
    Ok(answer_changed(service, done, Status::Updated, told, labels))
}

/// The issue got the label, or had it before.
pub(super) fn added(issue: &Issue, issue_is: &Sentence, had: Option<&String>) -> Sentence {
    if let Some(label) = had {
        let (iid, title) = (issue.iid, &issue.title);
        return say!(
            "Le ticket #{iid} « {title} » avait déjà l'étiquette « {label} ».",
            "Issue #{iid} “{title}” had the label “{label}” already."
        );
    }
    let labels = quoted(issue.label_names()).unwrap_or_default();
    say!("{issue_is} étiqueté {labels}.", "{issue_is} labelled {labels}.")
}

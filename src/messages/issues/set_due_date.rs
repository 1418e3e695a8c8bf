//! issues/assistant-set-due-date

use crate::{
    gitlab::{Issue, Project},
    language::Language,
    messages::{Phrase, Words, say, the_issue},
    service::issues::DueDate,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Fixer l'échéance d'un ticket", "Set the due date of an issue"),
    purpose: Phrase::new(
        "Fixe ou retire l'échéance du ticket ouvert que vos mots désignent.",
        "Set or clear the due date of the open issue that your words mean.",
    ),
    usage: "Use it when a person says by when an issue is to be done. Turn words like tomorrow into a date \
            first.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu le changement d'échéance : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the change of the due date: check on GitLab before you try again.",
    ),
};

/// The issue's due date was set, or taken away.
#[must_use]
pub fn set(language: Language, issue: &Issue, project: &Project, date: Option<&DueDate>) -> String {
    let issue = the_issue(language, issue, project);
    match date {
        Some(date) => say!(language, "{issue} a pour échéance le {date}.", "{issue} is due on {date}."),
        None => say!(language, "{issue} n'a plus d'échéance.", "{issue} has no due date any more."),
    }
}

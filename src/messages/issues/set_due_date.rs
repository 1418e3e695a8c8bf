//! issues/assistant-set-due-date

use crate::{
    gitlab::{Issue, Project},
    messages::{Sentence, Words, say, the_issue},
    service::issues::DueDate,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Fixer l'échéance d'un ticket", "Set the due date of an issue"),
    purpose: Sentence::new(
        "Fixe ou retire l'échéance du ticket ouvert que vos mots désignent.",
        "Set or clear the due date of the open issue that your words mean.",
    ),
    usage: "Use it when a person says by when an issue is to be done. Turn words like tomorrow into a date \
            first.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu le changement d'échéance : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the change of the due date: check on GitLab before you try again.",
    ),
};

/// The issue's due date was set, or taken away.
#[must_use]
pub fn set(issue: &Issue, project: &Project, date: Option<&DueDate>) -> Sentence {
    let issue = the_issue(issue, project);
    match date {
        Some(date) => say!("{issue} a pour échéance le {date}.", "{issue} is due on {date}.", issue),
        None => say!("{issue} n'a plus d'échéance.", "{issue} has no due date any more.", issue),
    }
}

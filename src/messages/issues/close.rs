//! issues/assistant-close

use crate::{
    gitlab::{Issue, Project},
    language::Language,
    messages::{Phrase, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Fermer un ticket", "Close an issue"),
    purpose: Phrase::new(
        "Ferme le ticket ouvert que vos mots désignent.",
        "Close the open issue that your words mean.",
    ),
    usage: "Use it when a person says that an issue is done or no longer wanted.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu la fermeture du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the closing of the issue: check on GitLab before you try again.",
    ),
};

/// The issue was closed.
#[must_use]
pub fn closed(language: Language, issue: &Issue, project: &Project) -> String {
    let issue = the_issue(language, issue, project);
    say!(language, "{issue} est fermé.", "{issue} is closed.")
}

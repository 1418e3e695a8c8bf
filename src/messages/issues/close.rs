//! issues/assistant-close

use crate::{
    gitlab::{Issue, Project},
    messages::{Sentence, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Fermer un ticket", "Close an issue"),
    purpose: Sentence::new(
        "Ferme le ticket ouvert que vos mots désignent.",
        "Close the open issue that your words mean.",
    ),
    usage: "Use it when a person says that an issue is done or no longer wanted.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu la fermeture du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the closing of the issue: check on GitLab before you try again.",
    ),
};

/// The issue was closed.
#[must_use]
pub fn closed(issue: &Issue, project: &Project) -> Sentence {
    let issue = the_issue(issue, project);
    say!("{issue} est fermé.", "{issue} is closed.", issue)
}

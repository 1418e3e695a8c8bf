//! issues/assistant-reopen

use crate::{
    gitlab::{Issue, Project},
    messages::{Sentence, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Rouvrir un ticket", "Reopen an issue"),
    purpose: Sentence::new(
        "Rouvre le ticket fermé que vos mots désignent.",
        "Reopen the closed issue that your words mean.",
    ),
    usage: "Use it when a person says that a closed issue is not settled after all.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu la réouverture du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the reopening of the issue: check on GitLab before you try again.",
    ),
};

/// The issue was reopened.
#[must_use]
pub fn reopened(issue: &Issue, project: &Project) -> Sentence {
    let issue = the_issue(issue, project);
    say!("{issue} est rouvert.", "{issue} is open again.", issue)
}

//! issues/assistant-update

use crate::{
    gitlab::{Issue, Project},
    messages::{Sentence, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Modifier un ticket", "Edit an issue"),
    purpose: Sentence::new(
        "Change le titre, la description ou les étiquettes du ticket ouvert que vos mots désignent.",
        "Change the title, the description or the labels of the open issue that your words mean.",
    ),
    usage: "Use it to rewrite what an open issue says, or to replace all its labels at once; \
            assistant_add_label adds one and keeps the others.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu la modification du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the change of the issue: check on GitLab before you try again.",
    ),
};

/// The issue's text or labels were changed.
#[must_use]
pub fn updated(issue: &Issue, project: &Project) -> Sentence {
    let issue = the_issue(issue, project);
    say!("{issue} est modifié.", "{issue} is changed.", issue)
}

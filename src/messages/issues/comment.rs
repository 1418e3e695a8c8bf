//! issues/assistant-comment

use crate::{
    gitlab::{Issue, Project},
    language::Language,
    messages::{Phrase, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Commenter un ticket", "Comment on an issue"),
    purpose: Phrase::new(
        "Commente le ticket ouvert que vos mots désignent.",
        "Comment on the open issue that your words mean.",
    ),
    usage: "Use it to add a remark, an answer or news. The text shows as it is: a line like /close in it is \
            not run.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu l'envoi du commentaire : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the comment on the issue: check on GitLab before you try again.",
    ),
};

/// The issue was commented on.
#[must_use]
pub fn commented(language: Language, issue: &Issue, project: &Project) -> String {
    let issue = the_issue(language, issue, project);
    say!(language, "{issue} est commenté.", "{issue} has the comment.")
}

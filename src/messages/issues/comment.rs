//! issues/assistant-comment

use crate::{
    gitlab::{Issue, Project},
    messages::{Sentence, Words, say, the_issue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Commenter un ticket", "Comment on an issue"),
    purpose: Sentence::new(
        "Commente le ticket ouvert que vos mots désignent.",
        "Comment on the open issue that your words mean.",
    ),
    usage: "Use it to add a remark, an answer or news. The text shows as it is: a line like /close in it is \
            not run.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu l'envoi du commentaire : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the comment on the issue: check on GitLab before you try again.",
    ),
};

/// The issue was commented on.
#[must_use]
pub fn commented(issue: &Issue, project: &Project) -> Sentence {
    let issue = the_issue(issue, project);
    say!("{issue} est commenté.", "{issue} has the comment.", issue)
}

//! issues/create

use crate::{
    messages::{self, Sentence, Words},
    service::issues::{HeldMilestone, SentIssue},
};

/// The sentence of an unexpected failure.
pub const FAILED: Sentence = Sentence::new(
    "Une erreur inattendue a interrompu la création du ticket : vérifiez sur GitLab avant de recommencer.",
    "An unexpected error interrupted the creation of the issue: check on GitLab before you try again.",
);

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Créer un ticket à une adresse donnée", "Create an issue at a given path"),
    purpose: Sentence::new(
        "Crée un ticket dans le projet dont vous donnez le chemin complet.",
        "Create an issue in a project given by its full path.",
    ),
    usage: "Use it when the full path of the project is known for sure, else assistant_create_issue. It \
            looks for no duplicates.",
    failed: FAILED,
};

/// The sentence on labels or a milestone that the host did not set, as for a token that may not set them; `None` if it set all.
#[must_use]
pub fn dropped(sent: &SentIssue) -> Option<Sentence> {
    let milestone = (sent.milestone == HeldMilestone::Dropped).then_some(MILESTONE);
    match messages::dropped_labels(&sent.dropped_labels) {
        Some(labels) => Some(labels.then(milestone)),
        None => milestone,
    }
}

const MILESTONE: Sentence = Sentence::new(
    "GitLab n'a pas retenu le jalon : vérifiez les droits du jeton technique.",
    "GitLab left the milestone out: check the rights of the technical token.",
);

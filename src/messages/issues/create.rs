//! issues/create

use crate::{
    language::Language,
    messages::{self, Phrase, Words},
    service::issues::{HeldMilestone, SentIssue},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Créer un ticket à une adresse donnée", "Create an issue at a given path"),
    purpose: Phrase::new(
        "Crée un ticket dans le projet dont vous donnez le chemin complet.",
        "Create an issue in a project given by its full path.",
    ),
    usage: "Use it when the full path of the project is known for sure, else assistant_create_issue. It \
            looks for no duplicates.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu la création du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the creation of the issue: check on GitLab before you try again.",
    ),
};

/// The sentence on labels or a milestone that the host did not set, as for a token that may not set them; `None` if it set all.
#[must_use]
pub fn dropped(language: Language, sent: &SentIssue) -> Option<String> {
    let labels =
        (!sent.dropped_labels.is_empty()).then(|| messages::dropped_labels(language, &sent.dropped_labels));
    let milestone = (sent.milestone == HeldMilestone::Dropped).then(|| MILESTONE.say(language).to_owned());
    let parts: Vec<_> = [labels, milestone].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

const MILESTONE: Phrase = Phrase::new(
    "GitLab n'a pas retenu le jalon : vérifiez les droits du jeton technique.",
    "GitLab left the milestone out: check the rights of the technical token.",
);

//! issues/assistant-add-label

use crate::{
    gitlab::Issue,
    messages::{Sentence, Words, say},
};

/// The sentence of an unexpected failure.
pub const FAILED: Sentence = Sentence::new(
    "Une erreur inattendue a interrompu l'ajout de l'étiquette : vérifiez sur GitLab avant de recommencer.",
    "An unexpected error interrupted the labelling: check on GitLab before you try again.",
);

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Étiqueter un ticket", "Label an issue"),
    purpose: Sentence::new(
        "Ajoute une étiquette au ticket ouvert que vos mots désignent.",
        "Add a label to the open issue that your words mean.",
    ),
    usage: "Use it to add one label to one issue; those that it has stay. A label that the project lacks is \
            an error unless create_label_if_missing.",
    failed: FAILED,
};

/// The issue got the label.
#[must_use]
pub fn added(issue: &Issue) -> Sentence {
    let Issue { iid, title, .. } = issue;
    let labels = issue.label_names();
    let (fr, en) = (labels.join(" », « "), labels.join("”, “"));
    let labels = match labels {
        [_] => say!("l'étiquette « {fr} »", "the label “{en}”"),
        _ => say!("les étiquettes « {fr} »", "the labels “{en}”"),
    };
    say!("Le ticket #{iid} « {title} » porte {labels}.", "Issue #{iid} “{title}” has {labels}.", labels)
}

/// The sentence for an issue that has the label already.
#[must_use]
pub fn unchanged(issue: &Issue, label: &str) -> Sentence {
    let Issue { iid, title, .. } = issue;
    say!(
        "Le ticket #{iid} « {title} » portait déjà l'étiquette « {label} ».",
        "Issue #{iid} “{title}” had the label “{label}” already."
    )
}

//! issues/assistant-add-label

use crate::{
    gitlab::Issue,
    language::Language,
    messages::{Phrase, Words, say},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Étiqueter un ticket", "Label an issue"),
    purpose: Phrase::new(
        "Ajoute une étiquette au ticket ouvert que vos mots désignent.",
        "Add a label to the open issue that your words mean.",
    ),
    usage: "Use it to add one label to one issue; those that it has stay. A label that the project lacks is \
            an error unless create_label_if_missing.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu l'ajout de l'étiquette : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the labelling: check on GitLab before you try again.",
    ),
};

/// The issue got the label.
#[must_use]
pub fn added(language: Language, issue: &Issue) -> String {
    let Issue { iid, title, .. } = issue;
    let labels = match (issue.label_names(), language) {
        ([label], Language::Fr) => format!("l'étiquette « {label} »"),
        (labels, Language::Fr) => format!("les étiquettes « {} »", labels.join(" », « ")),
        ([label], Language::En) => format!("the label “{label}”"),
        (labels, Language::En) => format!("the labels “{}”", labels.join("”, “")),
    };
    say!(language, "Le ticket #{iid} « {title} » porte {labels}.", "Issue #{iid} “{title}” has {labels}.")
}

/// The sentence for an issue that has the label already.
#[must_use]
pub fn unchanged(language: Language, issue: &Issue, label: &str) -> String {
    let Issue { iid, title, .. } = issue;
    say!(
        language,
        "Le ticket #{iid} « {title} » portait déjà l'étiquette « {label} ».",
        "Issue #{iid} “{title}” had the label “{label}” already."
    )
}

//! issues/assistant-list-labels

use crate::messages::{Sentence, Words, perhaps_more, say, sentence::Noun};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lister les étiquettes d'un projet", "List the labels of a project"),
    purpose: Sentence::new(
        "Donne les étiquettes du projet que vos mots désignent.",
        "List the labels of the project that your words mean.",
    ),
    usage: "Use it to see which labels a project has, before adding one.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les étiquettes : réessayez dans un instant.",
        "An unexpected error stopped the list of labels: try again in a moment.",
    ),
};

const LABELS: Noun =
    Noun { fr: ["aucune étiquette", "1 étiquette", "étiquettes"], en: ["no labels", "1 label", "labels"] };

/// The labels of a project.
#[must_use]
pub fn listed(project: &str, number: usize, truncated: bool) -> Sentence {
    let labels = LABELS.count(number);
    let sentence = say!("Projet « {project} » : {labels}.", "Project “{project}”: {labels}.", labels);
    perhaps_more(sentence, truncated)
}

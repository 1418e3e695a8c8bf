//! issues/assistant-list-labels

use crate::{
    language::Language,
    messages::{Phrase, Words, perhaps_more, phrase::Noun, say},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Lister les étiquettes d'un projet", "List the labels of a project"),
    purpose: Phrase::new(
        "Donne les étiquettes du projet que vos mots désignent.",
        "List the labels of the project that your words mean.",
    ),
    usage: "Use it to see which labels a project has, before adding one.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de lister les étiquettes : réessayez dans un instant.",
        "An unexpected error stopped the list of labels: try again in a moment.",
    ),
};

const LABELS: Noun =
    Noun { fr: ["aucune étiquette", "1 étiquette", "étiquettes"], en: ["no labels", "1 label", "labels"] };

/// The labels of a project.
#[must_use]
pub fn listed(language: Language, project: &str, number: usize, truncated: bool) -> String {
    let labels = LABELS.count(language, number);
    let sentence = say!(language, "Projet « {project} » : {labels}.", "Project “{project}”: {labels}.");
    perhaps_more(language, sentence, truncated)
}

//! projects/assistant-list

use crate::{
    language::Language,
    messages::{Phrase, Words, perhaps_more, say},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Lister les projets d'un groupe", "List the projects of a group"),
    purpose: Phrase::new(
        "Donne les projets du groupe que vos mots désignent.",
        "List the projects of the group that your words mean.",
    ),
    usage: "Use it to see which projects a group holds, without those of its subgroups, and how many open \
            issues each has.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de lister les projets : réessayez dans un instant.",
        "An unexpected error stopped the list of projects: try again in a moment.",
    ),
};

/// The projects of a group.
#[must_use]
pub fn listed(language: Language, group: &str, number: usize, truncated: bool) -> String {
    let holds = match number {
        0 => say!(language, "ne contient aucun projet", "holds no projects"),
        1 => say!(language, "contient 1 projet", "holds 1 project"),
        _ => say!(language, "contient {number} projets", "holds {number} projects"),
    };
    let sentence = say!(language, "Le groupe « {group} » {holds}.", "The group “{group}” {holds}.");
    perhaps_more(language, sentence, truncated)
}

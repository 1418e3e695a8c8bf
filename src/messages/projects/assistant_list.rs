//! projects/assistant-list

use crate::messages::{Sentence, Words, perhaps_more, say};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lister les projets d'un groupe", "List the projects of a group"),
    purpose: Sentence::new(
        "Donne les projets du groupe que vos mots désignent.",
        "List the projects of the group that your words mean.",
    ),
    usage: "Use it to see which projects a group holds, without those of its subgroups, and how many open \
            issues each has.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les projets : réessayez dans un instant.",
        "An unexpected error stopped the list of projects: try again in a moment.",
    ),
};

/// The projects of a group.
#[must_use]
pub fn listed(group: &str, number: usize, truncated: bool) -> Sentence {
    let holds = match number {
        0 => Sentence::new("ne contient aucun projet", "holds no projects"),
        1 => Sentence::new("contient 1 projet", "holds 1 project"),
        _ => say!("contient {number} projets", "holds {number} projects"),
    };
    let sentence = say!("Le groupe « {group} » {holds}.", "The group “{group}” {holds}.", holds);
    perhaps_more(sentence, truncated)
}

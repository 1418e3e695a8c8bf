//! groups/search

use crate::messages::{Sentence, Words};

/// The host has more groups than are read.
pub const NARROWED: Sentence = Sentence::new(
    "GitLab contient trop de groupes pour les comparer tous : seuls ceux que sa propre recherche a trouvés le sont.",
    "GitLab holds too many groups to compare them all: only those that its own search found are.",
);

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Chercher un groupe", "Find a group"),
    purpose: Sentence::new("Trouve des groupes par leur nom ou leur chemin.", "Find groups by name or path."),
    usage: "Use it to find the full path of a group: every visible group is scored, subgroups too, and the \
            best are answered.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de chercher les groupes : réessayez dans un instant.",
        "An unexpected error stopped the search for groups: try again in a moment.",
    ),
};

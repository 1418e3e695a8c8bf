//! projects/create

use crate::messages::{Sentence, Words};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Créer un projet à une adresse donnée", "Create a project at a given path"),
    purpose: Sentence::new(
        "Crée un projet dans le groupe dont vous donnez le chemin complet.",
        "Create a project in a group given by its full path.",
    ),
    usage: "Use it when the full path of the group is known for sure, else assistant_create_project.",
    failed: super::assistant_create::FAILED,
};

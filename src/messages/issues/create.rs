//! issues/create

use crate::messages::{Phrase, Words};

/// What is read of the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Créer un ticket à une adresse donnée", "Create an issue at a given path"),
    purpose: Phrase::new(
        "Crée un ticket dans le projet dont vous donnez le chemin complet.",
        "Create an issue in a project given by its full path.",
    ),
    usage: "Use it when the full path of the project is known for sure; with loose words for the project, use \
            assistant_create_issue. It looks for no duplicates.",
    failed: super::assistant_create::WORDS.failed,
};

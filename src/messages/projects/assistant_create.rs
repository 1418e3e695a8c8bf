//! projects/assistant-create

use crate::messages::{Sentence, Words, say};

/// The sentence of an unexpected failure.
pub const FAILED: Sentence = Sentence::new(
    "Une erreur inattendue a interrompu la création du projet : vérifiez sur GitLab avant de recommencer.",
    "An unexpected error interrupted the creation of the project: check on GitLab before you try again.",
);

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Créer un projet", "Create a project"),
    purpose: Sentence::new(
        "Crée un projet dans le groupe que vos mots désignent.",
        "Create a project in the group that your words mean.",
    ),
    usage: "Use it when a person wants a new project. Look at similar_projects: it may exist already.",
    failed: FAILED,
};

/// The project was created.
#[must_use]
pub fn created(name: &str, path: &str) -> Sentence {
    say!("Le projet « {name} » est créé sous « {path} ».", "The project “{name}” is created as “{path}”.")
}

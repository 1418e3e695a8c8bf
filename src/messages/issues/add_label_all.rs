//! issues/assistant-add-label-all

use crate::messages::{Sentence, Words};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Étiqueter tous les tickets d'un projet", "Label all issues of a project"),
    purpose: Sentence::new(
        "Ajoute une étiquette à tous les tickets du projet que vos mots désignent.",
        "Add a label to all issues of the project that your words mean.",
    ),
    usage: "Use it only when a person asks for all issues of a project: up to 100, the newest first; \
            truncated says that there are more. A row of results in error failed alone: settle it \
            with assistant_add_label.",
    failed: super::add_label::FAILED,
};

//! issues/assistant-bulk-add-label

use crate::messages::{Phrase, Words};

/// What is read of the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Étiqueter plusieurs tickets", "Label several issues"),
    purpose: Phrase::new(
        "Ajoute une étiquette à plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Add a label to several open issues, each meant by a few words.",
    ),
    usage: "Use it to add one label to several open issues of one project, each given by its own words. Each hint has its own \
            result: some may be updated while others need a question.",
    failed: super::add_label::WORDS.failed,
};

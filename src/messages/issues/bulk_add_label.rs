//! issues/assistant-bulk-add-label

use crate::messages::{Sentence, Words};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Étiqueter plusieurs tickets", "Label several issues"),
    purpose: Sentence::new(
        "Ajoute une étiquette à plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Add a label to several open issues, each meant by a few words.",
    ),
    usage: "Use it to label several issues of one project in one call. Each row of results has its own \
            status: settle with assistant_add_label, one by one, the rows that ask or are not found, and \
            leave those that are updated.",
    failed: super::add_label::FAILED,
};

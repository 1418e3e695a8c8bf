//! issues/assistant-bulk-close

use crate::messages::{Phrase, Words};

/// What is read of the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Fermer plusieurs tickets", "Close several issues"),
    purpose: Phrase::new(
        "Ferme plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Close several open issues, each meant by a few words.",
    ),
    usage: "Use it to close several open issues of one project, each given by its own words. Each hint has its own result: \
            some may be closed while others need a question.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu la fermeture des tickets : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the closing of the issues: check on GitLab before you try again.",
    ),
};

//! issues/assistant-bulk-close

use crate::messages::{Sentence, Words};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Fermer plusieurs tickets", "Close several issues"),
    purpose: Sentence::new(
        "Ferme plusieurs tickets ouverts, chacun désigné par quelques mots.",
        "Close several open issues, each meant by a few words.",
    ),
    usage: "Use it to close several issues of one project in one call. Each row of results has its own \
            status: settle with assistant_close_issue, one by one, the rows that ask or are not found, and \
            leave those that are closed.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu la fermeture des tickets : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the closing of the issues: check on GitLab before you try again.",
    ),
};

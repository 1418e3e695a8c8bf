//! projects/assistant-progress

use crate::messages::{Sentence, Words, perhaps_more, say, sentence::CLOSED_ISSUES};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Mesurer l'avancement d'un projet", "Measure the progress of a project"),
    purpose: Sentence::new(
        "Compte les tickets fermés d'un projet parmi tous les siens.",
        "Say how many of a project's issues are closed.",
    ),
    usage: "Use it to say how far a project is: up to 100 open and 100 closed issues count; truncated says \
            that there are more.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de calculer l'avancement du projet : réessayez dans un instant.",
        "An unexpected error stopped the count of the project's progress: try again in a moment.",
    ),
};

/// How far a project is.
#[must_use]
pub fn measured(project: &str, (closed, total): (usize, usize), percent: usize, truncated: bool) -> Sentence {
    let sentence = if total == 0 {
        no_issue(project)
    } else {
        let closed = CLOSED_ISSUES.count(closed);
        say!(
            "Le projet « {project} » est avancé à {percent} % : {closed} sur {total}.",
            "The project “{project}” is {percent}% done: {closed} of {total}.",
            closed
        )
    };
    perhaps_more(sentence, truncated)
}

pub(super) fn no_issue(project: &str) -> Sentence {
    say!("Le projet « {project} » n'a aucun ticket.", "The project “{project}” has no issues.")
}

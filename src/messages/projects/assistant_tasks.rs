//! projects/assistant-tasks

use crate::messages::{
    Sentence, Words, perhaps_more, say,
    sentence::{CLOSED_ISSUES, OPEN_ISSUES},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Voir les tâches d'un projet", "See the tasks of a project"),
    purpose: Sentence::new(
        "Donne les titres des tickets ouverts et fermés d'un projet.",
        "List the titles of a project's open and closed issues.",
    ),
    usage: "Use it for a quick look at what is open and what is done: titles alone, up to 100 of each; \
            assistant_list_issues has numbers and addresses.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les tâches du projet : réessayez dans un instant.",
        "An unexpected error stopped the list of the project's tasks: try again in a moment.",
    ),
};

/// The issue titles of a project.
#[must_use]
pub fn listed(project: &str, opened: usize, closed: usize, truncated: bool) -> Sentence {
    if opened + closed == 0 {
        return super::assistant_progress::no_issue(project);
    }
    let (opened, closed) = (OPEN_ISSUES.count(opened), CLOSED_ISSUES.count(closed));
    let sentence = say!(
        "Projet « {project} » : {opened}, {closed}.",
        "Project “{project}”: {opened}, {closed}.",
        opened,
        closed
    );
    perhaps_more(sentence, truncated)
}

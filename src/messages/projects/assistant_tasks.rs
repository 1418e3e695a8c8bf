//! projects/assistant-tasks

use crate::{
    language::Language,
    messages::{
        Phrase, Words, perhaps_more,
        phrase::{CLOSED_ISSUES, OPEN_ISSUES},
        say,
    },
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Voir les tâches d'un projet", "See the tasks of a project"),
    purpose: Phrase::new(
        "Donne les titres des tickets ouverts et fermés d'un projet.",
        "List the titles of a project's open and closed issues.",
    ),
    usage: "Use it for a quick look at what is open and what is done: titles alone, up to 100 of each; \
            assistant_list_issues has numbers and addresses.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de lister les tâches du projet : réessayez dans un instant.",
        "An unexpected error stopped the list of the project's tasks: try again in a moment.",
    ),
};

/// The issue titles of a project.
#[must_use]
pub fn listed(language: Language, project: &str, opened: usize, closed: usize, truncated: bool) -> String {
    if opened + closed == 0 {
        return super::assistant_progress::no_issue(language, project);
    }
    let (opened, closed) = (OPEN_ISSUES.count(language, opened), CLOSED_ISSUES.count(language, closed));
    let sentence = say!(
        language,
        "Projet « {project} » : {opened}, {closed}.",
        "Project “{project}”: {opened}, {closed}."
    );
    perhaps_more(language, sentence, truncated)
}

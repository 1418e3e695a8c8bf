//! issues/assistant-list

use crate::{
    language::Language,
    messages::{Phrase, Words, perhaps_more, phrase::ISSUES, say},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Lister les tickets d'un projet", "List the issues of a project"),
    purpose: Phrase::new(
        "Donne les tickets du projet que vos mots désignent.",
        "List the issues of the project that your words mean.",
    ),
    usage: "Use it to see the newest issues of a project, with their numbers, states and addresses.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de lister les tickets : réessayez dans un instant.",
        "An unexpected error stopped the list of issues: try again in a moment.",
    ),
};

/// The issues of a project.
#[must_use]
pub fn listed(language: Language, project: &str, number: usize, truncated: bool) -> String {
    let issues = ISSUES.count(language, number);
    let sentence = say!(language, "Projet « {project} » : {issues}.", "Project “{project}”: {issues}.");
    perhaps_more(language, sentence, truncated)
}

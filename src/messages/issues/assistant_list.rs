//! issues/assistant-list

use crate::messages::{Sentence, Words, perhaps_more, say, sentence::ISSUES};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lister les tickets d'un projet", "List the issues of a project"),
    purpose: Sentence::new(
        "Donne les tickets du projet que vos mots désignent.",
        "List the issues of the project that your words mean.",
    ),
    usage: "Use it to see the newest issues of a project, with their numbers, states and addresses.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les tickets : réessayez dans un instant.",
        "An unexpected error stopped the list of issues: try again in a moment.",
    ),
};

/// The issues of a project.
#[must_use]
pub fn listed(project: &str, number: usize, truncated: bool) -> Sentence {
    let issues = ISSUES.count(number);
    let sentence = say!("Projet « {project} » : {issues}.", "Project “{project}”: {issues}.", issues);
    perhaps_more(sentence, truncated)
}

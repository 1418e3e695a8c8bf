//! projects/assistant-members

use crate::{
    language::Language,
    messages::{Phrase, Words, perhaps_more, phrase::Noun, say},
    service::projects::Members,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Lister les membres d'un projet", "List the members of a project"),
    purpose: Phrase::new(
        "Donne les personnes qui travaillent sur le projet que vos mots désignent, avec leurs rôles.",
        "List the people who work on the project that your words mean, with their roles.",
    ),
    usage: "Use it to see who an issue can be assigned to.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de lister les membres : réessayez dans un instant.",
        "An unexpected error stopped the list of members: try again in a moment.",
    ),
};

const MEMBERS: Noun =
    Noun { fr: ["aucun membre", "1 membre", "membres"], en: ["no members", "1 member", "members"] };

/// The members of a project.
#[must_use]
pub fn listed(language: Language, found: &Members) -> String {
    let (project, members) = (&found.project.item.name, MEMBERS.count(language, found.members.len()));
    let sentence = say!(language, "Projet « {project} » : {members}.", "Project “{project}”: {members}.");
    perhaps_more(language, sentence, found.truncated)
}

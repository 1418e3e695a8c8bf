//! projects/assistant-members

use crate::{
    messages::{Sentence, Words, perhaps_more, say, sentence::Noun},
    service::projects::Members,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lister les membres d'un projet", "List the members of a project"),
    purpose: Sentence::new(
        "Donne les personnes qui travaillent sur le projet que vos mots désignent, avec leurs rôles.",
        "List the people who work on the project that your words mean, with their roles.",
    ),
    usage: "Use it to see who an issue can be assigned to.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les membres : réessayez dans un instant.",
        "An unexpected error stopped the list of members: try again in a moment.",
    ),
};

const MEMBERS: Noun =
    Noun { fr: ["aucun membre", "1 membre", "membres"], en: ["no members", "1 member", "members"] };

/// The members of a project.
#[must_use]
pub fn listed(found: &Members) -> Sentence {
    let (project, members) = (&found.project.item.name, MEMBERS.count(found.members.len()));
    let sentence = say!("Projet « {project} » : {members}.", "Project “{project}”: {members}.", members);
    perhaps_more(sentence, found.truncated)
}

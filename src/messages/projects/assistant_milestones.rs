//! projects/assistant-milestones

use crate::{
    messages::{Sentence, Words, perhaps_more, say, sentence::Noun},
    service::projects::Milestones,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lister les jalons d'un projet", "List the milestones of a project"),
    purpose: Sentence::new(
        "Donne les jalons du projet que vos mots désignent, avec leurs échéances.",
        "List the milestones of the project that your words mean, with their due dates.",
    ),
    usage: "Use it to see which milestones an issue can be put into.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lister les jalons : réessayez dans un instant.",
        "An unexpected error stopped the list of milestones: try again in a moment.",
    ),
};

const MILESTONES: Noun =
    Noun { fr: ["aucun jalon", "1 jalon", "jalons"], en: ["no milestones", "1 milestone", "milestones"] };

/// The milestones of a project.
#[must_use]
pub fn listed(found: &Milestones) -> Sentence {
    let (project, milestones) = (&found.project.item.name, MILESTONES.count(found.milestones.len()));
    let sentence =
        say!("Projet « {project} » : {milestones}.", "Project “{project}”: {milestones}.", milestones);
    perhaps_more(sentence, found.truncated)
}

//! projects/check-create

use crate::messages::{Sentence, Words, say};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Vérifier la création d'un projet", "Check before creating a project"),
    purpose: Sentence::new(
        "Dit où irait un nouveau projet et quels projets lui ressemblent, sans rien créer.",
        "Check where a new project would go and which projects resemble it, without creating it.",
    ),
    usage: "Use it before creating a project: it shows the path that the name gives, the group that is meant \
            and the projects that resemble it. On ambiguous_group ask which candidate is meant, and put its \
            full_path into target_group_hint.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de vérifier la création du projet : réessayez dans un instant.",
        "An unexpected error stopped the check of the new project: try again in a moment.",
    ),
};

/// The project can be created; with the number of similar projects.
#[must_use]
pub fn ready(slug: &str, group: &str, similar: usize) -> Sentence {
    let sentence = say!(
        "Le projet peut être créé sous « {group}/{slug} ».",
        "The project can be created as “{group}/{slug}”."
    );
    match similar {
        0 => sentence,
        1 => say!(
            "{sentence} Un projet lui ressemble : vérifiez que ce n'est pas le même.",
            "{sentence} One project resembles it: check that it is not the same.",
            sentence
        ),
        _ => say!(
            "{sentence} {similar} projets lui ressemblent : vérifiez qu'aucun n'est le même.",
            "{sentence} {similar} projects resemble it: check that none is the same.",
            sentence
        ),
    }
}

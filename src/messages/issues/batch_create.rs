//! issues/assistant-batch-create

use super::create;
use crate::{
    language::Language,
    messages::{Phrase, Words, phrase::Noun, say},
    service::issues::SentIssue,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Créer plusieurs tickets", "Create several issues"),
    purpose: Phrase::new(
        "Crée plusieurs tickets à la fois, dans un jalon si vous voulez.",
        "Create several issues at once, in a milestone if you like.",
    ),
    usage: "Use it to create several issues of one project in one call. It looks for no duplicates. Each row \
            of results has its own status: send again only the rows in error.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu la création des tickets : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the creation of the issues: check on GitLab before you try again.",
    ),
};

const CREATED: Noun = Noun {
    fr: ["aucun ticket créé", "1 ticket créé", "tickets créés"],
    en: ["no issues created", "1 issue created", "issues created"],
};

/// An issue of the batch was created; in a preview it has no number yet.
#[must_use]
pub fn item_created(language: Language, sent: Option<&SentIssue>, title: &str) -> String {
    let sentence = match sent.map(|sent| sent.issue.iid) {
        Some(iid) => say!(language, "Le ticket #{iid} est créé.", "Issue #{iid} is created."),
        None => say!(language, "Le ticket « {title} » est créé.", "Issue “{title}” is created."),
    };
    match sent.and_then(|sent| create::dropped(language, sent)) {
        Some(dropped) => format!("{sentence} {dropped}"),
        None => sentence,
    }
}

/// What became of the batch.
#[must_use]
pub fn completed(language: Language, project: &str, created: usize, failed: usize) -> String {
    let created = CREATED.count(language, created);
    let failed = match failed {
        0 => String::new(),
        1 => say!(language, ", 1 en échec : voyez son message", ", 1 failed: see its message"),
        _ => say!(
            language,
            ", {failed} en échec : voyez leurs messages",
            ", {failed} failed: see their messages"
        ),
    };
    say!(language, "Projet « {project} » : {created}{failed}.", "Project “{project}”: {created}{failed}.")
}

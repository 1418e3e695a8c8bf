//! issues/assistant-batch-create

use super::create;
use crate::{
    messages::{Sentence, Words, say, sentence::Noun},
    service::issues::SentIssue,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Créer plusieurs tickets", "Create several issues"),
    purpose: Sentence::new(
        "Crée plusieurs tickets à la fois, dans un jalon si vous voulez.",
        "Create several issues at once, in a milestone if you like.",
    ),
    usage: "Use it to create several issues of one project in one call. It looks for no duplicates. Each row \
            of results has its own status: send again only the rows in error.",
    failed: Sentence::new(
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
pub fn item_created(sent: Option<&SentIssue>, title: &str) -> Sentence {
    let sentence = match sent.map(|sent| sent.issue.iid) {
        Some(iid) => say!("Le ticket #{iid} est créé.", "Issue #{iid} is created."),
        None => say!("Le ticket « {title} » est créé.", "Issue “{title}” is created."),
    };
    sentence.then(sent.and_then(create::dropped))
}

/// What became of the batch.
#[must_use]
pub fn completed(project: &str, created: usize, failed: usize) -> Sentence {
    let created = CREATED.count(created);
    let failed = match failed {
        0 => Sentence::default(),
        1 => Sentence::new(", 1 en échec : voyez son message", ", 1 failed: see its message"),
        _ => say!(", {failed} en échec : voyez leurs messages", ", {failed} failed: see their messages"),
    };
    say!(
        "Projet « {project} » : {created}{failed}.",
        "Project “{project}”: {created}{failed}.",
        created,
        failed
    )
}

//! issues/assistant-show

use crate::{
    messages::{Sentence, Words, say, sentence::Noun, the_issue},
    service::issues::Shown,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Lire un ticket", "Read an issue"),
    purpose: Sentence::new(
        "Donne le ticket que vos mots désignent : description, étiquettes, dates, personnes, derniers commentaires.",
        "Show the issue that your words mean: description, labels, dates, people, last comments.",
    ),
    usage: "Use it to know what an issue says, whatever its state, before you act on it or answer about it.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de lire le ticket : réessayez dans un instant.",
        "An unexpected error stopped the reading of the issue: try again in a moment.",
    ),
};

const COMMENTS: Noun = Noun {
    fr: ["aucun commentaire", "1 commentaire", "commentaires"],
    en: ["no comments", "1 comment", "comments"],
};

/// An issue with its last comments.
#[must_use]
pub fn shown(shown: &Shown) -> Sentence {
    let (issue, details) = (&shown.issue.issue, &shown.issue.details);
    let subject = the_issue(issue, &shown.project.item);
    let state = match issue.state.as_ref() {
        "closed" => Sentence::new("fermé", "closed"),
        _ => Sentence::new("ouvert", "open"),
    };
    let due = details.due_date.as_deref().map(|date| say!(", échéance {date}", ", due {date}"));
    let due = due.unwrap_or_default();
    let comments = COMMENTS.count(shown.comments.len());
    let sentence = say!(
        "{subject} est {state}{due}, {comments}.",
        "{subject} is {state}{due}, {comments}.",
        subject,
        state,
        due,
        comments
    );
    if shown.truncated {
        say!(
            "{sentence} GitLab en contient davantage : textes coupés ici, ou commentaires plus anciens.",
            "{sentence} GitLab holds more of it: texts that are cut here, or older comments.",
            sentence
        )
    } else {
        sentence
    }
}

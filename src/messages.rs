//! The sentences that several operations share, and those of refusals, in French and English side by side. Sentences of one
//! operation alone are in its own file.
//!
//! - [`unclear`], [`bulk`]: the sentences that several operations share, for hints that name no object for sure and for bulk
//!   calls
//! - [`failure()`], [`field`], [`gate`]: the sentences of failures (`detail`)
//! - [`words`]: labels and words for the console
//! - [`tool`]: texts for models beside the operations' own, in English
//!
//! French has a non-breaking space inside « » and before `: ; ? ! %`. The tests check this.

pub mod bulk;
mod doubt;
mod failure;
pub mod field;
pub mod form;
pub mod gate;
mod sentence;
pub mod tool;
pub mod unclear;
pub mod words;

pub use failure::{PERHAPS_DONE, dropped, failure, taken};
pub(crate) use sentence::say;
pub use sentence::{CLOSED_ISSUES, ISSUES, Noun, OPEN_ISSUES, Sentence, in_language};

use std::borrow::Borrow;

use crate::{
    gitlab::{Issue, Project},
    language::Language,
    service::Intent,
};

/// The sentence of a preview, made from the sentence that acting would have.
pub fn preview(sentence: &Sentence) -> Sentence {
    Sentence::join(&[PREVIEW, sentence.clone()], "")
}

/// What stands before the sentence of a preview.
const PREVIEW: Sentence =
    Sentence::new("Aperçu, rien n'est encore modifié. ", "Preview, nothing is changed yet. ");

/// What a preview says that acting would.
pub fn previewed(language: Language, preview: &str) -> &str {
    preview.strip_prefix(PREVIEW.say(language)).unwrap_or(preview)
}

/// The operation of this title, which changes something, failed unexpectedly.
pub fn interrupted(title: &Sentence) -> Sentence {
    say!(
        "Une erreur inattendue a interrompu « {title} » : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted “{title}”: check on GitLab before you try again."
    )
}

/// The operation of this title, which reads, failed unexpectedly.
pub fn stopped(title: &Sentence) -> Sentence {
    say!(
        "Une erreur inattendue a empêché « {title} » : réessayez dans un instant.",
        "An unexpected error stopped “{title}”: try again in a moment."
    )
}

/// A sentence, followed by a note that the host has more.
pub fn perhaps_more(sentence: Sentence, truncated: bool) -> Sentence {
    sentence.then(truncated.then_some(MORE))
}

/// What stands after such a sentence.
pub const MORE: Sentence = Sentence::new("Il y en a davantage.", "There are more.");

/// Where a label or, everywhere, a milestone was looked for without a project.
pub const EXACT_TITLES: Sentence = Sentence::new(
    "Sans projet, une étiquette et un jalon se nomment par leur titre exact.",
    "Without a project a label and a milestone are named by their exact titles.",
);

/// The subject of a sentence on an issue.
pub fn the_issue(issue: &Issue, project: &Project) -> Sentence {
    let (iid, title, project) = (issue.iid, &issue.title, &project.name);
    say!(
        "Le ticket #{iid} « {title} » du projet « {project} »",
        "Issue #{iid} “{title}” of the project “{project}”"
    )
}

/// The verb of what is done, or will be: a preview says it before.
pub const fn is(intent: Intent) -> Sentence {
    match intent {
        Intent::Act => Sentence::new("est", "is"),
        Intent::Preview => Sentence::new("sera", "will be"),
    }
}

/// The subject and the verb of a sentence on what becomes of an issue.
pub fn the_issue_is(intent: Intent, issue: &Issue, project: &Project) -> Sentence {
    the_issue(issue, project).then(is(intent))
}

/// The sentence for an issue that is in the wanted state already: nothing was sent.
pub fn already(issue: &Issue, project: &Project) -> Sentence {
    let (state, issue) = (open_or_closed(&issue.state), the_issue(issue, project));
    say!("{issue} est déjà {state}.", "{issue} is {state} already.")
}

/// The state of an issue, as people read it.
pub fn open_or_closed(state: &str) -> Sentence {
    if state == "closed" { Sentence::new("fermé", "closed") } else { Sentence::new("ouvert", "open") }
}

/// `« bug », « front »`; `None` of no names.
pub fn quoted(names: &[impl Borrow<str>]) -> Option<Sentence> {
    let (fr, en) = (names.join(" », « "), names.join("”, “"));
    (!names.is_empty()).then(|| say!("« {fr} »", "“{en}”"))
}

/// The sentence on labels that an issue had before, if there are any.
pub fn removed_labels(labels: &[String]) -> Option<Sentence> {
    let s = if labels.len() > 1 { "s" } else { "" };
    quoted(labels).map(|old| say!("Étiquette{s} retirée{s} : {old}.", "Label{s} removed: {old}."))
}

/// The sentence on labels that a call created before it failed, if there are any.
pub fn created_labels(labels: &[String]) -> Option<Sentence> {
    let s = if labels.len() > 1 { "s" } else { "" };
    quoted(labels).map(|new| say!("Étiquette{s} créée{s} : {new}.", "Label{s} created: {new}."))
}

/// The sentence on labels that the host did not set, if there are any.
pub fn dropped_labels(labels: &[String]) -> Option<Sentence> {
    let (fr, en) = if labels.len() > 1 { ("les étiquettes", "labels") } else { ("l'étiquette", "label") };
    let told = |named| {
        say!(
            "GitLab n'a pas retenu {fr} {named} : vérifiez les droits du jeton technique.",
            "GitLab left the {en} {named} out: check the rights of the technical token."
        )
    };
    quoted(labels).map(told)
}

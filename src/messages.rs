//! Every sentence that a caller reads, in French and English side by side.
//!
//! - [`projects`], [`groups`], [`issues`]: the words of each operation, a file each
//! - [`unclear`], [`bulk`]: the sentences that several operations share, for hints that name no object for sure and for bulk
//!   calls
//! - [`failure()`], [`field`], [`gate`]: the sentences of failures (`detail`)
//! - [`label`], [`word`]: labels and words for the console
//! - [`tool`]: texts for models beside the operations' own, in English
//!
//! French has a non-breaking space inside « » and before `: ; ? ! %`. The tests check this.

pub mod bulk;
mod failure;
pub mod field;
pub mod form;
pub mod gate;
pub mod groups;
pub mod issues;
pub mod label;
mod phrase;
pub mod projects;
pub mod tool;
pub mod unclear;
pub mod word;

pub use failure::failure;
use phrase::say;
pub use phrase::{Phrase, Sentence};

use crate::{
    gitlab::{Issue, Project},
    language::Language,
};

/// The texts about one operation, for people and for models.
#[derive(Debug)]
pub struct Words {
    /// Its title: a verb and its object.
    pub title: Phrase,
    /// What it does, in one sentence for people who fill in its form.
    pub purpose: Phrase,
    /// When and how to use it, in English: for models and for programmers.
    pub usage: &'static str,
    /// The sentence of an unexpected failure (interface, Errors, 500).
    pub failed: Phrase,
}

impl Words {
    /// Its purpose in English, without a full stop.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.purpose.en.trim_end_matches('.')
    }
}

/// The sentence of a preview, made from the sentence that acting would have.
#[must_use]
pub fn preview(language: Language, sentence: &str) -> String {
    format!("{}{sentence}", PREVIEW.say(language))
}

/// What stands before the sentence of a preview.
const PREVIEW: Phrase = Phrase::new(
    "Aperçu, rien n'est modifié. Voici ce que cela donnerait : ",
    "Preview, nothing is changed. This is what would come of it: ",
);

/// What a preview says that acting would.
#[must_use]
pub fn previewed(language: Language, preview: &str) -> &str {
    preview.strip_prefix(PREVIEW.say(language)).unwrap_or(preview)
}

/// A sentence, followed by a note that the host has more.
fn perhaps_more(language: Language, sentence: String, truncated: bool) -> String {
    if truncated {
        say!(language, "{sentence} GitLab en contient davantage.", "{sentence} GitLab holds more of them.")
    } else {
        sentence
    }
}

/// The subject of a sentence on an issue.
fn the_issue(language: Language, issue: &Issue, project: &Project) -> String {
    let (iid, title, project) = (issue.iid, &issue.title, &project.name);
    say!(
        language,
        "Le ticket #{iid} « {title} » du projet « {project} »",
        "Issue #{iid} “{title}” of the project “{project}”"
    )
}

/// The sentence for an issue that is in the wanted state already: nothing was sent.
#[must_use]
pub fn already(language: Language, issue: &Issue, project: &Project) -> String {
    let is_open = issue.state == "opened";
    let issue = the_issue(language, issue, project);
    if is_open {
        say!(language, "{issue} est déjà ouvert.", "{issue} is open already.")
    } else {
        say!(language, "{issue} est déjà fermé.", "{issue} is closed already.")
    }
}

/// A sentence, followed by the labels that the host did not set, if any.
#[must_use]
pub fn without_labels(language: Language, sentence: String, dropped: &[String]) -> String {
    if dropped.is_empty() { sentence } else { format!("{sentence} {}", dropped_labels(language, dropped)) }
}

/// The sentence on labels that the host did not set.
fn dropped_labels(language: Language, labels: &[String]) -> String {
    match language {
        Language::Fr => format!(
            "GitLab n'a pas retenu {} « {} » : vérifiez les droits du jeton technique.",
            if labels.len() > 1 { "les étiquettes" } else { "l'étiquette" },
            labels.join(" », « ")
        ),
        Language::En => format!(
            "GitLab left the label{} “{}” out: check the rights of the technical token.",
            if labels.len() > 1 { "s" } else { "" },
            labels.join("”, “")
        ),
    }
}

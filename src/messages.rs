//! Every sentence that a caller reads, French and English side by side, so that neither can be forgotten.
//!
//! - [`projects`], [`groups`], [`issues`]: the words of each operation, a file each
//! - [`unclear`], [`bulk`]: what several operations say of hints that named no object for sure, and of many items
//! - [`failure()`], [`field`], [`gate`]: `detail`
//! - [`label`], [`word`], `page`: what the console calls things
//! - [`tool`]: what models read beside the operations' own words, in English
//!
//! French is set as French is: a non-breaking space beside « » and before `: ; ? ! %`. A test of this module holds it to that.

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

/// What people and models read of an operation, in one place.
#[derive(Debug)]
pub struct Words {
    /// What it is called: a verb and its object.
    pub title: Phrase,
    /// What it does, in a sentence for those who fill it in.
    pub purpose: Phrase,
    /// When to use it and what to know of it, in English: for models, and for those who write programs.
    pub usage: &'static str,
    /// What a caller reads when it fails for an unknown reason (interface, Errors, 500).
    pub failed: Phrase,
}

impl Words {
    /// What the operation does, in a line without a full stop, in English.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.purpose.en.trim_end_matches('.')
    }
}

/// What acting would say, where nothing was done.
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

/// A sentence, and that there is more than it shows.
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

/// An issue that stands already as it was to be: nothing was sent.
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

/// A sentence, and which labels the host left out, if any.
#[must_use]
pub fn without_labels(language: Language, sentence: String, dropped: &[String]) -> String {
    if dropped.is_empty() { sentence } else { format!("{sentence} {}", dropped_labels(language, dropped)) }
}

/// The host left labels out.
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

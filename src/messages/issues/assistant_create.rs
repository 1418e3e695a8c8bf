//! issues/assistant-create

use super::create;
use crate::{
    gitlab::Issue,
    language::Language,
    messages::{Phrase, Words, say, unclear::Called},
    service::issues::{Created, MilestoneWish},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Créer un ticket", "Create an issue"),
    purpose: Phrase::new(
        "Crée un ticket dans le projet que vos mots désignent, sauf si un ticket dit déjà la même chose.",
        "Create an issue in the project that your words mean, unless one says the same.",
    ),
    usage: "Use it when a person reports something or asks for something. On duplicate_warning nothing was \
            created: show duplicate_issues, and only if the person wants a new issue all the same call again \
            with confirm=true and resolved_project_path.",
    failed: create::WORDS.failed,
};

/// The issue was created; in a preview it has no number yet.
#[must_use]
pub fn created(language: Language, done: &Created, title: &str) -> String {
    let (project, issue) = (&done.project.item.name, done.issue.as_ref().map(|sent| &sent.issue));
    let number = issue.map(|issue| format!("#{} ", issue.iid)).unwrap_or_default();
    let title = issue.map_or(title, |issue| &issue.title);
    let milestone = match done.milestone() {
        None => String::new(),
        Some((id, None)) => say!(language, ", dans le jalon {id}", ", in the milestone {id}"),
        Some((id, Some(title))) => {
            say!(language, ", dans le jalon « {title} » ({id})", ", in the milestone “{title}” ({id})")
        }
    };
    let sentence = say!(
        language,
        "Le ticket {number}« {title} » est créé dans le projet « {project} »{milestone}.",
        "Issue {number}“{title}” is created in the project “{project}”{milestone}."
    );
    let dropped = done.issue.as_ref().and_then(|sent| create::dropped(language, sent));
    let missed = done.duplicates_missed.then(|| DUPLICATES_MISSED.say(language).to_owned());
    let parts = [Some(sentence), no_milestone(language, &done.milestone), dropped, missed];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

const DUPLICATES_MISSED: Phrase = Phrase::new(
    "Les doublons n'ont pas pu être cherchés partout.",
    "Duplicates could not be looked for everywhere.",
);

/// A milestone was wanted, and none fits.
fn no_milestone(language: Language, wish: &MilestoneWish) -> Option<String> {
    let MilestoneWish::NotFound { hint, nearest } = wish else { return None };
    let nearest = nearest.suggestions.first().map(|nearest| nearest.item.called(language));
    let nearest = nearest.map_or_else(String::new, |nearest| {
        say!(language, " (le plus proche : {nearest})", " (the nearest: {nearest})")
    });
    Some(say!(
        language,
        "Aucun jalon ne correspond à « {hint} »{nearest} : il n'en a pas.",
        "No milestone fits “{hint}”{nearest}: it has none."
    ))
}

/// A choice in the form that a duplicate opens.
pub const CREATE_ANYWAY: Phrase =
    Phrase::new("Créer quand même un nouveau ticket", "Create a new issue all the same");

/// The person said that this issue is the one.
#[must_use]
pub fn taken(language: Language, issue: &Issue) -> String {
    let called = issue.called(language);
    say!(
        language,
        "Le ticket {called} dit déjà la même chose : rien n'est créé.",
        "Issue {called} says the same already: nothing is created."
    )
}

/// An issue says the same already.
#[must_use]
pub fn duplicate(language: Language, title: &str, best: Option<&Issue>) -> String {
    let like = match best {
        Some(Issue { iid, title, .. }) => {
            say!(language, "au ticket #{iid} « {title} »", "issue #{iid} “{title}”")
        }
        None => say!(language, "à un ticket existant", "an issue that exists"),
    };
    say!(
        language,
        "« {title} » ressemble {like} : confirmez pour le créer quand même.",
        "“{title}” resembles {like}: confirm to create it all the same."
    )
}

//! issues/assistant-create

use super::create;
use crate::{
    gitlab::Issue,
    messages::{Sentence, Words, say, unclear::Called},
    service::issues::{Created, MilestoneWish},
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Créer un ticket", "Create an issue"),
    purpose: Sentence::new(
        "Crée un ticket dans le projet que vos mots désignent, sauf si un ticket dit déjà la même chose.",
        "Create an issue in the project that your words mean, unless one says the same.",
    ),
    usage: "Use it when a person reports something or asks for something. On duplicate_warning nothing was \
            created: show duplicate_issues, and only if the person wants a new issue all the same call again \
            with confirm=true and resolved_project_path.",
    failed: create::FAILED,
};

/// The issue was created; in a preview it has no number yet.
#[must_use]
pub fn created(done: &Created, title: &str) -> Sentence {
    let (project, issue) = (&done.project.item.name, done.issue.as_ref().map(|sent| &sent.issue));
    let number = issue.map(|issue| format!("#{} ", issue.iid)).unwrap_or_default();
    let title = issue.map_or(title, |issue| &issue.title);
    let milestone = match done.milestone() {
        None => Sentence::default(),
        Some((id, None)) => say!(", dans le jalon {id}", ", in the milestone {id}"),
        Some((id, Some(title))) => {
            say!(", dans le jalon « {title} » ({id})", ", in the milestone “{title}” ({id})")
        }
    };
    let sentence = say!(
        "Le ticket {number}« {title} » est créé dans le projet « {project} »{milestone}.",
        "Issue {number}“{title}” is created in the project “{project}”{milestone}.",
        milestone
    );
    sentence
        .then(no_milestone(&done.milestone))
        .then(done.issue.as_ref().and_then(create::dropped))
        .then(done.duplicates_missed.then_some(DUPLICATES_MISSED))
}

const DUPLICATES_MISSED: Sentence = Sentence::new(
    "Les doublons n'ont pas pu être cherchés partout.",
    "Duplicates could not be looked for everywhere.",
);

/// A milestone was wanted, and none fits.
fn no_milestone(wish: &MilestoneWish) -> Option<Sentence> {
    let MilestoneWish::NotFound { hint, nearest } = wish else { return None };
    let nearest = nearest.suggestions.first().map(|nearest| nearest.item.called());
    let nearest = nearest.map_or_else(Sentence::default, |nearest| {
        say!(" (le plus proche : {nearest})", " (the nearest: {nearest})", nearest)
    });
    Some(say!(
        "Aucun jalon ne correspond à « {hint} »{nearest} : il n'en a pas.",
        "No milestone fits “{hint}”{nearest}: it has none.",
        nearest
    ))
}

/// A choice in the form that a duplicate opens.
pub const CREATE_ANYWAY: Sentence =
    Sentence::new("Créer quand même un nouveau ticket", "Create a new issue all the same");

/// The person said that this issue is the one.
#[must_use]
pub fn taken(issue: &Issue) -> Sentence {
    let called = issue.called();
    say!(
        "Le ticket {called} dit déjà la même chose : rien n'est créé.",
        "Issue {called} says the same already: nothing is created.",
        called
    )
}

/// An issue says the same already.
#[must_use]
pub fn duplicate(title: &str, best: Option<&Issue>) -> Sentence {
    let like = match best {
        Some(Issue { iid, title, .. }) => {
            say!("au ticket #{iid} « {title} »", "issue #{iid} “{title}”")
        }
        None => Sentence::new("à un ticket existant", "an issue that exists"),
    };
    say!(
        "« {title} » ressemble {like} : confirmez pour le créer quand même.",
        "“{title}” resembles {like}: confirm to create it all the same.",
        like
    )
}

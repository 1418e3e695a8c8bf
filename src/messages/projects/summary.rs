//! projects/summary

use crate::{
    messages::{
        Sentence, Words, say,
        sentence::{CLOSED_ISSUES, OPEN_ISSUES},
    },
    service::projects::Summary,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Résumer un projet", "Sum up a project"),
    purpose: Sentence::new(
        "Montre un projet d'un coup d'œil : avancement, étiquettes, jalons, retards, derniers tickets modifiés.",
        "Show a project at a glance: counts, labels, milestones, what is late, what moved last.",
    ),
    usage: "Use it when a person asks how a project is doing: its counts are exact.",
    failed: Sentence::new(
        "Une erreur inattendue a empêché de résumer le projet : réessayez dans un instant.",
        "An unexpected error stopped the summary of the project: try again in a moment.",
    ),
};

/// A project at a glance.
#[must_use]
pub fn shown(summary: &Summary) -> Sentence {
    let (project, percent) = (&summary.project.item.name, summary.percent());
    let opened = OPEN_ISSUES.count(summary.opened);
    let closed = CLOSED_ISSUES.count(summary.closed);
    let late = match summary.overdue {
        None | Some(0) => Sentence::default(),
        Some(late) => say!(", {late} en retard", ", {late} overdue"),
    };
    let free = match summary.unassigned {
        0 => Sentence::default(),
        free => say!(", {free} sans responsable", ", {free} unassigned"),
    };
    let sentence = say!(
        "Projet « {project} » : {opened}{late}{free} ; {closed}, soit {percent} % d'avancement.",
        "Project “{project}”: {opened}{late}{free}; {closed}, which is {percent}% done.",
        opened,
        late,
        free,
        closed
    );
    if summary.truncated {
        say!(
            "{sentence} Il a davantage d'étiquettes ou de jalons que ceux-ci.",
            "{sentence} It has more labels or milestones than these.",
            sentence
        )
    } else {
        sentence
    }
}

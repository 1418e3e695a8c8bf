//! projects/summary

use crate::{
    language::Language,
    messages::{
        Phrase, Words,
        phrase::{CLOSED_ISSUES, OPEN_ISSUES},
        say,
    },
    service::projects::Summary,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Résumer un projet", "Sum up a project"),
    purpose: Phrase::new(
        "Montre un projet d'un coup d'œil : avancement, étiquettes, jalons, retards, derniers tickets modifiés.",
        "Show a project at a glance: counts, labels, milestones, what is late, what moved last.",
    ),
    usage: "Use it when a person asks how a project is doing: its counts are exact.",
    failed: Phrase::new(
        "Une erreur inattendue a empêché de résumer le projet : réessayez dans un instant.",
        "An unexpected error stopped the summary of the project: try again in a moment.",
    ),
};

/// A project at a glance.
#[must_use]
pub fn shown(language: Language, summary: &Summary) -> String {
    let (project, percent) = (&summary.project.item.name, summary.percent());
    let opened = OPEN_ISSUES.count(language, summary.opened);
    let closed = CLOSED_ISSUES.count(language, summary.closed);
    let late = match summary.overdue {
        None | Some(0) => String::new(),
        Some(late) => say!(language, ", {late} en retard", ", {late} overdue"),
    };
    let free = match summary.unassigned {
        0 => String::new(),
        free => say!(language, ", {free} sans responsable", ", {free} unassigned"),
    };
    let sentence = say!(
        language,
        "Projet « {project} » : {opened}{late}{free} ; {closed}, soit {percent} % d'avancement.",
        "Project “{project}”: {opened}{late}{free}; {closed}, which is {percent}% done."
    );
    if summary.truncated {
        say!(
            language,
            "{sentence} Il a davantage d'étiquettes ou de jalons que ceux-ci.",
            "{sentence} It has more labels or milestones than these."
        )
    } else {
        sentence
    }
}

//! What is said of a hint that named no object for sure.

use super::say;
use crate::language::Language;

/// No project fits.
#[must_use]
pub fn project_not_found(language: Language, hint: &str) -> String {
    if hint.is_empty() {
        return say!(language, "Précisez de quel projet il s'agit.", "Say which project is meant.");
    }
    say!(
        language,
        "Aucun projet ne correspond à « {hint} » : essayez d'autres mots, ou son chemin complet.",
        "No project fits “{hint}”: try other words, or its full path."
    )
}

/// Several projects fit.
#[must_use]
pub fn project_ambiguous(language: Language, hint: &str) -> String {
    say!(
        language,
        "Plusieurs projets peuvent correspondre à « {hint} » : lequel est le bon ?",
        "Several projects fit “{hint}”: which one is meant?"
    )
}

/// No group fits.
#[must_use]
pub fn group_not_found(language: Language, hint: &str) -> String {
    if hint.is_empty() {
        return say!(
            language,
            "Aucun groupe n'est visible : vérifiez les droits du jeton technique.",
            "No group can be seen: check the rights of the technical token."
        );
    }
    say!(
        language,
        "Aucun groupe ne correspond à « {hint} » : essayez d'autres mots, ou son chemin complet.",
        "No group fits “{hint}”: try other words, or its full path."
    )
}

/// Several groups fit.
#[must_use]
pub fn group_ambiguous(language: Language, hint: &str) -> String {
    if hint.is_empty() {
        return say!(language, "Précisez de quel groupe il s'agit.", "Say which group is meant.");
    }
    say!(
        language,
        "Plusieurs groupes peuvent correspondre à « {hint} » : lequel est le bon ?",
        "Several groups fit “{hint}”: which one is meant?"
    )
}

/// No issue fits.
#[must_use]
pub fn issue_not_found(language: Language, hint: &str, project: &str) -> String {
    if hint.is_empty() {
        return say!(
            language,
            "Le projet « {project} » n'a aucun ticket dans cet état.",
            "The project “{project}” has no issue in this state."
        );
    }
    say!(
        language,
        "Aucun ticket du projet « {project} » ne correspond à « {hint} » : essayez d'autres mots, ou son numéro.",
        "No issue of the project “{project}” fits “{hint}”: try other words, or its number."
    )
}

/// Several issues fit.
#[must_use]
pub fn issue_ambiguous(language: Language, hint: &str, project: &str) -> String {
    if hint.is_empty() {
        return say!(
            language,
            "Précisez de quel ticket du projet « {project} » il s'agit.",
            "Say which issue of the project “{project}” is meant."
        );
    }
    say!(
        language,
        "Plusieurs tickets du projet « {project} » peuvent correspondre à « {hint} » : lequel est le bon ?",
        "Several issues of the project “{project}” fit “{hint}”: which one is meant?"
    )
}

/// No milestone fits.
#[must_use]
pub fn milestone_not_found(language: Language, hint: &str, project: &str) -> String {
    say!(
        language,
        "Aucun jalon du projet « {project} » ne correspond à « {hint} » : aucun ticket n'a été créé. Donnez d'autres mots, \
         ou aucun jalon.",
        "No milestone of the project “{project}” fits “{hint}”: no issue was created. Give other words, or no milestone."
    )
}

/// Several milestones fit.
#[must_use]
pub fn milestone_ambiguous(language: Language, hint: &str) -> String {
    say!(
        language,
        "Plusieurs jalons peuvent correspondre à « {hint} » : lequel est le bon ?",
        "Several milestones fit “{hint}”: which one is meant?"
    )
}

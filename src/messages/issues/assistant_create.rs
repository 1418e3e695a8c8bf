//! issues/assistant-create

use crate::{
    gitlab::{CreatedIssue, Issue, MilestoneId, Project},
    language::Language,
    messages::{Phrase, Words, say},
};

/// What is read of the operation.
pub const WORDS: Words = Words {
    title: Phrase::new("Créer un ticket", "Create an issue"),
    purpose: Phrase::new(
        "Crée un ticket dans le projet que vos mots désignent, sauf si un ticket dit déjà la même chose.",
        "Create an issue in the project that your words mean, unless one says the same.",
    ),
    usage: "Use it when a person reports something or asks for something in a project. On duplicate_warning nothing was \
            created: show duplicate_issues, and only if the person wants a new issue all the same repeat the call with \
            confirm=true and resolved_project_path.",
    failed: Phrase::new(
        "Une erreur inattendue a interrompu la création du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the creation of the issue: check on GitLab before you try again.",
    ),
};

/// The issue was created; in a preview it has no number yet.
#[must_use]
pub fn created(
    language: Language,
    issue: Option<&CreatedIssue>,
    title: &str,
    project: &Project,
    milestone: Option<MilestoneId>,
) -> String {
    let project = &project.name;
    let number = issue.map(|issue| format!("#{} ", issue.iid)).unwrap_or_default();
    let title = issue.map_or(title, |issue| &issue.title);
    let milestone = match milestone {
        Some(milestone) => say!(language, ", dans le jalon {milestone}", ", in the milestone {milestone}"),
        None => String::new(),
    };
    say!(
        language,
        "Le ticket {number}« {title} » est créé dans le projet « {project} »{milestone}.",
        "Issue {number}“{title}” is created in the project “{project}”{milestone}."
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

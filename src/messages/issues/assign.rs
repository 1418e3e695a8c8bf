//! issues/assistant-assign

use crate::{
    gitlab::{Issue, Member, Project},
    messages::{Sentence, Words, say, the_issue},
    service::resolve::MeantMember,
};

/// The texts about the operation.
pub const WORDS: Words = Words {
    title: Sentence::new("Assigner un ticket", "Assign an issue"),
    purpose: Sentence::new(
        "Confie à un membre du projet le ticket ouvert que vos mots désignent.",
        "Assign the open issue that your words mean to a member of its project.",
    ),
    usage: "Use it when a person says who is to do an issue. It replaces whoever has it.",
    failed: Sentence::new(
        "Une erreur inattendue a interrompu l'assignation du ticket : vérifiez sur GitLab avant de recommencer.",
        "An unexpected error interrupted the assignment of the issue: check on GitLab before you try again.",
    ),
};

/// The issue was assigned.
#[must_use]
pub fn assigned(issue: &Issue, project: &Project, assignee: &MeantMember) -> Sentence {
    let issue = the_issue(issue, project);
    match assignee {
        MeantMember::Read(Member { name, username, .. }) => say!(
            "{issue} est assigné à {name} (@{username}).",
            "{issue} is assigned to {name} (@{username}).",
            issue
        ),
        MeantMember::Confirmed(_) => say!(
            "{issue} est assigné à la personne choisie.",
            "{issue} is assigned to the person who was chosen.",
            issue
        ),
    }
}

//! Every French sentence that a caller reads: `message` here; below, `detail` (`gate`, `failed`, `failure`, `field`) and what the
//! console calls things (`label`, `word`).

pub mod failed;
mod failure;
pub mod field;
pub mod gate;
pub mod label;
pub mod word;

pub use failure::failure;

use crate::{
    gitlab::{CreatedIssue, Issue, Member, MilestoneId, Project},
    service::{issues::DueDate, projects::Summary, resolve::MeantMember},
};

/// A sentence, and that there is more than it shows.
fn perhaps_more(sentence: String, truncated: bool) -> String {
    if truncated { format!("{sentence} GitLab en contient davantage.") } else { sentence }
}

/// `1 ticket`, `2 tickets`, `aucun ticket`.
fn count(number: usize, singular: &str, plural: &str) -> String {
    match number {
        0 => format!("aucun {singular}"),
        1 => format!("1 {singular}"),
        _ => format!("{number} {plural}"),
    }
}

/// The subject of a sentence on an issue.
fn the_issue(issue: &Issue, project: &Project) -> String {
    format!("Le ticket #{} « {} » du projet « {} »", issue.iid, issue.title, project.name)
}

/// What acting would say, where nothing was done.
#[must_use]
pub fn preview(sentence: &str) -> String {
    format!("Aperçu, rien n'est modifié. Sans dry_run : {sentence}")
}

fn hint_or(hint: &str, blank: &str, sentence: impl FnOnce(&str) -> String) -> String {
    if hint.is_empty() { blank.to_owned() } else { sentence(hint) }
}

/// No project fits.
#[must_use]
pub fn project_not_found(hint: &str) -> String {
    hint_or(hint, "Précisez de quel projet il s'agit.", |hint| {
        format!("Aucun projet ne correspond à « {hint} ».")
    })
}

/// Several projects fit.
#[must_use]
pub fn project_ambiguous(hint: &str) -> String {
    format!("Plusieurs projets peuvent correspondre à « {hint} » : lequel est le bon ?")
}

/// No group fits.
#[must_use]
pub fn group_not_found(hint: &str) -> String {
    hint_or(hint, "Aucun groupe n'est visible.", |hint| format!("Aucun groupe ne correspond à « {hint} »."))
}

/// Several groups fit.
#[must_use]
pub fn group_ambiguous(hint: &str) -> String {
    hint_or(hint, "Précisez de quel groupe il s'agit.", |hint| {
        format!("Plusieurs groupes peuvent correspondre à « {hint} » : lequel est le bon ?")
    })
}

/// No issue fits.
#[must_use]
pub fn issue_not_found(hint: &str, project: &str) -> String {
    hint_or(hint, &format!("Le projet « {project} » n'a aucun ticket dans cet état."), |hint| {
        format!("Aucun ticket du projet « {project} » ne correspond à « {hint} ».")
    })
}

/// Several issues fit.
#[must_use]
pub fn issue_ambiguous(hint: &str, project: &str) -> String {
    hint_or(hint, &format!("Précisez de quel ticket du projet « {project} » il s'agit."), |hint| {
        format!(
            "Plusieurs tickets du projet « {project} » peuvent correspondre à « {hint} » : lequel est le bon ?"
        )
    })
}

/// No milestone fits.
#[must_use]
pub fn milestone_not_found(hint: &str, project: &str) -> String {
    format!("Aucun jalon du projet « {project} » ne correspond à « {hint} » : aucun ticket n'a été créé.")
}

/// Several milestones fit.
#[must_use]
pub fn milestone_ambiguous(hint: &str) -> String {
    format!("Plusieurs jalons peuvent correspondre à « {hint} » : lequel est le bon ?")
}

/// check-create: the project can be created.
#[must_use]
pub fn ready(slug: &str, group: &str, similar: usize) -> String {
    let sentence = format!("Le projet peut être créé sous « {group}/{slug} ».");
    match similar {
        0 => sentence,
        1 => format!("{sentence} Un projet lui ressemble déjà."),
        _ => format!("{sentence} {similar} projets lui ressemblent déjà."),
    }
}

/// A project was created.
#[must_use]
pub fn project_created(name: &str, path: &str) -> String {
    format!("Le projet « {name} » est créé sous « {path} ».")
}

/// The projects of a group.
#[must_use]
pub fn projects_listed(group: &str, number: usize, truncated: bool) -> String {
    let projects = count(number, "projet", "projets");
    let contains = if number == 0 { "ne contient" } else { "contient" };
    perhaps_more(format!("Le groupe « {group} » {contains} {projects}."), truncated)
}

/// The issue titles of a project.
#[must_use]
pub fn tasks_listed(project: &str, opened: usize, closed: usize, truncated: bool) -> String {
    if opened + closed == 0 {
        return format!("Le projet « {project} » n'a aucun ticket.");
    }
    let count = |number, state| match number {
        0 | 1 => format!("{number} ticket {state}"),
        _ => format!("{number} tickets {state}s"),
    };
    let (opened, closed) = (count(opened, "ouvert"), count(closed, "fermé"));
    perhaps_more(format!("Le projet « {project} » compte {opened} et {closed}."), truncated)
}

/// How far a project is.
#[must_use]
pub fn progress(project: &str, closed: usize, total: usize, percent: usize, truncated: bool) -> String {
    let sentence = if total == 0 {
        format!("Le projet « {project} » n'a aucun ticket.")
    } else {
        let tickets = if closed > 1 { "tickets fermés" } else { "ticket fermé" };
        format!("Le projet « {project} » est avancé à {percent} % : {closed} {tickets} sur {total}.")
    };
    perhaps_more(sentence, truncated)
}

/// A project at a glance.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let project = &summary.project.item.name;
    let opened = count(summary.opened, "ticket ouvert", "tickets ouverts");
    let late = match summary.overdue {
        None | Some(0) => String::new(),
        Some(late) => format!(", {late} en retard"),
    };
    let free = match summary.unassigned {
        0 => String::new(),
        free => format!(", {free} sans responsable"),
    };
    let (closed, percent) = (count(summary.closed, "ticket fermé", "tickets fermés"), summary.percent());
    let sentence =
        format!("Projet « {project} » : {opened}{late}{free} ; {closed}, soit {percent} % d'avancement.");
    let more = " Il a davantage d'étiquettes ou de jalons que ceux-ci.";
    if summary.truncated { sentence + more } else { sentence }
}

/// The issues of a project.
#[must_use]
pub fn issues_listed(project: &str, number: usize, truncated: bool) -> String {
    let issues = count(number, "ticket", "tickets");
    perhaps_more(format!("Projet « {project} » : {issues}."), truncated)
}

/// The labels of a project.
#[must_use]
pub fn labels_listed(project: &str, number: usize, truncated: bool) -> String {
    let labels = match number {
        0 => "aucune étiquette".to_owned(),
        1 => "1 étiquette".to_owned(),
        _ => format!("{number} étiquettes"),
    };
    perhaps_more(format!("Projet « {project} » : {labels}."), truncated)
}

/// An issue was created; in a preview it has no number yet.
#[must_use]
pub fn issue_created(
    issue: Option<&CreatedIssue>,
    title: &str,
    project: &Project,
    milestone: Option<MilestoneId>,
) -> String {
    let named = match issue {
        Some(issue) => format!("#{} « {} »", issue.iid, issue.title),
        None => format!("« {title} »"),
    };
    let sentence = format!("Le ticket {named} est créé dans le projet « {} »", project.name);
    match milestone {
        Some(milestone) => format!("{sentence}, dans le jalon {milestone}."),
        None => format!("{sentence}."),
    }
}

/// An issue says the same already.
#[must_use]
pub fn duplicate(title: &str, best: Option<&Issue>) -> String {
    match best {
        Some(issue) => format!(
            "« {title} » ressemble au ticket #{} « {} » : confirmez pour le créer quand même.",
            issue.iid, issue.title
        ),
        None => format!("« {title} » ressemble à un ticket existant : confirmez pour le créer quand même."),
    }
}

/// An issue was closed.
#[must_use]
pub fn issue_closed(issue: &Issue, project: &Project) -> String {
    format!("{} est fermé.", the_issue(issue, project))
}

/// An issue was reopened.
#[must_use]
pub fn issue_reopened(issue: &Issue, project: &Project) -> String {
    format!("{} est rouvert.", the_issue(issue, project))
}

/// Several issues were closed.
#[must_use]
pub fn issues_closed(project: &str, closed: usize) -> String {
    let closed = count(closed, "ticket fermé", "tickets fermés");
    format!("Projet « {project} » : {closed}.")
}

/// An issue's text or labels were changed.
#[must_use]
pub fn issue_updated(issue: &Issue, project: &Project) -> String {
    format!("{} est modifié.", the_issue(issue, project))
}

/// An issue was commented on.
#[must_use]
pub fn issue_commented(issue: &Issue, project: &Project) -> String {
    format!("{} est commenté.", the_issue(issue, project))
}

/// An issue's due date was set or taken away.
#[must_use]
pub fn due_date_set(issue: &Issue, project: &Project, date: Option<&DueDate>) -> String {
    let issue = the_issue(issue, project);
    match date {
        Some(date) => format!("{issue} a pour échéance le {date}."),
        None => format!("{issue} n'a plus d'échéance."),
    }
}

/// An issue was assigned.
#[must_use]
pub fn issue_assigned(issue: &Issue, project: &Project, assignee: &MeantMember) -> String {
    let issue = the_issue(issue, project);
    match assignee {
        MeantMember::Read(Member { name, username, .. }) => {
            format!("{issue} est assigné à {name} (@{username}).")
        }
        MeantMember::Confirmed(_) => format!("{issue} est assigné à la personne choisie."),
    }
}

/// No member fits.
#[must_use]
pub fn assignee_not_found(hint: &str, project: &str) -> String {
    format!("Aucun membre du projet « {project} » ne correspond à « {hint} ».")
}

/// Several members fit.
#[must_use]
pub fn assignee_ambiguous(hint: &str, project: &str) -> String {
    format!(
        "Plusieurs membres du projet « {project} » peuvent correspondre à « {hint} » : lequel est le bon ?"
    )
}

/// An issue got a label.
#[must_use]
pub fn label_added(issue: &Issue) -> String {
    let labels = match issue.label_names() {
        [label] => format!("l'étiquette « {label} »"),
        labels => format!("les étiquettes « {} »", labels.join(" », « ")),
    };
    format!("Le ticket #{} « {} » porte {labels}.", issue.iid, issue.title)
}

/// An issue had the label already.
#[must_use]
pub fn label_unchanged(issue: &Issue, label: &str) -> String {
    format!("Le ticket #{} « {} » portait déjà l'étiquette « {label} ».", issue.iid, issue.title)
}

/// What became of the issues of a bulk call.
#[must_use]
pub fn labels_processed(label: &str, updated: usize, truncated: bool) -> String {
    let sentence = match updated {
        0 => format!("L'étiquette « {label} » n'a été ajoutée à aucun ticket."),
        1 => format!("L'étiquette « {label} » a été ajoutée à 1 ticket."),
        _ => format!("L'étiquette « {label} » a été ajoutée à {updated} tickets."),
    };
    if truncated { format!("{sentence} Le projet contient d'autres tickets.") } else { sentence }
}

/// An issue of a batch that was created; in a preview it has no number yet.
#[must_use]
pub fn batch_item_created(issue: Option<&CreatedIssue>, title: &str) -> String {
    match issue {
        Some(issue) => format!("Le ticket #{} est créé.", issue.iid),
        None => format!("Le ticket « {title} » est créé."),
    }
}

/// What became of a batch.
#[must_use]
pub fn batch_completed(project: &str, created: usize, failed: usize) -> String {
    let created = count(created, "ticket créé", "tickets créés");
    let sentence = format!("Projet « {project} » : {created}");
    match failed {
        0 => format!("{sentence}."),
        1 => format!("{sentence}, 1 échec."),
        _ => format!("{sentence}, {failed} échecs."),
    }
}

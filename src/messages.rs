//! Every French sentence that a caller reads, `message` and `detail` alike.

use crate::{
    error::{Error, HostObject, Refusal},
    gitlab::{self, CreatedIssue, Fault, Issue, MilestoneId, PathFault, Project},
};

/// What follows the name of a field in a 422.
pub mod field {
    /// Not a string.
    pub const TEXT: &str = "doit être une chaîne de caractères";
    /// Not a list of strings.
    pub const TEXTS: &str = "doit être une liste de chaînes de caractères";
    /// Not a boolean.
    pub const BOOLEAN: &str = "doit être true ou false";
    /// Not an integer.
    pub const INTEGER: &str = "doit être un entier";
    /// Absent or null.
    pub const NEEDED: &str = "est obligatoire";
    /// Not of the right shape at all.
    pub const SHAPE: &str = "n'a pas la forme attendue";

    /// An integer out of its bounds.
    #[must_use]
    pub fn integer_between(low: usize, high: usize) -> String {
        format!("doit être un entier de {low} à {high}")
    }

    /// A text that is too long.
    #[must_use]
    pub fn at_most_characters(most: usize) -> String {
        format!("doit compter au plus {most} caractères")
    }

    /// A text that is too short or too long.
    #[must_use]
    pub fn characters_between(least: usize, most: usize) -> String {
        format!("doit compter de {least} à {most} caractères")
    }

    /// A list that is too long.
    #[must_use]
    pub fn at_most_items(most: usize) -> String {
        format!("doit compter au plus {most} éléments")
    }

    /// A list that is too short or too long.
    #[must_use]
    pub fn items_between(least: usize, most: usize) -> String {
        format!("doit compter de {least} à {most} éléments")
    }

    /// The whole sentence about a field.
    #[must_use]
    pub fn wrong(path: &str, fault: &str) -> String {
        format!("Le champ « {path} » {fault}.")
    }
}

/// What a caller reads when an operation fails for an unknown reason.
pub mod failed {
    /// projects/check-create
    pub const CHECK_PROJECT: &str = "Une erreur inattendue a empêché de vérifier la création du projet.";
    /// projects/create and assistant-create
    pub const CREATE_PROJECT: &str = "Une erreur inattendue a empêché de créer le projet.";
    /// projects/assistant-list
    pub const LIST_PROJECTS: &str = "Une erreur inattendue a empêché de lister les projets.";
    /// projects/assistant-tasks
    pub const PROJECT_TASKS: &str = "Une erreur inattendue a empêché de lister les tâches du projet.";
    /// projects/assistant-progress
    pub const PROJECT_PROGRESS: &str = "Une erreur inattendue a empêché de calculer l'avancement du projet.";
    /// groups/search
    pub const SEARCH_GROUPS: &str = "Une erreur inattendue a empêché de chercher les groupes.";
    /// issues/create and assistant-create
    pub const CREATE_ISSUE: &str = "Une erreur inattendue a empêché de créer le ticket.";
    /// issues/assistant-list
    pub const LIST_ISSUES: &str = "Une erreur inattendue a empêché de lister les tickets.";
    /// issues/assistant-close
    pub const CLOSE_ISSUE: &str = "Une erreur inattendue a empêché de fermer le ticket.";
    /// issues/assistant-reopen
    pub const REOPEN_ISSUE: &str = "Une erreur inattendue a empêché de rouvrir le ticket.";
    /// issues/assistant-list-labels
    pub const LIST_LABELS: &str = "Une erreur inattendue a empêché de lister les étiquettes.";
    /// issues/assistant-add-label
    pub const ADD_LABEL: &str = "Une erreur inattendue a empêché d'ajouter l'étiquette au ticket.";
    /// issues/assistant-bulk-add-label and assistant-add-label-all
    pub const ADD_LABELS: &str = "Une erreur inattendue a empêché d'ajouter l'étiquette aux tickets.";
    /// issues/assistant-batch-create
    pub const BATCH_CREATE: &str = "Une erreur inattendue a empêché de créer les tickets.";
}

/// What a caller reads of a failure.
#[must_use]
pub fn failure(error: &Error) -> String {
    match error {
        Error::Refused(refusal) => refused(refusal),
        Error::ProjectNotFound(path) | Error::ProjectWithoutId(path) => {
            format!("Le projet « {path} » est introuvable sur GitLab.")
        }
        Error::IssueNotFound { project, iid } => {
            format!("Le ticket #{iid} est introuvable dans le projet « {project} ».")
        }
        Error::LabelNotFound(name) if name.is_empty() => "Précisez l'étiquette.".to_owned(),
        Error::LabelNotFound(name) => format!(
            "L'étiquette « {name} » n'existe pas dans ce projet. Pour la créer, envoyez create_label_if_missing à true."
        ),
        Error::OutsideRoots(path) => format!("« {path} » est hors du périmètre confié à la passerelle."),
        Error::NamespaceMismatch { asked, created } => format!(
            "GitLab a créé le projet sous « {created} » et non dans « {asked} » : sa suppression a été demandée."
        ),
        Error::Incomplete(HostObject::Project) => {
            "GitLab a renvoyé un projet incomplet ou invalide.".to_owned()
        }
        Error::Incomplete(HostObject::Namespace) => {
            "GitLab a renvoyé un groupe incomplet ou invalide.".to_owned()
        }
        Error::NotAttempted => "Non tenté : le temps accordé à la demande était écoulé.".to_owned(),
        Error::LabelDropped(iid) => format!("GitLab n'a pas donné l'étiquette au ticket #{iid}."),
        Error::StateUnchanged(iid) => format!("GitLab n'a pas changé l'état du ticket #{iid}."),
        Error::GroupListing(error) => format!("Les groupes n'ont pas pu être listés. {}", upstream(error)),
        Error::Upstream(error) => upstream(error),
    }
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::BlankConfirmed(field) => format!("Avec confirm à true, le champ « {field} » ne peut pas être vide."),
        Refusal::BlankIid => {
            "Avec confirm à true, le champ « resolved_issue_iid » doit être un numéro de ticket supérieur à 0.".to_owned()
        }
        Refusal::Path { field, fault } => match fault {
            PathFault::Empty => format!("Le champ « {field} » ne peut pas être vide."),
            PathFault::Segment => {
                format!("Le chemin du champ « {field} » contient un élément vide, « . » ou « .. ».")
            }
            PathFault::ControlCharacter => {
                format!("Le chemin du champ « {field} » contient un caractère de contrôle.")
            }
            PathFault::Number => {
                format!("Le champ « {field} » attend un chemin complet, comme groupe/projet, et non un numéro.")
            }
        },
        Refusal::Visibility(word) => {
            format!("La visibilité « {word} » est inconnue : choisissez private, internal ou public.")
        }
        Refusal::BlankName => "Le nom du projet ne peut pas être vide.".to_owned(),
        Refusal::NoSlug(text) => format!(
            "Aucun chemin de projet ne peut être tiré de « {text} » : il faut au moins une lettre latine ou un chiffre."
        ),
    }
}

/// What a caller reads of a failed call to the host. A write that may have been done all the same is said so.
fn upstream(error: &gitlab::Error) -> String {
    let sentence = match &error.fault {
        Fault::Status { status, message, .. } => {
            let refusal = status_sentence(status.as_u16());
            return match message {
                Some(message) => {
                    format!("{refusal} ({}) : {}.", status.as_u16(), message.trim_end_matches('.'))
                }
                None => format!("{refusal} ({}).", status.as_u16()),
            };
        }
        Fault::Redirected(_) => {
            "GitLab redirige vers une autre adresse : son adresse est mal réglée dans la passerelle."
        }
        Fault::Unreachable(_) => return "GitLab est injoignable.".to_owned(),
        Fault::Interrupted(_) => "La connexion avec GitLab s'est interrompue.",
        Fault::TimedOut => "GitLab n'a pas répondu à temps.",
        Fault::TooLarge => "La réponse de GitLab est trop volumineuse.",
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::WithoutId => {
            "La réponse de GitLab est inutilisable."
        }
    };
    if error.call.starts_with("GET ") {
        sentence.to_owned()
    } else {
        format!(
            "{sentence} La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer."
        )
    }
}

fn status_sentence(status: u16) -> &'static str {
    match status {
        400 | 422 => "GitLab juge la demande invalide",
        401 => "GitLab refuse le jeton technique de la passerelle",
        403 => "Le jeton technique de la passerelle n'a pas ce droit sur GitLab",
        404 => "GitLab ne trouve pas l'objet demandé",
        405 => "GitLab n'autorise pas cette action",
        408 | 504 => "GitLab n'a pas répondu à temps",
        409 => "GitLab signale un conflit avec l'existant",
        413 | 414 => "GitLab juge la demande trop longue",
        429 => "GitLab reçoit trop de demandes, réessayez dans un instant",
        500 => "GitLab a rencontré une erreur interne",
        502 | 503 => "GitLab est momentanément indisponible",
        501.. => "GitLab est en panne",
        _ => "GitLab a refusé la demande",
    }
}

/// 422: the body is no JSON.
#[must_use]
pub fn body_is_no_json(line: usize, column: usize) -> String {
    format!("Le corps de la requête n'est pas du JSON valide (ligne {line}, colonne {column}).")
}

/// 422: the body is JSON, but no object.
#[must_use]
pub fn body_is_no_object() -> String {
    "Le corps de la requête doit être un objet JSON.".to_owned()
}

/// What a layer answers before an operation is reached.
pub mod door {
    /// 404
    pub const UNKNOWN_ROUTE: &str = "Cette adresse n'existe pas.";
    /// 405
    pub const WRONG_METHOD: &str =
        "Cette adresse n'accepte pas cette méthode : utilisez POST pour les opérations.";
    /// 401
    pub const UNAUTHORISED: &str = "Un jeton valide est nécessaire : Authorization: Bearer suivi du jeton.";
    /// 403
    pub const READ_ONLY: &str = "La passerelle est en lecture seule : cette opération est désactivée.";
    /// 403
    pub const NOT_SERVED: &str = "Cette opération n'est pas ouverte sur cette passerelle.";
    /// 413
    pub const TOO_LARGE: &str = "Le corps de la requête est trop volumineux.";
    /// 415
    pub const NOT_JSON: &str =
        "Le corps de la requête doit être du JSON : envoyez Content-Type: application/json.";
    /// 400
    pub const UNREADABLE: &str = "Le corps de la requête n'a pas pu être lu jusqu'au bout.";
    /// 503
    pub const OVERLOADED: &str = "La passerelle traite trop de demandes : réessayez dans un instant.";
    /// 504
    pub const TOO_SLOW: &str = "La demande a pris trop de temps. Une modification a peut-être été faite : vérifiez avant de recommencer.";
    /// 500
    pub const UNEXPECTED: &str = "Une erreur inattendue est survenue.";
}

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

/// An issue was created.
#[must_use]
pub fn issue_created(issue: &CreatedIssue, project: &Project, milestone: Option<MilestoneId>) -> String {
    let sentence =
        format!("Le ticket #{} « {} » est créé dans le projet « {} »", issue.iid, issue.title, project.name);
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
    format!("Le ticket #{} « {} » du projet « {} » est fermé.", issue.iid, issue.title, project.name)
}

/// An issue was reopened.
#[must_use]
pub fn issue_reopened(issue: &Issue, project: &Project) -> String {
    format!("Le ticket #{} « {} » du projet « {} » est rouvert.", issue.iid, issue.title, project.name)
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

/// An issue of a batch that was created.
#[must_use]
pub fn batch_item_created(issue: &CreatedIssue) -> String {
    format!("Le ticket #{} est créé.", issue.iid)
}

/// What became of a batch.
#[must_use]
pub fn batch_completed(project: &str, created: usize, failed: usize) -> String {
    let created = match created {
        0 => "aucun ticket créé".to_owned(),
        1 => "1 ticket créé".to_owned(),
        _ => format!("{created} tickets créés"),
    };
    let sentence = format!("Projet « {project} » : {created}");
    match failed {
        0 => format!("{sentence}."),
        1 => format!("{sentence}, 1 échec."),
        _ => format!("{sentence}, {failed} échecs."),
    }
}

//! What a caller reads of a failure.

use crate::{
    error::{Aspect, Error, HostObject, Refusal},
    gitlab::{self, Fault, Iid, PathFault},
};

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
        Error::NamespaceMismatch { asked, created, deleted: true } => format!(
            "GitLab a créé le projet sous « {created} » et non dans « {asked} » : sa suppression a été demandée."
        ),
        Error::NamespaceMismatch { asked, created, deleted: false } => format!(
            "GitLab a créé le projet sous « {created} » et non dans « {asked} », hors du périmètre confié à la passerelle : il n'a pas été supprimé, vérifiez sur GitLab."
        ),
        Error::Incomplete(HostObject::Project) => {
            "GitLab a renvoyé un projet incomplet ou invalide.".to_owned()
        }
        Error::Incomplete(HostObject::Namespace) => {
            "GitLab a renvoyé un groupe incomplet ou invalide.".to_owned()
        }
        Error::NotAttempted => "Non tenté : le temps accordé à la demande était écoulé.".to_owned(),
        Error::CutShort => {
            uncertain("Interrompu : le temps accordé à la demande s'est écoulé avant la réponse de GitLab.")
        }
        Error::MemberNotFound { project, id } => {
            format!("Le projet « {project} » n'a pas de membre actif d'identifiant {id}.")
        }
        Error::Dropped { iid, what } => dropped(*iid, *what),
        Error::GroupListing(error) => format!("Les groupes n'ont pas pu être listés. {}", upstream(error)),
        Error::Upstream(error) => upstream(error),
    }
}

fn dropped(iid: Iid, what: Aspect) -> String {
    match what {
        Aspect::State => format!("GitLab n'a pas changé l'état du ticket #{iid}."),
        Aspect::Label => format!("GitLab n'a pas donné l'étiquette au ticket #{iid}."),
        Aspect::Labels => format!("GitLab n'a pas donné au ticket #{iid} les étiquettes demandées."),
        Aspect::DueDate => format!("GitLab n'a pas changé l'échéance du ticket #{iid}."),
        Aspect::Assignee => format!("GitLab n'a pas assigné le ticket #{iid} à cette personne."),
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
        Refusal::BlankAssignee => {
            "Avec confirm à true, le champ « resolved_assignee_id » doit être un identifiant supérieur à 0.".to_owned()
        }
        Refusal::DueDate(text) => {
            format!("L'échéance « {text} » n'est pas une date : écrivez AAAA-MM-JJ, ou rien pour la retirer.")
        }
        Refusal::NothingToChange => {
            "Rien à modifier : envoyez title, description ou labels.".to_owned()
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
        Fault::Status { status, message, .. } => refused_with(status.as_u16(), message.as_deref()),
        Fault::Redirected(_) => {
            "GitLab redirige vers une autre adresse : son adresse est mal réglée dans la passerelle."
                .to_owned()
        }
        Fault::Unreachable(_) => "GitLab est injoignable.".to_owned(),
        Fault::Interrupted(_) => "La connexion avec GitLab s'est interrompue.".to_owned(),
        Fault::TimedOut => "GitLab n'a pas répondu à temps.".to_owned(),
        Fault::TooLarge => "La réponse de GitLab est trop volumineuse.".to_owned(),
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::WithoutId => {
            "La réponse de GitLab est inutilisable.".to_owned()
        }
    };
    if error.is_perhaps_done() { uncertain(&sentence) } else { sentence }
}

fn refused_with(status: u16, message: Option<&str>) -> String {
    let refusal = status_sentence(status);
    match message {
        Some(message) => format!("{refusal} ({status}) : {}.", message.trim_end_matches('.')),
        None => format!("{refusal} ({status})."),
    }
}

/// A write that may have been made all the same.
fn uncertain(sentence: &str) -> String {
    format!("{sentence} La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer.")
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

//! What a caller reads of a failure.

use super::{Phrase, field, say};
use crate::{
    error::{Aspect, Error, HostObject, Refusal},
    gitlab::{self, Fault, Iid, PathFault},
    language::Language,
};

/// What a caller reads of a failure.
#[must_use]
pub fn failure(language: Language, error: &Error) -> String {
    match error {
        Error::Refused(refusal) => refused(language, refusal),
        Error::ProjectNotFound(path) | Error::ProjectWithoutId(path) => say!(
            language,
            "Le projet « {path} » est introuvable sur GitLab : vérifiez son chemin complet.",
            "The project “{path}” can't be found on GitLab: check its full path."
        ),
        Error::IssueNotFound { project, iid } => say!(
            language,
            "Le ticket #{iid} est introuvable dans le projet « {project} » : vérifiez son numéro.",
            "Issue #{iid} can't be found in the project “{project}”: check its number."
        ),
        Error::LabelNotFound(name) => say!(
            language,
            "L'étiquette « {name} » n'existe pas dans ce projet. Pour la créer, envoyez create_label_if_missing à true.",
            "The label “{name}” does not exist in this project. To create it, send create_label_if_missing set to true."
        ),
        Error::OutsideRoots(path) => say!(
            language,
            "« {path} » est hors du périmètre confié à la passerelle.",
            "“{path}” is outside of what the bridge may touch."
        ),
        Error::NamespaceMismatch { asked, created, deleted: true } => say!(
            language,
            "GitLab a créé le projet sous « {created} » et non dans « {asked} » : sa suppression a été demandée.",
            "GitLab created the project as “{created}” and not in “{asked}”: its deletion was asked for."
        ),
        Error::NamespaceMismatch { asked, created, deleted: false } => say!(
            language,
            "GitLab a créé le projet sous « {created} » et non dans « {asked} », hors du périmètre confié à la passerelle : il n'a pas été supprimé, vérifiez sur GitLab.",
            "GitLab created the project as “{created}” and not in “{asked}”, outside of what the bridge may touch: it was not deleted, check on GitLab."
        ),
        Error::PathTaken(path) => say!(
            language,
            "« {path} » est déjà pris sur GitLab : choisissez un autre nom, ou un autre groupe.",
            "“{path}” is taken on GitLab: choose another name, or another group."
        ),
        Error::Incomplete(object) => incomplete(*object).say(language).to_owned(),
        Error::NotAttempted => NOT_ATTEMPTED.say(language).to_owned(),
        Error::StoreAway => STORE_AWAY.say(language).to_owned(),
        Error::CutShort => uncertain(language, CUT_SHORT.say(language)),
        Error::MemberNotFound { project, id } => say!(
            language,
            "Le projet « {project} » n'a pas de membre actif d'identifiant {id}.",
            "The project “{project}” has no active member with the id {id}."
        ),
        Error::Dropped { iid, what } => dropped(language, *iid, *what),
        Error::GroupListing(error) => {
            let why = upstream(language, error);
            say!(
                language,
                "Les groupes n'ont pas pu être listés. {why}",
                "The groups could not be listed. {why}"
            )
        }
        Error::Upstream(error) => upstream(language, error),
    }
}

const NOT_ATTEMPTED: Phrase = Phrase::new(
    "Non tenté : le temps accordé à la demande était écoulé. Redemandez-le seul.",
    "Not attempted: the time of the request had run out. Ask for it again by itself.",
);
const STORE_AWAY: Phrase = Phrase::new(
    "La mémoire partagée de la passerelle est injoignable : rien n'a été modifié, réessayez dans un instant.",
    "The bridge's shared memory can't be reached: nothing was changed, try again in a moment.",
);
const CUT_SHORT: Phrase = Phrase::new(
    "Interrompu : le temps accordé à la demande s'est écoulé avant la réponse de GitLab.",
    "Cut short: the time of the request ran out before GitLab answered.",
);

const fn incomplete(object: HostObject) -> Phrase {
    match object {
        HostObject::Project => Phrase::new(
            "GitLab a renvoyé un projet incomplet ou invalide.",
            "GitLab answered a project that is incomplete or invalid.",
        ),
        HostObject::Namespace => Phrase::new(
            "GitLab a renvoyé un groupe incomplet ou invalide.",
            "GitLab answered a group that is incomplete or invalid.",
        ),
    }
}

fn dropped(language: Language, iid: Iid, what: Aspect) -> String {
    match what {
        Aspect::State => say!(
            language,
            "GitLab n'a pas changé l'état du ticket #{iid}.",
            "GitLab did not change the state of issue #{iid}."
        ),
        Aspect::Label => say!(
            language,
            "GitLab n'a pas donné l'étiquette au ticket #{iid}.",
            "GitLab did not give issue #{iid} the label."
        ),
        Aspect::Labels => say!(
            language,
            "GitLab n'a pas donné au ticket #{iid} les étiquettes demandées.",
            "GitLab did not give issue #{iid} the labels that were asked for."
        ),
        Aspect::DueDate => say!(
            language,
            "GitLab n'a pas changé l'échéance du ticket #{iid}.",
            "GitLab did not change the due date of issue #{iid}."
        ),
        Aspect::Assignee => say!(
            language,
            "GitLab n'a pas assigné le ticket #{iid} à cette personne.",
            "GitLab did not assign issue #{iid} to this person."
        ),
    }
}

fn refused(language: Language, refusal: &Refusal) -> String {
    match refusal {
        Refusal::BlankConfirmed(field) => say!(
            language,
            "Avec confirm à true, le champ « {field} » ne peut pas être vide.",
            "With confirm set to true, the field “{field}” can't be blank."
        ),
        Refusal::BlankIid => confirmed_number(
            language,
            "resolved_issue_iid",
            Phrase::new("un numéro de ticket", "an issue's number"),
        ),
        Refusal::BlankAssignee => {
            confirmed_number(language, "resolved_assignee_id", Phrase::new("un identifiant", "an id"))
        }
        Refusal::Needed(field) => field::wrong(field, &field::NEEDED.into()).say(language).to_owned(),
        Refusal::Path { field, fault } => path(language, field, *fault),
        Refusal::Visibility(word) => say!(
            language,
            "La visibilité « {word} » est inconnue : choisissez private, internal ou public.",
            "The visibility “{word}” is unknown: choose private, internal or public."
        ),
        Refusal::DueDate(text) => say!(
            language,
            "L'échéance « {text} » n'est pas une date : écrivez AAAA-MM-JJ, ou rien pour la retirer.",
            "The due date “{text}” is no date: write YYYY-MM-DD, or nothing to take it away."
        ),
        Refusal::NothingToChange => say!(
            language,
            "Rien à modifier : envoyez title, description ou labels.",
            "Nothing to change: send title, description or labels."
        ),
        Refusal::BlankName => {
            say!(
                language,
                "Le nom du projet ne peut pas être vide.",
                "The name of the project can't be blank."
            )
        }
        Refusal::NoSlug(text) => say!(
            language,
            "Aucun chemin de projet ne peut être tiré de « {text} » : il faut au moins une lettre latine ou un chiffre.",
            "No project path can be made of “{text}”: it takes at least one Latin letter or a digit."
        ),
    }
}

fn confirmed_number(language: Language, field: &str, what: Phrase) -> String {
    let what = what.say(language);
    say!(
        language,
        "Avec confirm à true, le champ « {field} » doit être {what} supérieur à 0.",
        "With confirm set to true, the field “{field}” must be {what} above 0."
    )
}

fn path(language: Language, field: &str, fault: PathFault) -> String {
    match fault {
        PathFault::Empty => say!(
            language,
            "Le champ « {field} » ne peut pas être vide.",
            "The field “{field}” can't be blank."
        ),
        PathFault::Segment => say!(
            language,
            "Le chemin du champ « {field} » contient un élément vide, « . » ou « .. ».",
            "The path in the field “{field}” has a segment that is empty, “.” or “..”."
        ),
        PathFault::ControlCharacter => say!(
            language,
            "Le chemin du champ « {field} » contient un caractère de contrôle.",
            "The path in the field “{field}” has a control character."
        ),
        PathFault::Number => say!(
            language,
            "Le champ « {field} » attend un chemin complet, comme groupe/projet, et non un numéro.",
            "The field “{field}” takes a full path, like group/project, and not a number."
        ),
    }
}

/// The sentence for a failed call to the host. For a write that may have been done, it says so.
fn upstream(language: Language, error: &gitlab::Error) -> String {
    let sentence = match &error.fault {
        Fault::Status { status, message, .. } => {
            let (status, refusal) = (status.as_u16(), status_sentence(status.as_u16()).say(language));
            match message.as_deref().map(|message| message.trim_end_matches('.')) {
                Some(message) => {
                    say!(language, "{refusal} ({status}) : {message}.", "{refusal} ({status}): {message}.")
                }
                None => format!("{refusal} ({status})."),
            }
        }
        fault => fault_sentence(fault).say(language).to_owned(),
    };
    if error.is_perhaps_done() { uncertain(language, &sentence) } else { sentence }
}

/// The sentence for a write that may have been done.
fn uncertain(language: Language, sentence: &str) -> String {
    say!(
        language,
        "{sentence} La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer.",
        "{sentence} The change may have been made: check on GitLab before you try again."
    )
}

/// The sentence for a call without a usable answer.
const fn fault_sentence(fault: &Fault) -> Phrase {
    match fault {
        Fault::Redirected(_) => Phrase::new(
            "GitLab redirige vers une autre adresse : son adresse est mal réglée dans la passerelle.",
            "GitLab redirects to another address: its address is wrong in the bridge's settings.",
        ),
        Fault::Unreachable(_) => Phrase::new("GitLab est injoignable.", "GitLab can't be reached."),
        Fault::Interrupted(_) => Phrase::new(
            "La connexion avec GitLab s'est interrompue.",
            "The connection with GitLab broke off.",
        ),
        Fault::Withheld => STORE_AWAY,
        Fault::HeldBack(_) => Phrase::new(
            "GitLab reçoit trop de demandes et a demandé d'attendre : réessayez dans un instant.",
            "GitLab gets too many requests and asked to wait: try again in a moment.",
        ),
        Fault::TimedOut => Phrase::new("GitLab n'a pas répondu à temps.", "GitLab did not answer in time."),
        Fault::TooLarge => {
            Phrase::new("La réponse de GitLab est trop volumineuse.", "GitLab's answer is too large.")
        }
        Fault::Status { .. } | Fault::Unusable(_) | Fault::Misshapen(_) | Fault::WithoutId => {
            Phrase::new("La réponse de GitLab est inutilisable.", "GitLab's answer can't be used.")
        }
    }
}

const fn status_sentence(status: u16) -> Phrase {
    match status {
        400 | 422 => Phrase::new("GitLab juge la demande invalide", "GitLab finds the request invalid"),
        401 => Phrase::new(
            "GitLab refuse le jeton technique de la passerelle",
            "GitLab refuses the bridge's technical token",
        ),
        403 => Phrase::new(
            "Le jeton technique de la passerelle n'a pas ce droit sur GitLab",
            "The bridge's technical token has no right to this on GitLab",
        ),
        404 => Phrase::new("GitLab ne trouve pas l'objet demandé", "GitLab does not find what was asked for"),
        405 => Phrase::new("GitLab n'autorise pas cette action", "GitLab does not allow this action"),
        408 | 504 => Phrase::new("GitLab n'a pas répondu à temps", "GitLab did not answer in time"),
        409 => Phrase::new(
            "GitLab signale un conflit avec l'existant",
            "GitLab reports a conflict with what exists",
        ),
        413 | 414 => Phrase::new("GitLab juge la demande trop longue", "GitLab finds the request too long"),
        429 => Phrase::new(
            "GitLab reçoit trop de demandes et demande d'attendre, réessayez dans un instant",
            "GitLab gets too many requests and asks to wait, try again in a moment",
        ),
        500 => Phrase::new("GitLab a rencontré une erreur interne", "GitLab met an internal error"),
        502 | 503 => {
            Phrase::new("GitLab est momentanément indisponible", "GitLab is unavailable for the moment")
        }
        501.. => Phrase::new("GitLab est en panne", "GitLab is down"),
        _ => Phrase::new("GitLab a refusé la demande", "GitLab refused the request"),
    }
}

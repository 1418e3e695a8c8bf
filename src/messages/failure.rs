//! What a caller reads of a failure.

use super::{Sentence, field, say};
use crate::{
    error::{Aspect, Error, HostObject, Refusal},
    gitlab::{self, Fault, Iid, PathFault},
};

/// What a caller reads of a failure.
pub fn failure(error: &Error) -> Sentence {
    match error {
        Error::Refused(refusal) => refused(refusal),
        Error::ProjectNotFound(path) | Error::ProjectWithoutId(path) => say!(
            "Le projet « {path} » est introuvable sur GitLab : vérifiez son chemin complet.",
            "The project “{path}” can't be found on GitLab: check its full path."
        ),
        Error::IssueNotFound { project, iid } => say!(
            "Le ticket #{iid} est introuvable dans le projet « {project} » : vérifiez son numéro.",
            "Issue #{iid} can't be found in the project “{project}”: check its number."
        ),
        Error::LabelNotFound { name, nearest } => {
            let nearest = nearest.as_ref().map_or_else(Sentence::default, |label| {
                say!(" La plus proche est « {label} ».", " The nearest is “{label}”.")
            });
            say!(
                "L'étiquette « {name} » n'existe pas dans ce projet.{nearest} Pour la créer, envoyez create_label_if_missing à true.",
                "The label “{name}” does not exist in this project.{nearest} To create it, send create_label_if_missing set to true."
            )
        }
        Error::OutsideRoots(path) => say!(
            "« {path} » est hors du périmètre confié à la passerelle.",
            "“{path}” is outside of what the bridge may touch."
        ),
        Error::NamespaceMismatch { asked, created, deleted: true } => say!(
            "GitLab a créé le projet sous « {created} » et non dans « {asked} » : sa suppression a été demandée.",
            "GitLab created the project as “{created}” and not in “{asked}”: its deletion was asked for."
        ),
        Error::NamespaceMismatch { asked, created, deleted: false } => say!(
            "GitLab a créé le projet sous « {created} » et non dans « {asked} » : sa suppression n'est pas confirmée, vérifiez sur GitLab.",
            "GitLab created the project as “{created}” and not in “{asked}”: its deletion is not confirmed, check on GitLab."
        ),
        Error::Taken(path, said) => taken(path).then(said.as_ref().map(|said| {
            let said = said.trim_end_matches('.');
            say!("GitLab répond : {said}.", "GitLab answers: {said}.")
        })),
        Error::NameRefused(name) => say!(
            "GitLab n'accepte pas « {name} » pour un projet : choisissez un autre nom.",
            "GitLab does not accept “{name}” for a project: choose another name."
        ),
        Error::Incomplete(HostObject::NewProject) => incomplete(HostObject::Project).then(PERHAPS_DONE),
        Error::Incomplete(object) => incomplete(*object),
        Error::NotAttempted => NOT_ATTEMPTED,
        Error::StoreAway => STORE_AWAY,
        Error::CutShort => CUT_SHORT.then(PERHAPS_DONE),
        Error::PerhapsDone(first) => failure(first).then(PERHAPS_DONE),
        Error::Dropped { iid, what } => dropped(*iid, *what),
        Error::GroupListing(error) => {
            let why = upstream(error);
            say!("Les groupes n'ont pas pu être listés. {why}", "The groups could not be listed. {why}")
        }
        Error::Upstream(error) => upstream(error),
    }
}

/// The path or the name of a new project is another's.
pub fn taken(path: &str) -> Sentence {
    say!(
        "« {path} » est déjà pris sur GitLab : choisissez un autre nom, ou un autre groupe.",
        "“{path}” is taken on GitLab: choose another name, or another group."
    )
}

const NOT_ATTEMPTED: Sentence = Sentence::new(
    "Non tenté : le temps accordé à la demande était écoulé. Redemandez-le seul.",
    "Not attempted: the time of the request had run out. Ask for it again by itself.",
);
const STORE_AWAY: Sentence = Sentence::new(
    "La mémoire partagée de la passerelle est injoignable : rien de plus n'a été envoyé à GitLab. Refaites la demande dans un instant, sous la même clé s'il y en avait une.",
    "The bridge's shared memory can't be reached: nothing more was sent to GitLab. Make the request again in a moment, under the same key if there was one.",
);
const CUT_SHORT: Sentence = Sentence::new(
    "Interrompu : le temps accordé à la demande s'est écoulé avant la réponse de GitLab.",
    "Cut short: the time of the request ran out before GitLab answered.",
);

fn incomplete(object: HostObject) -> Sentence {
    let (fr, en) = match object {
        HostObject::Project | HostObject::NewProject => ("projet", "project"),
        HostObject::Namespace => ("groupe", "group"),
    };
    say!(
        "GitLab a renvoyé un {fr} incomplet ou invalide.",
        "GitLab answered a {en} that is incomplete or invalid."
    )
}

/// The host answered with a success but left this as it was.
pub fn dropped(iid: Iid, what: Aspect) -> Sentence {
    let changed = |fr: &str, en: &str| {
        say!(
            "GitLab n'a pas changé {fr} du ticket #{iid}.",
            "GitLab did not change the {en} of issue #{iid}."
        )
    };
    match what {
        Aspect::State => changed("l'état", "state"),
        Aspect::DueDate => changed("l'échéance", "due date"),
        Aspect::Milestone => changed("le jalon", "milestone"),
        Aspect::Title => changed("le titre", "title"),
        Aspect::Label => say!(
            "GitLab n'a pas donné l'étiquette au ticket #{iid}.",
            "GitLab did not give issue #{iid} the label."
        ),
        Aspect::Labels => say!(
            "GitLab n'a pas donné au ticket #{iid} les étiquettes demandées.",
            "GitLab did not give issue #{iid} the labels that were asked for."
        ),
        Aspect::Assignee => say!(
            "GitLab n'a pas assigné le ticket #{iid} comme demandé.",
            "GitLab did not assign issue #{iid} as asked for."
        ),
    }
}

fn refused(refusal: &Refusal) -> Sentence {
    match refusal {
        Refusal::BlankConfirmed(field) => say!(
            "Avec confirm à true, le champ « {field} » ne peut pas être vide.",
            "With confirm set to true, the field “{field}” can't be blank."
        ),
        Refusal::BlankIid => Sentence::new(
            "Avec confirm à true, le champ « resolved_issue_iid » doit être un numéro de ticket supérieur à 0.",
            "With confirm set to true, the field “resolved_issue_iid” must be an issue's number above 0.",
        ),
        Refusal::BlankAssignee => Sentence::new(
            "Avec confirm à true, le champ « resolved_assignee_id » doit être un identifiant supérieur à 0.",
            "With confirm set to true, the field “resolved_assignee_id” must be an id above 0.",
        ),
        Refusal::Needed(field) => field::wrong(field, &field::NEEDED),
        Refusal::Path { field, fault } => path(field, *fault),
        Refusal::Visibility(word) => say!(
            "La visibilité « {word} » est inconnue : choisissez private, internal ou public.",
            "The visibility “{word}” is unknown: choose private, internal or public."
        ),
        Refusal::DueDate(text) => say!(
            "L'échéance « {text} » n'est pas une date : écrivez AAAA-MM-JJ, ou rien pour la retirer.",
            "The due date “{text}” is no date: write YYYY-MM-DD, or nothing to take it away."
        ),
        Refusal::NothingToChange => Sentence::new(
            "Rien à modifier : envoyez title, description, labels, add_labels, remove_labels, milestone_hint ou clear.",
            "Nothing to change: send title, description, labels, add_labels, remove_labels, milestone_hint or clear.",
        ),
        Refusal::Contradiction { field, other } => say!(
            "Le champ « {field} » retire ce que « {other} » donne : envoyez l'un ou l'autre.",
            "The field “{field}” takes away what “{other}” gives: send one of them."
        ),
        Refusal::TwoPlaces => Sentence::new(
            "Donnez project_hint ou group_hint, pas les deux.",
            "Give project_hint or group_hint, not both.",
        ),
        Refusal::BlankName => Sentence::new(
            "Le nom du projet ne peut pas être vide.",
            "The name of the project can't be blank.",
        ),
        Refusal::NoSlug(text) if text.is_empty() => refused(&Refusal::BlankName),
        Refusal::NoSlug(text) => say!(
            "Aucun chemin de projet ne peut être tiré de « {text} » : il faut au moins une lettre latine ou un chiffre.",
            "No project path can be made of “{text}”: it takes at least one Latin letter or a digit."
        ),
    }
}

fn path(field: &str, fault: PathFault) -> Sentence {
    match fault {
        PathFault::Empty => field::wrong(field, &field::BLANK),
        PathFault::Segment => say!(
            "Le chemin du champ « {field} » contient un élément vide, « . » ou « .. ».",
            "The path in the field “{field}” has a segment that is empty, “.” or “..”."
        ),
        PathFault::ControlCharacter => say!(
            "Le chemin du champ « {field} » contient un caractère de contrôle.",
            "The path in the field “{field}” has a control character."
        ),
        PathFault::Number => say!(
            "Le champ « {field} » attend un chemin complet, comme groupe/projet, et non un numéro.",
            "The field “{field}” takes a full path, like group/project, and not a number."
        ),
    }
}

/// The sentence for a failed call to the host. For a write that may have been done, it says so.
fn upstream(error: &gitlab::Error) -> Sentence {
    let sentence = match &error.fault {
        Fault::Status { status, message, .. } => {
            let (status, refusal) = (status.as_u16(), status_sentence(status.as_u16()));
            match message.as_deref().map(|message| message.trim_end_matches('.')) {
                Some(message) => {
                    say!("{refusal} ({status}) : {message}.", "{refusal} ({status}): {message}.")
                }
                None => say!("{refusal} ({status}).", "{refusal} ({status})."),
            }
        }
        Fault::Redirected(_) => Sentence::new(
            "GitLab redirige vers une autre adresse : son adresse est mal réglée dans la passerelle.",
            "GitLab redirects to another address: its address is wrong in the bridge's settings.",
        ),
        Fault::Unreachable(_) => Sentence::new("GitLab est injoignable.", "GitLab can't be reached."),
        Fault::Interrupted(_) => Sentence::new(
            "La connexion avec GitLab s'est interrompue.",
            "The connection with GitLab broke off.",
        ),
        Fault::Withheld => Sentence::new(
            "La mémoire partagée de la passerelle est injoignable : rien de plus n'a été envoyé à GitLab, réessayez dans un instant.",
            "The bridge's shared memory can't be reached: nothing more was sent to GitLab, try again in a moment.",
        ),
        Fault::NotShown => Sentence::new(
            "Rien n'est fait : cela toucherait autre chose que ce que la personne a vu.",
            "Nothing is done: it would change something else than the person was shown.",
        ),
        Fault::HeldBack(_) => Sentence::new(
            "GitLab reçoit trop de demandes et a demandé d'attendre : réessayez dans un instant.",
            "GitLab gets too many requests and asked to wait: try again in a moment.",
        ),
        Fault::TimedOut => Sentence::new("GitLab n'a pas répondu à temps.", "GitLab did not answer in time."),
        Fault::TooLarge => {
            Sentence::new("La réponse de GitLab est trop volumineuse.", "GitLab's answer is too large.")
        }
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId => {
            Sentence::new("La réponse de GitLab est inutilisable.", "GitLab's answer can't be used.")
        }
    };
    let about = match &error.fault {
        _ if error.is_perhaps_done() => Some(PERHAPS_DONE),
        Fault::Status { message: Some(message), .. } if message.starts_with("state does not have") => {
            Some(STATES)
        }
        Fault::Status { status, .. } if status.as_u16() == 403 && error.is_of_project() => Some(ARCHIVED),
        _ => None,
    };
    sentence.then(about)
}

const STATES: Sentence = Sentence::new(
    "Les états sont opened (ouverts), closed (fermés) et all (tous).",
    "The states are opened, closed and all.",
);
const ARCHIVED: Sentence = Sentence::new(
    "Un projet archivé, ou sans tickets, n'accepte aucune modification.",
    "A project that is archived, or without issues, takes no changes.",
);

/// What is added for a write that may have been done.
pub const PERHAPS_DONE: Sentence = Sentence::new(
    "La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer.",
    "The change may have been made: check on GitLab before you try again.",
);

const fn status_sentence(status: u16) -> Sentence {
    let (fr, en) = match status {
        400 | 422 => ("GitLab juge la demande invalide", "GitLab finds the request invalid"),
        401 => (
            "GitLab refuse le jeton que la passerelle lui présente",
            "GitLab refuses the token that the bridge presents",
        ),
        403 => (
            "Le jeton que la passerelle présente n'a pas ce droit sur GitLab",
            "The token that the bridge presents has no right to this on GitLab",
        ),
        404 => ("GitLab ne trouve pas l'objet demandé", "GitLab does not find what was asked for"),
        405 => ("GitLab n'autorise pas cette action", "GitLab does not allow this action"),
        408 | 504 => ("GitLab n'a pas répondu à temps", "GitLab did not answer in time"),
        409 => ("GitLab signale un conflit avec l'existant", "GitLab reports a conflict with what exists"),
        413 | 414 => ("GitLab juge la demande trop longue", "GitLab finds the request too long"),
        429 => (
            "GitLab reçoit trop de demandes et demande d'attendre, réessayez dans un instant",
            "GitLab gets too many requests and asks to wait, try again in a moment",
        ),
        500 => ("GitLab a rencontré une erreur interne", "GitLab met an internal error"),
        502 | 503 => ("GitLab est momentanément indisponible", "GitLab is unavailable for the moment"),
        501.. => ("GitLab est en panne", "GitLab is down"),
        _ => ("GitLab a refusé la demande", "GitLab refused the request"),
    };
    Sentence::new(fr, en)
}

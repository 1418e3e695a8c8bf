//! The sentences of refusals before an operation is reached.

use super::{Sentence, say};

/// 404
pub const UNKNOWN_ROUTE: Sentence =
    Sentence::new("Cette adresse n'existe pas : voyez /docs.", "This address does not exist: see /docs.");
/// 405
pub const WRONG_METHOD: Sentence = Sentence::new(
    "Cette adresse n'accepte pas cette méthode : utilisez POST pour les opérations.",
    "This address does not take this method: use POST for operations.",
);
/// 401
pub const UNAUTHORISED: Sentence = Sentence::new(
    "Un jeton valide est nécessaire : envoyez Authorization: Bearer suivi du jeton.",
    "A valid token is needed: send Authorization: Bearer and the token.",
);
/// 403: the person who signed in did not let the client do this.
pub const INSUFFICIENT_SCOPE: Sentence = Sentence::new(
    "Votre connexion ne permet pas cette opération : reconnectez-vous en accordant le droit qu'elle demande.",
    "Your sign-in does not allow this operation: sign in again and grant the right that it needs.",
);
/// 403: a person who signed in and is in no group that may call.
pub const NO_CALLER: Sentence = Sentence::new(
    "Vous êtes connecté, mais aucun de vos groupes n'a accès à cette passerelle : demandez l'accès à qui l'administre.",
    "You are signed in, but none of your groups may use this bridge: ask those who run it for access.",
);
/// 503: the authorization server has to be asked whose a token is.
pub const SIGN_IN_AWAY: Sentence = Sentence::new(
    "Le serveur de connexion est injoignable : réessayez dans un instant.",
    "The authorization server can't be reached: try again in a moment.",
);
/// 403
pub const READ_ONLY: Sentence = Sentence::new(
    "La passerelle est en lecture seule : cette opération est désactivée, sauf avec dry_run à true.",
    "The bridge is read-only: this operation is disabled, except with dry_run set to true.",
);
/// 403
pub const NOT_SERVED: Sentence = Sentence::new(
    "Cette opération n'est pas ouverte sur cette passerelle.",
    "This operation is not served by this bridge.",
);
/// 413
pub const TOO_LARGE: Sentence =
    Sentence::new("Le corps de la requête est trop volumineux.", "The request body is too large.");
/// 415
pub const NOT_JSON: Sentence = Sentence::new(
    "Le corps de la requête doit être du JSON : envoyez Content-Type: application/json.",
    "The request body must be JSON: send Content-Type: application/json.",
);
/// 400
pub const ODD_MCP_HEADER: Sentence = Sentence::new(
    "Un en-tête MCP de la requête est invalide, ou sa version du protocole est inconnue.",
    "An MCP header of the request is invalid, or its protocol version is unknown.",
);
/// 403
pub const FOREIGN_HOST: Sentence = Sentence::new(
    "Sans jeton, la passerelle ne répond qu'à cette machine, sous son nom local : réglez server.auth_tokens dans la passerelle.",
    "Without a token, the bridge answers this machine alone, by its local name: set server.auth_tokens in the bridge.",
);
/// 503
pub const HOST_UNAVAILABLE: Sentence = Sentence::new(
    "GitLab ne peut pas être utilisé pour l'instant : la raison est dans le journal de la passerelle, et dite à qui présente un jeton.",
    "GitLab can't be used for the moment: the reason is in the bridge's log, and told to whoever shows a token.",
);
/// 406
pub const NOT_ACCEPTED: Sentence = Sentence::new(
    "Le client doit accepter les deux types de MCP : envoyez Accept: application/json, text/event-stream.",
    "The client must accept both types of MCP: send Accept: application/json, text/event-stream.",
);
/// 422: the body is JSON, but no message.
pub const NO_MCP_MESSAGE: Sentence = Sentence::new(
    "Le corps de la requête doit être un message MCP (JSON-RPC 2.0).",
    "The request body must be an MCP message (JSON-RPC 2.0).",
);
/// 400
pub const UNREADABLE: Sentence = Sentence::new(
    "Le corps de la requête n'a pas pu être lu jusqu'au bout : renvoyez-la.",
    "The request body could not be read to its end: send it again.",
);
/// 503
pub const OVERLOADED: Sentence = Sentence::new(
    "La passerelle traite trop de demandes : réessayez dans un instant.",
    "The bridge serves too many requests: try again in a moment.",
);
/// 503
pub const STORE_AWAY: Sentence = Sentence::new(
    "La mémoire partagée de la passerelle est injoignable : les lectures sont servies, les modifications attendent.",
    "The bridge's shared memory can't be reached: reads are served, changes have to wait.",
);
/// 503
pub const STORE_FULL: Sentence = Sentence::new(
    "La mémoire partagée de la passerelle est pleine : les lectures sont servies, les modifications attendent.",
    "The bridge's shared memory is full: reads are served, changes have to wait.",
);
/// 504
pub const OUTCOME_UNKNOWN: Sentence = Sentence::new(
    "Un autre exemplaire de la passerelle s'est arrêté pendant cette demande. La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer sous une autre clé.",
    "Another replica of the bridge went away during this request. The change may have been made: check on GitLab before you try again under another key.",
);
/// 503
pub const STOPPING: Sentence = Sentence::new(
    "La passerelle s'arrête : réessayez dans un instant.",
    "The bridge is stopping: try again in a moment.",
);
/// 429: more requests than `requests_per_minute` lets this caller make.
pub const RATE_LIMITED: Sentence = Sentence::new(
    "Vous envoyez plus de requêtes que la passerelle ne vous en permet : réessayez un peu plus tard.",
    "You send more requests than the bridge lets you: try again a little later.",
);
/// 408
pub const SLOW_BODY: Sentence = Sentence::new(
    "Le corps de la requête a mis trop de temps à arriver : renvoyez-la.",
    "The request body took too long to arrive: send it again.",
);
/// 504
pub const TOO_SLOW: Sentence = Sentence::new(
    "La demande a pris trop de temps. Si elle modifiait quelque chose, c'est peut-être fait : vérifiez avant de recommencer.",
    "The request took too long. If it was to change something, that may be done: check before you try again.",
);
/// 400
pub const ODD_KEY: Sentence = Sentence::new(
    "L'en-tête Idempotency-Key doit être donné une seule fois et compter de 1 à 255 caractères ASCII visibles.",
    "The header Idempotency-Key must be given once and have 1 to 255 visible ASCII characters.",
);
/// 422
pub const KEY_REUSED: Sentence = Sentence::new(
    "Cette Idempotency-Key a déjà servi pour une autre demande : prenez-en une nouvelle.",
    "This Idempotency-Key was used for another request: take a new one.",
);
/// 500
pub const UNEXPECTED: Sentence = Sentence::new(
    "Une erreur inattendue est survenue. Si la demande modifiait quelque chose, vérifiez sur GitLab avant de recommencer.",
    "An unexpected error occurred. If the request was to change something, check on GitLab before you try again.",
);
/// 422: the body is JSON, but no object.
pub const NO_OBJECT: Sentence = Sentence::new(
    "Le corps de la requête doit être un objet JSON.",
    "The request body must be a JSON object.",
);

/// 422: the body is empty.
pub const EMPTY_BODY: Sentence = Sentence::new(
    "Le corps de la requête est vide : envoyez un objet JSON, {} s'il n'y a rien à préciser.",
    "The request body is empty: send a JSON object, {} if there is nothing to say.",
);
/// 422: the body has more values than a request can need.
pub const TOO_MANY_VALUES: Sentence = Sentence::new(
    "Le corps de la requête contient trop de valeurs, ou trop imbriquées, pour une seule opération.",
    "The request body has too many values, or nests them too deeply, for one operation.",
);

/// 422: the body is in another encoding.
pub fn body_is_no_utf_8(line: usize, column: usize) -> Sentence {
    say!(
        "Le corps de la requête doit être en UTF-8, sans marque d'ordre des octets (BOM) ; il ne l'est pas à la ligne {line}, colonne {column}.",
        "The request body must be UTF-8 without a byte order mark; it is not at line {line}, column {column}."
    )
}

/// 422: the body is no JSON.
pub fn body_is_no_json(line: usize, column: usize) -> Sentence {
    say!(
        "Le corps de la requête n'est pas du JSON valide (ligne {line}, colonne {column}).",
        "The request body is no valid JSON (line {line}, column {column})."
    )
}

//! The sentences of refusals before an operation is reached.

use super::{Sentence, say};

/// 422: the body is JSON, but no message.
pub const NO_MCP_MESSAGE: Sentence = Sentence::new(
    "Le corps de la requête doit être un message MCP (JSON-RPC 2.0).",
    "The request body must be an MCP message (JSON-RPC 2.0).",
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
/// 400
pub const ODD_KEY: Sentence = Sentence::new(
    "L'en-tête Idempotency-Key doit être donné une seule fois et compter de 1 à 255 caractères ASCII visibles.",
    "The header Idempotency-Key must be given once and have 1 to 255 visible ASCII characters.",
);
/// Added to a failure that says when to try again, where it is kept.
pub const KEPT: Sentence = Sentence::new(
    "Une partie est peut-être faite : cette réponse est gardée sous sa clé, réessayez sous une autre.",
    "A part may have been done: this answer is kept under its key, try again under another one.",
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
pub const NO_UTF_8: Sentence = Sentence::new(
    "Le corps de la requête doit être en UTF-8, sans marque d'ordre des octets (BOM).",
    "The request body must be UTF-8 without a byte order mark.",
);

/// 422: the body is no JSON.
pub fn body_is_no_json(line: usize, column: usize) -> Sentence {
    say!(
        "Le corps de la requête n'est pas du JSON valide (ligne {line}, colonne {column}).",
        "The request body is no valid JSON (line {line}, column {column})."
    )
}

//! What a layer answers before an operation is reached.

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
pub const ODD_MCP_HEADER: &str =
    "Un en-tête MCP de la requête est invalide, ou sa version du protocole est inconnue.";
/// 403
pub const FOREIGN_HOST: &str = "Sans jeton, la passerelle ne répond qu'à cette machine, sous son nom local : réglez server.auth_tokens dans la passerelle.";
/// 406
pub const NOT_ACCEPTED: &str =
    "Le client doit accepter les deux types de MCP : envoyez Accept: application/json, text/event-stream.";
/// 415
pub const NO_MCP_MESSAGE: &str =
    "Le corps de la requête doit être un message MCP en JSON, envoyé avec Content-Type: application/json.";
/// 400
pub const UNREADABLE: &str = "Le corps de la requête n'a pas pu être lu jusqu'au bout.";
/// 503
pub const OVERLOADED: &str = "La passerelle traite trop de demandes : réessayez dans un instant.";
/// 503
pub const STOPPING: &str = "La passerelle s'arrête.";
/// 408
pub const SLOW_BODY: &str = "Le corps de la requête a mis trop de temps à arriver.";
/// 504
pub const TOO_SLOW: &str = "La demande a pris trop de temps. Si elle modifiait quelque chose, c'est peut-être fait : vérifiez avant de recommencer.";
/// 400
pub const ODD_KEY: &str = "L'en-tête Idempotency-Key doit être donné une seule fois et compter de 1 à 255 caractères ASCII visibles.";
/// 422
pub const KEY_REUSED: &str =
    "Cette Idempotency-Key a déjà servi pour une autre demande : prenez-en une nouvelle.";
/// 500
pub const UNEXPECTED: &str = "Une erreur inattendue est survenue.";

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

/// More requests than `requests_per_minute` lets this caller make.
pub const RATE_LIMITED: &str =
    "Vous envoyez plus de requêtes que la passerelle ne vous en permet : réessayez un peu plus tard.";

//! The codes of failures: the one table of what a program reads, of the status, and of the sentence where it is always the same.
//! Only a status that the host gave, or that says the same as the host's would, differs from it.

use std::{borrow::Cow, time::Duration};

use axum::{
    Extension,
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};

use super::prelude::*;

/// Declares the codes: as a program reads each, its status, and its sentence if it has but one.
macro_rules! codes {
    ($($code:ident $name:ident $status:ident $(say!($fr:literal, $en:literal))?;)+) => {
        /// A stable word for programs: why a call failed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the words say it")]
        pub enum Code { $($code),+ }

        impl Code {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$code),+];

            /// As it stands in an answer.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$code => stringify!($name)),+ }
            }

            /// The status of a failure with this code.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$code => StatusCode::$status),+ }
            }
        }

        impl Failure {
            $($(
                #[doc = concat!("The failure of this code: ", $en)]
                pub fn $name() -> Self {
                    Self::new(Code::$code, Sentence::new($fr, $en))
                }
            )?)+
        }
    };
}

codes! {
    ConfirmationRequired confirmation_required FORBIDDEN;
    ForeignHost foreign_host FORBIDDEN
        say!("Sans jeton, la passerelle ne répond qu'à cette machine, sous son nom local : réglez server.auth_tokens dans la passerelle.",
             "Without a token, the bridge answers this machine alone, by its local name: set server.auth_tokens in the bridge.");
    HostUnavailable host_unavailable SERVICE_UNAVAILABLE
        say!("GitLab ne peut pas être utilisé pour l'instant : la raison est dans le journal de la passerelle, et dite à qui présente un jeton.",
             "GitLab can't be used for the moment: the reason is in the bridge's log, and told to whoever shows a token.");
    IdempotencyKeyReused idempotency_key_reused UNPROCESSABLE_ENTITY
        say!("Cette Idempotency-Key a déjà servi pour une autre demande : prenez-en une nouvelle.",
             "This Idempotency-Key was used for another request: take a new one.");
    InsufficientScope insufficient_scope FORBIDDEN
        say!("Votre connexion ne permet pas cette opération : reconnectez-vous en accordant le droit qu'elle demande.",
             "Your sign-in does not allow this operation: sign in again and grant the right that it needs.");
    InternalError internal_error INTERNAL_SERVER_ERROR
        say!("Une erreur inattendue est survenue. Si la demande modifiait quelque chose, vérifiez sur GitLab avant de recommencer.",
             "An unexpected error occurred. If the request was to change something, check on GitLab before you try again.");
    InvalidArgument invalid_argument BAD_REQUEST;
    InvalidForm invalid_form FORBIDDEN
        say!("Cette réponse ne vaut pas, ou plus, pour cette demande. Si vous aviez déjà répondu, vérifiez sur GitLab ce qui a été fait ; sinon, refaites la demande pour que la question soit posée de nouveau.",
             "This answer does not hold for this request, or no longer. If you had answered before, check on GitLab what was done; if not, make the request again for the question to be asked anew.");
    InvalidMcpHeader invalid_mcp_header BAD_REQUEST
        say!("Un en-tête MCP de la requête est invalide, ou sa version du protocole est inconnue.",
             "An MCP header of the request is invalid, or its protocol version is unknown.");
    InvalidRequest invalid_request UNPROCESSABLE_ENTITY;
    IssueNotFound issue_not_found NOT_FOUND;
    LabelNotFound label_not_found NOT_FOUND;
    MethodNotAllowed method_not_allowed METHOD_NOT_ALLOWED
        say!("Cette adresse n'accepte pas cette méthode : utilisez POST pour les opérations.",
             "This address does not take this method: use POST for operations.");
    NamespaceMismatch namespace_mismatch CONFLICT;
    NoCaller no_caller FORBIDDEN
        say!("Vous êtes connecté, mais aucun de vos groupes n'a accès à cette passerelle : demandez l'accès à qui l'administre.",
             "You are signed in, but none of your groups may use this bridge: ask those who run it for access.");
    NotAcceptable not_acceptable NOT_ACCEPTABLE
        say!("Le client doit accepter les deux types de MCP : envoyez Accept: application/json, text/event-stream.",
             "The client must accept both types of MCP: send Accept: application/json, text/event-stream.");
    OperationDisabled operation_disabled FORBIDDEN
        say!("Cette opération n'est pas ouverte sur cette passerelle.",
             "This operation is not served by this bridge.");
    OutcomeUnknown outcome_unknown GATEWAY_TIMEOUT
        say!("La passerelle s'est arrêtée pendant cette demande. La modification a peut-être été faite : vérifiez sur GitLab avant de recommencer, sous une autre clé s'il y en avait une.",
             "The bridge stopped during this request. The change may have been made: check on GitLab before you try again, under another key if there was one.");
    OutsideRoots outside_roots FORBIDDEN;
    Overloaded overloaded SERVICE_UNAVAILABLE
        say!("La passerelle traite trop de demandes : réessayez dans un instant.",
             "The bridge serves too many requests: try again in a moment.");
    PayloadTooLarge payload_too_large PAYLOAD_TOO_LARGE
        say!("Le corps de la requête est trop volumineux.",
             "The request body is too large.");
    ProjectNotFound project_not_found NOT_FOUND;
    RateLimited rate_limited TOO_MANY_REQUESTS
        say!("Vous envoyez plus de requêtes que la passerelle ne vous en permet : réessayez un peu plus tard.",
             "You send more requests than the bridge lets you: try again a little later.");
    ReadOnly read_only FORBIDDEN
        say!("La passerelle est en lecture seule : cette opération est désactivée, sauf avec dry_run à true.",
             "The bridge is read-only: this operation is disabled, except with dry_run set to true.");
    SignInUnavailable sign_in_unavailable SERVICE_UNAVAILABLE
        say!("Le serveur de connexion est injoignable : réessayez dans un instant.",
             "The authorization server can't be reached: try again in a moment.");
    SlowBody slow_body REQUEST_TIMEOUT
        say!("Le corps de la requête a mis trop de temps à arriver : renvoyez-la.",
             "The request body took too long to arrive: send it again.");
    Stopping stopping SERVICE_UNAVAILABLE
        say!("La passerelle s'arrête : réessayez dans un instant.",
             "The bridge is stopping: try again in a moment.");
    Store store SERVICE_UNAVAILABLE;
    StoreUnavailable store_unavailable SERVICE_UNAVAILABLE;
    Timeout timeout GATEWAY_TIMEOUT
        say!("La demande a pris trop de temps. Si elle modifiait quelque chose, c'est peut-être fait : vérifiez avant de recommencer.",
             "The request took too long. If it was to change something, that may be done: check before you try again.");
    Unauthorized unauthorized UNAUTHORIZED
        say!("Un jeton valide est nécessaire : envoyez Authorization: Bearer suivi du jeton.",
             "A valid token is needed: send Authorization: Bearer and the token.");
    UnknownRoute unknown_route NOT_FOUND
        say!("Cette adresse n'existe pas : voyez /docs.",
             "This address does not exist: see /docs.");
    UnreadableBody unreadable_body BAD_REQUEST
        say!("Le corps de la requête n'a pas pu être lu jusqu'au bout : renvoyez-la.",
             "The request body could not be read to its end: send it again.");
    UnsupportedMediaType unsupported_media_type UNSUPPORTED_MEDIA_TYPE
        say!("Le corps de la requête doit être du JSON : envoyez Content-Type: application/json.",
             "The request body must be JSON: send Content-Type: application/json.");
    UpstreamError upstream_error BAD_GATEWAY;
    UpstreamInterrupted upstream_interrupted BAD_GATEWAY;
    UpstreamInvalid upstream_invalid BAD_GATEWAY;
    UpstreamRedirected upstream_redirected BAD_GATEWAY;
    UpstreamTimeout upstream_timeout BAD_GATEWAY;
    UpstreamTooLarge upstream_too_large BAD_GATEWAY;
    UpstreamUnauthorized upstream_unauthorized UNAUTHORIZED;
    UpstreamUnchanged upstream_unchanged BAD_GATEWAY;
    UpstreamUnreachable upstream_unreachable BAD_GATEWAY;
}

/// An error answer, in both languages; the face that sends it chooses one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status: that of the code, or the host's own.
    pub status: StatusCode,
    /// A stable word for programs.
    pub code: Cow<'static, str>,
    /// A sentence for people.
    pub detail: Sentence,
    /// When to try again.
    pub retry_after: Option<Duration>,
}

impl Failure {
    /// An error answer.
    pub fn new(code: Code, detail: impl Into<Sentence>) -> Self {
        Self { status: code.status(), code: code.name().into(), detail: detail.into(), retry_after: None }
    }

    /// The same, to be tried again after this wait: rounded up to whole seconds and never 0, since a caller that retries at once would
    /// be refused again.
    pub(in crate::api) fn after(self, wait: Duration) -> Self {
        Self { retry_after: Some(Duration::from_secs(wait.as_secs() + 1)), ..self }
    }

    /// 422: a body that is no JSON object, or a field out of its bounds.
    pub fn unprocessable(detail: Sentence) -> Self {
        Self::new(Code::InvalidRequest, detail)
    }

    /// The JSON of its body, in one language.
    pub(in crate::api) fn json(&self, language: Language) -> Value {
        json!({ "success": false, "detail": self.detail.say(language), "code": self.code })
    }
}

/// A response without a body, and the failure as its extension. The layer in front of all routes knows the language and adds the
/// body.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let wait = self.retry_after.map(|wait| [(RETRY_AFTER, wait.as_secs().to_string())]);
        (self.status, wait, Extension(self)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_for_operators_says_what_each_code_is() {
        let page = include_str!("../../../docs/operate.md");
        let (_, table) = page.split_once("| code | what it is | do |").unwrap();
        let (table, _) = table.split_once("\n\n").unwrap();
        for code in Code::ALL {
            let name = format!("`{}`", code.name());
            assert!(
                table.lines().any(|row| row.split('|').nth(1).is_some_and(|codes| codes.contains(&name))),
                "{code:?}"
            );
        }
    }
}

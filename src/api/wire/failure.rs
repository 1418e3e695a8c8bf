//! The one table from errors to a status, a code and a sentence.

use std::{borrow::Cow, time::Duration};

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    error::{Error, Refusal},
    gitlab::{self, Fault},
    language::Language,
    messages::{self, Sentence, gate},
};

/// The code of a failure, as an extension of its response.
#[derive(Clone)]
pub(in crate::api) struct Code(pub(in crate::api) Cow<'static, str>);

/// When to ask again while the store is away.
const STORE_BACK: Duration = Duration::from_secs(1);

/// An error answer, in both languages; the face that sends it chooses one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status.
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
    pub fn new(status: StatusCode, code: impl Into<Cow<'static, str>>, detail: impl Into<Sentence>) -> Self {
        Self { status, code: code.into(), detail: detail.into(), retry_after: None }
    }

    /// 422: a body that is no JSON object, or a field out of its bounds.
    #[must_use]
    pub fn unprocessable(detail: Sentence) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_request", detail)
    }

    /// 413: a body past `server.body_limit_bytes`.
    #[must_use]
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", gate::TOO_LARGE)
    }

    /// 500 with the operation's generic sentence.
    #[must_use]
    pub fn unexpected(detail: Sentence) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", detail)
    }

    /// The JSON of its body, in one language.
    pub(in crate::api) fn json(&self, language: Language) -> Value {
        json!({ "success": false, "detail": self.detail.say(language), "code": self.code })
    }

    /// The answer, in one language.
    pub(in crate::api) fn answer(&self, language: Language) -> Response {
        let mut response = (self.status, Json(self.json(language))).into_response();
        response.extensions_mut().insert(Code(self.code.clone()));
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs()));
        }
        response
    }
}

/// A response without a body. The layer in front of all routes knows the language and adds the body.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (status, code) = status_of(&error);
        Self { retry_after: retry_after(&error), ..Self::new(status, code, messages::failure(&error)) }
    }
}

/// The status and the code of what went wrong in an operation (interface, Errors).
fn status_of(error: &Error) -> (StatusCode, &'static str) {
    match error {
        Error::Refused(Refusal::Needed(_) | Refusal::Contradiction { .. }) => {
            (StatusCode::UNPROCESSABLE_ENTITY, "invalid_request")
        }
        Error::Refused(_) => (StatusCode::BAD_REQUEST, "invalid_argument"),
        Error::ProjectNotFound(_) | Error::ProjectWithoutId(_) => {
            (StatusCode::NOT_FOUND, "project_not_found")
        }
        Error::IssueNotFound { .. } => (StatusCode::NOT_FOUND, "issue_not_found"),
        Error::LabelNotFound(_) => (StatusCode::NOT_FOUND, "label_not_found"),
        Error::OutsideRoots(_) => (StatusCode::FORBIDDEN, "outside_roots"),
        Error::NamespaceMismatch { .. } => (StatusCode::CONFLICT, "namespace_mismatch"),
        // The host refuses it with the same status.
        Error::Taken(_) | Error::PathReserved(_) => (StatusCode::BAD_REQUEST, "upstream_error"),
        Error::Incomplete(_) => (StatusCode::BAD_GATEWAY, "upstream_invalid"),
        Error::MemberNotFound { .. } => (StatusCode::NOT_FOUND, "assignee_not_found"),
        Error::Dropped { .. } => (StatusCode::BAD_GATEWAY, "upstream_unchanged"),
        Error::NotAttempted | Error::CutShort => (StatusCode::GATEWAY_TIMEOUT, "timeout"),
        Error::StoreAway => (StatusCode::SERVICE_UNAVAILABLE, "store_unavailable"),
        Error::GroupListing(_) => (StatusCode::BAD_GATEWAY, "upstream_error"),
        Error::Upstream(error) => upstream(error),
    }
}

/// 503: a limit is reached for the moment.
pub(in crate::api) fn overloaded() -> Failure {
    let mut failure = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", gate::OVERLOADED);
    failure.retry_after = Some(Duration::from_secs(1));
    failure
}

/// 504: the call took longer than `server.request_timeout`.
pub(in crate::api) fn too_slow() -> Failure {
    Failure::new(StatusCode::GATEWAY_TIMEOUT, "timeout", gate::TOO_SLOW)
}

/// 403: the policy does not serve this operation.
pub(in crate::api) fn not_served() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "operation_disabled", gate::NOT_SERVED)
}

/// The host's own status if it answered with one, else 502.
fn upstream(error: &gitlab::Error) -> (StatusCode, &'static str) {
    match error.fault {
        // Not 401, which would concern the caller's token: the host refused the bridge's token.
        Fault::Status { status: StatusCode::UNAUTHORIZED, .. } => {
            (StatusCode::UNAUTHORIZED, "upstream_unauthorized")
        }
        Fault::Status { status, .. } => (status, "upstream_error"),
        Fault::HeldBack(_) => (StatusCode::TOO_MANY_REQUESTS, "upstream_error"),
        Fault::Redirected(_) => (StatusCode::BAD_GATEWAY, "upstream_redirected"),
        Fault::Unreachable(_) => (StatusCode::BAD_GATEWAY, "upstream_unreachable"),
        Fault::Withheld => (StatusCode::SERVICE_UNAVAILABLE, "store_unavailable"),
        Fault::Interrupted(_) => (StatusCode::BAD_GATEWAY, "upstream_interrupted"),
        Fault::TimedOut => (StatusCode::BAD_GATEWAY, "upstream_timeout"),
        Fault::TooLarge => (StatusCode::BAD_GATEWAY, "upstream_too_large"),
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId => {
            (StatusCode::BAD_GATEWAY, "upstream_invalid")
        }
    }
}

fn retry_after(error: &Error) -> Option<Duration> {
    match error {
        Error::StoreAway | Error::Upstream(gitlab::Error { fault: Fault::Withheld, .. }) => Some(STORE_BACK),
        Error::Upstream(error) => error.retry_after(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        error::{Aspect, HostObject},
        gitlab::{Iid, UserId},
    };

    fn host(fault: Fault) -> gitlab::Error {
        gitlab::Error { call: "GET /version", fault }
    }

    fn answered(status: u16) -> gitlab::Error {
        let status = StatusCode::from_u16(status).unwrap();
        host(Fault::Status { status, message: None, retry_after: Some(Duration::from_secs(7)) })
    }

    #[test]
    fn each_error_has_its_status_and_its_code() {
        let text = || "x".to_owned();
        let redirected = StatusCode::MOVED_PERMANENTLY;
        let rows = [
            (Refusal::BlankIid.into(), 400, "invalid_argument"),
            (Refusal::Needed("assignee_hint").into(), 422, "invalid_request"),
            (Refusal::Contradiction { field: "clear", other: "labels" }.into(), 422, "invalid_request"),
            (Error::ProjectNotFound(text()), 404, "project_not_found"),
            (Error::ProjectWithoutId(text()), 404, "project_not_found"),
            (Error::IssueNotFound { project: text(), iid: Iid(1) }, 404, "issue_not_found"),
            (Error::LabelNotFound(text()), 404, "label_not_found"),
            (Error::MemberNotFound { project: text(), id: UserId(1) }, 404, "assignee_not_found"),
            (Error::OutsideRoots(text()), 403, "outside_roots"),
            (
                Error::NamespaceMismatch { asked: text(), created: text(), deleted: true },
                409,
                "namespace_mismatch",
            ),
            (Error::Incomplete(HostObject::Project), 502, "upstream_invalid"),
            (Error::Dropped { iid: Iid(1), what: Aspect::State }, 502, "upstream_unchanged"),
            (Error::NotAttempted, 504, "timeout"),
            (Error::StoreAway, 503, "store_unavailable"),
            (Error::CutShort, 504, "timeout"),
            (Error::GroupListing(answered(403)), 502, "upstream_error"),
            (answered(401).into(), 401, "upstream_unauthorized"),
            (answered(403).into(), 403, "upstream_error"),
            (answered(429).into(), 429, "upstream_error"),
            (answered(503).into(), 503, "upstream_error"),
            (host(Fault::Redirected(redirected)).into(), 502, "upstream_redirected"),
            (host(Fault::Unreachable(text())).into(), 502, "upstream_unreachable"),
            (host(Fault::Interrupted(text())).into(), 502, "upstream_interrupted"),
            (host(Fault::TimedOut).into(), 502, "upstream_timeout"),
            (host(Fault::TooLarge).into(), 502, "upstream_too_large"),
            (host(Fault::Unusable(text())).into(), 502, "upstream_invalid"),
            (host(Fault::Misshapen(text())).into(), 502, "upstream_invalid"),
            (host(Fault::WithoutId).into(), 502, "upstream_invalid"),
        ];
        for (error, status, code) in rows {
            let (said, row) = (status_of(&error), format!("{error:?}"));
            assert_eq!((said.0.as_u16(), said.1), (status, code), "{row}");
        }
    }

    #[test]
    fn what_the_host_says_of_a_later_try_is_passed_on() {
        assert_eq!(Failure::from(Error::from(answered(429))).retry_after, Some(Duration::from_secs(7)));
        assert_eq!(Failure::from(Error::NotAttempted).retry_after, None);
    }
}

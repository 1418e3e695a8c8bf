//! The one table from what went wrong to a status, a code and a sentence.

use std::time::Duration;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    error::Error,
    gitlab::{self, Fault},
    messages::{self, gate},
};

/// The code of a failure, beside the answer that holds it.
#[derive(Clone, Copy)]
pub(in crate::api) struct Code(pub(in crate::api) &'static str);

/// An error answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The HTTP status.
    pub status: StatusCode,
    /// A stable word for programs.
    pub code: &'static str,
    /// A French sentence for people.
    pub detail: String,
    /// When to try again.
    pub retry_after: Option<Duration>,
}

impl Failure {
    /// An error answer.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), retry_after: None }
    }

    /// 422: a body that is no JSON object, or a field out of its bounds.
    #[must_use]
    pub fn unprocessable(detail: String) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid_request", detail)
    }

    /// 413: a body past `server.body_limit_bytes`.
    #[must_use]
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", gate::TOO_LARGE)
    }

    /// 500 with the operation's generic sentence.
    #[must_use]
    pub fn unexpected(detail: &str) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", detail)
    }

    /// The JSON of its body.
    pub(in crate::api) fn json(&self) -> Value {
        json!({ "success": false, "detail": self.detail, "code": self.code })
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.json())).into_response();
        response.extensions_mut().insert(Code(self.code));
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs()));
        }
        response
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let detail = messages::failure(&error);
        let (status, code) = match &error {
            Error::Refused(_) => (StatusCode::BAD_REQUEST, "invalid_argument"),
            Error::ProjectNotFound(_) | Error::ProjectWithoutId(_) => {
                (StatusCode::NOT_FOUND, "project_not_found")
            }
            Error::IssueNotFound { .. } => (StatusCode::NOT_FOUND, "issue_not_found"),
            Error::LabelNotFound(_) => (StatusCode::NOT_FOUND, "label_not_found"),
            Error::OutsideRoots(_) => (StatusCode::FORBIDDEN, "outside_roots"),
            Error::NamespaceMismatch { .. } => (StatusCode::CONFLICT, "namespace_mismatch"),
            Error::Incomplete(_) => (StatusCode::BAD_GATEWAY, "upstream_invalid"),
            Error::MemberNotFound { .. } => (StatusCode::NOT_FOUND, "assignee_not_found"),
            Error::Dropped { .. } => (StatusCode::BAD_GATEWAY, "upstream_unchanged"),
            Error::NotAttempted | Error::CutShort => (StatusCode::GATEWAY_TIMEOUT, "timeout"),
            Error::GroupListing(_) => (StatusCode::BAD_GATEWAY, "upstream_error"),
            Error::Upstream(error) => upstream(error),
        };
        Self { status, code, detail, retry_after: retry_after(&error) }
    }
}

/// 503: what finds no room for the moment.
pub(in crate::api) fn overloaded() -> Failure {
    let mut failure = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", gate::OVERLOADED);
    failure.retry_after = Some(Duration::from_secs(1));
    failure
}

/// 504: what took longer than `server.request_timeout`.
pub(in crate::api) fn too_slow() -> Failure {
    Failure::new(StatusCode::GATEWAY_TIMEOUT, "timeout", gate::TOO_SLOW)
}

/// 403: the policy leaves this operation out.
pub(in crate::api) fn not_served() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "operation_disabled", gate::NOT_SERVED)
}

/// The host's own status where it gave one, 502 otherwise.
fn upstream(error: &gitlab::Error) -> (StatusCode, &'static str) {
    match error.fault {
        Fault::Status { status, .. } => (status, "upstream_error"),
        Fault::Redirected(_) => (StatusCode::BAD_GATEWAY, "upstream_redirected"),
        Fault::Unreachable(_) => (StatusCode::BAD_GATEWAY, "upstream_unreachable"),
        Fault::Interrupted(_) => (StatusCode::BAD_GATEWAY, "upstream_interrupted"),
        Fault::TimedOut => (StatusCode::BAD_GATEWAY, "upstream_timeout"),
        Fault::TooLarge => (StatusCode::BAD_GATEWAY, "upstream_too_large"),
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::WithoutId => {
            (StatusCode::BAD_GATEWAY, "upstream_invalid")
        }
    }
}

fn retry_after(error: &Error) -> Option<Duration> {
    match error {
        Error::Upstream(gitlab::Error { fault: Fault::Status { retry_after, .. }, .. }) => *retry_after,
        _ => None,
    }
}

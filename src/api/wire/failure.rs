//! Why a call failed: the one table from errors to a code and a sentence.

use std::time::Duration;

use axum::http::StatusCode;

pub use super::code::Failure;
use super::{code::Code, prelude::*};
use crate::gitlab::Fault;

/// When to ask again while the store is away.
const STORE_BACK: Duration = Duration::from_secs(1);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if matches!(error, Error::NotAttempted) {
            // Its own sentence is that of one item of several.
            return Self::timeout();
        }
        let failure = Self::new(code_of(&error), messages::failure(&error));
        // The host's own status if it answered with one, or would have; 502 for a listing of groups (interface, groups/search).
        let (status, retry_after) = match error {
            Error::Taken(..) | Error::NameRefused(_) => (Some(Code::InvalidArgument.status()), None),
            Error::GroupListing(_) => (Some(Code::UpstreamError.status()), None),
            Error::StoreAway => (None, Some(STORE_BACK)),
            Error::Upstream(error) if error.fault == Fault::Withheld => (None, Some(STORE_BACK)),
            Error::Upstream(error) => (error.status(), error.retry_after()),
            Error::PerhapsDone(first) => (Some(Self::from(*first).status), None),
            _ => (None, None),
        };
        Self { status: status.unwrap_or(failure.status), retry_after, ..failure }
    }
}

/// The code of what went wrong in an operation (interface, Errors).
fn code_of(error: &Error) -> Code {
    match error {
        Error::Refused(Refusal::Needed(_) | Refusal::Contradiction { .. }) => Code::InvalidRequest,
        Error::Refused(_) => Code::InvalidArgument,
        Error::ProjectNotFound(_) | Error::ProjectWithoutId(_) => Code::ProjectNotFound,
        Error::IssueNotFound { .. } => Code::IssueNotFound,
        Error::LabelNotFound { .. } => Code::LabelNotFound,
        Error::OutsideRoots(_) => Code::OutsideRoots,
        Error::NamespaceMismatch { .. } => Code::NamespaceMismatch,
        Error::GroupListing(error) if error.status() == Some(StatusCode::UNAUTHORIZED) => {
            Code::UpstreamUnauthorized
        }
        Error::Taken(..) | Error::NameRefused(_) | Error::GroupListing(_) => Code::UpstreamError,
        Error::Incomplete(_) => Code::UpstreamInvalid,
        Error::Dropped { .. } => Code::UpstreamUnchanged,
        Error::NotAttempted | Error::CutShort => Code::Timeout,
        Error::PerhapsDone(first) => code_of(first),
        Error::StoreAway => Code::StoreUnavailable,
        Error::Upstream(error) => match error.fault {
            // Not 401, which would concern the caller's token: the host refused the bridge's token.
            Fault::Status { status, .. } if status == Code::UpstreamUnauthorized.status() => {
                Code::UpstreamUnauthorized
            }
            Fault::Status { .. } | Fault::HeldBack(_) => Code::UpstreamError,
            Fault::Redirected(_) => Code::UpstreamRedirected,
            Fault::Unreachable(_) => Code::UpstreamUnreachable,
            Fault::Withheld => Code::StoreUnavailable,
            Fault::NotShown => Code::ConfirmationRequired,
            Fault::Interrupted(_) => Code::UpstreamInterrupted,
            Fault::TimedOut => Code::UpstreamTimeout,
            Fault::TooLarge => Code::UpstreamTooLarge,
            Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId => {
                Code::UpstreamInvalid
            }
        },
    }
}

/// What is wrong with a request, and where.
#[derive(Debug, PartialEq)]
pub(in crate::api) struct Wrong {
    /// The place, such as `issues[3].title`.
    path: String,
    what: Sentence,
}

impl Wrong {
    /// The same in a field, or in an item of a list (`[3]`), that holds this place.
    pub(in crate::api) fn below(self, place: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{place}{dot}{}", self.path), ..self }
    }
}

impl From<Sentence> for Wrong {
    fn from(what: Sentence) -> Self {
        Self { path: String::new(), what }
    }
}

impl From<Wrong> for Failure {
    fn from(Wrong { path, what }: Wrong) -> Self {
        Self::unprocessable(field::wrong(&path, &what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        error::{Aspect, HostObject},
        gitlab::{self, Iid},
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
            (Error::LabelNotFound { name: text(), nearest: None }, 404, "label_not_found"),
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
            (Error::GroupListing(answered(401)), 502, "upstream_unauthorized"),
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
            let row = format!("{error:?}");
            let failure = Failure::from(error);
            assert_eq!((failure.status.as_u16(), &*failure.code), (status, code), "{row}");
        }
    }

    #[test]
    fn what_the_host_says_of_a_later_try_is_passed_on() {
        assert_eq!(Failure::from(Error::from(answered(429))).retry_after, Some(Duration::from_secs(7)));
        assert_eq!(Failure::from(Error::NotAttempted).retry_after, None);
        // The sentence of an item of several is none for the whole.
        assert_eq!(Failure::from(Error::NotAttempted), Failure::timeout());
    }
}

//! A call to the host, before it is sent.

use std::fmt;

use http::{Method, StatusCode};

use super::{Error, Fault, answer::KeptAnswer};
use crate::audit::Object;

/// A call to the host, before it is sent.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Method and route, such as `GET /projects/:id`. It holds no data of the caller.
    pub(super) call: &'static str,
    /// The path below the API, percent-encoded.
    pub(super) path: String,
    /// Parameters, not yet encoded.
    pub(super) query: Vec<(&'static str, String)>,
    /// `None` for a read.
    pub(super) write: Option<Write>,
    /// Whether it is sent again after a 429.
    pub(super) retries_limited: bool,
    /// Whether it must not join an equal read that is under way.
    pub(super) alone: bool,
    /// The kept answer of an equal read, for the host to confirm.
    pub(super) kept: Option<KeptAnswer>,
}

/// The parts of a call that is a write.
#[derive(Debug, Clone)]
pub(super) struct Write {
    /// `POST`, `PUT` or `DELETE`.
    pub(super) method: Method,
    /// The JSON that is sent, if any.
    pub(super) body: Option<Vec<u8>>,
    /// The objects that the write concerns, for the audit log.
    pub(super) objects: Vec<Object>,
}

impl Request {
    /// A read.
    pub(super) fn get(call: &'static str, path: impl Into<String>) -> Self {
        Self {
            call,
            path: path.into(),
            query: Vec::new(),
            write: None,
            retries_limited: true,
            alone: false,
            kept: None,
        }
    }

    /// The same, but not sent again after a 429: a repeat would count against the host's limit too.
    pub(super) fn once_where_limited(self) -> Self {
        Self { retries_limited: false, ..self }
    }

    /// The same, but never joined with an equal read: for objects from which a write is made.
    pub(super) fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// The same with one more parameter.
    pub(super) fn query(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.query.push((name, value.to_string()));
        self
    }

    /// Whether this request allows a retry after this fault. [`super::retry`] decides which faults are retried at all.
    pub(super) fn may_repeat_after(&self, fault: &Fault) -> bool {
        let is_limited = matches!(fault, Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, .. });
        self.retries_limited || !is_limited
    }

    /// The error of this call.
    pub(super) fn error(&self, fault: Fault) -> Error {
        Error { call: self.call, fault }
    }

    pub(super) fn method(&self) -> &Method {
        self.write.as_ref().map_or(&Method::GET, |write| &write.method)
    }

    /// The first two segments of the path, which name the project (`/projects/42`) if the call concerns one.
    pub(super) fn project(&self) -> &str {
        let end = self.path.match_indices('/').nth(2).map(|(end, _)| end);
        end.and_then(|end| self.path.get(..end)).unwrap_or(&self.path)
    }

    pub(super) fn is_write(&self) -> bool {
        self.write.is_some()
    }
}

//! A call to the host, before it is sent.

use std::{fmt, sync::Arc};

use http::{Method, StatusCode};

use super::{Error, Fault, answer::KeptAnswer, subject::Subject};
use crate::audit::Object;

/// A call to the host, before it is sent.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Method and route, such as `GET /projects/:id`. It holds no data of the caller.
    pub(super) call: &'static str,
    /// The path below the API, percent-encoded. Shared with the key of the kept answer, as the parameters are.
    pub(super) path: Arc<str>,
    /// The method of the call's name.
    pub(super) method: Method,
    /// Parameters, not yet encoded.
    pub(super) query: Arc<Vec<(&'static str, String)>>,
    /// The id of the object that the path names by its number in a project, if it is known.
    pub(super) id: Option<i64>,
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
    /// The JSON that is sent, if any.
    pub(super) body: Option<Vec<u8>>,
    /// The objects that the write concerns, for the audit log.
    pub(super) objects: Vec<Object>,
}

impl Request {
    /// A call of a route. What is `named` stands, encoded, in the place of the route's `:names`, in their order.
    pub(super) fn new(call: &'static str, named: &[&(dyn fmt::Display + Sync)]) -> Self {
        let (method, route) = call.split_once(' ').unwrap_or_default();
        let mut named = named.iter().map(|name| urlencoding::encode(&name.to_string()).into_owned());
        let fill = |part: &str| {
            part.starts_with(':').then(|| named.next()).flatten().unwrap_or_else(|| part.to_owned())
        };
        Self {
            call,
            path: route.split('/').map(fill).collect::<Vec<_>>().join("/").into(),
            method: method.parse().unwrap_or_default(),
            query: Arc::default(),
            id: None,
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

    /// The same for an object of this id.
    pub(super) fn of_id(self, id: Option<i64>) -> Self {
        Self { id, ..self }
    }

    /// What an answer has to be about.
    pub(super) fn subject(&self) -> Subject {
        Subject::of(&self.path).or_id(self.id)
    }

    /// The same with one more parameter, if it has a value.
    pub(super) fn query_some(self, name: &'static str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.query(name, value),
            None => self,
        }
    }

    /// The same with one more parameter.
    pub(super) fn query(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        Arc::make_mut(&mut self.query).push((name, value.to_string()));
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

    /// The first two segments of the path, which name the project (`/projects/42`) if the call concerns one.
    pub(super) fn project(&self) -> &str {
        let end = self.path.match_indices('/').nth(2).map(|(end, _)| end);
        end.and_then(|end| self.path.get(..end)).unwrap_or(&self.path)
    }

    pub(super) fn is_write(&self) -> bool {
        self.write.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gitlab::{FullPath, ProjectId};

    #[test]
    fn names_stand_in_the_place_of_the_parts_of_a_route_and_each_is_encoded_whole() {
        let group = FullPath::parse("a b/c?d#e%2f/é").unwrap();
        let request = Request::new("GET /groups/:id/projects", &[&group]);
        assert_eq!(&*request.path, "/groups/a%20b%2Fc%3Fd%23e%252f%2F%C3%A9/projects");
        let write = Request::new("PUT /projects/:id/labels/:name", &[&ProjectId(42), &"à voir"]);
        assert_eq!((write.method, &*write.path), (Method::PUT, "/projects/42/labels/%C3%A0%20voir"));
    }
}

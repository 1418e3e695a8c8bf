//! The errors of calls to the host.

use std::time::Duration;

use http::StatusCode;
use serde_json::Value;

/// What came of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A failed call: which one, and how.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{call}: {fault}")]
pub struct Error {
    /// Method and route of the call, such as `GET /projects/:id`. It holds no data of the caller.
    pub call: &'static str,
    /// What happened.
    pub fault: Fault,
}

/// A call that failed, and the wait before a further try if the deadline of its caller left no time for that.
pub(super) type Failed = (Error, Option<Duration>);

/// How a call to the host failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The host answered with a status of 400 or more.
    #[error("the host answered {status}: {}", message.as_deref().unwrap_or("no readable message"))]
    Status {
        /// The host's status.
        status: StatusCode,
        /// The host's own message, cleaned; `None` if its body has no readable message.
        message: Option<String>,
        /// The host's `Retry-After`.
        retry_after: Option<Duration>,
    },
    /// The host answered with a redirection that is not followed.
    #[error("the host answered {0}, a redirection that is not followed")]
    Redirected(StatusCode),
    /// No connection could be made: nothing was sent.
    #[error("no connection to the host: {0}")]
    Unreachable(String),
    /// It was not sent: what replicas share can't be reached, or another replica took over.
    #[error(
        "the write was not sent: the store that replicas share can't be reached, or another replica took over"
    )]
    Withheld,
    /// It was not sent: it concerns another object than those that the person agreed to.
    #[error("not sent: the person was not shown what it would change")]
    NotShown,
    /// It was not sent: the host asked to wait this long, from now, before such calls.
    #[error("not sent: the host asked to wait before such calls")]
    HeldBack(Duration),
    /// The connection broke while the call was under way.
    #[error("the connection to the host broke: {0}")]
    Interrupted(String),
    /// The host took longer than `upstream.timeout`.
    #[error("the host did not answer in time")]
    TimedOut,
    /// The answer is larger than `upstream.max_response_bytes`.
    #[error("the host's answer is too large")]
    TooLarge,
    /// An answer that is no JSON, or a request that can't be written.
    #[error("the host's answer is not usable: {0}")]
    Unusable(String),
    /// A success whose JSON does not have the expected shape.
    #[error("the host's answer has not the shape expected: {0}")]
    Misshapen(String),
    /// A success about another object than the one that was asked for.
    #[error("the host's answer is about another object than the one that was asked for")]
    AboutAnother,
    /// A success whose object has no `id`.
    #[error("the host's answer has no id")]
    WithoutId,
}

impl Error {
    /// What the host answers where the token may do nothing.
    pub fn forbidden(call: &'static str) -> Self {
        let message = Some("403 Forbidden".to_owned());
        Self { call, fault: Fault::Status { status: StatusCode::FORBIDDEN, message, retry_after: None } }
    }

    /// The host's status, when it answered with an error, to this call or to an earlier one that asks this one to wait.
    pub fn status(&self) -> Option<StatusCode> {
        match self.fault {
            Fault::Status { status, .. } => Some(status),
            Fault::HeldBack(_) => Some(StatusCode::TOO_MANY_REQUESTS),
            _ => None,
        }
    }

    /// Whether the call was a write that the host may have made.
    pub fn is_perhaps_done(&self) -> bool {
        !self.call.starts_with("GET ") && self.fault.write_outcome() == WriteOutcome::PerhapsDone
    }

    /// Whether the call changes something of one project.
    pub fn is_of_project(&self) -> bool {
        !self.call.starts_with("GET ") && self.call.contains(" /projects/:id")
    }

    /// Whether the host says that there is no such object.
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(StatusCode::NOT_FOUND)
    }

    /// How long the host asks callers to wait (`Retry-After`), if it says so; `None` for a write that the host may have made, since a second
    /// one may double it.
    pub fn retry_after(&self) -> Option<Duration> {
        match &self.fault {
            Fault::Status { retry_after, .. } if !self.is_perhaps_done() => *retry_after,
            Fault::HeldBack(left) => Some(*left),
            _ => None,
        }
    }

    /// Whether the host says that such an object exists already.
    pub fn is_conflict(&self) -> bool {
        self.status() == Some(StatusCode::CONFLICT)
    }
}

/// What a failed write changed on the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteOutcome {
    /// It may have been done.
    PerhapsDone,
    /// It was refused and would be refused again: 400, 404, 409, 422 and the like.
    RefusedForGood,
    /// It was refused but may be accepted later, after a wait or a change by an operator: 401, 403, 425, 429.
    RefusedForNow,
    /// It never reached the host.
    NotSent,
}

impl Fault {
    /// What a write with this fault changed on the host (decisions, Repeated writes).
    pub(super) fn write_outcome(&self) -> WriteOutcome {
        match self {
            Self::Status { status, .. } => match status.as_u16() {
                408 | 500.. => WriteOutcome::PerhapsDone,
                401 | 403 | 425 | 429 => WriteOutcome::RefusedForNow,
                _ => WriteOutcome::RefusedForGood,
            },
            Self::Unreachable(_) | Self::Withheld | Self::NotShown | Self::HeldBack(_) => {
                WriteOutcome::NotSent
            }
            // The host may also have made the write before it redirected: 303 says just that.
            _ => WriteOutcome::PerhapsDone,
        }
    }
}

/// Deepest nesting that is read of an error body; GitLab nests one level.
const MESSAGE_DEPTH: usize = 4;

/// The host's message: its `message`, `error_description` or `error`, flattened, not yet cleaned. `None` for a body that is no JSON
/// object or has none of them: such a body is not shown.
pub(super) fn message_of(body: &[u8]) -> Option<String> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return None };
    ["message", "error_description", "error"]
        .iter()
        .filter_map(|key| fields.get(*key))
        .map(|value| flatten(value, MESSAGE_DEPTH))
        .find(|message| !message.trim().is_empty())
}

/// `"text"`, `["a", "b"]` → `a, b`, `{"title": ["is too long"]}` → `title: is too long`.
fn flatten(value: &Value, depth: usize) -> String {
    match value {
        _ if depth == 0 => "…".to_owned(),
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => {
            let parts = items.iter().map(|item| flatten(item, depth - 1));
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        }
        Value::Object(fields) => {
            let parts = fields.iter().map(|(key, item)| (key, flatten(item, depth - 1)));
            let told = parts.filter(|(_, part)| !part.is_empty()).map(|(key, part)| format!("{key}: {part}"));
            told.collect::<Vec<_>>().join("; ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_the_hosts_error_bodies_gives_a_readable_text() {
        for (body, line) in [
            (r#"{"message":"404 Project Not Found"}"#, "404 Project Not Found"),
            (r#"{"message":{"title":["is too long","is odd"]}}"#, "title: is too long, is odd"),
            (
                r#"{"message":{"name":["has already been taken"],"project_namespace.name":["has already been taken"]}}"#,
                "name: has already been taken; project_namespace.name: has already been taken",
            ),
            (r#"{"message":{"embed":{"deep":["a","b"]}},"error":"other"}"#, "embed: deep: a, b"),
            (r#"{"message":["a","b"]}"#, "a, b"),
            (r#"{"message":{"error":"Too many requests."}}"#, "error: Too many requests."),
            (r#"{"error":"invalid_token","error_description":"Token is expired."}"#, "Token is expired."),
            (r#"{"error":"state does not have a valid value"}"#, "state does not have a valid value"),
            (r#"{"error":["Your project limit is 0"]}"#, "Your project limit is 0"),
            (r#"{"message":"","error":"second"}"#, "second"),
        ] {
            assert_eq!(message_of(body.as_bytes()).as_deref(), Some(line), "{body}");
        }
    }

    #[test]
    fn a_body_that_is_no_json_object_gives_no_message() {
        for body in ["<html>502</html>", "", "Retry later", "[]", "\"text\"", "{}", r#"{"message":null}"#] {
            assert_eq!(message_of(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn each_refusal_of_a_write_is_for_good_or_for_now_and_a_failure_of_the_host_leaves_it_open() {
        for code in 400..600 {
            let status = StatusCode::from_u16(code).unwrap();
            let fault = Fault::Status { status, message: None, retry_after: None };
            let expected = match code {
                408 | 500.. => WriteOutcome::PerhapsDone,
                401 | 403 | 425 | 429 => WriteOutcome::RefusedForNow,
                _ => WriteOutcome::RefusedForGood,
            };
            assert_eq!(fault.write_outcome(), expected, "{code}");
            let error = |call| Error { call, fault: fault.clone() };
            assert_eq!(error("POST /projects").is_perhaps_done(), [408].contains(&code) || code >= 500);
            assert!(!error("GET /projects").is_perhaps_done());
        }
    }

    #[test]
    fn a_deep_message_is_cut() {
        let deep = format!(r#"{{"message":{}"x"{}}}"#, "[".repeat(100), "]".repeat(100));
        assert_eq!(message_of(deep.as_bytes()).as_deref(), Some("…"));
    }
}

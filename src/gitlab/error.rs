//! What can go wrong in a call to the host.

use std::{borrow::Cow, time::Duration};

use http::StatusCode;
use serde_json::Value;

/// A failed call: which one, and how.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{call}: {fault}")]
pub struct Error {
    /// Method and route of the call, like `GET /projects/:id`: no data of the caller in it.
    pub call: &'static str,
    /// What happened.
    pub fault: Fault,
}

/// How a call to the host failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The host answered with a status of 400 or more.
    #[error("the host answered {status}: {}", message.as_deref().unwrap_or("no readable message"))]
    Status {
        /// The host's status.
        status: StatusCode,
        /// The host's own words on one line; `None` when its body held none that can be read.
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
    /// A success whose JSON is not the object that was expected.
    #[error("the host's answer has not the shape expected: {0}")]
    Misshapen(String),
    /// A success whose object has no `id`.
    #[error("the host's answer has no id")]
    WithoutId,
}

impl Error {
    /// The host's status, when it answered with an error.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        match self.fault {
            Fault::Status { status, .. } => Some(status),
            _ => None,
        }
    }

    /// Whether the host says that there is no such object.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.status() == Some(StatusCode::NOT_FOUND)
    }

    /// Whether the host says that such an object exists already.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        self.status() == Some(StatusCode::CONFLICT)
    }
}

impl Fault {
    /// The same as it may be told: on one line, cut, and without this secret.
    pub(super) fn without(self, secret: &str) -> Self {
        let tell = |text: String| match secret.len() {
            // So short a word is no token of a host's, and may be a word of its sentences.
            ..SHORTEST_SECRET => on_one_line(&text),
            _ => on_one_line(&text.replace(secret, "***")),
        };
        match self {
            Self::Status { status, message, retry_after } => {
                let message = message.map(tell).filter(|message| !message.is_empty());
                Self::Status { status, message, retry_after }
            }
            Self::Unreachable(cause) => Self::Unreachable(tell(cause)),
            Self::Interrupted(cause) => Self::Interrupted(tell(cause)),
            Self::Unusable(cause) => Self::Unusable(tell(cause)),
            Self::Misshapen(cause) => Self::Misshapen(tell(cause)),
            Self::Redirected(_) | Self::TimedOut | Self::TooLarge | Self::WithoutId => self,
        }
    }
}

/// Shortest token that is looked for in what the host says, in bytes; GitLab's have 20 and more.
const SHORTEST_SECRET: usize = 8;
/// Longest text that is kept of the host's, in characters.
const MESSAGE_LIMIT: usize = 500;
/// Deepest nesting that is read of an error body; GitLab nests one level.
const MESSAGE_DEPTH: usize = 4;

/// The host's words: its `message`, `error_description` or `error`, flattened. `None` for a body that is no JSON object or says
/// nothing: it is never shown as it is.
pub(super) fn message_of(body: &[u8]) -> Option<String> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return None };
    ["message", "error_description", "error"]
        .iter()
        .filter_map(|key| fields.get(*key))
        .map(|value| flatten(value, MESSAGE_DEPTH))
        .find(|message| !message.trim().is_empty())
        .map(Cow::into_owned)
}

/// `"text"`, `["a", "b"]` → `a, b`, `{"title": ["is too long"]}` → `title: is too long`.
fn flatten(value: &Value, depth: usize) -> Cow<'_, str> {
    if depth == 0 {
        return Cow::Borrowed("…");
    }
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        Value::Bool(_) | Value::Number(_) => Cow::Owned(value.to_string()),
        Value::Array(items) => {
            let parts: Vec<_> =
                items.iter().map(|item| flatten(item, depth - 1)).filter(|part| !part.is_empty()).collect();
            Cow::Owned(parts.join(", "))
        }
        Value::Object(fields) => {
            let parts: Vec<_> = fields
                .iter()
                .map(|(key, item)| (key, flatten(item, depth - 1)))
                .filter(|(_, part)| !part.is_empty())
                .map(|(key, part)| format!("{key}: {part}"))
                .collect();
            Cow::Owned(parts.join("; "))
        }
    }
}

/// White space and control characters become one space each run; cut at [`MESSAGE_LIMIT`].
fn on_one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if breaks_the_line(c) { ' ' } else { c }).collect();
    let mut line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(MESSAGE_LIMIT) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// What ends a line, turns its direction, or speaks to a terminal.
fn breaks_the_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a host's error body.
    fn told(body: &[u8]) -> Option<String> {
        let message = message_of(body);
        let fault = Fault::Status { status: StatusCode::UNAUTHORIZED, message, retry_after: None };
        match fault.without("glpat-secret") {
            Fault::Status { message, .. } => message,
            _ => None,
        }
    }

    #[test]
    fn every_shape_of_the_hosts_error_bodies_gives_one_readable_line() {
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
            (r#"{"message":"two\nlines\u0007 here"}"#, "two lines here"),
        ] {
            assert_eq!(told(body.as_bytes()).as_deref(), Some(line), "{body}");
        }
    }

    #[test]
    fn a_body_that_is_no_json_object_gives_no_message() {
        for body in ["<html>502</html>", "", "Retry later", "[]", "\"text\"", "{}", r#"{"message":null}"#] {
            assert_eq!(told(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn a_long_or_deep_message_is_cut() {
        let long = format!(r#"{{"message":"{}"}}"#, "é".repeat(5_000));
        assert_eq!(told(long.as_bytes()).map(|m| m.chars().count()), Some(501));
        let deep = format!(r#"{{"message":{}"x"{}}}"#, "[".repeat(100), "]".repeat(100));
        assert_eq!(told(deep.as_bytes()).as_deref(), Some("…"));
    }

    #[test]
    fn a_secret_that_the_host_sends_back_is_told_to_nobody() {
        let body = r#"{"message":"no such token: glpat-secret"}"#;
        assert_eq!(told(body.as_bytes()).as_deref(), Some("no such token: ***"));
        let astride = format!(r#"{{"message":"{} glpat-secret"}}"#, "x".repeat(MESSAGE_LIMIT - 6));
        assert!(told(astride.as_bytes()).is_some_and(|told| !told.contains("glpat")));
        let shape = Fault::Misshapen("invalid type: string \"glpat-secret\"".to_owned());
        assert_eq!(
            shape.without("glpat-secret"),
            Fault::Misshapen("invalid type: string \"***\"".to_owned())
        );
    }
}

//! Refusals of calls, with GitLab's bodies.

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::injected::FaultKind;

/// How long the general throttle asks callers to wait, in seconds.
const THROTTLED_FOR: u64 = 3600;

/// Why a call is refused.
#[derive(Debug, PartialEq)]
pub(super) enum Fault {
    /// A token that the host does not know, or none where one is needed.
    Unauthorized,
    /// A token that is expired or revoked, and which of the two.
    InvalidToken(&'static str),
    /// A token that may only read.
    InsufficientScope,
    /// A fine-grained token without this permission, at this boundary: `project`, `group`, `user`, `instance`.
    InsufficientGranularScope { boundary: &'static str, permission: &'static str },
    /// The user may not do this.
    Forbidden,
    /// The caller calls too often; it may call again after so many seconds.
    TooManyRequests(u64),
    /// The general throttle in front of all routes; the number means the same.
    Throttled(u64),
    /// A content delivery network in front of the host takes the caller for a robot.
    Blocked,
    /// Absent, or hidden from the caller.
    NotFound(Missing),
    /// No such route.
    UnknownRoute,
    /// A known route, another method.
    NotAllowed,
    /// A read at a path from which a project was moved.
    Moved(String),
    /// A write at a path from which a project was moved.
    MovedWrite,
    /// A page past the last offset that the host serves.
    OffsetTooLarge,
    /// A parameter that GitLab's API framework (Grape) refuses.
    Parameter(String),
    /// A body that is not what its content type says.
    MalformedBody,
    /// A body of a type that no parser reads.
    ContentType(String),
    /// Values that GitLab's models refuse, by field.
    Invalid(Vec<(String, String)>),
    /// A refusal with this message.
    BadRequest(String),
    /// The object exists already.
    Conflict(&'static str),
}

/// What was not found; each has its own wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Project,
    Group,
    Label,
    Namespace,
    /// Any other object that is not in the database.
    Record,
}

impl Fault {
    /// One field's refusal.
    pub(super) fn invalid(field: &str, text: &str) -> Self {
        Self::Invalid(vec![(field.to_owned(), text.to_owned())])
    }

    /// A parameter outside its values.
    pub(super) fn value(name: &str) -> Self {
        Self::Parameter(format!("{name} does not have a valid value"))
    }

    /// The status of its answer.
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Unauthorized | Self::InvalidToken(_) => StatusCode::UNAUTHORIZED,
            Self::InsufficientScope
            | Self::InsufficientGranularScope { .. }
            | Self::Forbidden
            | Self::Blocked => StatusCode::FORBIDDEN,
            Self::TooManyRequests(_) | Self::Throttled(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::NotFound(_) | Self::UnknownRoute => StatusCode::NOT_FOUND,
            Self::NotAllowed | Self::MovedWrite | Self::OffsetTooLarge => StatusCode::METHOD_NOT_ALLOWED,
            Self::Moved(_) => StatusCode::MOVED_PERMANENTLY,
            Self::ContentType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::Parameter(_) | Self::MalformedBody | Self::Invalid(_) | Self::BadRequest(_) => {
                StatusCode::BAD_REQUEST
            }
        }
    }

    /// The JSON body of its answer; null for answers in plain text or HTML.
    pub(super) fn body(&self) -> Value {
        match self {
            Self::Unauthorized => message("401 Unauthorized"),
            Self::InvalidToken(why) => json!({ "error": "invalid_token", "error_description": why }),
            Self::InsufficientScope => json!({
                "error": "insufficient_scope",
                "error_description":
                    "The request requires higher privileges than provided by the access token.",
                "scope": "api",
            }),
            Self::InsufficientGranularScope { boundary, permission } => json!({
                "error": "insufficient_granular_scope",
                "error_description": format!(
                    "Access denied: This operation requires a fine-grained personal access token with the \
                     following {boundary} permissions: [{permission}].",
                ),
            }),
            Self::Forbidden => message("403 Forbidden"),
            Self::TooManyRequests(_) => json!({
                "message": { "error": "This endpoint has been requested too many times. Try again later." },
            }),
            Self::NotFound(Missing::Project) => message("404 Project Not Found"),
            Self::NotFound(Missing::Group) => message("404 Group Not Found"),
            Self::NotFound(Missing::Label) => message("404 Label Not Found"),
            Self::NotFound(Missing::Namespace) => message("404 Namespace Not Found"),
            Self::NotFound(Missing::Record) => message("404 Not found"),
            Self::UnknownRoute => error("404 Not Found"),
            Self::NotAllowed => error("405 Not Allowed"),
            // Their bodies are no JSON.
            Self::Moved(_) | Self::Throttled(_) | Self::Blocked => Value::Null,
            Self::MovedWrite => message("Non GET methods are not allowed for moved projects"),
            Self::OffsetTooLarge => error(
                "Offset pagination has a maximum allowed offset of 50000 for requests that return objects of \
                 type Project. Remaining records can be retrieved using keyset pagination.",
            ),
            Self::Parameter(text) => error(text),
            Self::MalformedBody => error(
                "Problem:\n  message body does not match declared format\nResolution:\n  when specifying \
                 application/json as content-type, you must pass valid application/json in the request's \
                 'body'\n",
            ),
            Self::ContentType(name) => {
                error(&format!("The provided content-type '{name}' is not supported."))
            }
            Self::Invalid(fields) => json!({ "message": by_field(fields) }),
            Self::BadRequest(text) => message(text),
            Self::Conflict(text) => message(text),
        }
    }
}

fn message(text: &str) -> Value {
    json!({ "message": text })
}

fn error(text: &str) -> Value {
    json!({ "error": text })
}

fn by_field(fields: &[(String, String)]) -> Value {
    let mut all = Map::new();
    for (field, text) in fields {
        if let Value::Array(texts) = all.entry(field.as_str()).or_insert_with(|| json!([])) {
            texts.push(json!(text));
        }
    }
    Value::Object(all)
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::ResourceLock => Self::Conflict("409 Conflict: Resource lock"),
            FaultKind::Cloudflare => Self::Blocked,
            FaultKind::Throttled => Self::Throttled(THROTTLED_FOR),
        }
    }
}

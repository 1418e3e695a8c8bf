//! Refusals of calls, with GitLab's bodies.

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::answer::Answer;

/// Why a call is refused: the answer that says so.
#[derive(Debug)]
pub(super) struct Refusal(Box<Answer>);

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        *refusal.0
    }
}

impl Refusal {
    fn json(status: StatusCode, body: &Value) -> Self {
        Self(Box::new(Answer::json(status, body)))
    }

    fn message(status: StatusCode, text: &str) -> Self {
        Self::json(status, &json!({ "message": text }))
    }

    fn error(status: StatusCode, text: &str) -> Self {
        Self::json(status, &json!({ "error": text }))
    }

    fn header(self, name: &'static str, value: String) -> Self {
        Self(Box::new(self.0.header(name, value)))
    }

    /// A token that the host does not know, or none where one is needed.
    pub(super) fn unauthorized() -> Self {
        Self::message(StatusCode::UNAUTHORIZED, "401 Unauthorized")
    }

    /// A token that is expired or revoked, and which of the two.
    pub(super) fn invalid_token(why: &str) -> Self {
        let body = json!({ "error": "invalid_token", "error_description": why });
        let realm = r#"Bearer realm="Protected by OAuth 2.0", error="invalid_token""#;
        let challenge = format!(r#"{realm}, error_description="{why}""#);
        Self::json(StatusCode::UNAUTHORIZED, &body).header("www-authenticate", challenge)
    }

    /// A token that may only read.
    pub(super) fn insufficient_scope() -> Self {
        let why = "The request requires higher privileges than provided by the access token.";
        let body = json!({ "error": "insufficient_scope", "error_description": why, "scope": "api" });
        Self::json(StatusCode::FORBIDDEN, &body)
    }

    /// A fine-grained token without this permission, at this boundary: `project`, `group`, `user`, `instance`.
    pub(super) fn insufficient_granular_scope(boundary: &str, permission: &str) -> Self {
        let why = format!(
            "Access denied: This operation requires a fine-grained personal access token with the following \
             {boundary} permissions: [{permission}]."
        );
        let body = json!({ "error": "insufficient_granular_scope", "error_description": why });
        Self::json(StatusCode::FORBIDDEN, &body)
    }

    /// The user may not do this.
    pub(super) fn forbidden() -> Self {
        Self::message(StatusCode::FORBIDDEN, "403 Forbidden")
    }

    /// The caller calls too often; it may call again after so many seconds.
    pub(super) fn too_many_requests(seconds: u64) -> Self {
        let why = "This endpoint has been requested too many times. Try again later.";
        let body = json!({ "message": { "error": why } });
        Self::json(StatusCode::TOO_MANY_REQUESTS, &body).header("retry-after", seconds.to_string())
    }

    /// An object of this kind is absent, or hidden from the caller.
    pub(super) fn not_found(kind: &str) -> Self {
        Self::message(StatusCode::NOT_FOUND, &format!("404 {kind} Not Found"))
    }

    /// The same of what GitLab does not name.
    pub(super) fn absent() -> Self {
        Self::message(StatusCode::NOT_FOUND, "404 Not found")
    }

    /// No such route.
    pub(super) fn unknown_route() -> Self {
        Self::error(StatusCode::NOT_FOUND, "404 Not Found")
    }

    /// A known route, another method.
    pub(super) fn not_allowed() -> Self {
        Self::error(StatusCode::METHOD_NOT_ALLOWED, "405 Not Allowed")
    }

    /// A read at a path from which a project was moved.
    pub(super) fn moved(location: String) -> Self {
        let text = format!("This resource has been moved permanently to {location}");
        Self(Box::new(Answer::text(StatusCode::MOVED_PERMANENTLY, text))).header("location", location)
    }

    /// A write at such a path.
    pub(super) fn moved_write() -> Self {
        Self::message(StatusCode::METHOD_NOT_ALLOWED, "Non GET methods are not allowed for moved projects")
    }

    /// A page past the last offset that the host serves.
    pub(super) fn offset_too_large() -> Self {
        let why = "Offset pagination has a maximum allowed offset of 50000 for requests that return objects of \
                   type Project. Remaining records can be retrieved using keyset pagination.";
        Self::error(StatusCode::METHOD_NOT_ALLOWED, why)
    }

    /// Parameters that GitLab's API framework (Grape) refuses.
    pub(super) fn parameter(text: &str) -> Self {
        Self::error(StatusCode::BAD_REQUEST, text)
    }

    /// A parameter outside its values.
    pub(super) fn value(name: &str) -> Self {
        Self::parameter(&format!("{name} does not have a valid value"))
    }

    /// A parameter of another form.
    pub(super) fn form(name: &str) -> Self {
        Self::parameter(&format!("{name} is invalid"))
    }

    /// A parameter that has to be there.
    pub(super) fn missing(name: &str) -> Self {
        Self::parameter(&format!("{name} is missing"))
    }

    /// A body that is not what its content type says.
    pub(super) fn malformed_body() -> Self {
        Self::parameter(
            "Problem:\n  message body does not match declared format\nResolution:\n  when specifying application/json as \
             content-type, you must pass valid application/json in the request's 'body'\n",
        )
    }

    /// A body of a type that no parser reads.
    pub(super) fn content_type(name: &str) -> Self {
        let why = format!("The provided content-type '{name}' is not supported.");
        Self::error(StatusCode::UNSUPPORTED_MEDIA_TYPE, &why)
    }

    /// A refusal with this message.
    pub(super) fn bad_request(text: &str) -> Self {
        Self::message(StatusCode::BAD_REQUEST, text)
    }

    /// The object exists already.
    pub(super) fn conflict(text: &str) -> Self {
        Self::message(StatusCode::CONFLICT, text)
    }
}

/// Values that GitLab's models refuse, by field.
#[derive(Debug, Default)]
pub(super) struct Refusals(Map<String, Value>);

impl Refusals {
    /// Notes what is wrong with a field.
    pub(super) fn add(&mut self, field: &str, text: &str) {
        if let Value::Array(texts) = self.0.entry(field).or_insert_with(|| json!([])) {
            texts.push(json!(text));
        }
    }

    /// The same if this holds.
    pub(super) fn add_if(&mut self, is_wrong: bool, field: &str, text: &str) {
        if is_wrong {
            self.add(field, text);
        }
    }

    /// Notes a text that is longer than so many characters.
    pub(super) fn bound(&mut self, field: &str, text: &str, maximum: usize) {
        let why = format!("is too long (maximum is {maximum} characters)");
        self.add_if(text.chars().count() > maximum, field, &why);
    }

    /// Fails with all of them, if there are any.
    pub(super) fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(Refusal::json(StatusCode::BAD_REQUEST, &json!({ "message": self.0 })))
    }
}

//! Refusals of calls, with GitLab's bodies.

use std::collections::BTreeMap;

use http::StatusCode;
use serde_json::{Value, json};

use super::answer::{self, ApiResponse, add_header};

/// Why a call is refused: the answer that says so.
#[derive(Debug)]
pub(super) struct ApiError(pub(super) Box<ApiResponse>);

impl ApiError {
    /// Any JSON.
    pub(super) fn json(status: StatusCode, body: &Value) -> Self {
        Self(Box::new(answer::with_json(status, body)))
    }

    /// A refusal in the form of GitLab's own code.
    pub(super) fn message(status: StatusCode, text: &str) -> Self {
        Self::json(status, &json!({ "message": text }))
    }

    /// A refusal in the form of the framework that GitLab is built on.
    pub(super) fn error(status: StatusCode, text: &str) -> Self {
        Self::json(status, &json!({ "error": text }))
    }

    /// Adds a header.
    pub(super) fn header(mut self, name: &'static str, value: &str) -> Self {
        add_header(&mut self.0, name, value);
        self
    }

    /// A token that the host does not know, or none where one is needed.
    pub(super) fn unauthorized() -> Self {
        Self::message(StatusCode::UNAUTHORIZED, "401 Unauthorized")
    }

    /// The user may not do this.
    pub(super) fn forbidden() -> Self {
        Self::message(StatusCode::FORBIDDEN, "403 Forbidden")
    }

    /// An object of this kind is absent, or hidden from the caller.
    pub(super) fn not_found(kind: &str) -> Self {
        Self::message(StatusCode::NOT_FOUND, &format!("404 {kind} Not Found"))
    }

    /// The same for an object whose kind GitLab does not name.
    pub(super) fn absent() -> Self {
        Self::message(StatusCode::NOT_FOUND, "404 Not found")
    }

    /// No such route.
    pub(super) fn unknown_route() -> Self {
        Self::error(StatusCode::NOT_FOUND, "404 Not Found")
    }

    /// Parameters that GitLab's API framework (Grape) refuses.
    pub(super) fn parameter(text: &str) -> Self {
        Self::error(StatusCode::BAD_REQUEST, text)
    }

    /// A parameter outside its values.
    pub(super) fn value(name: &str) -> Self {
        Self::parameter(&format!("{name} does not have a valid value"))
    }

    /// A parameter of a wrong form.
    pub(super) fn form(name: &str) -> Self {
        Self::parameter(&format!("{name} is invalid"))
    }

    /// A parameter that has to be there.
    pub(super) fn missing(name: &str) -> Self {
        Self::parameter(&format!("{name} is missing"))
    }

    /// A refusal with this message.
    pub(super) fn bad_request(text: &str) -> Self {
        Self::message(StatusCode::BAD_REQUEST, text)
    }
}

/// Values that GitLab's models refuse, by field.
#[derive(Debug, Default)]
pub(super) struct FieldErrors(BTreeMap<&'static str, Vec<String>>);

impl FieldErrors {
    /// Notes what is wrong with a field, if `is_wrong`.
    pub(super) fn add_if(&mut self, is_wrong: bool, field: &'static str, text: &str) {
        if is_wrong {
            self.0.entry(field).or_default().push(text.to_owned());
        }
    }

    /// Notes that a text is longer than this many characters, if it is.
    pub(super) fn bound(&mut self, field: &'static str, text: &str, maximum: usize) {
        let why = format!("is too long (maximum is {maximum} characters)");
        self.add_if(text.chars().count() > maximum, field, &why);
    }

    /// Fails with all of them, if there are any.
    pub(super) fn into_result(self) -> Result<(), ApiError> {
        let body = json!({ "message": self.0 });
        if self.0.is_empty() { Ok(()) } else { Err(ApiError::json(StatusCode::BAD_REQUEST, &body)) }
    }
}

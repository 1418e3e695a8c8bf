//! The answers that handlers give.

use std::sync::LazyLock;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

/// A response without the headers that all responses get.
#[derive(Debug)]
pub(super) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    /// JSON.
    pub(super) fn json(status: StatusCode, body: &Value) -> Self {
        Self::with_type(status, "application/json", body.to_string())
    }

    /// Plain text.
    pub(super) fn text(status: StatusCode, body: String) -> Self {
        Self::with_type(status, "text/plain", body)
    }

    /// A page for people, which runs no script and loads nothing.
    pub(super) fn html(page: String) -> Self {
        Self::with_type(StatusCode::OK, "text/html; charset=utf-8", page)
            .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'".to_owned())
    }

    /// 200.
    pub(super) fn ok(body: &Value) -> Self {
        Self::json(StatusCode::OK, body)
    }

    /// 201.
    pub(super) fn created(body: &Value) -> Self {
        Self::json(StatusCode::CREATED, body)
    }

    fn with_type(status: StatusCode, kind: &'static str, body: String) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        Self { status, headers, body }
    }

    /// Adds a header, if its value can stand in one.
    pub(super) fn header(mut self, name: &'static str, value: String) -> Self {
        if let Ok(value) = HeaderValue::try_from(value) {
            self.headers.insert(HeaderName::from_static(name), value);
        }
        self
    }
}

impl From<Answer> for Response<Bytes> {
    fn from(answer: Answer) -> Self {
        let mut response = Self::new(Bytes::from(answer.body));
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        response
    }
}

/// The fields that are the same in all records of a kind.
static CONSTANT_FIELDS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("constant_fields.json")).unwrap_or_default());

/// The fields of a record that the sandbox does not model, as GitLab gives them.
pub(super) fn constant_fields(kind: &str) -> Value {
    CONSTANT_FIELDS.get(kind).cloned().unwrap_or_default()
}

/// An object with further fields.
pub(super) fn with(mut object: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut object, more) {
        fields.extend(more);
    }
    object
}

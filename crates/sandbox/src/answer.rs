//! The answers that handlers give.

use std::{fmt::Display, sync::LazyLock};

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

/// A response, without the headers that all responses get.
pub(super) type ApiResponse = Response<Bytes>;

/// 200 with JSON.
pub(super) fn ok(body: &Value) -> ApiResponse {
    with_json(StatusCode::OK, body)
}

/// 201 with JSON.
pub(super) fn created(body: &Value) -> ApiResponse {
    with_json(StatusCode::CREATED, body)
}

/// JSON.
pub(super) fn with_json(status: StatusCode, body: &Value) -> ApiResponse {
    typed(status, "application/json", body.to_string())
}

/// A body of this content type.
pub(super) fn typed(status: StatusCode, kind: &'static str, body: String) -> ApiResponse {
    let mut answer = ApiResponse::new(Bytes::from(body));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// Adds a header, if its value can stand in one.
pub(super) fn add_header(answer: &mut ApiResponse, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        answer.headers_mut().insert(HeaderName::from_static(name), value);
    }
}

/// The fields of records that the sandbox does not store, by kind of record, with `{name}` for a value that differs.
static TEMPLATES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("templates.json")).unwrap_or_default());

/// A record: what is stored, and the fields of its kind's template with these values.
pub(super) fn record(kind: &str, stored: Value, values: &[(&str, &dyn Display)]) -> Value {
    let mut template = TEMPLATES.get(kind).cloned().unwrap_or_default();
    fill(&mut template, values);
    with(template, stored)
}

fn fill(template: &mut Value, values: &[(&str, &dyn Display)]) {
    match template {
        Value::String(text) if text.contains('{') => {
            *text = values
                .iter()
                .fold(text.clone(), |text, (name, value)| text.replace(name, &value.to_string()));
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, values)),
        _ => {}
    }
}

/// An object with further fields.
pub(super) fn with(mut object: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut object, more) {
        fields.extend(more);
    }
    object
}

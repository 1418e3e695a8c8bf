//! The answers that handlers give.

use std::sync::LazyLock;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

use super::{api_call::ApiCall, params::as_text};

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

/// A record: what is stored, and the fields of its kind's template. `{name}` in them stands for a stored field, for an address of the
/// call's host, or for the path of the object's page.
pub(super) fn record(call: &ApiCall, kind: &str, stored: Value, page: &str) -> Value {
    let mut template = TEMPLATES.get(kind).cloned().unwrap_or_default();
    fill(&mut template, &|name| match name {
        "api" => call.api_url(""),
        "origin" => call.origin.clone(),
        "host" => call.host().to_owned(),
        "page" => page.to_owned(),
        _ => stored.get(name).map(as_text).unwrap_or_default(),
    });
    with(template, stored)
}

fn fill(template: &mut Value, value_of: &dyn Fn(&str) -> String) {
    match template {
        Value::String(text) if text.contains('{') => {
            let parts = text
                .split('{')
                .map(|part| part.split_once('}').map_or((None, part), |(name, rest)| (Some(name), rest)));
            *text = parts.map(|(name, rest)| name.map(value_of).unwrap_or_default() + rest).collect();
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, value_of)),
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

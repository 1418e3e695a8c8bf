//! The answers that handlers give.

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

/// An object with further fields.
pub(super) fn with(mut object: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut object, more) {
        fields.extend(more);
    }
    object
}

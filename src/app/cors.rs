//! Which pages of other origins may call (`server.cors_origins`).

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::CorsLayer;

/// How long a browser may remember the answer to a preflight.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// The headers that a page may send beside those that every page may.
const REQUEST_HEADERS: [HeaderName; 9] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
    HeaderName::from_static("mcp-session-id"),
];

/// The headers of an answer that a page may read.
const ANSWER_HEADERS: [HeaderName; 5] = [
    header::RETRY_AFTER,
    header::WWW_AUTHENTICATE,
    HeaderName::from_static("idempotent-replayed"),
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("x-request-id"),
];

/// The layer that allows calls from pages of these origins. `None` if there are none: then no answer has a CORS header. Cookies
/// are never used, since callers send a token.
pub(super) fn layer(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<_> = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    (!origins.is_empty()).then(|| {
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers(REQUEST_HEADERS)
            .expose_headers(ANSWER_HEADERS)
            .max_age(REMEMBERED)
    })
}

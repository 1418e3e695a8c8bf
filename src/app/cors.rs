//! Which pages of other origins may call (`server.cors_origins`).

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::CorsLayer;

/// How long a browser may remember that it was let in.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// What a page may send beside what every page may.
const REQUEST_HEADERS: [HeaderName; 8] = [
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
];

/// What a page may read of an answer.
const ANSWER_HEADERS: [HeaderName; 4] = [
    header::RETRY_AFTER,
    header::WWW_AUTHENTICATE,
    HeaderName::from_static("idempotent-replayed"),
    HeaderName::from_static("x-request-id"),
];

/// The layer that lets pages of these origins call. `None` where there are none: then no answer has a header of CORS. Cookies
/// are never asked for; whoever calls shows a token.
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

//! Bodies and headers of callers, at every route: what a body decodes to, tokens, keys, names of this machine, languages.

#![no_main]

use std::sync::LazyLock;

use axum::{Router, body::Body};
use http::{HeaderName, HeaderValue, Request, header};
use libfuzzer_sys::fuzz_target;
use passerelle::api;
use passerelle_fuzz::{RUNTIME, bridge, send};

/// Nothing listens there: what a body decodes to ends in 502.
const NO_HOST: &str = "http://127.0.0.1:1";

static BRIDGE: LazyLock<Router> = LazyLock::new(|| RUNTIME.block_on(async { bridge(NO_HOST) }));
static PATHS: LazyLock<Vec<&str>> =
    LazyLock::new(|| api::operations().iter().map(|operation| operation.path).chain(["/mcp"]).collect());

const HEADERS: [HeaderName; 8] = [
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("mcp-protocol-version"),
    header::ACCEPT_LANGUAGE,
    header::AUTHORIZATION,
    header::ORIGIN,
    header::HOST,
];

fuzz_target!(|input: (u8, u8, &[u8], &[u8])| {
    let (place, name, value, body) = input;
    let path = PATHS[usize::from(place) % PATHS.len()];
    let mut request = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header(header::HOST, "localhost")
        .body(Body::from(body.to_vec()))
        .unwrap();
    if let Ok(value) = HeaderValue::from_bytes(value) {
        request.headers_mut().insert(&HEADERS[usize::from(name) % HEADERS.len()], value);
    }
    let (status, body) = RUNTIME.block_on(send(&BRIDGE, request));
    assert!(status.as_u16() < 500 || status == 502, "{status} {body}");
    assert!(path == "/mcp" || body["success"].is_boolean(), "{status} {body}");
    assert_ne!(body["error"]["code"], -32603, "an internal error: {body}");
});

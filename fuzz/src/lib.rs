//! What the targets share: a bridge, and what it answers.

use std::sync::LazyLock;

use axum::{Router, body::Body};
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use passerelle::{app, settings::Settings};
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// The token that the host is sent; no answer may hold it.
pub const TOKEN: &str = "glpat-of-the-bridge";

/// The runtime of all targets.
pub static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap());

/// A bridge in front of the host of this address, which it asks once for each call.
#[must_use]
pub fn bridge(host: &str) -> Router {
    let settings = [
        ("upstream.base_url", host),
        ("upstream.token", TOKEN),
        ("upstream.retries", "0"),
        ("upstream.timeout", "300ms"),
        ("resolution.widen", "false"),
        ("log.filter", "off"),
    ];
    let settings = Settings::load(None, &settings).unwrap();
    app::router(app::state(&settings).unwrap())
}

/// Status and body of an answer, after what holds for every answer: it is JSON with `success`, no failure of the bridge's own, a
/// `detail` on one short line, and no token.
pub async fn send(bridge: &Router, request: Request<Body>) -> (StatusCode, Value) {
    let response = bridge.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(body.to_vec()).unwrap();
    assert!(!text.contains(TOKEN), "{text}");
    let body: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
    assert_ne!(body["code"], "internal_error", "{text}");
    if let Some(detail) = body["detail"].as_str() {
        assert!(!detail.chars().any(char::is_control) && detail.chars().count() < 1_500, "{detail:?}");
    }
    (status, body)
}

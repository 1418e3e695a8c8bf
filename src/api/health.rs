//! Whether the bridge lives, and whether it can be used.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

use super::{Bridge, Failure};
use crate::{error::Error, gitlab, messages};

/// How long an answer of the host is taken for true.
const FRESH: Duration = Duration::from_secs(1);

/// What the host last answered, and when.
type Seen = Option<(Instant, Result<(), gitlab::Error>)>;

/// `GET /health/live` and `GET /health/ready`.
pub fn routes() -> Router<Arc<Bridge>> {
    let seen: Arc<Mutex<Seen>> = Arc::default();
    Router::new().route("/health/live", get(async || Json(json!({ "status": "live" })))).route(
        "/health/ready",
        get(async move |State(bridge): State<Arc<Bridge>>| ready(&bridge, &seen).await),
    )
}

/// What the `OpenAPI` document says of these routes.
pub(super) fn paths() -> Map<String, Value> {
    let answer = |description: &str| {
        let schema = json!({ "type": "object", "properties": { "status": { "type": "string" } }, "required": ["status"] });
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    };
    Map::from_iter([
        (
            "/health/live".to_owned(),
            json!({ "get": {
            "operationId": "live", "tags": ["health"], "summary": "Say that the process lives", "security": [],
            "responses": { "200": answer("It lives") },
        } }),
        ),
        (
            "/health/ready".to_owned(),
            json!({ "get": {
            "operationId": "ready", "tags": ["health"], "summary": "Say whether the host behind the bridge can be used", "security": [],
            "responses": {
                "200": answer("It can be used"),
                "503": { "$ref": "#/components/responses/ServiceUnavailable" },
            },
        } }),
        ),
    ])
}

/// Asks the host, at most once a second however many ask at once.
async fn ready(bridge: &Bridge, seen: &Mutex<Seen>) -> Response {
    if bridge.stopping.has_begun() {
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", messages::door::STOPPING)
            .into_response();
    }
    let mut seen = seen.lock().await;
    let answer = match &*seen {
        Some((when, answer)) if when.elapsed() < FRESH => answer.clone(),
        _ => {
            let answer = bridge.service.gitlab.version().await.map(drop);
            *seen = Some((Instant::now(), answer.clone()));
            answer
        }
    };
    drop(seen);
    match answer {
        Ok(()) => Json(json!({ "status": "ready" })).into_response(),
        Err(error) => {
            let failure = Failure::from(Error::Upstream(error));
            Failure { status: StatusCode::SERVICE_UNAVAILABLE, code: "not_ready", ..failure }.into_response()
        }
    }
}

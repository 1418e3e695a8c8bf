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
use serde_json::json;
use tokio::{sync::Mutex, time::timeout};

use crate::{
    api::{AppState, Failure},
    error::Error,
    gitlab, messages,
};

/// How long an answer of the host is taken for true.
const FRESH: Duration = Duration::from_secs(1);

/// How long the host may take to answer: less than whoever probes is patient, so that the reason is heard.
const PROMPT: Duration = Duration::from_secs(4);

/// What the host last answered, and when.
type Seen = Option<(Instant, Result<(), gitlab::Error>)>;

/// `GET /health/live` and `GET /health/ready`.
pub fn routes() -> Router<Arc<AppState>> {
    let seen: Arc<Mutex<Seen>> = Arc::default();
    Router::new().route("/health/live", get(async || Json(json!({ "status": "live" })))).route(
        "/health/ready",
        get(async move |State(bridge): State<Arc<AppState>>| ready(&bridge, &seen).await),
    )
}

/// Asks the host, at most once a second however many ask at once.
async fn ready(bridge: &AppState, seen: &Mutex<Seen>) -> Response {
    let answer = async {
        let mut seen = seen.lock().await;
        match &*seen {
            Some((when, answer)) if when.elapsed() < FRESH => answer.clone(),
            _ => {
                let answer = asked(&bridge.shared.instance).await;
                *seen = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    };
    let mut stop_signal = bridge.stop_signal.clone();
    let answer = tokio::select! {
        biased;
        () = stop_signal.given() => {
            return Failure::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", messages::gate::STOPPING).into_response();
        }
        answer = answer => answer,
    };
    match answer {
        Ok(()) => Json(json!({ "status": "ready" })).into_response(),
        Err(error) => {
            let failure = Failure::from(Error::Upstream(error));
            Failure { status: StatusCode::SERVICE_UNAVAILABLE, code: "not_ready", ..failure }.into_response()
        }
    }
}

/// What the host answers, if it does so promptly.
async fn asked(host: &gitlab::Instance) -> Result<(), gitlab::Error> {
    let late = gitlab::Error { call: "GET /version", fault: gitlab::Fault::TimedOut };
    timeout(PROMPT, host.version()).await.unwrap_or(Err(late)).map(drop)
}

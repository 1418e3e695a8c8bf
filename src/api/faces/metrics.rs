//! `GET /metrics`: what the gate counted, as Prometheus reads it.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{
    api::{AppState, Failure},
    messages,
};

/// What Prometheus calls the format of the text.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `GET /metrics`
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/metrics", get(async |State(state): State<Arc<AppState>>| show(&state)))
}

fn show(state: &AppState) -> Response {
    match state.metrics_text() {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            Failure::unexpected(messages::gate::UNEXPECTED).into_response()
        }
    }
}

//! `GET /metrics`: what the gate counted and what the process takes, as Prometheus reads it.

mod process;
mod text_format;

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{
    api::{AppState, Failure},
    messages,
};

/// The format that a scraper may ask for.
const OPEN_METRICS: &str = "application/openmetrics-text";
const OPEN_METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The format that every scraper reads; browsers show it as text.
const TEXT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// `GET /metrics`
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route(
        "/metrics",
        get(async |State(state): State<Arc<AppState>>, headers: HeaderMap| show(&state, &headers)),
    )
}

fn show(state: &AppState, headers: &HeaderMap) -> Response {
    let open_metrics = asks_for_open_metrics(headers);
    let text = state.metrics_text().and_then(|own| {
        let text = process::text()? + &own;
        if open_metrics { Ok(text) } else { text_format::of_open_metrics(&text) }
    });
    let kind = if open_metrics { OPEN_METRICS_TYPE } else { TEXT_TYPE };
    match text {
        Ok(text) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            Failure::unexpected(messages::gate::UNEXPECTED).into_response()
        }
    }
}

fn asks_for_open_metrics(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| kind.trim().starts_with(OPEN_METRICS))
}

//! `POST /mcp`: streamable HTTP that any replica can answer, with plain JSON answers, or with a stream of events where a question
//! comes first ([`question_stream`]).

use axum::routing::post_service;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};

use super::{Tools, open_questions::OpenQuestions, question_stream};
use crate::api::faces::prelude::*;

/// `POST /mcp`.
pub fn routes(bridge: &Arc<AppState>) -> Router<Arc<AppState>> {
    let tools = Tools::new(Arc::clone(bridge));
    let questions = OpenQuestions::new(bridge.shared.store.clone(), bridge.mcp.form_ttl);
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(bridge.server.body_limit_bytes)
        // The gate sees to that, for all routes alike.
        .disable_allowed_hosts();
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(tools.clone()), sessions, config);
    Router::new().route(MCP, post_service(service).layer(from_fn_with_state(questions, answer)))
}

/// Why a whole request is refused by its HTTP status: clients look there for a missing scope, not in a tool's result.
pub(super) type HttpRefusal = Arc<OnceLock<Failure>>;

/// Answers a request. What the SDK refuses in plain text gets the shape that all errors have.
async fn answer(
    State(questions): State<Arc<OpenQuestions>>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let (mut head, body) = json_body(request).await?;
    let refusal = HttpRefusal::default();
    head.extensions.insert(refusal.clone());
    // The SDK takes the last value of a field that is given twice.
    let message = parse(&body)?.into();
    let response = question_stream::serve(&questions, (head, body), &message, next).await?;
    if let Some(failure) = refusal.get() {
        return Err(failure.clone());
    }
    let status = response.status();
    if status.is_success() || is_json(response.headers()) {
        return Ok(response);
    }
    Err(match status.as_u16() {
        400 => Failure::invalid_mcp_header(),
        406 => Failure::not_acceptable(),
        413 => Failure::payload_too_large(),
        // The SDK takes JSON that is not a message for another media type.
        415 => Failure::unprocessable(gate::NO_MCP_MESSAGE),
        _ => Failure::internal_error(),
    })
}

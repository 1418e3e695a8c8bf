//! `POST /mcp`: streamable HTTP without sessions, so that any replica can answer any message, and with plain JSON answers.

use std::sync::Arc;

use axum::{
    Router,
    http::StatusCode,
    middleware::map_response,
    response::{IntoResponse, Response},
    routing::post_service,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};

use super::Tools;
use crate::{
    api::{AppState, Failure, faces::http::is_json},
    messages::gate,
    settings::Server,
};

/// Where MCP is served.
const PATH: &str = "/mcp";
/// `POST /mcp`.
pub fn routes(bridge: &Arc<AppState>) -> Router<Arc<AppState>> {
    let tools = Tools::new(Arc::clone(bridge));
    let service = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config(&bridge.server),
    );
    Router::new().route(PATH, post_service(service).layer(map_response(reworded)))
}

fn config(server: &Server) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(server.body_limit_bytes)
        // The gate sees to that, for all routes alike.
        .disable_allowed_hosts()
}

/// Says what the SDK refuses in plain text in the shape that all errors have.
async fn reworded(response: Response) -> Response {
    let status = response.status();
    if status.is_success() || is_json(response.headers()) {
        return response;
    }
    let failure = match status {
        StatusCode::BAD_REQUEST => Failure::new(status, "invalid_mcp_header", gate::ODD_MCP_HEADER),
        StatusCode::NOT_ACCEPTABLE => Failure::new(status, "not_acceptable", gate::NOT_ACCEPTED),
        StatusCode::PAYLOAD_TOO_LARGE => Failure::too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Failure::new(status, "unsupported_media_type", gate::NO_MCP_MESSAGE)
        }
        _ => Failure::unexpected(gate::UNEXPECTED),
    };
    failure.into_response()
}

//! The operations as routes: a JSON body in, a JSON body out, and who may pass.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use secrecy::ExposeSecret;
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::{Effect, Entry, Failure, operations, request::object};
use crate::{
    messages::door,
    service::Service,
    settings::{CallerToken, Policy, Server},
};

/// What every request needs.
pub struct Bridge {
    /// The rules, and the host behind them.
    pub service: Service,
    /// Which operations are served.
    pub policy: Policy,
    /// Who may call, and how much.
    pub server: Server,
    /// One permit a request in flight.
    permits: Semaphore,
}

impl Bridge {
    /// A bridge to the host of the service.
    #[must_use]
    pub fn new(service: Service, policy: Policy, server: Server) -> Self {
        let permits = Semaphore::new(server.max_in_flight.min(Semaphore::MAX_PERMITS));
        Self { service, policy, server, permits }
    }

    /// Whether the policy lets an operation be called.
    fn allows(&self, entry: &Entry) -> Result<(), Failure> {
        let operations = &self.policy.operations;
        if !operations.is_empty() && !operations.iter().any(|name| name == entry.name) {
            return Err(Failure::new(StatusCode::FORBIDDEN, "operation_disabled", door::NOT_SERVED));
        }
        if self.policy.read_only && entry.effect == Effect::Writes {
            return Err(Failure::new(StatusCode::FORBIDDEN, "read_only", door::READ_ONLY));
        }
        Ok(())
    }
}

/// What every operation's path starts with.
pub const PREFIX: &str = "/api/v1";

/// A route for each operation, below [`PREFIX`].
pub fn routes() -> Router<Arc<Bridge>> {
    operations().into_iter().fold(Router::new(), |router, entry| {
        router.route(
            entry.path.strip_prefix(PREFIX).unwrap_or(entry.path),
            post(async move |State(bridge): State<Arc<Bridge>>, request: Request| {
                answer(&bridge, &entry, request).await.unwrap_or_else(IntoResponse::into_response)
            }),
        )
    })
}

async fn answer(bridge: &Bridge, entry: &Entry, request: Request) -> Result<Response, Failure> {
    bridge.allows(entry)?;
    if !is_json(request.headers()) {
        return Err(Failure::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            door::NOT_JSON,
        ));
    }
    let object = object(&body_of(request).await?)?;
    let json = HeaderValue::from_static("application/json");
    let body = entry.call(&bridge.service, object).await?;
    Ok(([(header::CONTENT_TYPE, json)], body).into_response())
}

async fn body_of(request: Request) -> Result<Bytes, Failure> {
    Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large", door::TOO_LARGE)
        }
        _ => Failure::new(StatusCode::BAD_REQUEST, "unreadable_body", door::UNREADABLE),
    })
}

/// `application/json` or any `…+json`, whatever its parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// Puts the guards before the routes: first who calls, then whether there is room, then how long it may take.
pub fn guarded(routes: Router<Arc<Bridge>>, bridge: &Arc<Bridge>) -> Router<Arc<Bridge>> {
    // The last layer added is the first met.
    routes
        .layer(DefaultBodyLimit::max(bridge.server.body_limit_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(bridge), in_time))
        .layer(middleware::from_fn_with_state(Arc::clone(bridge), with_room))
        .layer(middleware::from_fn_with_state(Arc::clone(bridge), known_caller))
}

async fn known_caller(State(bridge): State<Arc<Bridge>>, request: Request, next: Next) -> Response {
    if is_known(&bridge.server.auth_tokens, request.headers()) {
        return next.run(request).await;
    }
    let mut response =
        Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", door::UNAUTHORISED).into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// Compares in constant time, and with every token, so that the time taken tells nothing of them.
fn is_known(tokens: &[CallerToken], headers: &HeaderMap) -> bool {
    if tokens.is_empty() {
        return true;
    }
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().as_bytes())
    });
    let Some(shown) = shown else { return false };
    tokens
        .iter()
        .fold(false, |known, held| known | bool::from(held.token.expose_secret().as_bytes().ct_eq(shown)))
}

async fn with_room(State(bridge): State<Arc<Bridge>>, request: Request, next: Next) -> Response {
    let Ok(_permit) = bridge.permits.try_acquire() else {
        let mut failure = Failure::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", door::OVERLOADED);
        failure.retry_after = Some(Duration::from_secs(1));
        return failure.into_response();
    };
    next.run(request).await
}

async fn in_time(State(bridge): State<Arc<Bridge>>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(bridge.server.request_timeout, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Failure::new(StatusCode::GATEWAY_TIMEOUT, "timeout", door::TOO_SLOW).into_response(),
    }
}

/// 404 for an unknown route.
pub async fn not_found() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "unknown_route", door::UNKNOWN_ROUTE)
}

/// 405 for a known route and another method.
pub async fn not_allowed() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", door::WRONG_METHOD)
}

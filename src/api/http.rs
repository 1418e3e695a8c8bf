//! The operations as routes: a JSON body in, a JSON body out, and the guards before them.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::{
    Entry, Failure,
    body::unreadable,
    door::{Bridge, Call, Caller, Place, not_served, too_slow},
    idempotency::REPLAYED,
    observation::Told,
    operations,
    request::object,
};
use crate::messages::door;

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

async fn answer(bridge: &Arc<Bridge>, entry: &Entry, request: Request) -> Result<Response, Failure> {
    // Before the body is read: what is not served is not worth its bytes.
    if !bridge.serves(entry) {
        return Err(not_served());
    }
    if !is_json(request.headers()) {
        return Err(Failure::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            door::NOT_JSON,
        ));
    }
    let (head, body) = request.into_parts();
    let body = body.collect().await.map_err(unreadable)?.to_bytes();
    let call = Call::of(&head, object(&body)?);
    let reply = bridge.call(*entry, call).await;
    let json = HeaderValue::from_static("application/json");
    let mut response = match reply.outcome {
        Ok(answered) => ([(header::CONTENT_TYPE, json)], answered.json).into_response(),
        Err(failure) => failure.into_response(),
    };
    response.extensions_mut().insert(Told);
    if reply.replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// `application/json` or any `…+json`, whatever its parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// Puts the guards before the routes: first who calls, then whether all of the request is there, then whether there is room
/// for it, then how long it may take.
pub fn guarded(routes: Router<Arc<Bridge>>, bridge: &Arc<Bridge>) -> Router<Arc<Bridge>> {
    routes.layer(middleware::from_fn_with_state(Arc::clone(bridge), guard))
}

async fn guard(State(bridge): State<Arc<Bridge>>, mut request: Request, next: Next) -> Response {
    let Some(caller) = caller(&bridge, request.headers()) else {
        bridge.bodies.discard(request.into_body()).await;
        return unauthorised();
    };
    request.extensions_mut().insert(caller);
    admitted(&bridge, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn admitted(bridge: &Bridge, request: Request, next: Next) -> Result<Response, Failure> {
    // First the whole body: a caller who sends slowly takes no place from another.
    let (head, body) = request.into_parts();
    let (body, _held) = bridge.bodies.arrived(body).await?;
    let mut request = Request::from_parts(head, body.into());
    let place: Place = Some(bridge.enter()?);
    request.extensions_mut().insert(place);
    timeout(bridge.server.request_timeout, next.run(request)).await.map_err(|_| too_slow())
}

fn unauthorised() -> Response {
    let mut response =
        Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", door::UNAUTHORISED).into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

fn caller(bridge: &Bridge, headers: &HeaderMap) -> Option<Caller> {
    let tokens = &bridge.server.auth_tokens;
    if tokens.is_empty() {
        return Some(Caller::Anyone);
    }
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Caller::of(tokens, token.trim().as_bytes())).flatten()
}

/// 404 for an unknown route.
pub async fn not_found() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "unknown_route", door::UNKNOWN_ROUTE)
}

/// 405 for a known route and another method.
pub async fn not_allowed() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", door::WRONG_METHOD)
}

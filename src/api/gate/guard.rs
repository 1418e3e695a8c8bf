//! The guards in front of the routes, as one HTTP middleware.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use tokio::time::timeout_at;

use super::{AppState, bodies::Decoding, callers::Access};
use crate::{
    api::wire::failure::{Failure, too_slow},
    messages::gate,
};

/// Puts the guards before the routes. In this order: they authenticate the caller, receive the whole body, take a permit of the
/// in-flight limit, and set the deadline. `decoding` says how the routes decode bodies.
pub fn guard(
    routes: Router<Arc<AppState>>,
    state: &Arc<AppState>,
    decoding: Decoding,
) -> Router<Arc<AppState>> {
    let check = move |State(state): State<Arc<AppState>>, request: Request, next: Next| async move {
        check(&state, decoding, request, next).await
    };
    routes.layer(middleware::from_fn_with_state(Arc::clone(state), check))
}

async fn check(state: &AppState, decoding: Decoding, mut request: Request, next: Next) -> Response {
    let Some(access) = state.callers().authenticate(request.headers()) else {
        state.bodies.discard(request.into_body()).await;
        return unauthorised();
    };
    request.extensions_mut().insert(Arc::clone(&access));
    admit(state, &access, decoding, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn admit(
    state: &AppState,
    access: &Access,
    decoding: Decoding,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    if let Err(failure) = access.count() {
        state.bodies.discard(request.into_body()).await;
        return Err(failure);
    }
    // The whole body comes before the permit, so that slow senders hold no permits.
    let (head, body) = request.into_parts();
    let (bytes, room) = state.bodies.receive(body, decoding).await?;
    let mut request = Request::from_parts(head, bytes.into());
    request.extensions_mut().insert(room.clone());
    let admitted = state.admission.admit()?;
    let deadline = admitted.deadline;
    request.extensions_mut().insert(admitted);
    timeout_at(deadline.into(), next.run(request)).await.map_err(|_| too_slow())
}

fn unauthorised() -> Response {
    let mut response =
        Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", gate::UNAUTHORISED).into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

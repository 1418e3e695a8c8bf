//! The whole as a service: state, router, layers.

mod failing;

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderName, Request as HttpRequest},
    middleware,
};
use tower::ServiceBuilder;
use tower_http::{
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    trace::TraceLayer,
};
use tracing::Span;

pub use failing::failing;

use crate::{
    api::{
        self, AppState,
        faces::{console, health, http, language, mcp, metrics, openapi},
    },
    gitlab::{BuildError, Client},
    sandbox::Sandbox,
    service::{Roots, Service, TimeBudget},
    settings::{Server, Settings, SettingsError, Upstream},
};

/// Names one request in logs and answers.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Largest request body of a sandbox host: what GitLab takes for a description, and some.
const SANDBOX_BODY_LIMIT: usize = 4 << 20;
/// Longest request id that is taken from a caller.
const LONGEST_REQUEST_ID: usize = 128;

/// Why the service can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting is wrong or missing.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// No client of the host can be built.
    #[error(transparent)]
    Client(#[from] BuildError),
    /// `policy.operations` names what does not exist.
    #[error("policy.operations: \"{0}\" is no operation; the operations are {1}")]
    UnknownOperation(String, String),
}

/// The state that the settings describe.
///
/// # Errors
/// [`StartError`], naming the setting.
pub fn state(settings: &Settings) -> Result<AppState, StartError> {
    let known = api::operations();
    if let Some(unknown) =
        settings.policy.operations.iter().find(|name| known.iter().all(|entry| entry.name != **name))
    {
        let names: Vec<_> = known.iter().map(|entry| entry.name).collect();
        return Err(StartError::UnknownOperation(unknown.clone(), names.join(", ")));
    }
    let gitlab = Client::new(&settings.upstream, settings.require_host()?)?;
    let roots = Roots::new(&settings.policy.roots);
    let Server { request_timeout, shutdown_grace, .. } = settings.server;
    let patience = TimeBudget::new(request_timeout, shutdown_grace, settings.upstream.timeout);
    let service =
        Service::new(gitlab, roots, fan_out(&settings.upstream), settings.resolution.widen, patience);
    let state = AppState::new(service, settings.policy.clone(), settings.server.clone());
    Ok(state.speaking(settings.messages.language))
}

/// Calls to the host that one request may have in flight: at most half of all, so that no caller takes those of the others.
fn fan_out(upstream: &Upstream) -> usize {
    upstream.fan_out.min(upstream.max_connections / 2).max(1)
}

/// The router of the service.
pub fn router(state: AppState) -> Router {
    let state = Arc::new(state);
    let guarded =
        |routes: Router<_>| api::guarded(routes.method_not_allowed_fallback(http::not_allowed), &state);
    let operations = guarded(http::routes().fallback(http::not_found));
    let mcp = guarded(mcp::routes(&state));
    let told = Arc::clone(&state);
    let layers = ServiceBuilder::new()
        // Before the id is set: an id that could forge a log line is no id.
        .layer(middleware::map_request(async |request: Request| without_odd_id(request)))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        // After: a request's span carries its id.
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(move |response: &_, latency, span: &_| {
                    api::answered(&told, response, latency, span);
                })
                .on_failure(()),
        )
        // Below them only what answers: every answer of every layer further in carries the id.
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        // Innermost: it words the failures of all routes and guards.
        .layer(middleware::from_fn_with_state(Arc::clone(&state), language::word));
    Router::new()
        .nest(api::PREFIX, operations)
        .merge(mcp)
        // Outside of the guards: a probe must be answered under load and without a token.
        .merge(health::routes())
        .merge(metrics::routes())
        .merge(openapi::routes())
        .merge(console::routes())
        .fallback(http::not_found)
        .method_not_allowed_fallback(http::not_allowed)
        .layer(layers)
        .with_state(state)
}

/// The router of a sandbox host.
pub fn sandbox_router(sandbox: Sandbox) -> Router {
    let sandbox = Arc::new(sandbox);
    Router::new().fallback(async move |request: Request| {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, SANDBOX_BODY_LIMIT).await.unwrap_or_default();
        sandbox.answer(Request::from_parts(head, body)).map(Body::from)
    })
}

fn without_odd_id(mut request: Request) -> Request {
    let sane = request.headers().get(REQUEST_ID).is_none_or(|id| {
        let id = id.as_bytes();
        (1..=LONGEST_REQUEST_ID).contains(&id.len()) && id.iter().all(u8::is_ascii_graphic)
    });
    if !sane {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

fn span<B>(request: &HttpRequest<B>) -> Span {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    // Escaped: a path may hold any character, those that begin a line or turn a terminal's colours among them.
    let path = request.uri().path().escape_debug();
    // Whatever the filter keeps of its lines, they carry the id.
    let span = tracing::error_span!("request", id, method = %request.method(), %path);
    #[cfg(feature = "otlp")]
    if let Some(trace) = crate::gitlab::TraceParent::of(request.headers()) {
        trace.adopt(&span);
    }
    span
}

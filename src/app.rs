//! The service as a whole: app state, router, layers.

mod cors;
mod failing;

use std::sync::Arc;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderName, Request as HttpRequest},
    middleware,
};
use secrecy::SecretString;
use tower::ServiceBuilder;
use tower_http::{
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    trace::TraceLayer,
};
use tracing::Span;

pub use failing::failing;

use crate::{
    api::{
        self, AppState, Decoding,
        faces::{console, health, http, language, llms, mcp, metrics, openapi},
    },
    gitlab::{BuildError, Instance},
    sandbox::Sandbox,
    service::{Shared, TimeLimits},
    settings::{Server, Settings, SettingsError, Upstream},
};

/// Identifies one request in logs and answers.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Largest request body of a sandbox host, in bytes: more than GitLab's longest description.
const SANDBOX_BODY_LIMIT: usize = 4 << 20;
/// Longest request id that is accepted from a caller, in characters.
const LONGEST_REQUEST_ID: usize = 128;

/// Why the service can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting is wrong or missing.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The connections to the host can't be prepared.
    #[error(transparent)]
    Instance(#[from] BuildError),
    /// `policy.operations`, or a caller's, names what does not exist.
    #[error("{key}: \"{unknown}\" is no operation; the operations are {names}")]
    UnknownOperation {
        /// The setting.
        key: String,
        /// What it names.
        unknown: String,
        /// What there is.
        names: String,
    },
}

/// The app state that the settings describe.
///
/// # Errors
/// [`StartError`], naming the setting.
pub fn state(settings: &Settings) -> Result<AppState, StartError> {
    let known = api::operations();
    for (key, named) in named_operations(settings) {
        if let Some(unknown) = named.iter().find(|name| known.iter().all(|entry| entry.name != **name)) {
            let names = known.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
            return Err(StartError::UnknownOperation { key, unknown: unknown.clone(), names });
        }
    }
    let instance = Instance::new(&settings.upstream, settings.require_host()?, caller_secrets(settings))?;
    let Server { request_timeout, shutdown_grace, .. } = settings.server;
    let time_limits = TimeLimits::new(request_timeout, shutdown_grace, settings.upstream.timeout);
    let fan_out = fan_out(&settings.upstream);
    let shared = Shared::new(instance, fan_out, settings.resolution.widen, time_limits);
    let state = AppState::new(shared, &settings.policy, settings.server.clone(), settings.mcp.clone())?;
    Ok(state.with_language(settings.messages.language).with_key(settings.store.key.clone()))
}

/// What callers show the bridge, and what it shows the host for them.
fn caller_secrets(settings: &Settings) -> impl Iterator<Item = SecretString> {
    settings
        .server
        .callers
        .iter()
        .flat_map(|caller| caller.tokens.iter().chain(&caller.upstream_token).cloned())
}

/// The settings that name operations, and what they name.
fn named_operations(settings: &Settings) -> impl Iterator<Item = (String, &[String])> {
    let own = settings.server.callers.iter().map(|caller| {
        let name = caller.name.as_deref().unwrap_or_default();
        (format!("callers.{name}.operations"), caller.operations.as_slice())
    });
    std::iter::once(("policy.operations".to_owned(), settings.policy.operations.as_slice())).chain(own)
}

/// Calls to the host that one request may have in flight: at most half of all, so that no caller can use up those of others.
fn fan_out(upstream: &Upstream) -> usize {
    upstream.fan_out.min(upstream.max_connections / 2).max(1)
}

/// The router of the service.
pub fn router(state: AppState) -> Router {
    let state = Arc::new(state);
    let observer = Arc::clone(&state);
    let layers = ServiceBuilder::new()
        // First: an id that could forge a log line is removed before one is set.
        .layer(middleware::map_request(async |request: Request| remove_odd_id(request)))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        // Next: a request's span carries its id.
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(move |response: &_, latency, span: &_| {
                    api::observe_answer(&observer, response, latency, span);
                })
                .on_failure(()),
        )
        // So that the answers of all layers inside carry the id.
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        // Last: it words the failures of the guards and of all routes.
        .layer(middleware::from_fn_with_state(Arc::clone(&state), language::word_failures));
    // Inside of the guard: a request under a foreign name is told nothing. Outside of the others: a preflight shows no token, and
    // a page may read why it was refused.
    let routes = match cors::layer(&state.server.cors_origins) {
        Some(cors) => routes(&state).layer(cors),
        None => routes(&state),
    };
    api::guard_host(routes, &state)
        // Outside of all guards: a probe must be answered under load, without a token, and whatever name it calls.
        .merge(health::routes().method_not_allowed_fallback(http::not_allowed))
        .layer(layers)
        .with_state(state)
}

/// All routes but those of probes.
fn routes(state: &Arc<AppState>) -> Router<Arc<AppState>> {
    let guarded = |routes: Router<_>, decoding| {
        api::guard(routes.method_not_allowed_fallback(http::not_allowed), state, decoding)
    };
    Router::new()
        .nest(api::PREFIX, guarded(http::routes().fallback(http::not_found), Decoding::Direct))
        .merge(guarded(mcp::routes(state), Decoding::Tree))
        .merge(metrics::routes())
        .merge(openapi::routes())
        .merge(llms::routes())
        .merge(console::routes())
        .fallback(http::not_found)
        .method_not_allowed_fallback(http::not_allowed)
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

/// Removes a request id that is empty, too long, or has other than visible ASCII characters.
fn remove_odd_id(mut request: Request) -> Request {
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
    // Escaped: a path may hold any character, also control characters.
    let path = request.uri().path().escape_debug();
    // At this level, lines carry the id whatever the filter keeps of them.
    let span = tracing::error_span!("request", id, method = %request.method(), %path);
    #[cfg(feature = "otlp")]
    if let Some(trace) = crate::gitlab::TraceParent::of(request.headers()) {
        trace.adopt(&span);
    }
    span
}

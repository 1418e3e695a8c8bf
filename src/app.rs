//! The service as a whole: app state, router, layers.

mod cors;

use std::sync::Arc;

use axum::{
    Router,
    extract::Request,
    http::{HeaderName, HeaderValue, Request as HttpRequest, header::X_CONTENT_TYPE_OPTIONS},
    middleware,
};
use secrecy::SecretString;
use tower::ServiceBuilder;
use tower_http::{
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};
use tracing::{Span, field::Empty};

use crate::{
    api::{
        self, AppState,
        faces::{console, health, http, language, llms, mcp, metrics, openapi, protected_resource},
    },
    gitlab::Instance,
    service::{Roots, Shared, TimeLimits},
    settings::{Server, Settings, SettingsError},
    store::Store,
};

/// Identifies one request in logs and answers.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest request id that is accepted from a caller, in characters.
const LONGEST_REQUEST_ID: usize = 128;

/// The app state that the settings describe.
///
/// # Errors
/// What is wrong with the settings.
pub fn state(settings: &Settings) -> Result<AppState, SettingsError> {
    check_operations(settings)?;
    let instance = Instance::new(&settings.upstream, &settings.require_host()?, secrets(settings))?;
    let Server { request_timeout, shutdown_grace, .. } = settings.server;
    let time_limits = TimeLimits { request_timeout, shutdown_grace, longest_call: settings.upstream.timeout };
    // At most half of all connections, so that no request can take them all.
    let fan_out = settings.upstream.fan_out.min(settings.upstream.max_connections / 2).max(1);
    let store = Store::of(&settings.store, instance.base_address())?;
    let shared = Shared::new(instance, fan_out, settings.resolution.widen, time_limits, store);
    shared.replace_names(settings.resolution.names.clone());
    AppState::new(shared, settings)
}

/// Replaces the callers, the technical token, the certificates, the proxy and the team's own words by those of these settings. Other settings need
/// a restart.
///
/// # Errors
/// What is wrong with the settings. Then nothing is replaced.
pub fn reload(state: &AppState, settings: &Settings) -> Result<(), SettingsError> {
    check_operations(settings)?;
    let host = settings.require_host()?;
    let instance = &state.shared.instance;
    // Otherwise the new token would be sent to the old host.
    if !instance.is_at(&host.api) {
        return Err(SettingsError("upstream.base_url: changed, which takes a restart".to_owned()));
    }
    // The bridge must not become open to all because a file is missing.
    if settings.server.callers.is_empty() && state.has_callers() {
        let problem = "none is left, and anyone could call; restart to open the bridge";
        return Err(SettingsError(format!("server.auth_tokens, callers: {problem}")));
    }
    state.sign_in.as_ref().map_or(Ok(()), |sign_in| sign_in.renew(&settings.upstream))?;
    instance.renew(&settings.upstream, &host, secrets(settings))?;
    state.shared.replace_names(settings.resolution.names.clone());
    state.replace_callers(&settings.server.callers)
}

/// The starts of the keys whose values [`reload`] takes over: those of tokens stand for their files too.
const RELOADED: [&str; 7] = [
    "callers.",
    "oauth.default_caller",
    "server.auth_tokens",
    "resolution.names_file",
    "upstream.token",
    "upstream.ca_file",
    "upstream.proxy",
];

/// The keys that have other values now than at the start, and that [`reload`] does not take over.
pub fn ignored_by_reload(started: &Settings, now: &Settings) -> Vec<String> {
    let is_reloaded = |key: &String| RELOADED.iter().any(|start| key.starts_with(start));
    now.changed_since(started).into_iter().filter(|key| !is_reloaded(key)).collect()
}

/// Checks the names of operations, which the settings themselves can't know.
///
/// # Errors
/// The key that names another one.
pub fn check_operations(settings: &Settings) -> Result<(), SettingsError> {
    let known = api::operations();
    let own = settings.server.callers.iter().map(|caller| {
        let name = caller.name.as_deref().unwrap_or_default();
        (format!("callers.{name}.operations"), &caller.operations)
    });
    let all = std::iter::once(("policy.operations".to_owned(), &settings.policy.operations));
    for (key, named) in all.chain(own) {
        if let Some(unknown) = named.iter().find(|name| known.iter().all(|entry| entry.name != **name)) {
            let names = known.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
            let problem = format!("\"{unknown}\" is no operation; the operations are {names}");
            return Err(SettingsError(format!("{key}: {problem}")));
        }
    }
    Ok(())
}

/// Whether a full path is within `policy.roots`.
pub fn is_within_roots(settings: &Settings, path: &str) -> bool {
    Roots::new(&settings.policy.roots).hold(path)
}

/// What of the settings must stay secret: tokens of callers, tokens that the bridge sends to the host for them, and addresses with
/// credentials.
fn secrets(settings: &Settings) -> impl Iterator<Item = SecretString> {
    let callers = settings.server.callers.iter();
    let tokens = callers.flat_map(|caller| caller.tokens.iter().chain(&caller.upstream_token).cloned());
    let proxy = settings.upstream.proxy.as_ref().map(|address| address.0.as_str().into());
    let client = settings.oauth.introspection_client_secret.clone();
    tokens.chain(proxy).chain(client).chain(settings.store.url.clone())
}

/// The router of the service.
pub fn router(state: impl Into<Arc<AppState>>) -> Router {
    let state = state.into();
    let [observer, of_span] = [0; 2].map(|_| Arc::clone(&state));
    let layers = ServiceBuilder::new()
        // First: removes an id that could forge a log line, before an id is set.
        .layer(middleware::map_request(async |request: Request| remove_odd_id(request)))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        // Next: the span of a request carries its id.
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(move |request: &_| span(&of_span, request))
                .on_request(())
                .on_response(move |response: &_, latency, span: &_| {
                    api::observe_answer(&observer, response, latency, span);
                })
                .on_failure(()),
        )
        // Adds the id to the answers of all layers inside.
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        // Browsers must not guess another media type than the answer names.
        .layer(SetResponseHeaderLayer::overriding(
            X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        // Last: puts the failures of the guards and of all routes into words.
        .layer(middleware::from_fn_with_state(Arc::clone(&state), language::word_failures));
    // Inside of this guard: a request that names another host gets no CORS headers. Outside of the other guards: a preflight
    // carries no token, and a page may read why its request was refused.
    let routes = match cors::layer(&state.server.cors_origins) {
        Some(cors) => routes(&state).layer(cors),
        None => routes(&state),
    };
    routes
        .layer(middleware::from_fn_with_state(Arc::clone(&state), api::guard_host))
        // Outside of all guards: a probe must be answered under load, without a token, and whatever host it names.
        .merge(health::routes().method_not_allowed_fallback(http::not_allowed))
        .layer(layers)
        .with_state(state)
}

/// All routes except those of probes.
fn routes(state: &Arc<AppState>) -> Router<Arc<AppState>> {
    let guarded = |routes: Router<_>| {
        let guard = middleware::from_fn_with_state(Arc::clone(state), api::guard);
        routes.method_not_allowed_fallback(http::not_allowed).layer(guard)
    };
    Router::new()
        .nest(api::PREFIX, guarded(http::routes().fallback(http::not_found)))
        .merge(guarded(mcp::routes(state)))
        .merge(metrics::routes())
        .merge(openapi::routes())
        .merge(protected_resource::routes(state))
        .merge(llms::routes())
        .merge(console::routes(state))
        .fallback(http::not_found)
        .method_not_allowed_fallback(http::not_allowed)
}

/// Removes a request id that is empty, too long, or has a character that is not visible ASCII.
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

fn span<B>(state: &AppState, request: &HttpRequest<B>) -> Span {
    let shown = |text: &str| state.shared.instance.hide_secrets(text.to_owned());
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).map(shown);
    // Escaped, since a path may hold control characters.
    let path = shown(request.uri().path()).escape_debug().to_string();
    // A span of this level is kept by every filter, so all lines carry the id.
    let span = tracing::error_span!("request", id, method = %request.method(), %path, person = Empty, on_behalf = Empty);
    #[cfg(feature = "otlp")]
    if let Some(trace) = crate::gitlab::TraceParent::of(request.headers()) {
        trace.adopt(&span);
    }
    span
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{Body, to_bytes},
        http::StatusCode,
    };
    use tower::ServiceExt;

    use super::*;
    use crate::store::tests::memory::Memory;

    #[tokio::test]
    async fn a_store_that_is_away_or_full_makes_the_process_not_ready_and_says_which() {
        let base = [("upstream.base_url", "http://127.0.0.1:1"), ("upstream.token", "t")];
        let settings = Settings::load(None, &base).unwrap();
        let (good, away, full) = (Memory::default(), Memory::default(), Memory::default());
        away.set_away(true);
        full.fill();
        for (memory, status, words) in
            [(good, 200, "ready"), (away, 503, "injoignable"), (full, 503, "pleine")]
        {
            let mut state = state(&settings).unwrap();
            Arc::get_mut(&mut state.shared).unwrap().store = Some(Store::in_memory(memory));
            let request =
                Request::get("/health/ready").header("host", "127.0.0.1").body(Body::empty()).unwrap();
            let answer = router(state).oneshot(request).await.unwrap();
            assert_eq!(answer.status(), StatusCode::from_u16(status).unwrap());
            let body = to_bytes(answer.into_body(), 1 << 10).await.unwrap();
            assert!(String::from_utf8_lossy(&body).contains(words), "{body:?}");
        }
    }
}

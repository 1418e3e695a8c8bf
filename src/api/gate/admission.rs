//! Which requests are let in, as two HTTP middlewares: those that name this machine, where no caller needs a token (`guard_host`); and
//! those with a good token, a body within its bounds, and room among the requests in flight (`guard`).
//!
//! Without callers' tokens a page of another site could reach the service through a local browser, if that site's own name resolves to this
//! machine (DNS rebinding): so only the names of this machine are answered (decisions, Errors).

use axum::http::uri::Authority;
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, oneshot},
};

use super::{
    AppState,
    bodies::is_json,
    callers::{Access, CallerShare},
    metrics::caller_label,
    observation::Sender,
    prelude::*,
};
use crate::sign_in::Scope;

/// The most permits that a semaphore of any machine holds and gives at once.
const MOST_PERMITS: u32 = u32::MAX >> 3;

/// An admitted request: its permit of the in-flight limit, released when this is dropped, and its deadline.
#[derive(Debug)]
pub(in crate::api) struct Admitted {
    /// When it gets 504: `server.request_timeout` after it was admitted.
    pub(in crate::api) deadline: Instant,
    _permit: OwnedSemaphorePermit,
    _of_caller: Option<OwnedSemaphorePermit>,
}

/// The in-flight limit of the process.
pub(in crate::api) struct Admission {
    permits: Arc<Semaphore>,
    limit: u32,
    request_timeout: Duration,
}

impl Admission {
    pub(super) fn new(server: &Server) -> Self {
        let limit = u32::try_from(server.max_in_flight).unwrap_or(MOST_PERMITS).min(MOST_PERMITS);
        let permits = Arc::new(Semaphore::new(limit as usize));
        Self { permits, limit, request_timeout: server.request_timeout }
    }

    /// Admits one more request, of a caller with this share. It counts as in flight until the last clone of the result is
    /// dropped.
    ///
    /// # Errors
    /// 503 past the limit, or past the caller's share of it.
    pub(super) fn admit(&self, share: Option<&CallerShare>) -> Result<Arc<Admitted>, Failure> {
        let overloaded = |_| Failure::overloaded().after(Duration::ZERO);
        let take = |permits: &Arc<Semaphore>| Arc::clone(permits).try_acquire_owned().map_err(overloaded);
        Ok(Arc::new(Admitted {
            deadline: Instant::now() + self.request_timeout,
            _of_caller: share.map(|share| take(&share.requests)).transpose()?,
            _permit: take(&self.permits)?,
        }))
    }

    /// Requests in flight.
    pub(super) fn in_flight(&self) -> usize {
        (self.limit as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no request is in flight; none is admitted while the permit is held. Never `None`, since the semaphore is
    /// never closed.
    pub(super) async fn all(&self) -> Option<SemaphorePermit<'_>> {
        self.permits.acquire_many(self.limit).await.ok()
    }
}

/// Largest body that is decoded on a thread that serves requests, in bytes: a millisecond or two of work.
const DECODED_BETWEEN: u64 = 64 << 10;

/// The guards in front of routes. In this order: they authenticate the caller, receive the whole body, take a permit of the in-flight
/// limit, and set the deadline.
pub async fn guard(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let access = match state.authenticate(request.headers()).await {
        Ok(access) => access,
        Err((failure, why)) => {
            let sender = Sender::of(&request).map(Extension);
            state.bodies.discard(request.into_body()).await;
            return (sender, state.challenge(failure.into_response(), why, &path, Scope::Read))
                .into_response();
        }
    };
    request.extensions_mut().insert(Arc::clone(&access));
    let response = match admit(&state, &access, request).await {
        Ok((request, deadline)) => serve(request, deadline, next).await.into_response(),
        Err(failure) => {
            let refused = [caller_label(&access.caller), ("code", failure.code.clone())];
            state.metrics.refusals_of_callers.get_or_create(&refused).inc();
            failure.into_response()
        }
    };
    // For the log line of what reached no operation; the path is the span's.
    let named = (!access.caller.is_anyone()).then(|| Extension(access.caller.clone()));
    state.challenge((named, response).into_response(), None, &path, Scope::Write)
}

/// The request, once its body is here and it counts as in flight, and its deadline.
async fn admit(state: &AppState, access: &Access, request: Request) -> Result<(Request, Instant), Failure> {
    if let Err(failure) = access.count() {
        state.bodies.discard(request.into_body()).await;
        return Err(failure);
    }
    // The whole body comes before the permit, so that slow senders hold no permits.
    let (head, body) = request.into_parts();
    let of_caller = access.share.as_ref().map(|share| &share.bodies);
    let (bytes, room) = state.bodies.receive(body, is_json(&head.headers), of_caller).await?;
    let mut request = Request::from_parts(head, bytes.into());
    request.extensions_mut().insert(room.clone());
    let admitted = state.admission.admit(access.share.as_ref())?;
    let deadline = admitted.deadline;
    request.extensions_mut().insert(admitted);
    Ok((request, deadline))
}

async fn serve(request: Request, deadline: Instant, next: Next) -> Result<Response, Failure> {
    let is_large = request.body().size_hint().lower() > DECODED_BETWEEN;
    let answer =
        async { if is_large { run_apart(next, request).await } else { Ok(next.run(request).await) } };
    timeout_at(deadline.into(), answer).await.unwrap_or_else(|_| Err(Failure::timeout()))
}

/// Runs a request in a thread of its own: decoding its body takes a while, in which the threads that serve are free for others.
/// Ends when nobody waits for the answer any more.
async fn run_apart(next: Next, request: Request) -> Result<Response, Failure> {
    let (mut sender, answer) = oneshot::channel();
    let runtime = Handle::current();
    let span = Span::current();
    let run = async move {
        tokio::select! {
            answer = next.run(request) => drop(sender.send(answer)),
            () = sender.closed() => {}
        }
    };
    tokio::task::spawn_blocking(move || runtime.block_on(run.instrument(span)));
    answer.await.map_err(|_| Failure::internal_error())
}

/// The names of this machine.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The guard in front of all routes and their fallback: it refuses requests that name another host. With callers' tokens or
/// `server.open` it lets all pass.
pub async fn guard_host(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    // Asked for each request, since a reload may bring the first callers.
    let is_lifted = state.server.open || state.callers().need_token();
    if is_lifted || is_local(request.uri(), request.headers(), &state.server.cors_origins) {
        return next.run(request).await;
    }
    state.bodies.discard(request.into_body()).await;
    Failure::foreign_host().into_response()
}

/// Whether a request names this machine as its host, and comes from no page of another origin, except these origins.
pub(super) fn is_local(uri: &Uri, headers: &HeaderMap, allowed: &[String]) -> bool {
    let hosts = headers.get_all(header::HOST);
    let origins = headers.get_all(header::ORIGIN);
    // A request target in absolute form takes precedence over `Host`.
    uri.authority().is_none_or(names_this_machine)
        && hosts.iter().count() == 1
        && hosts.iter().all(is_local_host)
        && origins.iter().all(|origin| is_local_origin(origin) || allowed.iter().any(|own| origin == own))
}

fn is_local_host(value: &HeaderValue) -> bool {
    Authority::try_from(value.as_bytes()).is_ok_and(|host| names_this_machine(&host))
}

fn is_local_origin(value: &HeaderValue) -> bool {
    Uri::try_from(value.as_bytes()).is_ok_and(|origin| origin.authority().is_some_and(names_this_machine))
}

/// Whether this is a name of this machine, with a port or without, and nothing else: `[::1].evil` has `[::1]` as its host.
fn names_this_machine(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    port.is_some_and(|port| port.is_empty() || (port.starts_with(':') && authority.port_u16().is_some()))
        && THIS_MACHINE.contains(&authority.host().to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(uri: &str, headers: &[(header::HeaderName, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        is_local(&uri.parse().unwrap(), &headers, &["https://app.example.com".to_owned()])
    }

    #[test]
    fn a_request_is_local_under_a_name_of_this_machine_alone() {
        let host = header::HOST;
        for own in ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[::1]:8080"] {
            assert!(local("/x", &[(host.clone(), own)]), "{own}");
        }
        for foreign in [
            "evil.example.com",
            "evil.example.com:8080",
            "localhost.example.com",
            "127.0.0.1.example.com",
            "10.0.0.1",
            "127.0.0.2",
            "[::ffff:127.0.0.1]",
            "",
            "0.0.0.0",
            "localhost@evil.example.com",
            "evil.example.com@127.0.0.2x",
            "[::1].evil.example.com",
            "[::1]evil.example.com:8080",
            "[::1]:8080.evil.example.com",
            "x@127.0.0.1",
            "localhost@localhost",
            "x:y@[::1]:8080",
        ] {
            assert!(!local("/x", &[(host.clone(), foreign)]), "{foreign}");
        }
        assert!(!local("/x", &[]), "no Host at all");
        assert!(!local("http://evil.example.com/x", &[(host.clone(), "127.0.0.1")]));
        assert!(!local("http://x@127.0.0.1/x", &[(host.clone(), "127.0.0.1")]));
        assert!(local("http://127.0.0.1/x", &[(host, "127.0.0.1")]));
    }

    #[test]
    fn a_page_may_call_from_this_machine_alone() {
        let from = |origin: &str| local("/x", &[(header::HOST, "localhost"), (header::ORIGIN, origin)]);
        for own in [
            "http://localhost",
            "http://localhost:3000",
            "https://127.0.0.1:8443",
            "http://[::1]:1",
            "https://app.example.com",
        ] {
            assert!(from(own), "{own}");
        }
        for foreign in [
            "https://evil.example.com",
            "https://app.example.com.evil.com",
            "null",
            "",
            "http://localhost.example.com",
            "http://[::1].evil.com",
            "http://x@localhost",
            "file://",
        ] {
            assert!(!from(foreign), "{foreign}");
        }
    }
}

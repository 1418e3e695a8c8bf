//! Without callers' tokens the service answers only requests that name this machine as their host (decisions, Errors). This
//! stops DNS rebinding: a web page whose own name resolves to this machine can't reach the service through a local browser.

use axum::http::uri::Authority;

use super::{AppState, prelude::*};

/// The names of this machine.
const THIS_MACHINE: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Puts the guard in front of these routes and their fallback. With callers' tokens or `server.open` there is no such guard.
pub fn guard_host(routes: Router<Arc<AppState>>, state: &Arc<AppState>) -> Router<Arc<AppState>> {
    routes.layer(from_fn_with_state(Arc::clone(state), refuse_foreign))
}

async fn refuse_foreign(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
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

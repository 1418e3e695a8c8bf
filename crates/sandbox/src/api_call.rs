//! A call of the API, as handlers get it.

use bytes::Bytes;
use http::{Method, Request, header};

use super::{HandlerResult, World, api_error::ApiError, params::Params, tokens::AccessToken};

/// Where the API is mounted.
pub(super) const BASE: &str = "/api/v4";

/// A request and its route.
pub(super) struct ApiCall {
    pub(super) method: Method,
    /// `http://HOST`, or `https://HOST` behind a proxy that says so. Every address in an answer starts with it.
    pub(super) origin: String,
    /// Path and query below [`BASE`], as they were sent.
    pub(super) target: String,
    pub(super) route: RouteMatch,
    /// Query and body together.
    pub(super) params: Params,
    /// The token that was sent.
    pub(super) token: AccessToken,
}

/// A route and the values of its placeholders.
pub(super) struct RouteMatch {
    pub(super) pattern: &'static str,
    /// The boundary of a fine-grained permission (`project`, `group`, `user`, `instance`), and the permission that a fine-grained
    /// token needs, as GitLab names it.
    pub(super) right: [&'static str; 2],
    pub(super) handler: Handler,
    /// The `:name` parts, decoded.
    pub(super) segments: Vec<(&'static str, String)>,
}

/// The handler of a route.
#[derive(Debug, Clone, Copy)]
pub(super) enum Handler {
    /// It only reads.
    Read(fn(&World, &ApiCall) -> HandlerResult),
    /// It may change the world.
    Write(fn(&mut World, &ApiCall) -> HandlerResult),
}

impl ApiCall {
    /// A `:name` part of the route; empty if the route has none of that name.
    pub(super) fn segment(&self, name: &str) -> &str {
        self.route.segments.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// A `:name` part that must be an integer.
    pub(super) fn integer_segment(&self, name: &str) -> Result<u64, ApiError> {
        self.segment(name).parse().map_err(|_| ApiError::form(name))
    }

    /// The user of the token.
    pub(super) fn caller(&self) -> u64 {
        self.token.user_id
    }

    /// The address of an API resource.
    pub(super) fn api_url(&self, path: &str) -> String {
        format!("{}{BASE}{path}", self.origin)
    }
}

/// Path and query of a request below [`BASE`].
pub(super) fn target(request: &Request<Bytes>) -> Option<&str> {
    let target = request.uri().path_and_query()?.as_str();
    target.strip_prefix(BASE).filter(|rest| rest.starts_with('/'))
}

/// The scheme and host of the request: the scheme that a proxy names, else `http`; the host from the header `Host` or, over
/// HTTP/2, from the address.
pub(super) fn origin(request: &Request<Bytes>) -> String {
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let host =
        text(header::HOST.as_str()).or_else(|| request.uri().authority().map(http::uri::Authority::as_str));
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}

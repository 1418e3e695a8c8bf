//! A call as the handlers see it, and the answer that they give.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use serde_json::Value;

use super::{fault::Fault, params::Params, world::World};

/// Where the API is mounted.
pub(super) const BASE: &str = "/api/v4";

/// What every handler gives.
pub(super) type Reply = Result<Answer, Fault>;

/// A request that found its route.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: Method,
    /// `http://HOST`, what every address in an answer starts with.
    pub(super) origin: String,
    /// Path and query below [`BASE`], as they came.
    pub(super) target: String,
    /// The `:name` parts of the route, decoded.
    pub(super) segments: Vec<(&'static str, String)>,
    /// Query and body together.
    pub(super) params: Params,
    /// The token's user, when a token was sent.
    pub(super) caller: Option<u64>,
}

impl Call {
    /// A `:name` part of the route; empty if the route has none of that name.
    pub(super) fn segment(&self, name: &str) -> &str {
        self.segments.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// A `:name` part that must be an integer.
    pub(super) fn integer_segment(&self, name: &str) -> Result<u64, Fault> {
        self.segment(name).parse().map_err(|_| Fault::Parameter(format!("{name} is invalid")))
    }

    /// The caller, who must have sent a token.
    pub(super) fn user(&self) -> Result<u64, Fault> {
        self.caller.ok_or(Fault::Unauthorized)
    }

    /// The address of an API resource.
    pub(super) fn api_url(&self, path: &str) -> String {
        format!("{}{BASE}{path}", self.origin)
    }

    /// The address of a page of the web interface.
    pub(super) fn web_url(&self, path: &str) -> String {
        format!("{}/{path}", self.origin)
    }
}

/// Path and query of a request below [`BASE`].
pub(super) fn target(request: &Request<Bytes>) -> Option<&str> {
    let target = request.uri().path_and_query()?.as_str();
    target.strip_prefix(BASE).filter(|rest| rest.starts_with('/'))
}

/// `http://HOST`, from the header or, over HTTP/2, from the address.
pub(super) fn origin(request: &Request<Bytes>) -> String {
    let header = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let host = header.or_else(|| request.uri().authority().map(http::uri::Authority::as_str));
    format!("http://{}", host.unwrap_or("localhost"))
}

/// The user whom the request's token stands for. No token is no fault: public data need none.
pub(super) fn authenticate(
    world: &World,
    headers: &HeaderMap,
    params: &Params,
    method: &Method,
) -> Result<Option<u64>, Fault> {
    let Some(sent) =
        sent_token(headers).or_else(|| params.text("private_token")).filter(|sent| !sent.is_empty())
    else {
        return Ok(None);
    };
    let token = &world.token;
    if sent != token.value {
        return Err(Fault::Unauthorized);
    }
    if token.revoked {
        return Err(Fault::InvalidToken("Token was revoked. You have to re-authorize from the user."));
    }
    if token.expires_at.as_ref().is_some_and(|expiry| *expiry <= world.now().date()) {
        return Err(Fault::InvalidToken(
            "Token is expired. You can either do re-authorization or token refresh.",
        ));
    }
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let allowed = token.scopes.iter().any(|scope| scope == "api" || (reads && scope == "read_api"));
    if allowed { Ok(Some(token.user_id)) } else { Err(Fault::InsufficientScope) }
}

fn sent_token(headers: &HeaderMap) -> Option<String> {
    if let Some(token) = headers.get("private-token") {
        return token.to_str().ok().map(str::to_owned);
    }
    let authorization = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    authorization.strip_prefix("Bearer ").map(str::to_owned)
}

/// A response to be.
#[derive(Debug)]
pub(super) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Json(Value),
    Text(String),
}

impl Answer {
    /// JSON.
    pub(super) fn json(status: StatusCode, body: Value) -> Self {
        Self::with_type(status, "application/json", Body::Json(body))
    }

    /// Plain text.
    pub(super) fn text(status: StatusCode, body: String) -> Self {
        Self::with_type(status, "text/plain", Body::Text(body))
    }

    /// 200.
    pub(super) fn ok(body: Value) -> Self {
        Self::json(StatusCode::OK, body)
    }

    /// 201.
    pub(super) fn created(body: Value) -> Self {
        Self::json(StatusCode::CREATED, body)
    }

    fn with_type(status: StatusCode, kind: &'static str, body: Body) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        Self { status, headers, body }
    }

    /// Adds a header, if its value can stand in one.
    pub(super) fn header(mut self, name: &'static str, value: String) -> Self {
        if let Ok(value) = HeaderValue::try_from(value) {
            self.headers.insert(HeaderName::from_static(name), value);
        }
        self
    }
}

impl From<Answer> for Response<Bytes> {
    fn from(answer: Answer) -> Self {
        let text = match answer.body {
            Body::Json(body) => body.to_string(),
            Body::Text(text) => text,
        };
        let mut response = Self::new(Bytes::from(text));
        *response.status_mut() = answer.status;
        *response.headers_mut() = answer.headers;
        response
    }
}

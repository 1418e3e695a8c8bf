//! Calls of any route, with the answer as the host gave it: for what tries the host itself. Nothing is followed, tried again or
//! kept.

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::Value;

use super::{
    Credential, Error, Instance,
    request::{Request, Write},
};

/// The name of these calls in errors.
const CALL: &str = "a call of a trial";

/// A call of any route.
#[derive(Debug, Clone)]
pub struct RawCall {
    /// Method and path, which is below the API, percent-encoded, with its query.
    line: (Method, String),
    header: Option<(HeaderName, HeaderValue)>,
    body: Option<Value>,
}

/// An answer as the host gave it.
#[derive(Debug, Clone)]
pub struct RawAnswer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, up to `upstream.max_response_bytes`.
    pub body: Vec<u8>,
}

impl RawCall {
    /// A call without a body.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self { line: (method, path.into()), header: None, body: None }
    }

    /// Its method and path.
    pub fn line(&self) -> String {
        format!("{} {}", self.line.0, self.line.1)
    }

    /// The same with a JSON body.
    #[must_use]
    pub fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// The same with a header beside the token's.
    #[must_use]
    pub fn header(self, name: HeaderName, value: HeaderValue) -> Self {
        Self { header: Some((name, value)), ..self }
    }
}

impl Instance {
    /// Sends a call once, with this token.
    ///
    /// # Errors
    /// [`Error`] if nothing answers, or if the body can't be read.
    pub async fn raw(&self, token: &Credential, call: RawCall) -> Result<RawAnswer, Error> {
        let RawCall { line: (method, path), header, body } = call;
        let body = body.map(|body| body.to_string().into_bytes());
        let write = (method != Method::GET).then(|| Write { body, objects: Vec::new() });
        let request = Request { path: path.into(), method, write, ..Request::new(CALL, &[]) };
        let mut headers = token.headers();
        headers.extend(header);
        let answer = async {
            let mut response = self.exchange(&request, self.url_of(&request)?, headers).await?;
            let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
            Ok(RawAnswer { status, headers, body: self.whole(response).await? })
        };
        answer.await.map_err(|fault| request.error(fault))
    }
}

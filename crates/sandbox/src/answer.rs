//! The answers that handlers give.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

use super::fault::Fault;

/// The page with which a content delivery network refuses a caller.
const BLOCKED: &str = "<!DOCTYPE html>\n<html lang=\"en-US\">\n<head>\n<title>Attention Required! | Cloudflare</title>\n\
                       </head>\n<body>\n<h1>Sorry, you have been blocked</h1>\n<p>You are unable to access this host</p>\n\
                       </body>\n</html>\n";

/// The result of every handler.
pub(super) type Reply = Result<Answer, Fault>;

/// A response without the headers that all responses get.
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

    /// A page for people, which runs no script and loads nothing.
    pub(super) fn html(page: String) -> Self {
        Self::with_type(StatusCode::OK, "text/html; charset=utf-8", Body::Text(page))
            .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'".to_owned())
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

impl From<Fault> for Answer {
    fn from(fault: Fault) -> Self {
        let status = fault.status();
        match &fault {
            Fault::Moved(location) => {
                let text = format!("This resource has been moved permanently to {location}");
                Self::text(status, text).header("location", location.clone())
            }
            Fault::Throttled(seconds) => {
                Self::text(status, "Retry later".to_owned()).header("retry-after", seconds.to_string())
            }
            Fault::TooManyRequests(seconds) => {
                Self::json(status, fault.body()).header("retry-after", seconds.to_string())
            }
            Fault::Blocked => {
                Self::with_type(status, "text/html; charset=UTF-8", Body::Text(BLOCKED.to_owned()))
                    .header("server", "cloudflare".to_owned())
            }
            Fault::InvalidToken(why) => {
                let realm = r#"Bearer realm="Protected by OAuth 2.0", error="invalid_token""#;
                let challenge = format!(r#"{realm}, error_description="{why}""#);
                Self::json(status, fault.body()).header("www-authenticate", challenge)
            }
            _ => Self::json(status, fault.body()),
        }
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

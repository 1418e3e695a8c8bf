//! Conditional reads: every success carries a tag of its body, and a read that sends this tag gets a 304 without a body.
//!
//! In GitLab two layers in front of the application do this, `Rack::ETag` and `Rack::ConditionalGet`. So a 304 costs the host
//! as much as a whole answer.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};

/// Adds the tag to a success, and removes the body if the caller has it already.
pub(super) fn finish(method: &Method, sent: &HeaderMap, mut response: Response<Bytes>) -> Response<Bytes> {
    let is_tagged = matches!(response.status(), StatusCode::OK | StatusCode::CREATED);
    let Some(tag) = is_tagged.then(|| tag(response.body())).flatten() else {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        return response;
    };
    let is_known = *method == Method::GET
        && response.status() == StatusCode::OK
        && sent.get(header::IF_NONE_MATCH) == Some(&tag);
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    let revalidate = HeaderValue::from_static("max-age=0, private, must-revalidate");
    headers.insert(header::CACHE_CONTROL, revalidate);
    if is_known {
        headers.remove(header::CONTENT_TYPE);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Bytes::new();
    }
    response
}

/// A weak tag of 32 hexadecimal digits.
fn tag(body: &Bytes) -> Option<HeaderValue> {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    HeaderValue::try_from(format!("W/\"{:032x}\"", hasher.finish())).ok()
}

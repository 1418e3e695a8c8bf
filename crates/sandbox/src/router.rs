//! The host behind HTTP. A part of its calls can be made to fail, to test its clients.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use tokio::time::sleep;

use super::Sandbox;

/// Largest request body, in bytes: more than GitLab's longest description.
const BODY_LIMIT: usize = 4 << 20;

impl Sandbox {
    /// Serves the host. `failing` of every hundred calls fail, with each kind of failure in turn.
    pub fn into_router(self, failing: u32) -> Router {
        let (sandbox, calls) = (Arc::new(self), Arc::new(AtomicU32::new(0)));
        Router::new().fallback(async move |request: Request| {
            let number = calls.fetch_add(1, Relaxed);
            let (head, body) = request.into_parts();
            let body = to_bytes(body, BODY_LIMIT).await.unwrap_or_default();
            let answer = || sandbox.answer(Request::from_parts(head, body)).map(Body::from);
            // Spreads the failures evenly, since 37 and 100 have no common divisor.
            if number.wrapping_mul(37) % 100 >= failing {
                return answer();
            }
            match number / 10 % 6 {
                0 => (StatusCode::SERVICE_UNAVAILABLE, "<html>maintenance</html>").into_response(),
                1 => (StatusCode::INTERNAL_SERVER_ERROR, r#"{"message": "500 Internal Server Error"}"#)
                    .into_response(),
                2 => (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "1")], "Retry later").into_response(),
                3 => broken_answer(),
                // The request is served, but its answer is lost.
                4 => {
                    drop(answer());
                    broken_answer()
                }
                _ => {
                    sleep(Duration::from_secs(1)).await;
                    answer()
                }
            }
        })
    }
}

/// An answer whose body breaks off.
fn broken_answer() -> Response {
    let pieces = [Ok("[{"), Err(io::Error::other("broken off on purpose"))];
    Body::from_stream(stream::iter(pieces)).into_response()
}

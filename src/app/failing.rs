//! Makes a sandbox host fail now and then, to try the service in front of it.

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
    body::Body,
    extract::Request,
    http::{StatusCode, header::RETRY_AFTER},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use tokio::time::sleep;

/// Makes `percent` of every hundred calls fail, with each kind of failure in turn.
pub fn failing(router: Router, percent: u32) -> Router {
    let calls = Arc::new(AtomicU32::new(0));
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let number = calls.fetch_add(1, Relaxed);
        async move {
            // Spreads the failures evenly, since 37 and 100 have no common divisor.
            if number.wrapping_mul(37) % 100 < percent {
                fail(number, request, next).await
            } else {
                next.run(request).await
            }
        }
    }))
}

async fn fail(number: u32, request: Request, next: Next) -> Response {
    match number / 10 % 6 {
        0 => (StatusCode::SERVICE_UNAVAILABLE, "<html>maintenance</html>").into_response(),
        1 => {
            (StatusCode::INTERNAL_SERVER_ERROR, r#"{"message": "500 Internal Server Error"}"#).into_response()
        }
        2 => (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "1")], "Retry later").into_response(),
        3 => broken_answer(),
        // The request is served, but its answer is lost.
        4 => {
            next.run(request).await;
            broken_answer()
        }
        _ => {
            sleep(Duration::from_secs(1)).await;
            next.run(request).await
        }
    }
}

/// An answer whose body breaks off.
fn broken_answer() -> Response {
    let pieces = [Ok("[{"), Err(io::Error::other("broken off on purpose"))];
    Body::from_stream(stream::iter(pieces)).into_response()
}

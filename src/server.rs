//! Listens: accepts connections, bounds what each may hold, and stops without losing a request.

use std::{pin::pin, time::Duration};

use axum::{Router, response::Response};
use futures_util::FutureExt;
use http::{HeaderValue, header::CONNECTION};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tower::util::MapResponseLayer;

use crate::stopping::Stopping;

/// Most headers of a request.
const MOST_HEADERS: usize = 100;
/// Most bytes of a request's head, and of what is read ahead of a body; a little more may have been read by then.
const MOST_BUFFERED: usize = 64 << 10;
/// How long callers that still send are told `connection: close` before a stop closes idle connections.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long to wait when no connection can be accepted, such as for want of descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How long callers may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// To send a request's head, and to idle before it.
    pub head: Duration,
    /// To take more of an answer.
    pub write: Duration,
    /// To end what is in flight once a stop has begun.
    pub grace: Duration,
}

impl Patience {
    /// The usual patience, and this much for the requests in flight at a stop.
    #[must_use]
    pub fn until_stopped(grace: Duration) -> Self {
        // Longer than the common balancers keep an idle connection: none sends a request into one that is being closed.
        Self { head: Duration::from_secs(75), write: Duration::from_secs(30), grace }
    }
}

/// Serves until a stop begins, then lets requests in flight finish.
pub async fn serve(listener: TcpListener, router: Router, mut stopping: Stopping, patience: Patience) {
    raise_descriptor_limit();
    let connections = GracefulShutdown::new();
    let router = farewell(router, stopping.clone());
    {
        let mut begun = pin!(stopping.begun());
        loop {
            tokio::select! {
                biased;
                () = &mut begun => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => attend(stream, &router, &connections, patience),
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be accepted");
                        sleep(ACCEPT_PAUSE).await;
                    }
                },
            }
        }
    }
    tracing::info!("stopping: no new connections, requests in flight may finish");
    // Those that were made before the stop are owed an answer.
    while let Some(Ok((stream, _))) = listener.accept().now_or_never() {
        attend(stream, &router, &connections, patience);
    }
    drop(listener);
    let ended = async {
        sleep(FAREWELL).await;
        connections.shutdown().await;
    };
    if timeout(patience.grace, ended).await.is_err() {
        tracing::warn!(?patience.grace, "requests were still in flight at the end of the grace");
    }
}

/// Serves one connection in a task of its own.
fn attend(stream: TcpStream, router: &Router, connections: &GracefulShutdown, patience: Patience) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience.write));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_headers(MOST_HEADERS)
        .max_buf_size(MOST_BUFFERED)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection broke");
        }
    });
}

/// Once a stop has begun, answers close their connection, so that no caller sends another request into it.
fn farewell(router: Router, stopping: Stopping) -> Router {
    let close = move |mut response: Response| {
        if stopping.has_begun() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    };
    router.layer(MapResponseLayer::new(close))
}

/// Thousands of idle connections should not take the descriptors that requests need.
fn raise_descriptor_limit() {
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::debug!(%error, "the limit of descriptors stays as it is");
    }
}

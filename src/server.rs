//! Accepts connections, bounds what each may hold, and drains them at a stop without losing a request.

mod connections;
mod heads;

use std::{io, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, response::Response};
use futures_util::{FutureExt, TryFutureExt};
use http::{HeaderValue, header::CONNECTION};
use http_body_util::BodyExt;
use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::join,
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutWriter;
use tokio_util::task::TaskTracker;
use tower::{ServiceExt, util::MapResponseLayer};

use self::{
    connections::{CloseSignal, Connections},
    heads::{BoundedHeads, Head},
};
use crate::stop_signal::StopSignal;

/// Most headers of a request.
const MOST_HEADERS: usize = 100;
/// Most bytes of a request's head.
const LONGEST_HEAD: usize = 16 << 10;
/// Most bytes that the incomplete heads of all connections hold together.
const MOST_IN_HEADS: usize = 8 << 20;
/// How long answers carry `connection: close` before a stop closes idle connections.
const DRAIN_NOTICE: Duration = Duration::from_millis(500);
/// Most connections at once, if the process may have so many file descriptors. A used connection takes up to 25 KiB, so all of
/// them stay under 96 MiB.
const MOST_CONNECTIONS: usize = 3_000;
/// How long to wait after a connection could not be accepted, for example for lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The limits of connections: their times, their number, their memory.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long a connection may be idle before a request.
    pub idle: Duration,
    /// How long a request's head may take, from its first byte.
    pub head: Duration,
    /// How long a caller may take no byte of an answer.
    pub write: Duration,
    /// How long requests in flight may take once a stop has begun.
    pub grace: Duration,
    /// Most bytes that incomplete heads hold together; the first bytes of each do not count.
    pub in_heads: usize,
    /// Most connections at once; fewer if the process may not have so many file descriptors.
    pub connections: usize,
}

impl Limits {
    /// The usual limits, with this much time for the requests in flight at a stop, and at least twice as many connections as
    /// `requests` (`server.max_in_flight`).
    pub fn new(grace: Duration, requests: usize) -> Self {
        Self {
            // Longer than common balancers keep an idle connection, so that none sends a request into a closing one.
            idle: Duration::from_secs(75),
            head: Duration::from_secs(10),
            write: Duration::from_secs(30),
            grace,
            in_heads: MOST_IN_HEADS,
            connections: requests.saturating_mul(2).max(MOST_CONNECTIONS),
        }
    }
}

/// Serves until the stop signal, then lets requests in flight finish, for at most the grace.
pub async fn serve(listener: TcpListener, router: Router, mut stop_signal: StopSignal, limits: Limits) {
    let router = close_when_draining(router, stop_signal.clone());
    let room = Arc::new(Semaphore::new(limits.in_heads.min(Semaphore::MAX_PERMITS)));
    let serve = move |stream, close| {
        serve_connection(stream, Head::new(Arc::clone(&room)), router.clone(), close, limits).boxed()
    };
    let mut connections = Connections::new(limits.connections.min(descriptors()), Box::new(serve));
    tokio::select! {
        biased;
        () = stop_signal.given() => {}
        () = accept(&listener, &mut connections) => {}
    }
    tracing::info!("stopping: no new connections, requests in flight may finish");
    accept_backlog(&listener, &mut connections);
    drop(listener);
    if timeout(limits.grace, drain(&connections, &stop_signal)).await.is_err() {
        tracing::warn!(?limits.grace, "requests were still in flight at the end of the grace");
    }
}

/// Accepts connections until it is dropped.
async fn accept(listener: &TcpListener, connections: &mut Connections) {
    loop {
        // The slot comes first, so that no accepted connection waits for a slot.
        let slot = connections.acquire_slot().await;
        match listener.accept().await {
            Ok((stream, _)) => connections.spawn(slot, stream),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Accepts the connections that were made before the stop, since their requests must be answered.
fn accept_backlog(listener: &TcpListener, connections: &mut Connections) {
    while let Some(accepted) = listener.accept().now_or_never() {
        match accepted {
            Ok((stream, _)) => connections.spawn(connections.free_slot(), stream),
            // This connection has ended already; further ones may follow. Any other error would repeat.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => {
                tracing::warn!(%error, "connections that were made before the stop could not be accepted");
                return;
            }
        }
    }
}

/// Waits until all connections are closed and no write is unfinished.
async fn drain(connections: &Connections, stop_signal: &StopSignal) {
    // Ends early if no connection is left.
    let _ = timeout(DRAIN_NOTICE, connections.closed()).await;
    connections.close().await;
    stop_signal.finished().await;
}

/// Serves one connection until it ends or is asked to close. It then closes at once if no request is served, else after the
/// answer.
async fn serve_connection(stream: TcpStream, head: Head, router: Router, close: CloseSignal, limits: Limits) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY could not be set");
    }
    // Before its first byte a connection has no buffers: thousands of silent ones take little memory.
    tokio::select! {
        ready = timeout(limits.idle, stream.readable()) => if !matches!(ready, Ok(Ok(()))) { return },
        () = close.given() => {}
    }
    Box::pin(serve_requests(stream, head, router, close, limits)).await;
}

/// Serves the requests of a connection, one after the other, until either side closes it.
async fn serve_requests(stream: TcpStream, head: Head, router: Router, close: CloseSignal, limits: Limits) {
    // What a refused request is logged with.
    let peer = stream.peer_addr().ok();
    let (read, write) = stream.into_split();
    let mut write = TimeoutWriter::new(write);
    write.set_timeout(Some(limits.write));
    let stream = join(BoundedHeads::new(read, head.clone(), limits.head), Box::pin(write));
    let requests = TaskTracker::new();
    let service = service_fn(|mut request: http::Request<hyper::body::Incoming>| {
        head.complete();
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        // The request is served until its whole answer was handed over: a stream may wait for a person.
        let served = requests.token();
        let answer = router
            .clone()
            .oneshot(request.map(Body::new))
            .map_ok(|answer| answer.map(|body| body.map_frame(move |frame| (&served, frame).1)));
        answer.inspect(|_| head.expect_next())
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.idle)
            .max_headers(MOST_HEADERS)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
    );
    tokio::select! {
        ended = connection.as_mut() => return log_end(ended),
        () = close.given() => connection.as_mut().graceful_shutdown(),
    }
    // If a new connection needs the slot, a connection with an incomplete head is closed too.
    if !(close.frees_slot() && requests.is_empty()) {
        log_end(connection.await);
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Once a stop has begun, each answer closes its connection, so that no caller sends another request on it.
fn close_when_draining(router: Router, stop_signal: StopSignal) -> Router {
    let close = move |mut response: Response| {
        if stop_signal.is_given() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    };
    router.layer(MapResponseLayer::new(close))
}

/// How many connections the process has file descriptors for, after it has raised its limit as far as the system allows. A
/// quarter is reserved for calls to the host and other uses.
fn descriptors() -> usize {
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::debug!(%error, "the limit of file descriptors could not be raised");
        1024
    });
    usize::try_from(descriptors / 4 * 3).unwrap_or(MOST_CONNECTIONS).max(1)
}

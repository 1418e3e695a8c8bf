//! One piece of work, seen from the calls that it makes: how many it may make, what it asked of the host, and the trace that
//! it belongs to.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use http::{HeaderValue, Method};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{error::Fault, trace::TraceParent};

tokio::task_local! {
    static TALLY: Arc<Tally>;
}

/// What one piece of work may ask of the host.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Calls that it may have in flight, at least 1.
    pub fan_out: usize,
    /// When nobody waits for it any more; none where that will never be.
    pub until: Option<Instant>,
}

/// Counts and bounds the calls to the host, wherever in the client they are sent.
#[derive(Debug)]
pub struct Tally {
    calls: AtomicU32,
    changes: AtomicU32,
    trace: Option<TraceParent>,
    places: Arc<Semaphore>,
    until: Option<Instant>,
}

impl Tally {
    /// For work of this trace, within these bounds.
    #[must_use]
    pub fn new(trace: Option<TraceParent>, bounds: Bounds) -> Arc<Self> {
        Arc::new(Self {
            calls: AtomicU32::new(0),
            changes: AtomicU32::new(0),
            trace,
            places: Arc::new(Semaphore::new(bounds.fan_out)),
            until: bounds.until,
        })
    }

    /// Runs work whose calls are counted here.
    pub async fn over<F: Future>(self: &Arc<Self>, work: F) -> F::Output {
        TALLY.scope(Arc::clone(self), work).await
    }

    /// Calls sent, tries again included.
    pub fn calls(&self) -> u32 {
        self.calls.load(Relaxed)
    }

    /// Writes that changed something, or may have: whose answer never came whole.
    pub fn changes(&self) -> u32 {
        self.changes.load(Relaxed)
    }
}

/// Waits until the work has fewer calls in flight than it may have. Work that nobody counts, such as a readiness probe, does not
/// wait.
pub(super) async fn place() -> Option<OwnedSemaphorePermit> {
    let places = TALLY.try_with(|tally| Arc::clone(&tally.places)).ok()?;
    places.acquire_owned().await.ok()
}

/// Whether somebody still waits for the work after this time.
pub(super) fn lasts(wait: Duration) -> bool {
    let until = TALLY.try_with(|tally| tally.until).ok().flatten();
    until.is_none_or(|until| until.saturating_duration_since(Instant::now()) > wait)
}

/// What the host is told of the trace under way.
pub(super) fn trace() -> Option<HeaderValue> {
    #[cfg(feature = "otlp")]
    if let Some(own) = super::trace::otlp::current() {
        return Some(own);
    }
    TALLY.try_with(|tally| tally.trace.as_ref().map(TraceParent::header)).ok().flatten()
}

/// Counts a call that is being sent. A write may change something from now on, also where its end is never seen.
pub(super) fn sent(method: &Method) {
    let _ = TALLY.try_with(|tally| {
        tally.calls.fetch_add(1, Relaxed);
        if method != Method::GET {
            tally.changes.fetch_add(1, Relaxed);
        }
    });
}

/// Takes a write back that has changed nothing: it was refused, or never arrived.
pub(super) fn ended<T>(method: &Method, outcome: &Result<T, Fault>) {
    let refused = matches!(outcome, Err(Fault::Unreachable(_) | Fault::Status { .. } | Fault::Redirected(_)));
    if method != Method::GET && refused {
        let _ = TALLY.try_with(|tally| tally.changes.fetch_sub(1, Relaxed));
    }
}

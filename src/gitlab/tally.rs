//! One piece of work, seen from the calls that it makes: what it asked of the host, and the trace that it belongs to.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use http::{HeaderValue, Method};

use super::{error::Fault, trace::TraceParent};

tokio::task_local! {
    static TALLY: Arc<Tally>;
}

/// Counts the calls to the host, wherever in the client they are sent.
#[derive(Debug, Default)]
pub struct Tally {
    calls: AtomicU32,
    changes: AtomicU32,
    trace: Option<TraceParent>,
}

impl Tally {
    /// For work of this trace.
    #[must_use]
    pub fn new(trace: Option<TraceParent>) -> Arc<Self> {
        Arc::new(Self { trace, ..Self::default() })
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

/// What the host is told of the trace under way.
pub(super) fn trace() -> Option<HeaderValue> {
    #[cfg(feature = "otlp")]
    if let Some(own) = super::trace::otlp::current() {
        return Some(own);
    }
    TALLY.try_with(|tally| tally.trace.as_ref().map(TraceParent::header)).ok().flatten()
}

/// Counts a call and what came of it.
pub(super) fn note<T>(method: &Method, outcome: &Result<T, Fault>) {
    // Work that nobody counts, such as a readiness probe, has no tally.
    let _ = TALLY.try_with(|tally| {
        tally.calls.fetch_add(1, Relaxed);
        let refused =
            matches!(outcome, Err(Fault::Unreachable(_) | Fault::Status { .. } | Fault::Redirected(_)));
        if method != Method::GET && !refused {
            tally.changes.fetch_add(1, Relaxed);
        }
    });
}

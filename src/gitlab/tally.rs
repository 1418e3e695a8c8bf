//! What one piece of work asked of the host, counted wherever in the client it is sent.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use http::Method;

use super::error::Fault;

tokio::task_local! {
    static TALLY: Arc<Tally>;
}

/// Counts of calls to the host.
#[derive(Debug, Default)]
pub struct Tally {
    calls: AtomicU32,
    changes: AtomicU32,
}

impl Tally {
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

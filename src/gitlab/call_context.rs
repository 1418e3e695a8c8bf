//! The context of one call of an operation: until when it may take, which trace it belongs to, how many calls to the host it
//! may have in flight, how many it made, and the audit record that its writes complete.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;
use http::HeaderValue;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::{
    error::{Fault, WriteOutcome},
    request::Request,
    trace::TraceParent,
};
use crate::audit;

/// The context of one call of an operation. Everything that the call sends to the host is bounded and counted here.
#[derive(Debug)]
pub struct CallContext {
    audit: audit::Record,
    deadline: Instant,
    trace: Option<TraceParent>,
    in_flight: Semaphore,
    calls: AtomicU32,
    changes: AtomicU32,
    refused_for_good: AtomicU32,
    refused_for_now: AtomicU32,
    guards: Mutex<Vec<Weak<dyn WriteGuard>>>,
}

/// What has to hold when a write is sent.
pub trait WriteGuard: Send + Sync + fmt::Debug {
    /// Whether it holds. Asked before each try of each write.
    fn permits(&self) -> BoxFuture<'_, bool>;
}

impl CallContext {
    /// A call that has until `deadline` and has at most `fan_out` calls to the host in flight, at least 1.
    #[must_use]
    pub fn new(
        audit: audit::Record,
        deadline: Instant,
        trace: Option<TraceParent>,
        fan_out: usize,
    ) -> Arc<Self> {
        Arc::new(Self {
            audit,
            deadline,
            trace,
            in_flight: Semaphore::new(fan_out),
            calls: AtomicU32::new(0),
            changes: AtomicU32::new(0),
            refused_for_good: AtomicU32::new(0),
            refused_for_now: AtomicU32::new(0),
            guards: Mutex::default(),
        })
    }

    /// Of a call that sends nothing.
    #[cfg(test)]
    pub(crate) fn for_test() -> Arc<Self> {
        let audit = audit::Record::new(String::new(), "test", b"{}");
        Self::new(audit, Instant::now() + Duration::from_secs(60), None, 1)
    }

    /// Who called what, and which objects that was resolved to.
    #[must_use]
    pub fn audit(&self) -> &audit::Record {
        &self.audit
    }

    /// When nobody waits for the answer any more (`server.request_timeout` after the request was admitted).
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// From now on the call sends a write only while this holds, as long as somebody keeps it.
    pub fn guard_writes(&self, guard: Weak<dyn WriteGuard>) {
        self.guards.lock().unwrap_or_else(PoisonError::into_inner).push(guard);
    }

    /// Whether a write may be sent now.
    ///
    /// # Errors
    /// [`Fault::Withheld`].
    pub(crate) async fn permit_write(&self) -> Result<(), Fault> {
        let guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for guard in guards.iter().filter_map(Weak::upgrade) {
            if !guard.permits().await {
                return Err(Fault::Withheld);
            }
        }
        Ok(())
    }

    /// Calls sent to the host, retries included.
    pub fn calls(&self) -> u32 {
        self.calls.load(Relaxed)
    }

    /// Writes that changed something on the host, or may have: their outcome is not known, or not known yet.
    pub fn changes(&self) -> u32 {
        self.changes.load(Relaxed)
    }

    /// Writes that the host refused, and would refuse again.
    pub fn refused_for_good(&self) -> u32 {
        self.refused_for_good.load(Relaxed)
    }

    /// Writes that the host refused, but may accept later.
    pub fn refused_for_now(&self) -> u32 {
        self.refused_for_now.load(Relaxed)
    }

    /// Waits until fewer than `fan_out` calls are in flight. `None` never: the semaphore is not closed.
    pub(super) async fn acquire(&self) -> Option<SemaphorePermit<'_>> {
        self.in_flight.acquire().await.ok()
    }

    /// Whether the call still has time after this wait.
    pub(super) fn has_time_after(&self, wait: Duration) -> bool {
        self.deadline.saturating_duration_since(Instant::now()) > wait
    }

    /// The `traceparent` that the host is sent.
    pub(super) fn trace_header(&self) -> Option<HeaderValue> {
        #[cfg(feature = "otlp")]
        if let Some(own) = super::trace::otlp::current() {
            return Some(own);
        }
        self.trace.as_ref().map(TraceParent::header)
    }

    /// Counts a call that is being sent. From now on a write may have changed something, also when its end is never seen.
    pub(super) fn count_sent(&self, request: &Request) {
        self.calls.fetch_add(1, Relaxed);
        if request.is_write() {
            self.changes.fetch_add(1, Relaxed);
        }
    }

    /// Counts what became of a write; one that succeeded, or may have, stays counted as a change.
    pub(super) fn count_outcome<T>(&self, request: &Request, outcome: &Result<T, Fault>) {
        let Err(fault) = outcome else { return };
        if !request.is_write() {
            return;
        }
        match fault.write_outcome() {
            WriteOutcome::PerhapsDone => return,
            WriteOutcome::RefusedForGood => self.refused_for_good.fetch_add(1, Relaxed),
            WriteOutcome::RefusedForNow => self.refused_for_now.fetch_add(1, Relaxed),
            WriteOutcome::NotSent => 0,
        };
        self.changes.fetch_sub(1, Relaxed);
    }
}

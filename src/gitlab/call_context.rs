//! The context of one call of an operation: its deadline, its trace, the limit of its calls in flight to the host, their
//! counts, and its audit record.

use std::{collections::BTreeSet, sync::Weak};

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::prelude::*;
use crate::stop_signal::StopSignal;

/// The context of one call of an operation. Everything that the call sends to the host is bounded and counted here.
pub struct CallContext {
    /// Who called what, and which objects were resolved.
    pub audit: audit::Record,
    /// `server.request_timeout` after the request was admitted. After it nobody waits for the answer.
    pub deadline: Instant,
    /// Once it is given, the call ends within the grace of the stop.
    pub stop_signal: StopSignal,
    trace: Option<TraceParent>,
    in_flight: Arc<Semaphore>,
    of_caller: Option<Arc<Semaphore>>,
    sent: Mutex<Sent>,
    guards: Mutex<Vec<Weak<dyn WriteGuard>>>,
}

/// What was sent so far.
#[derive(Debug, Default)]
struct Sent {
    calls: u32,
    changes: u32,
    refused_for_good: u32,
    refused_for_now: u32,
    /// The full paths of the projects and groups that the writes concerned.
    concerned: BTreeSet<String>,
}

/// What has to hold when a write is sent.
pub trait WriteGuard: Send + Sync {
    /// Whether it holds. Asked before each try of each write.
    fn permits(&self) -> BoxFuture<'_, bool>;
}

impl CallContext {
    /// A call with this deadline and at most `fan_out` calls to the host in flight, at least 1. All calls of one caller together
    /// have no more in flight than `of_caller` has permits; with `None` only the limit of the process applies.
    pub fn new(
        audit: audit::Record,
        (deadline, stop_signal): (Instant, StopSignal),
        trace: Option<TraceParent>,
        fan_out: usize,
        of_caller: Option<Arc<Semaphore>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            audit,
            deadline,
            stop_signal,
            trace,
            in_flight: Arc::new(Semaphore::new(fan_out)),
            of_caller,
            sent: Mutex::default(),
            guards: Mutex::default(),
        })
    }

    /// The context of a call that sends nothing.
    #[cfg(test)]
    pub(crate) fn for_test() -> Arc<Self> {
        let audit = audit::Record::new(String::new(), "test", String::new());
        let ends = (Instant::now() + Duration::from_secs(60), StopSignal::never());
        Self::new(audit, ends, None, 1, None)
    }

    /// From now on the call sends a write only while this holds, as long as somebody keeps it.
    pub fn guard_writes<G: WriteGuard + 'static>(&self, guard: &Arc<G>) {
        self.guards.lock().push(Arc::<G>::downgrade(guard));
    }

    /// What has to hold while a write is sent: whoever sends one keeps it until the write has ended.
    pub(super) fn guards(&self) -> Vec<Arc<dyn WriteGuard>> {
        self.guards.lock().iter().filter_map(Weak::upgrade).collect()
    }

    /// Whether a write may be sent now.
    ///
    /// # Errors
    /// [`Fault::Withheld`].
    pub(crate) async fn permit_write(&self) -> Result<(), Fault> {
        for guard in self.guards() {
            if !guard.permits().await {
                return Err(Fault::Withheld);
            }
        }
        Ok(())
    }

    /// How many calls were sent to the host, retries included.
    pub fn calls(&self) -> u32 {
        self.sent.lock().calls
    }

    /// Whether what came of its writes stands: one changed the host or may have changed it, or all that failed were refused for good.
    /// Writes under way, and those whose outcome is unknown, count as changes.
    pub fn has_settled_writes(&self) -> bool {
        let sent = self.sent.lock();
        sent.changes > 0 || (sent.refused_for_good > 0 && sent.refused_for_now == 0)
    }

    /// Whether a write of it changed the host, or may have.
    pub fn has_changes(&self) -> bool {
        self.sent.lock().changes > 0
    }

    /// The full paths of the projects and groups that the writes so far concerned.
    pub fn concerned(&self) -> Vec<String> {
        self.sent.lock().concerned.iter().cloned().collect()
    }

    /// Waits until fewer than `fan_out` calls are in flight, and the caller's other calls leave room. The permits are held for one
    /// call to the host. The semaphores are never closed.
    pub(super) async fn acquire(&self) -> [Option<OwnedSemaphorePermit>; 2] {
        let of_call = Arc::clone(&self.in_flight).acquire_owned().await.ok();
        match &self.of_caller {
            Some(of_caller) => [of_call, Arc::clone(of_caller).acquire_owned().await.ok()],
            None => [of_call, None],
        }
    }

    /// Whether the deadline is later than the end of this wait.
    pub(super) fn has_time_after(&self, wait: Duration) -> bool {
        self.deadline.saturating_duration_since(Instant::now()) > wait
    }

    /// The `traceparent` header for the host.
    pub(super) fn trace_header(&self) -> Option<HeaderValue> {
        #[cfg(feature = "otlp")]
        if let Some(own) = super::trace::otlp::current() {
            return Some(own);
        }
        self.trace.as_ref().map(TraceParent::header)
    }

    /// Counts a call that is being sent. A write counts as a possible change from now on, even if its outcome is never known.
    /// That is one step with the look at whether it was given up: whoever gives up and then reads the counts misses nothing that is sent.
    ///
    /// # Errors
    /// [`Fault::Withheld`] if it was given up.
    pub(super) fn count_sent(&self, request: &Request, given_up: &CancellationToken) -> Result<(), Fault> {
        let mut sent = self.sent.lock();
        if given_up.is_cancelled() {
            return Err(Fault::Withheld);
        }
        sent.calls += 1;
        if let Some(write) = &request.write {
            sent.changes += 1;
            let paths = write.objects.iter().filter_map(audit::Object::full_path).map(str::to_owned);
            sent.concerned.extend(paths);
        }
        Ok(())
    }

    /// Counts a write that was not sent in the end: it may be sent later.
    pub(super) fn count_unsent<T>(&self, outcome: &Result<T>) {
        let fault = outcome.as_ref().err().map(|error| error.fault.write_outcome());
        self.sent.lock().refused_for_now += u32::from(fault == Some(WriteOutcome::NotSent));
    }

    /// Counts the outcome of a write. If it succeeded or may have succeeded, it stays counted as a change.
    pub(super) fn count_outcome<T>(&self, request: &Request, outcome: &Result<T, Fault>) {
        let Some(fault) = outcome.as_ref().err().filter(|_| request.is_write()) else { return };
        let mut sent = self.sent.lock();
        match fault.write_outcome() {
            WriteOutcome::PerhapsDone => return,
            WriteOutcome::RefusedForGood => sent.refused_for_good += 1,
            WriteOutcome::RefusedForNow => sent.refused_for_now += 1,
            WriteOutcome::NotSent => {}
        }
        sent.changes -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gitlab::{ProjectId, request::Write};

    #[test]
    fn what_was_refused_for_good_is_settled_unless_another_write_was_not_sent() {
        let context = CallContext::for_test();
        let write = Some(Write { body: None, objects: Vec::new() });
        let request = Request { write, ..Request::new("POST /projects/:id/issues", &[&ProjectId(1)]) };
        let refused = Fault::Status { status: StatusCode::BAD_REQUEST, message: None, retry_after: None };
        context.count_sent(&request, &CancellationToken::new()).unwrap();
        context.count_outcome::<()>(&request, &Err(refused));
        assert!(context.has_settled_writes());
        context.count_unsent::<()>(&Err(request.error(Fault::HeldBack(Duration::from_secs(1)))));
        assert!(!context.has_settled_writes());
    }
}

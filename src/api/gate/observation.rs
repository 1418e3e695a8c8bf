//! What operators see of a request: one log line, and the metrics.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::response::Response;
use tracing::Span;

use super::{
    AppState, Caller, Reply,
    metrics::{Ending, Metrics},
};
use crate::{api::wire::failure::Code, gitlab::CallContext};

/// The status of what nobody waited for to the end; none is sent.
const CANCELLED: u16 = 499;

/// A call of an operation under way. It is told when this goes away, so also when nobody waits for it any more.
pub(in crate::api) struct Observation<'a> {
    metrics: &'a Metrics,
    operation: &'static str,
    caller: Caller,
    context: Arc<CallContext>,
    started: Instant,
    status: u16,
    outcome: Ending,
}

impl<'a> Observation<'a> {
    pub(in crate::api) fn begin(
        metrics: &'a Metrics,
        operation: &'static str,
        caller: Caller,
        context: Arc<CallContext>,
    ) -> Self {
        let (status, outcome) = (CANCELLED, Ending::Cancelled);
        Self { metrics, operation, caller, context, started: Instant::now(), status, outcome }
    }

    /// Notes what the call came to.
    pub(in crate::api) fn end(mut self, reply: &Reply) {
        (self.status, self.outcome) = match &reply.outcome {
            Ok(answered) => (200, answered.status.map_or(Ending::Done, Ending::Status)),
            Err(failure) => (failure.status.as_u16(), Ending::Code(failure.code)),
        };
        if reply.replayed {
            self.metrics.count_replay();
        }
    }
}

impl Drop for Observation<'_> {
    fn drop(&mut self) {
        let Self { metrics, operation, caller, context, started, status, outcome } = self;
        let took = started.elapsed();
        metrics.count_call(operation, *status, *outcome, took.as_secs_f64());
        let (host_calls, milliseconds) = (context.calls(), milliseconds(took));
        // Quoted by the log, as every text that is not the bridge's own.
        let caller = (*caller != Caller::Anyone).then(|| caller.to_string());
        tracing::info!(operation, caller, %outcome, status, host_calls, milliseconds, "called");
    }
}

/// Marks an answer of an operation, which has its line already.
#[derive(Clone, Copy)]
pub(in crate::api) struct Logged;

/// Tells of an answer over HTTP: a line of its own for what came to no operation, and nothing of probes that succeed.
pub fn observe_answer(state: &AppState, response: &Response, latency: Duration, span: &Span) {
    let (status, milliseconds) = (response.status().as_u16(), milliseconds(latency));
    let code = response.extensions().get().map(|Code(code)| *code);
    if let Some(code) = code {
        state.metrics.count_failure(code);
    }
    if response.extensions().get::<Logged>().is_some() {
        return;
    }
    if let Some(code) = code {
        tracing::info!(parent: span, status, code, milliseconds, "refused");
    } else {
        tracing::debug!(parent: span, status, milliseconds, "answered");
    }
}

/// As a number of JSON.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

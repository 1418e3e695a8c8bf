//! What operators see of a request: one log line, and the metrics.

use std::net::SocketAddr;

use tracing::field::display;

use super::{
    AppState, Reply,
    callers::Caller,
    metrics::{Metrics, caller_label},
    prelude::*,
};
use crate::gitlab::CallContext;

/// The status of a call whose caller did not wait for the answer; it is not sent.
const CANCELLED: u16 = 499;

/// A call of an operation under way. It is logged and counted when this is dropped, even if its caller gave up.
pub(in crate::api) struct Observation<'a> {
    metrics: &'a Metrics,
    operation: &'static str,
    caller: Caller,
    context: Arc<CallContext>,
    started: Instant,
    /// That of its request, which is left when its caller gives up.
    span: Span,
    status: u16,
    outcome: Cow<'static, str>,
}

impl<'a> Observation<'a> {
    pub(in crate::api) fn begin(
        metrics: &'a Metrics,
        operation: &'static str,
        caller: Caller,
        context: Arc<CallContext>,
    ) -> Self {
        let (started, span, status, outcome) =
            (Instant::now(), Span::current(), CANCELLED, "cancelled".into());
        Self { metrics, operation, caller, context, started, span, status, outcome }
    }

    /// Notes the result of the call.
    pub(in crate::api) fn end(mut self, reply: &Reply) {
        (self.status, self.outcome) = match &reply.outcome {
            Ok(answered) => (200, answered.status.map_or("done".into(), |status| status.to_string().into())),
            Err(failure) => (failure.status.as_u16(), failure.code.clone()),
        };
    }
}

impl Drop for Observation<'_> {
    fn drop(&mut self) {
        let Self { metrics, operation, caller, context, started, span, status, outcome } = self;
        let took = started.elapsed();
        let (of_operation, of_status) =
            (("operation", (*operation).into()), ("status", status.to_string().into()));
        let call = [of_operation.clone(), of_status.clone()];
        metrics.durations.get_or_create(&call).observe(took.as_secs_f64());
        metrics.outcomes.get_or_create(&[of_operation, ("outcome", outcome.clone())]).inc();
        metrics.calls_of_callers.get_or_create(&[caller_label(caller), of_status]).inc();
        let (host_calls, milliseconds) = (context.calls(), milliseconds(took));
        // A text, so that the log quotes it.
        let caller = (!caller.is_anyone()).then(|| caller.shown.to_string());
        tracing::info!(parent: &*span, operation, caller, %outcome, status, host_calls, milliseconds, "called");
    }
}

/// Headers that proxies add to what they pass on.
const FORWARDED: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Where a request without a valid token came from, for its log line.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::api) struct Sender {
    peer: Option<SocketAddr>,
    /// The address of a proxy, or of a sender that wants to be taken for one.
    proxy: Option<SocketAddr>,
}

impl Sender {
    /// `None` where the server does not tell the address.
    pub(in crate::api) fn of(request: &Request) -> Option<Self> {
        let address = Some(*request.extensions().get()?);
        let is_proxy = FORWARDED.iter().any(|name| request.headers().contains_key(*name));
        let (peer, proxy) = if is_proxy { (None, address) } else { (address, None) };
        Some(Self { peer, proxy })
    }
}

/// Marks an answer whose call has a log line already.
#[derive(Clone, Copy)]
pub(in crate::api) struct Logged;

/// Logs and counts an answer over HTTP. A refused request that reached no operation gets a line; a successful probe gets one at
/// level debug.
pub fn observe_answer(state: &AppState, response: &Response, latency: Duration, span: &Span) {
    let (status, milliseconds) = (response.status().as_u16(), milliseconds(latency));
    let code = response.extensions().get().map(|failure: &Failure| failure.code.clone());
    if let Some(code) = code.clone() {
        state.metrics.failures.get_or_create(&[("code", code)]).inc();
    }
    if response.extensions().get::<Logged>().is_some() {
        return;
    }
    if let Some(code) = code.as_deref() {
        let Sender { peer, proxy } = response.extensions().get().copied().unwrap_or_default();
        let (peer, proxy) = (peer.map(display), proxy.map(display));
        let caller = response.extensions().get::<Caller>().map(|caller| caller.shown.to_string());
        tracing::info!(parent: span, status, code, caller, milliseconds, peer, proxy, "refused");
    } else {
        tracing::debug!(parent: span, status, milliseconds, "answered");
    }
}

/// Whole milliseconds.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

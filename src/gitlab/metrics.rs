//! Counts and durations of the calls to the host, by route and by outcome.

use std::{borrow::Cow, time::Instant};

use http::StatusCode;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge, histogram::Histogram},
    registry::Registry,
};

use super::error::Fault;

/// Bounds of the buckets of durations, in seconds: from a host in the same network to one at its time-out.
pub const SECONDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];

/// The labels of a metric, by name.
pub type MetricLabels<const N: usize> = [(&'static str, Cow<'static, str>); N];

/// Counts the calls to one host.
#[derive(Debug)]
pub(super) struct CallMetrics {
    durations: Family<MetricLabels<2>, Histogram, fn() -> Histogram>,
    retries: Family<MetricLabels<1>, Counter>,
    ahead: Family<MetricLabels<1>, Counter>,
    in_flight: gauge::Gauge,
}

/// The status of a call: the host's, or a word for the fault if there is none.
fn status_of(outcome: Result<StatusCode, &Fault>) -> Cow<'static, str> {
    match outcome {
        Ok(status) => status.as_str().to_owned().into(),
        Err(Fault::Status { status, .. } | Fault::Redirected(status)) => status.as_str().to_owned().into(),
        Err(Fault::Unreachable(_)) => "unreachable".into(),
        Err(Fault::Interrupted(_)) => "interrupted".into(),
        Err(Fault::Withheld | Fault::NotShown) => "withheld".into(),
        Err(Fault::HeldBack(_)) => "held_back".into(),
        Err(Fault::TimedOut) => "timed_out".into(),
        Err(Fault::TooLarge) => "too_large".into(),
        Err(Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId) => {
            "unusable".into()
        }
    }
}

impl CallMetrics {
    pub(super) fn new() -> Self {
        Self {
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            retries: Family::default(),
            ahead: Family::default(),
            in_flight: gauge::Gauge::default(),
        }
    }

    /// Begins a call. It is counted when the returned value is dropped, even if its caller gave up.
    pub(super) fn begin(&self, route: &'static str) -> Underway<'_> {
        self.in_flight.inc();
        Underway { metrics: self, route, started: Instant::now(), status: "cancelled".into() }
    }

    /// Counts a read that was sent ahead.
    pub(super) fn count_ahead(&self, is_confirmed: bool) {
        let used = if is_confirmed { "yes" } else { "no" };
        self.ahead.get_or_create(&[("used", used.into())]).inc();
    }

    /// Counts a retry.
    pub(super) fn count_retry(&self, route: &'static str) {
        self.retries.get_or_create(&[("route", route.into())]).inc();
    }

    /// Registers the counts of an instance that allows `limit` calls in flight.
    pub(super) fn register(&self, registry: &mut Registry, limit: usize) {
        registry.register(
            "host_call_duration_seconds",
            "Calls to the host, from the wait for a free connection to the last byte, by route and status",
            self.durations.clone(),
        );
        registry.register("host_retries", "Retries of calls to the host", self.retries.clone());
        registry.register(
            "host_reads_ahead",
            "Reads with which a call did not wait, and whether the host confirmed the kept answer",
            self.ahead.clone(),
        );
        registry.register("host_calls_in_flight", "Calls to the host under way", self.in_flight.clone());
        let limit = gauge::ConstGauge::new(i64::try_from(limit).unwrap_or(i64::MAX));
        registry.register("host_calls_in_flight_limit", "upstream.max_connections", limit);
    }
}

/// A call to the host under way.
pub(super) struct Underway<'a> {
    metrics: &'a CallMetrics,
    route: &'static str,
    started: Instant,
    status: Cow<'static, str>,
}

impl Underway<'_> {
    /// Notes the outcome of the call.
    pub(super) fn end(mut self, outcome: Result<StatusCode, &Fault>) {
        self.status = status_of(outcome);
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        self.metrics.in_flight.dec();
        let call = [("route", self.route.into()), ("status", self.status.clone())];
        self.metrics.durations.get_or_create(&call).observe(self.started.elapsed().as_secs_f64());
    }
}

//! Counts and durations of the calls to the host, by route and by outcome.

use std::{fmt::Write, time::Instant};

use http::StatusCode;
use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

use super::error::Fault;

/// Bounds of the buckets of durations, in seconds: from a host in the same network to one at its time-out.
pub const SECONDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];

/// Counts the calls to one host. Clones share the counts.
#[derive(Clone, Debug)]
pub(super) struct CallMetrics {
    durations: Family<HostCallLabels, Histogram, fn() -> Histogram>,
    retries: Family<RouteLabels, Counter>,
    in_flight: Gauge,
    limit: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct HostCallLabels {
    route: &'static str,
    status: CallStatus,
}

/// The status of a call: the host's, or a word for the fault if there is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum CallStatus {
    Status(u16),
    Word(&'static str),
}

impl EncodeLabelValue for CallStatus {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        match self {
            Self::Status(status) => write!(encoder, "{status}"),
            Self::Word(word) => encoder.write_str(word),
        }
    }
}

impl CallStatus {
    fn of(outcome: Result<StatusCode, &Fault>) -> Self {
        match outcome {
            Ok(status) => Self::Status(status.as_u16()),
            Err(Fault::Status { status, .. } | Fault::Redirected(status)) => Self::Status(status.as_u16()),
            Err(Fault::Unreachable(_)) => Self::Word("unreachable"),
            Err(Fault::Interrupted(_)) => Self::Word("interrupted"),
            Err(Fault::Withheld) => Self::Word("withheld"),
            Err(Fault::HeldBack(_)) => Self::Word("held_back"),
            Err(Fault::TimedOut) => Self::Word("timed_out"),
            Err(Fault::TooLarge) => Self::Word("too_large"),
            Err(Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId) => {
                Self::Word("unusable")
            }
        }
    }
}

impl CallMetrics {
    /// For an instance that allows `limit` calls in flight.
    pub(super) fn new(limit: usize) -> Self {
        let metrics = Self {
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            retries: Family::default(),
            in_flight: Gauge::default(),
            limit: Gauge::default(),
        };
        metrics.limit.set(i64::try_from(limit).unwrap_or(i64::MAX));
        metrics
    }

    /// Begins a call. It is counted when the returned value is dropped, even if its caller gave up.
    pub(super) fn begin(&self, route: &'static str) -> Underway<'_> {
        self.in_flight.inc();
        Underway { metrics: self, route, started: Instant::now(), status: CallStatus::Word("cancelled") }
    }

    /// Counts a retry.
    pub(super) fn count_retry(&self, route: &'static str) {
        self.retries.get_or_create(&RouteLabels { route }).inc();
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "host_call_duration_seconds",
            "Calls to the host, from the wait for a free connection to the last byte, by route and status",
            self.durations.clone(),
        );
        registry.register("host_retries", "Retries of calls to the host", self.retries.clone());
        registry.register("host_calls_in_flight", "Calls to the host under way", self.in_flight.clone());
        registry.register("host_calls_in_flight_limit", "upstream.max_connections", self.limit.clone());
    }
}

/// A call to the host under way.
pub(super) struct Underway<'a> {
    metrics: &'a CallMetrics,
    route: &'static str,
    started: Instant,
    status: CallStatus,
}

impl Underway<'_> {
    /// Notes the outcome of the call.
    pub(super) fn end(mut self, outcome: Result<StatusCode, &Fault>) {
        self.status = CallStatus::of(outcome);
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        self.metrics.in_flight.dec();
        let call = HostCallLabels { route: self.route, status: self.status.clone() };
        self.metrics.durations.get_or_create(&call).observe(self.started.elapsed().as_secs_f64());
    }
}

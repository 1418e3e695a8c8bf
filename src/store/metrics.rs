//! Counts of the calls to the store, for Prometheus.

use std::time::Duration;

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

/// From a call on loopback to one that is given up, in seconds.
const SECONDS: [f64; 10] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0];

pub(super) struct StoreMetrics {
    up: Gauge,
    durations: Histogram,
    failures: Counter,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        let up = Gauge::default();
        // It counts as reachable until a call fails.
        up.set(1);
        Self { up, durations: Histogram::new(SECONDS), failures: Counter::default() }
    }
}

impl StoreMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("store_up", "Whether the store answered the last call to it", self.up.clone());
        registry.register("store_call_duration_seconds", "Calls to the store", self.durations.clone());
        registry.register("store_failures", "Calls that the store did not answer", self.failures.clone());
    }

    pub(super) fn note(&self, took: Duration, is_answered: bool) {
        self.up.set(i64::from(is_answered));
        self.durations.observe(took.as_secs_f64());
        if !is_answered {
            self.failures.inc();
        }
    }
}

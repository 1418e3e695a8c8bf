//! Counts of the calls of operations, for Prometheus.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::SystemTime,
};

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric, text},
    metrics::{
        MetricType,
        counter::Counter,
        family::Family,
        gauge::{ConstGauge, Gauge},
        histogram::Histogram,
        info::Info,
    },
    registry::{Metric, Registry},
};
use tokio::runtime::Handle;

use super::{callers::Caller, prelude::*};
use crate::{
    gitlab::{Instance, MetricLabels, SECONDS},
    service::Shared,
};

/// Counts the calls that pass the gate.
pub(in crate::api) struct Metrics {
    registry: Registry,
    pub(super) durations: Family<MetricLabels<2>, Histogram, fn() -> Histogram>,
    pub(super) outcomes: Family<MetricLabels<2>, Counter>,
    pub(super) failures: Family<MetricLabels<1>, Counter>,
    pub(super) calls_of_callers: Family<MetricLabels<2>, Counter>,
    pub(super) refusals_of_callers: Family<MetricLabels<2>, Counter>,
    pub(super) reloads: Family<MetricLabels<1>, Counter>,
    lost_lines: Family<MetricLabels<1>, Counter>,
    in_flight: Gauge,
    tasks: Gauge,
    pub(in crate::api) token_expiry: TokenExpiry,
}

/// The logs, and how many lines of each were lost so far, since nobody read them or the disk was full.
pub type LostLines = Vec<(&'static str, Arc<AtomicU64>)>;

impl Metrics {
    /// Counts for a process with these settings.
    pub(in crate::api) fn new(shared: &Shared, server: &Server) -> Self {
        let mut registry = Registry::with_prefix("passerelle");
        let all = &mut registry;
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        all.register("build", "This program", version);
        let durations = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        let help =
            "Calls of operations, by HTTP status; 499 for those whose caller did not wait for the answer";
        all.register("request_duration_seconds", help, durations.clone());
        let limit: Gauge = registered(all, "requests_in_flight_limit", "server.max_in_flight");
        limit.set(i64::try_from(server.max_in_flight).unwrap_or(i64::MAX));
        let token_expiry = TokenExpiry::default();
        all.register_collector(Box::new(token_expiry.clone()));
        shared.register(all);
        let callers = "Calls of operations, by caller and HTTP status";
        let refusals = "Requests that were refused before any operation, by caller and code";
        let reloads = "Times that callers, tokens, certificates, proxy and names were read again, by outcome";
        let lost = "Log lines that nobody read in time or that could not be written, by log";
        Self {
            durations,
            outcomes: registered(all, "outcomes", "Outcomes of calls of operations"),
            failures: registered(all, "failures", "Error answers over HTTP, of any route"),
            calls_of_callers: registered(all, "caller_calls", callers),
            refusals_of_callers: registered(all, "caller_refusals", refusals),
            reloads: registered(all, "reloads", reloads),
            lost_lines: registered(all, "log_lines_lost", lost),
            in_flight: registered(all, "requests_in_flight", "Requests and keyed writes under way"),
            tasks: registered(all, "tasks", "Tasks of the process that have not ended"),
            token_expiry,
            registry,
        }
    }

    /// All counts as text.
    pub(in crate::api) fn text(&self, in_flight: usize, lost: &LostLines) -> Result<String, fmt::Error> {
        self.in_flight.set(i64::try_from(in_flight).unwrap_or(i64::MAX));
        let tasks = Handle::current().metrics().num_alive_tasks();
        self.tasks.set(i64::try_from(tasks).unwrap_or(i64::MAX));
        for (log, lost) in lost {
            let counter = self.lost_lines.get_or_create(&[("log", (*log).into())]);
            counter.inc_by(lost.load(Relaxed).saturating_sub(counter.get()));
        }
        let mut text = String::new();
        text::encode(&mut text, &self.registry).map(|()| text)
    }
}

/// A metric that has been registered under this name.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// A caller by the name that the settings give it.
pub(super) fn caller_label(caller: &Caller) -> (&'static str, Cow<'static, str>) {
    ("caller", caller.label.to_string().into())
}

/// How long an answer of the host is used.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// How long to wait after a failed read.
const RETRY_AFTER: Duration = Duration::from_secs(60);
const DAY: f64 = 24.0 * 60.0 * 60.0;

/// The expiry as last read from the host, and when to ask again. Clones share it.
#[derive(Debug, Clone, Default)]
pub(in crate::api) struct TokenExpiry(Arc<Mutex<(Option<SystemTime>, Option<Instant>)>>);

impl TokenExpiry {
    /// Forgets the answer, which is about a token that was replaced.
    pub(super) fn forget(&self) {
        *self.0.lock() = (None, None);
    }

    /// Asks the host again if its answer is old, without waiting: the next scrape of the metrics shows the new one.
    pub(in crate::api) fn refresh(&self, instance: &Arc<Instance>) {
        let now = Instant::now();
        let mut cached = self.0.lock();
        if cached.1.is_some_and(|due| due > now) {
            return;
        }
        cached.1 = Some(now + RETRY_AFTER);
        drop(cached);
        let (expiry, instance) = (self.clone(), Arc::clone(instance));
        tokio::spawn(async move {
            match instance.token(&instance.technical_token()).await {
                Ok(token) => {
                    let expires = token.and_then(|token| token.expires());
                    *expiry.0.lock() = (expires, Some(Instant::now() + FRESH));
                }
                Err(error) => tracing::warn!(%error, "the expiry of the token is unknown"),
            }
        });
    }
}

impl Collector for TokenExpiry {
    /// Writes no sample for a token that does not expire, or if the host gives no expiry.
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let Some(expires) = self.0.lock().0 else { return Ok(()) };
        let days = match expires.duration_since(SystemTime::now()) {
            Ok(left) => left.as_secs_f64() / DAY,
            Err(past) => -past.duration().as_secs_f64() / DAY,
        };
        let help = "Days until the technical token expires; below zero once it has";
        let encoder = encoder.encode_descriptor("token_expiry_days", help, None, MetricType::Gauge)?;
        ConstGauge::new(days).encode(encoder)
    }
}

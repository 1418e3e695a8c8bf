//! Counts of the calls of operations, for Prometheus.

use std::fmt::{self, Write};

use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::Registry,
};
use tokio::runtime::Handle;

use super::{callers::Caller, token_expiry::TokenExpiry};
use crate::{api::Status, gitlab::SECONDS, service::Shared, settings::Server};

/// Counts the calls that pass the gate.
pub(in crate::api) struct Metrics {
    registry: Registry,
    durations: Family<CallLabels, Histogram, fn() -> Histogram>,
    outcomes: Family<OutcomeLabels, Counter>,
    failures: Family<FailureLabels, Counter>,
    calls_of_callers: Family<CallerLabels, Counter>,
    refusals_of_callers: Family<RefusalLabels, Counter>,
    replays: Counter,
    reloads: Family<ReloadLabels, Counter>,
    lost_lines: Family<LogLabels, Counter>,
    lost: Option<LostLines>,
    in_flight: Gauge,
    tasks: Gauge,
    pub(in crate::api) token_expiry: TokenExpiry,
}

/// Counts lines.
pub type LineCount = Box<dyn Fn() -> u64 + Send + Sync>;

/// How many lines of each log were lost so far, since nobody read them or the disk was full.
pub struct LostLines {
    /// Of the audit log.
    pub audit: LineCount,
    /// Of all other lines.
    pub log: LineCount,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LogLabels {
    log: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    operation: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    operation: &'static str,
    outcome: OutcomeWord,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReloadLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FailureLabels {
    code: &'static str,
}

/// A caller by the name that the settings give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallerLabels {
    caller: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    caller: String,
    code: &'static str,
}

/// The outcome of a call, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::api) enum OutcomeWord {
    /// The `status` of its answer.
    Status(Status),
    /// Done, by an operation whose answer has no `status`.
    Done,
    /// The `code` of its failure.
    Code(&'static str),
    /// Nobody waited for its end: the caller closed the connection, or the deadline passed.
    Cancelled,
}

impl fmt::Display for OutcomeWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => status.fmt(f),
            Self::Done => f.write_str("done"),
            Self::Code(code) => f.write_str(code),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl EncodeLabelValue for OutcomeWord {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        write!(encoder, "{self}")
    }
}

impl Metrics {
    pub(in crate::api) fn new(shared: &Shared, server: &Server) -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("passerelle"),
            durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            outcomes: Family::default(),
            failures: Family::default(),
            calls_of_callers: Family::default(),
            refusals_of_callers: Family::default(),
            replays: Counter::default(),
            reloads: Family::default(),
            lost_lines: Family::default(),
            lost: None,
            in_flight: Gauge::default(),
            tasks: Gauge::default(),
            token_expiry: TokenExpiry::default(),
        };
        metrics.register(server);
        shared.register(&mut metrics.registry);
        metrics
    }

    fn register(&mut self, server: &Server) {
        let limit = Gauge::<i64>::default();
        limit.set(i64::try_from(server.max_in_flight).unwrap_or(i64::MAX));
        let registry = &mut self.registry;
        registry.register("build", "This program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        registry.register(
            "request_duration_seconds",
            "Calls of operations, by HTTP status; 499 for those whose caller did not wait for the answer",
            self.durations.clone(),
        );
        registry.register("outcomes", "Outcomes of calls of operations", self.outcomes.clone());
        registry.register("failures", "Error answers over HTTP, of any route", self.failures.clone());
        registry.register(
            "caller_calls",
            "Calls of operations, by caller and HTTP status",
            self.calls_of_callers.clone(),
        );
        registry.register(
            "caller_refusals",
            "Requests that were refused before any operation, by caller and code",
            self.refusals_of_callers.clone(),
        );
        registry.register("idempotent_replays", "Writes that were answered again", self.replays.clone());
        registry.register(
            "reloads",
            "Times that tokens and certificates were read again, by outcome",
            self.reloads.clone(),
        );
        registry.register(
            "log_lines_lost",
            "Log lines that nobody read in time or that could not be written, by log",
            self.lost_lines.clone(),
        );
        registry.register(
            "requests_in_flight",
            "Requests and keyed writes under way",
            self.in_flight.clone(),
        );
        registry.register("requests_in_flight_limit", "server.max_in_flight", limit);
        registry.register("tasks", "Tasks of the process that have not ended", self.tasks.clone());
        self.token_expiry.register(registry);
    }

    /// Counts a call of an operation that ended.
    pub(in crate::api) fn count_call(
        &self,
        caller: &Caller,
        operation: &'static str,
        status: u16,
        outcome: OutcomeWord,
        seconds: f64,
    ) {
        self.durations.get_or_create(&CallLabels { operation, status }).observe(seconds);
        self.outcomes.get_or_create(&OutcomeLabels { operation, outcome }).inc();
        let caller = caller.label().to_owned();
        self.calls_of_callers.get_or_create(&CallerLabels { caller, status }).inc();
    }

    /// Counts a request of this caller that was refused before any operation.
    pub(in crate::api) fn count_refusal(&self, caller: &Caller, code: &'static str) {
        let caller = caller.label().to_owned();
        self.refusals_of_callers.get_or_create(&RefusalLabels { caller, code }).inc();
    }

    /// Counts a write that got a stored answer.
    pub(in crate::api) fn count_replay(&self) {
        self.replays.inc();
    }

    /// Counts a reload that was taken over, or refused.
    pub(in crate::api) fn count_reload(&self, is_done: bool) {
        let outcome = if is_done { "done" } else { "refused" };
        self.reloads.get_or_create(&ReloadLabels { outcome }).inc();
    }

    /// Counts a request that was answered with an error of this code.
    pub(in crate::api) fn count_failure(&self, code: &'static str) {
        self.failures.get_or_create(&FailureLabels { code }).inc();
    }

    /// From now on the lines that the log loses are told.
    pub(in crate::api) fn tell_lost_lines(&mut self, lost: LostLines) {
        self.lost = Some(lost);
    }

    fn count_lost_lines(&self) {
        let Some(LostLines { audit, log }) = &self.lost else { return };
        for (log, lost) in [("audit", audit()), ("log", log())] {
            let counter = self.lost_lines.get_or_create(&LogLabels { log });
            counter.inc_by(lost.saturating_sub(counter.get()));
        }
    }

    /// All counts as text.
    pub(in crate::api) fn text(&self, in_flight: usize) -> Result<String, fmt::Error> {
        self.in_flight.set(i64::try_from(in_flight).unwrap_or(i64::MAX));
        let tasks = Handle::current().metrics().num_alive_tasks();
        self.tasks.set(i64::try_from(tasks).unwrap_or(i64::MAX));
        self.count_lost_lines();
        let mut text = String::new();
        text::encode(&mut text, &self.registry).map(|()| text)
    }
}

//! Until when an operation of many steps takes the next one, so that its report is never cut off.

use std::time::{Duration, Instant};

use tokio::time::{sleep, sleep_until};

use crate::{error::Error, stopping::Stopping};

/// How long operations of many steps may take, counted from their own start and from the start of a stop.
#[derive(Debug, Clone)]
pub struct TimeBudget {
    request: Allowance,
    stop: Allowance,
    stopping: Stopping,
}

/// What a stretch of time leaves to such an operation.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    /// Items may start.
    starts: Duration,
    /// Items that have started may go on; what is left is for the report.
    work: Duration,
}

/// When one operation ends starting items, and working on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline<'a> {
    start: Instant,
    patience: &'a TimeBudget,
}

impl Allowance {
    /// Of this much time, where a call to the host may take `call`.
    fn of(time: Duration, call: Duration) -> Self {
        let report = (time / 10).min(Duration::from_secs(1));
        Self { starts: time.saturating_sub(call).max(time / 2), work: time.saturating_sub(report) }
    }
}

impl TimeBudget {
    /// Within `server.request_timeout`, and within `server.shutdown_grace` once a stop has begun; a call to the host may take
    /// `call`.
    #[must_use]
    pub fn new(request_timeout: Duration, shutdown_grace: Duration, call: Duration) -> Self {
        Self {
            request: Allowance::of(request_timeout, call),
            stop: Allowance::of(shutdown_grace, call),
            stopping: Stopping::never(),
        }
    }

    /// The same, which hears of a stop.
    pub(crate) fn until(&mut self, stopping: Stopping) {
        self.stopping = stopping;
    }

    /// The deadline of an operation that starts now.
    pub(super) fn deadline(&self) -> Deadline<'_> {
        Deadline { start: Instant::now(), patience: self }
    }
}

impl Deadline<'_> {
    /// Whether no further item may start.
    fn is_near(self) -> bool {
        let TimeBudget { request, stop, stopping } = self.patience;
        self.start.elapsed() >= request.starts
            || stopping.since().is_some_and(|begun| begun.elapsed() >= stop.starts)
    }

    /// Waits until only the time for the report is left.
    async fn reached(self) {
        let TimeBudget { request, stop, stopping } = self.patience;
        let mut stopping = stopping.clone();
        let stopped = async {
            stopping.begun().await;
            sleep(stop.work.saturating_sub(stopping.since().map_or(Duration::ZERO, |begun| begun.elapsed())))
                .await;
        };
        tokio::select! {
            () = sleep_until((self.start + request.work).into()) => {}
            () = stopped => {}
        }
    }
}

/// An item of a bulk operation, unless it would start too late or take too long to be reported.
///
/// # Errors
/// [`Error::NotAttempted`] and [`Error::CutShort`].
pub(super) async fn in_time<T>(
    deadline: Deadline<'_>,
    item: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    if deadline.is_near() {
        return Err(Error::NotAttempted);
    }
    tokio::select! {
        done = item => done,
        () = deadline.reached() => Err(Error::CutShort),
    }
}

//! The time limits of bulk operations: they stop starting items early enough to send their report before the call's deadline.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use crate::error::{Error, Result};
use crate::stop_signal::StopSignal;

/// How much time bulk operations keep free before the deadline of a call and before the end of a stop.
#[derive(Debug, Clone)]
pub struct TimeLimits {
    request: Margins,
    stop: Margins,
    shutdown_grace: Duration,
    /// Once it is given, calls end within the grace of the stop.
    pub(crate) stop_signal: StopSignal,
}

/// The time that is kept free before an end.
#[derive(Debug, Clone, Copy)]
struct Margins {
    /// No item starts within this time before the end: a call to the host may take as long.
    start: Duration,
    /// Items still under way are given up this long before the end, to leave time for the report.
    report: Duration,
}

/// The deadline of one call, with the margins of a bulk operation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline<'a> {
    pub(super) end: Instant,
    pub(super) limits: &'a TimeLimits,
}

impl Margins {
    /// For this much time, if one call to the host may take `call`.
    fn of(time: Duration, call: Duration) -> Self {
        let report = (time / 10).min(Duration::from_secs(1));
        // What could only be given up at once does not start.
        Self { start: call.min(time / 2).max(report), report }
    }
}

impl TimeLimits {
    /// For `server.request_timeout` and `server.shutdown_grace`, if one call to the host may take `call`.
    pub fn new(request_timeout: Duration, shutdown_grace: Duration, call: Duration) -> Self {
        Self {
            request: Margins::of(request_timeout, call),
            stop: Margins::of(shutdown_grace, call),
            shutdown_grace,
            stop_signal: StopSignal::never(),
        }
    }
}

impl Deadline<'_> {
    /// Whether no further item may start.
    fn is_near(self) -> bool {
        let TimeLimits { request, stop, .. } = self.limits;
        let within = |end: Instant, margin: Duration| Instant::now() + margin >= end;
        within(self.end, request.start) || self.stop_end().is_some_and(|end| within(end, stop.start))
    }

    /// Waits until only the time for the report is left.
    async fn reached(self) {
        let TimeLimits { request, stop, stop_signal, .. } = self.limits;
        let mut stop_signal = stop_signal.clone();
        let stopped = async {
            stop_signal.given().await;
            sleep_until(before(self.stop_end().unwrap_or(self.end), stop.report)).await;
        };
        tokio::select! {
            () = sleep_until(before(self.end, request.report)) => {}
            () = stopped => {}
        }
    }

    /// Runs what comes before the items and writes nothing, unless it takes too long for a report.
    ///
    /// # Errors
    /// Its own, and [`Error::NotAttempted`].
    pub(super) async fn before_items<T>(self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            done = work => done,
            () = self.reached() => Err(Error::NotAttempted),
        }
    }

    /// When the grace of the stop ends; `None` before a stop.
    fn stop_end(self) -> Option<Instant> {
        self.limits.stop_signal.since().map(|begun| begun + self.limits.shutdown_grace)
    }
}

fn before(end: Instant, margin: Duration) -> tokio::time::Instant {
    end.checked_sub(margin).unwrap_or_else(Instant::now).into()
}

/// Runs an item of a bulk operation, unless it would start too late or take too long to be reported.
///
/// # Errors
/// [`Error::NotAttempted`] and [`Error::CutShort`].
pub(super) async fn in_time<T>(deadline: Deadline<'_>, item: impl Future<Output = Result<T>>) -> Result<T> {
    if deadline.is_near() {
        return Err(Error::NotAttempted);
    }
    tokio::select! {
        done = item => done,
        () = deadline.reached() => Err(Error::CutShort),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_item_starts_that_could_only_be_given_up_at_once() {
        for call in [1, 500, 5_000, 60_000].map(Duration::from_millis) {
            for time in [1, 1_000, 30_000].map(Duration::from_millis) {
                let margins = Margins::of(time, call);
                assert!(margins.start >= margins.report && margins.start < time, "{time:?} {call:?}");
            }
        }
    }
}

//! The time limits of bulk operations: they stop starting items early enough to send their report before the call's deadline.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::Service;
use crate::error::{Error, Result};

/// How much time bulk operations keep free before the deadline of a call and before the end of a stop.
#[derive(Debug)]
pub struct TimeLimits {
    request: Margins,
    stop: Margins,
    shutdown_grace: Duration,
    /// How long one call to the host may take.
    pub(super) longest_call: Duration,
}

/// The time that is kept free before an end.
#[derive(Debug)]
struct Margins {
    /// No item starts within this time before the end: a call to the host may take as long.
    start: Duration,
    /// Items still under way are given up this long before the end, to leave time for the report.
    report: Duration,
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
    /// For `server.request_timeout` and `server.shutdown_grace`, if one call to the host may take `longest_call`.
    pub fn new(request_timeout: Duration, shutdown_grace: Duration, longest_call: Duration) -> Self {
        Self {
            request: Margins::of(request_timeout, longest_call),
            stop: Margins::of(shutdown_grace, longest_call),
            shutdown_grace,
            longest_call,
        }
    }
}

impl Service {
    /// Whether no further item may start.
    fn is_near_end(&self) -> bool {
        let TimeLimits { request, stop, .. } = &self.shared.time_limits;
        let within = |end: Instant, margin: Duration| Instant::now() + margin >= end;
        within(self.gitlab.context.deadline, request.start)
            || self.stop_end().is_some_and(|end| within(end, stop.start))
    }

    /// Waits until only the time for the report is left.
    async fn time_for_report(&self) {
        let TimeLimits { request, stop, .. } = &self.shared.time_limits;
        let deadline = self.gitlab.context.deadline;
        let mut stop_signal = self.stop_signal.clone();
        let stopped = async {
            stop_signal.given().await;
            sleep_until(before(self.stop_end().unwrap_or(deadline), stop.report)).await;
        };
        tokio::select! {
            () = sleep_until(before(deadline, request.report)) => {}
            () = stopped => {}
        }
    }

    /// Runs what comes before the items of a bulk operation and writes nothing, unless it takes too long for a report.
    ///
    /// # Errors
    /// Its own, and [`Error::NotAttempted`].
    pub(super) async fn before_items<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            done = work => done,
            () = self.time_for_report() => Err(Error::NotAttempted),
        }
    }

    /// Runs an item of a bulk operation, unless it would start too late or take too long to be reported.
    ///
    /// # Errors
    /// Its own, [`Error::NotAttempted`] and [`Error::CutShort`].
    pub(super) async fn in_time<T>(&self, item: impl Future<Output = Result<T>>) -> Result<T> {
        if self.is_near_end() {
            return Err(Error::NotAttempted);
        }
        tokio::select! {
            done = item => done,
            () = self.time_for_report() => Err(Error::CutShort),
        }
    }

    /// When the grace of the stop ends; `None` before a stop.
    fn stop_end(&self) -> Option<Instant> {
        self.stop_signal.since().map(|begun| begun + self.shared.time_limits.shutdown_grace)
    }
}

fn before(end: Instant, margin: Duration) -> tokio::time::Instant {
    end.checked_sub(margin).unwrap_or_else(Instant::now).into()
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

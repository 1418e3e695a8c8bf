//! The time limits of bulk operations: they stop starting items early enough to send their report before the call's deadline. And how long
//! calls go on at a stop.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use super::{Service, Shared};
use crate::error::{Error, Result};

/// What limits the time of a bulk operation.
#[derive(Debug)]
pub struct TimeLimits {
    /// `server.request_timeout`: how long a call may take.
    pub request_timeout: Duration,
    /// `server.shutdown_grace`: how long a call may take once the process stops.
    pub shutdown_grace: Duration,
    /// `upstream.timeout`: how long one call to the host may take.
    pub longest_call: Duration,
}

/// How long before the end of this time items under way are given up, to leave time for the report.
fn report_margin(time: Duration) -> Duration {
    (time / 10).min(Duration::from_secs(1))
}

/// How long before the end of this time no item starts any more: a call to the host may take as long. What could only be given up
/// at once does not start.
fn start_margin(time: Duration, longest_call: Duration) -> Duration {
    longest_call.min(time / 2).max(report_margin(time))
}

impl Shared {
    /// How long calls may go on after a stop has begun, so that just the time to answer is left. Bulk operations have reported before.
    pub fn time_at_stop(&self) -> Duration {
        let grace = self.time_limits.shutdown_grace;
        grace.saturating_sub(report_margin(grace) / 2)
    }
}

impl Service {
    /// Whether no further item may start.
    fn is_near_end(&self) -> bool {
        let TimeLimits { request_timeout, shutdown_grace, longest_call } = self.shared.time_limits;
        let is_near = |end: Instant, time| Instant::now() + start_margin(time, longest_call) >= end;
        is_near(self.gitlab.context.deadline, request_timeout)
            || self.stop_end().is_some_and(|end| is_near(end, shutdown_grace))
    }

    /// Waits until only the time for the report is left.
    async fn time_for_report(&self) {
        let TimeLimits { request_timeout, shutdown_grace, .. } = self.shared.time_limits;
        let deadline = self.gitlab.context.deadline;
        let reached = |end: Instant, time| {
            sleep_until(end.checked_sub(report_margin(time)).unwrap_or_else(Instant::now).into())
        };
        let mut stop_signal = self.gitlab.context.stop_signal.clone();
        let stopped = async {
            stop_signal.given().await;
            reached(self.stop_end().unwrap_or(deadline), shutdown_grace).await;
        };
        tokio::select! {
            () = reached(deadline, request_timeout) => {}
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
        self.gitlab.context.stop_signal.since().map(|begun| begun + self.shared.time_limits.shutdown_grace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_item_starts_that_could_only_be_given_up_at_once() {
        for call in [1, 500, 5_000, 60_000].map(Duration::from_millis) {
            for time in [1, 1_000, 30_000].map(Duration::from_millis) {
                let start = start_margin(time, call);
                assert!(start >= report_margin(time) && start < time, "{time:?} {call:?}");
            }
        }
    }
}

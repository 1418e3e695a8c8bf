//! Until when an operation of many steps starts the next one, so that its report is sent before the call's deadline.

use std::time::{Duration, Instant};

use tokio::time::sleep_until;

use crate::{error::Error, stop_signal::StopSignal};

/// What such operations leave free at the end of a call's time, and at the end of a stop's.
#[derive(Debug, Clone)]
pub struct TimeLimits {
    request: Margins,
    stop: Margins,
    shutdown_grace: Duration,
    stop_signal: StopSignal,
}

/// The end of a stretch of time that is kept free.
#[derive(Debug, Clone, Copy)]
struct Margins {
    /// No item starts in it: a call to the host may take that long.
    start: Duration,
    /// Items still under way are cut short in it: it is for the report.
    report: Duration,
}

/// The deadline of one call, as an operation of many steps keeps it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline<'a> {
    end: Instant,
    limits: &'a TimeLimits,
}

impl Margins {
    /// Of this much time, where a call to the host may take `call`.
    fn of(time: Duration, call: Duration) -> Self {
        Self { start: call.min(time / 2), report: (time / 10).min(Duration::from_secs(1)) }
    }
}

impl TimeLimits {
    /// For `server.request_timeout` and `server.shutdown_grace`, where a call to the host may take `call`.
    #[must_use]
    pub fn new(request_timeout: Duration, shutdown_grace: Duration, call: Duration) -> Self {
        Self {
            request: Margins::of(request_timeout, call),
            stop: Margins::of(shutdown_grace, call),
            shutdown_grace,
            stop_signal: StopSignal::never(),
        }
    }

    /// Takes a signal after which calls end within the grace of the stop.
    pub(crate) fn set_stop_signal(&mut self, stop_signal: StopSignal) {
        self.stop_signal = stop_signal;
    }

    /// The deadline of a call that has until `end`.
    pub(super) fn deadline(&self, end: Instant) -> Deadline<'_> {
        Deadline { end, limits: self }
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

    /// When the grace of a stop ends, once one has begun.
    fn stop_end(self) -> Option<Instant> {
        self.limits.stop_signal.since().map(|begun| begun + self.limits.shutdown_grace)
    }
}

fn before(end: Instant, margin: Duration) -> tokio::time::Instant {
    end.checked_sub(margin).unwrap_or_else(Instant::now).into()
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

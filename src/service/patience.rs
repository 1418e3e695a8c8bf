//! Until when an operation of many steps takes the next one, so that its report is never cut off.

use std::time::{Duration, Instant};

use crate::{error::Error, stopping::Stopping};

/// How long operations may go on starting items.
#[derive(Debug, Clone)]
pub struct Patience {
    from_the_start: Duration,
    from_a_stop: Duration,
    stopping: Stopping,
}

/// When one operation ends starting items.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline<'a> {
    at: Instant,
    patience: &'a Patience,
}

impl Patience {
    /// How long after its own start, and how long after the start of a stop, an operation may start items.
    #[must_use]
    pub fn new(from_the_start: Duration, from_a_stop: Duration) -> Self {
        Self { from_the_start, from_a_stop, stopping: Stopping::never() }
    }

    /// The same, which hears of a stop.
    pub(crate) fn until(&mut self, stopping: Stopping) {
        self.stopping = stopping;
    }

    /// The deadline of an operation that starts now.
    pub(super) fn deadline(&self) -> Deadline<'_> {
        Deadline { at: Instant::now() + self.from_the_start, patience: self }
    }
}

impl Deadline<'_> {
    fn is_past(self) -> bool {
        let Patience { from_a_stop, stopping, .. } = self.patience;
        Instant::now() >= self.at || stopping.since().is_some_and(|stop| stop.elapsed() >= *from_a_stop)
    }
}

/// An item of a bulk operation, unless it would start too late to be reported.
///
/// # Errors
/// [`Error::NotAttempted`] past the deadline.
pub(super) async fn in_time<T>(
    deadline: Deadline<'_>,
    item: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    if deadline.is_past() { Err(Error::NotAttempted) } else { item.await }
}

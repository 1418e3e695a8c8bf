//! Admission control: how many requests are served at once (`server.max_in_flight`).

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::api::wire::failure::{Failure, overloaded};

/// The most permits that a semaphore of any machine holds and gives at once.
const MOST_PERMITS: u32 = u32::MAX >> 3;

/// One request's share of the in-flight limit, until the last holder drops it. `None` where no limit holds.
pub(in crate::api) type Permit = Option<Arc<OwnedSemaphorePermit>>;

/// The in-flight limit of the process.
pub(in crate::api) struct Admission {
    permits: Arc<Semaphore>,
    limit: u32,
}

impl Admission {
    pub(super) fn new(max_in_flight: usize) -> Self {
        let limit = u32::try_from(max_in_flight).unwrap_or(MOST_PERMITS).min(MOST_PERMITS);
        Self { permits: Arc::new(Semaphore::new(limit as usize)), limit }
    }

    /// Admits one more request; it is in flight until nobody holds its permit.
    ///
    /// # Errors
    /// 503 past the limit.
    pub(super) fn admit(&self) -> Result<Arc<OwnedSemaphorePermit>, Failure> {
        Arc::clone(&self.permits).try_acquire_owned().map(Arc::new).map_err(|_| overloaded())
    }

    /// Requests in flight.
    pub(super) fn in_flight(&self) -> usize {
        (self.limit as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no request is in flight; none is admitted while the permit is held. `None` never: it is not closed.
    pub(super) async fn all(&self) -> Option<SemaphorePermit<'_>> {
        self.permits.acquire_many(self.limit).await.ok()
    }
}

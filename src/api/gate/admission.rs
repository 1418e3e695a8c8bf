//! Admission control: how many requests are served at once (`server.max_in_flight`), and how long each may take
//! (`server.request_timeout`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::{
    api::wire::failure::{Failure, overloaded},
    settings::Server,
};

/// The most permits that a semaphore of any machine holds and gives at once.
const MOST_PERMITS: u32 = u32::MAX >> 3;

/// An admitted request: its permit of the in-flight limit, released when this is dropped, and its deadline.
#[derive(Debug)]
pub(in crate::api) struct Admitted {
    /// When it gets 504: `server.request_timeout` after it was admitted.
    pub(in crate::api) deadline: Instant,
    _permit: OwnedSemaphorePermit,
}

/// The in-flight limit of the process.
pub(in crate::api) struct Admission {
    permits: Arc<Semaphore>,
    limit: u32,
    request_timeout: Duration,
}

impl Admission {
    pub(super) fn new(server: &Server) -> Self {
        let limit = u32::try_from(server.max_in_flight).unwrap_or(MOST_PERMITS).min(MOST_PERMITS);
        let permits = Arc::new(Semaphore::new(limit as usize));
        Self { permits, limit, request_timeout: server.request_timeout }
    }

    /// Admits one more request. It counts as in flight until the last clone of the result is dropped.
    ///
    /// # Errors
    /// 503 past the limit.
    pub(super) fn admit(&self) -> Result<Arc<Admitted>, Failure> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().map_err(|_| overloaded())?;
        Ok(Arc::new(Admitted { deadline: Instant::now() + self.request_timeout, _permit: permit }))
    }

    /// Requests in flight.
    pub(super) fn in_flight(&self) -> usize {
        (self.limit as usize).saturating_sub(self.permits.available_permits())
    }

    /// Waits until no request is in flight; none is admitted while the permit is held. Never `None`, since the semaphore is
    /// never closed.
    pub(super) async fn all(&self) -> Option<SemaphorePermit<'_>> {
        self.permits.acquire_many(self.limit).await.ok()
    }
}

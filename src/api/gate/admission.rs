//! Admission control: how many requests are served at once (`server.max_in_flight`), what one caller may take of that, and how
//! long each may take (`server.request_timeout`).

use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::prelude::*;

/// The most permits that a semaphore of any machine holds and gives at once.
const MOST_PERMITS: u32 = u32::MAX >> 3;

/// An admitted request: its permit of the in-flight limit, released when this is dropped, and its deadline.
#[derive(Debug)]
pub(in crate::api) struct Admitted {
    /// When it gets 504: `server.request_timeout` after it was admitted.
    pub(in crate::api) deadline: Instant,
    _permit: OwnedSemaphorePermit,
    _of_caller: Option<OwnedSemaphorePermit>,
}

/// A caller's share of the process: half, so that no caller alone can make the others wait, or be refused. Clones share it.
#[derive(Debug, Clone)]
pub(in crate::api) struct CallerShare {
    requests: Arc<Semaphore>,
    /// One permit per call to the host.
    pub(super) host_calls: Arc<Semaphore>,
}

impl CallerShare {
    /// Half of `server.max_in_flight` and of `upstream.max_connections`, at least 1.
    pub(super) fn new(of: [usize; 2]) -> Self {
        let half = |all: usize| Arc::new(Semaphore::new((all / 2).clamp(1, MOST_PERMITS as usize)));
        let [requests, host_calls] = of.map(half);
        Self { requests, host_calls }
    }
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

    /// Admits one more request, of a caller with this share. It counts as in flight until the last clone of the result is
    /// dropped.
    ///
    /// # Errors
    /// 503 past the limit, or past the caller's share of it.
    pub(super) fn admit(&self, share: Option<&CallerShare>) -> Result<Arc<Admitted>, Failure> {
        let overloaded = |_| Failure::overloaded().after(Duration::ZERO);
        let take = |permits: &Arc<Semaphore>| Arc::clone(permits).try_acquire_owned().map_err(overloaded);
        Ok(Arc::new(Admitted {
            deadline: Instant::now() + self.request_timeout,
            _of_caller: share.map(|share| take(&share.requests)).transpose()?,
            _permit: take(&self.permits)?,
        }))
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

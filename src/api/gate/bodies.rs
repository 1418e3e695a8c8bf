//! The bodies of requests: how they arrive, and how much of them there may be at once.

use std::{sync::Arc, time::Duration};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    http::StatusCode,
};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{
    api::wire::failure::{Failure, overloaded},
    messages::gate,
    settings::Server,
};

/// How long a body may take to arrive, where `server.request_timeout` is not less.
const WITHIN: Duration = Duration::from_secs(10);
/// Bytes of a refused request that are read before the answer.
const MOST_DISCARDED: usize = 16 << 20;
/// How long a refused request is read at most: what comes no faster is not worth the wait.
const DISCARDED_WITHIN: Duration = Duration::from_secs(2);
/// Bytes that all bodies hold at once, where `server.body_limit_bytes` is not more.
const MOST_HELD: usize = 256 << 20;
/// Bytes of each body that do not count there: what callers usually send always finds room beside a crowd of large bodies.
const FREE: usize = 8 << 10;

/// What a body holds of the room for all, until it is let go.
pub(in crate::api) type Held = Option<OwnedSemaphorePermit>;

/// Receives bodies.
pub(in crate::api) struct Bodies {
    /// One permit a byte past [`FREE`].
    room: Arc<Semaphore>,
    limit: usize,
    within: Duration,
}

impl Bodies {
    pub(in crate::api) fn new(server: &Server) -> Self {
        Self {
            room: Semaphore::new(MOST_HELD.max(server.body_limit_bytes).min(Semaphore::MAX_PERMITS)).into(),
            limit: server.body_limit_bytes,
            within: WITHIN.min(server.request_timeout),
        }
    }

    /// A whole body.
    ///
    /// # Errors
    /// 400 where it breaks off, 408 where it takes too long, 413 past `server.body_limit_bytes`, 503 where all bodies hold too much.
    pub(in crate::api) async fn receive(&self, mut body: Body) -> Result<(Bytes, Held), Failure> {
        let slow = |_| Failure::new(StatusCode::REQUEST_TIMEOUT, "slow_body", gate::SLOW_BODY);
        let arrived = timeout(self.within, self.collect(&mut body)).await.map_err(slow)?;
        if arrived.is_err() {
            self.discard(body).await;
        }
        arrived
    }

    async fn collect(&self, body: &mut Body) -> Result<(Bytes, Held), Failure> {
        let (mut whole, mut held) = (Vec::new(), None);
        let mut body = Limited::new(body, self.limit);
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(unreadable)?.into_data() else { continue };
            self.hold(&mut held, whole.len() + data.len())?;
            whole.extend_from_slice(&data);
        }
        Ok((whole.into(), held))
    }

    /// Makes what is held what so many bytes need.
    fn hold(&self, held: &mut Held, bytes: usize) -> Result<(), Failure> {
        let has = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let lacks = u32::try_from(bytes.saturating_sub(FREE + has)).unwrap_or(u32::MAX);
        if lacks == 0 {
            return Ok(());
        }
        let more = Arc::clone(&self.room).try_acquire_many_owned(lacks).map_err(|_| overloaded())?;
        match held {
            Some(held) => held.merge(more),
            None => *held = Some(more),
        }
        Ok(())
    }

    /// Reads what is left of a body and drops it: a connection that is closed over unread bytes is reset, and takes along the
    /// answer that refuses them.
    pub(in crate::api) async fn discard(&self, body: Body) {
        if body.size_hint().lower() > MOST_DISCARDED as u64 {
            return;
        }
        let mut body = Limited::new(body, MOST_DISCARDED);
        let end = async { while let Some(Ok(_)) = body.frame().await {} };
        // However far it came, the answer is the same.
        let _ = timeout(DISCARDED_WITHIN.min(self.within), end).await;
    }
}

/// 413 for a body past its limit, 400 for one that breaks off.
pub(in crate::api) fn unreadable(error: impl Into<BoxError>) -> Failure {
    if error.into().is::<LengthLimitError>() {
        Failure::too_large()
    } else {
        Failure::new(StatusCode::BAD_REQUEST, "unreadable_body", gate::UNREADABLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bodies_that_are_held_leave_room_for_small_ones_and_for_others_once_they_are_let_go() {
        let bodies =
            Bodies { room: Semaphore::new(100_000).into(), limit: 1 << 20, within: Duration::from_secs(10) };
        let arrives = async |bytes: usize| bodies.receive(vec![b'x'; bytes].into()).await;
        let held = arrives(100_000).await.unwrap();
        assert_eq!(held.0.len(), 100_000);
        assert_eq!(arrives(100_000).await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(arrives(FREE).await.unwrap().0.len(), FREE);
        drop(held);
        assert!(arrives(100_000).await.is_ok());
        assert_eq!(bodies.room.available_permits(), 100_000);
    }
}

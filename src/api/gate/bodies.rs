//! The bodies of requests: how they arrive, and how much memory all of them may take.

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

/// How long a body may take to arrive; less if `server.request_timeout` is shorter.
const LONGEST_ARRIVAL: Duration = Duration::from_secs(10);
/// Bytes of a refused request that are read before the answer.
const MOST_DISCARDED: usize = 16 << 20;
/// How long the rest of a refused request is read at most. A slower sender may miss the answer.
const LONGEST_DISCARD: Duration = Duration::from_secs(2);
/// Bytes of memory that all bodies may take at once; more if `server.body_limit_bytes` is larger.
const MOST_HELD: usize = 40 << 20;
/// Bytes of each body that do not count towards that limit, so that usual requests are accepted beside many large ones.
const FREE: usize = 8 << 10;
/// Bytes of memory that one JSON value takes in a tree of values, at most.
const BYTES_OF_A_VALUE: usize = 256;

/// How a body is decoded. This decides how much memory it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoding {
    /// Directly from its bytes.
    Direct,
    /// Into a tree of JSON values.
    Tree,
}

/// The share of the memory limit that a body holds until the last clone is dropped; `None` for a small body.
pub(in crate::api) type Held = Option<Arc<OwnedSemaphorePermit>>;

/// Receives bodies.
pub(in crate::api) struct Bodies {
    /// The memory limit of all bodies: one permit per byte past [`FREE`].
    room: Arc<Semaphore>,
    /// The number of all permits.
    most: usize,
    limit: usize,
    within: Duration,
}

impl Bodies {
    pub(in crate::api) fn new(server: &Server) -> Self {
        let most = MOST_HELD.max(server.body_limit_bytes).min(Semaphore::MAX_PERMITS);
        Self::with_room(most, server.body_limit_bytes, LONGEST_ARRIVAL.min(server.request_timeout))
    }

    fn with_room(most: usize, limit: usize, within: Duration) -> Self {
        Self { room: Semaphore::new(most).into(), most, limit, within }
    }

    /// A whole body.
    ///
    /// # Errors
    /// 400 where it breaks off, 408 where it takes too long, 413 past `server.body_limit_bytes` or where it would take more memory
    /// than all bodies may, 503 where all bodies take too much.
    pub(in crate::api) async fn receive(
        &self,
        mut body: Body,
        decoding: Decoding,
    ) -> Result<(Bytes, Held), Failure> {
        let slow = |_| Failure::new(StatusCode::REQUEST_TIMEOUT, "slow_body", gate::SLOW_BODY);
        let arrived = timeout(self.within, self.collect(&mut body)).await.map_err(slow)?;
        let Ok((whole, mut held)) = arrived else {
            self.discard(body).await;
            return arrived.map(|(whole, held)| (whole.into(), held.map(Arc::new)));
        };
        if decoding == Decoding::Tree {
            self.hold(&mut held, whole.len() + count_values(&whole) * BYTES_OF_A_VALUE)?;
        }
        Ok((whole.into(), held.map(Arc::new)))
    }

    async fn collect(&self, body: &mut Body) -> Result<(Vec<u8>, Option<OwnedSemaphorePermit>), Failure> {
        let (mut whole, mut held) = (Vec::new(), None);
        let mut body = Limited::new(body, self.limit);
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(unreadable)?.into_data() else { continue };
            let needed = whole.len() + data.len();
            if needed > whole.capacity() {
                // Grows by a quarter each time: few copies, and little unused memory.
                let capacity = (needed + needed / 4).min(self.limit.max(needed));
                self.hold(&mut held, capacity)?;
                whole.reserve_exact(capacity - whole.len());
            }
            whole.extend_from_slice(&data);
        }
        Ok((whole, held))
    }

    /// Takes more permits until `held` covers this many bytes.
    fn hold(&self, held: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> Result<(), Failure> {
        let has = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let needs = bytes.saturating_sub(FREE);
        if needs > self.most {
            return Err(Failure::too_large());
        }
        let lacks = u32::try_from(needs.saturating_sub(has)).unwrap_or(u32::MAX);
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

    /// Reads the rest of a body and drops it. A connection that is closed while bytes are unread is reset, and the caller then
    /// loses the answer.
    pub(in crate::api) async fn discard(&self, body: Body) {
        if body.size_hint().lower() > MOST_DISCARDED as u64 {
            return;
        }
        let mut body = Limited::new(body, MOST_DISCARDED);
        let end = async { while let Some(Ok(_)) = body.frame().await {} };
        // The answer is the same whether or not the end was reached.
        let _ = timeout(LONGEST_DISCARD.min(self.within), end).await;
    }
}

/// How many values a JSON text has, at most.
fn count_values(json: &[u8]) -> usize {
    let (mut values, mut in_text, mut escaped) = (1, false, false);
    for byte in json {
        match byte {
            b'"' if !escaped => in_text = !in_text,
            b'[' | b'{' | b',' | b':' if !in_text => values += 1,
            _ => {}
        }
        escaped = in_text && *byte == b'\\' && !escaped;
    }
    values
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

    fn bodies(room: usize) -> Bodies {
        Bodies::with_room(room, 1 << 20, Duration::from_secs(10))
    }

    #[tokio::test]
    async fn bodies_that_are_held_leave_room_for_small_ones_and_for_others_once_they_are_dropped() {
        let bodies = bodies(150_000);
        let arrives = async |bytes: usize| bodies.receive(vec![b'x'; bytes].into(), Decoding::Direct).await;
        let (body, held) = arrives(100_000).await.unwrap();
        assert_eq!(body.len(), 100_000);
        assert_eq!(arrives(100_000).await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(arrives(FREE / 2).await.unwrap().0.len(), FREE / 2);
        // A write that goes on after its request has ended holds a clone.
        let clone = held.clone();
        drop(held);
        assert!(arrives(100_000).await.is_err());
        drop(clone);
        assert!(arrives(100_000).await.is_ok());
        assert_eq!(bodies.room.available_permits(), 150_000);
    }

    #[tokio::test]
    async fn a_body_that_becomes_a_tree_holds_what_its_values_take() {
        let bodies = bodies(1 << 20);
        let arrives = async |json: String| bodies.receive(json.into(), Decoding::Tree).await;
        let list = |items: usize| format!("[{}0]", "[0],".repeat(items));
        let held = arrives(list(1_000)).await.unwrap().1.unwrap();
        assert_eq!(held.num_permits(), list(1_000).len() + 2_002 * BYTES_OF_A_VALUE - FREE);
        assert_eq!(arrives(list(1_500)).await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(arrives(list(3_000)).await.unwrap_err().status, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[test]
    fn values_are_counted_outside_of_texts() {
        for (json, values) in [("1", 1), (r#"{"a": [1, 2], "b": {}}"#, 8), (r#"["[,:{", "\"[,", "\\"]"#, 4)] {
            assert_eq!(count_values(json.as_bytes()), values, "{json}");
        }
    }
}

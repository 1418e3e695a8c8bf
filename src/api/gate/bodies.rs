//! The bodies of requests: how they arrive, and how much memory all of them may take.

use std::{sync::Arc, time::Duration};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    http::{HeaderMap, StatusCode, header},
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
/// Bytes of each body's memory that do not count towards that limit, so that usual requests are accepted beside many large ones.
const FREE: usize = 16 << 10;
/// How often a text is in memory at once: as it arrived, parsed, and as it is sent to the host.
const COPIES: usize = 3;
/// Bytes of memory that one JSON value takes once it is parsed, at most.
const BYTES_OF_A_VALUE: usize = 256;
/// Most JSON values of a body; a request with as much as its fields accept has fewer.
const MOST_VALUES: usize = 20_000;
/// Most lists and objects in each other; the parser's stack has room for twice as many.
const DEEPEST: usize = 64;

/// The share of the memory limit that a body holds until the last clone is dropped; `None` for a small body.
pub(in crate::api) type BodyPermit = Option<Arc<OwnedSemaphorePermit>>;

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
        let largest =
            server.body_limit_bytes.saturating_mul(COPIES).saturating_add(MOST_VALUES * BYTES_OF_A_VALUE);
        let most = MOST_HELD.max(largest).min(Semaphore::MAX_PERMITS);
        Self::with_room(most, server.body_limit_bytes, LONGEST_ARRIVAL.min(server.request_timeout))
    }

    fn with_room(most: usize, limit: usize, within: Duration) -> Self {
        Self { room: Semaphore::new(most).into(), most, limit, within }
    }

    /// A whole body.
    ///
    /// # Errors
    /// 400 where it breaks off, 408 where it takes too long, 413 past `server.body_limit_bytes`, 422 for JSON of too many values,
    /// 503 where all bodies take too much memory.
    pub(in crate::api) async fn receive(
        &self,
        mut body: Body,
        is_json: bool,
    ) -> Result<(Bytes, BodyPermit), Failure> {
        let slow = |_| Failure::new(StatusCode::REQUEST_TIMEOUT, "slow_body", gate::SLOW_BODY);
        let arrived = timeout(self.within, self.collect(&mut body)).await.map_err(slow)?;
        let Ok((whole, mut held)) = arrived else {
            self.discard(body).await;
            return arrived.map(|(whole, held)| (whole.into(), held.map(Arc::new)));
        };
        if is_json {
            let (values, depth) = measure(&whole);
            if values > MOST_VALUES || depth > DEEPEST {
                return Err(Failure::unprocessable(gate::TOO_MANY_VALUES));
            }
            self.hold(&mut held, whole.len() * COPIES + values * BYTES_OF_A_VALUE)?;
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
                self.hold(&mut held, capacity * COPIES)?;
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

/// How many values a JSON text has, at most, and how many lists and objects it has in each other.
fn measure(json: &[u8]) -> (usize, usize) {
    let (mut values, mut depth, mut deepest) = (1, 0_usize, 0);
    let (mut in_text, mut escaped) = (false, false);
    for byte in json {
        match byte {
            b'"' if !escaped => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => (values, depth) = (values + 1, depth + 1),
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' | b':' => values += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
        escaped = in_text && *byte == b'\\' && !escaped;
    }
    (values, deepest)
}

/// `application/json` or any `…+json`, whatever its parameters.
pub(in crate::api) fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
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
        let bodies = bodies(450_000);
        let arrives = async |bytes: usize| bodies.receive(vec![b'x'; bytes].into(), false).await;
        let (body, held) = arrives(100_000).await.unwrap();
        assert_eq!(body.len(), 100_000);
        assert_eq!(arrives(100_000).await.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(arrives(FREE / 8).await.unwrap().0.len(), FREE / 8);
        // A write that goes on after its request has ended holds a clone.
        let clone = held.clone();
        drop(held);
        assert!(arrives(100_000).await.is_err());
        drop(clone);
        assert!(arrives(100_000).await.is_ok());
        assert_eq!(bodies.room.available_permits(), 450_000);
    }

    #[tokio::test]
    async fn a_body_of_json_holds_what_its_values_take_and_is_refused_past_a_number_of_them() {
        let bodies = bodies(6 << 20);
        let arrives = async |json: String| bodies.receive(json.into(), true).await;
        let list = |items: usize| format!("[{}0]", "[0],".repeat(items));
        let (_, held) = arrives(list(9_999)).await.unwrap();
        assert_eq!(
            held.unwrap().num_permits(),
            list(9_999).len() * COPIES + 20_000 * BYTES_OF_A_VALUE - FREE
        );
        let too_many = Failure::unprocessable(gate::TOO_MANY_VALUES);
        assert_eq!(arrives(list(10_000)).await.unwrap_err(), too_many);
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(arrives(nested(DEEPEST)).await.is_ok());
        assert_eq!(arrives(nested(DEEPEST + 1)).await.unwrap_err(), too_many);
        // What is no JSON is not parsed either.
        assert!(bodies.receive(list(10_000).into(), false).await.is_ok());
    }

    #[test]
    fn values_are_counted_outside_of_texts() {
        for (json, values, depth) in [
            ("1", 1, 0),
            (r#"{"a": [1, 2], "b": {}}"#, 8, 2),
            (r#"["[,:{", "\"[,", "\\"]"#, 4, 1),
            ("]]][[", 3, 2),
        ] {
            assert_eq!(measure(json.as_bytes()), (values, depth), "{json}");
        }
    }
}

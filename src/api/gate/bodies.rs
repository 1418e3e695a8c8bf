//! The bodies of requests: how they arrive, and how much memory all of them may take.

use axum::BoxError;
use http_body_util::{LengthLimitError, Limited};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::prelude::*;

/// How long a body may take to arrive; less if `server.request_timeout` is shorter.
const LONGEST_ARRIVAL: Duration = Duration::from_secs(10);
/// Bytes of a refused request that are read before the answer.
const MOST_DISCARDED: usize = 16 << 20;
/// How long the rest of a refused request is read at most. A slower sender may miss the answer.
const LONGEST_DISCARD: Duration = Duration::from_secs(2);
/// Bytes of memory that the texts of all bodies may take at once; more if `server.body_limit_bytes` is larger.
const MOST_HELD: usize = 40 << 20;
/// Bytes of memory that the values of all parsed bodies may take at once.
const MOST_PARSED: usize = 2 * MOST_VALUES * BYTES_OF_A_VALUE;
/// Bytes of each body's memory that do not count towards these limits, so that usual requests are accepted beside many large ones.
const FREE: usize = 16 << 10;
/// How often a text is in memory at once: as it arrived, parsed, and as it is sent to the host.
const COPIES: usize = 3;
/// Bytes of memory that one JSON value takes once it is parsed and copied, at most: a small list has room for four.
const BYTES_OF_A_VALUE: usize = 384;
/// Most JSON values of a body; a request with as much as its fields accept has fewer.
const MOST_VALUES: usize = 20_000;
/// How deep lists and objects may be nested; the parser's stack has room for twice as many.
const DEEPEST: usize = 64;

/// A share of one memory limit; `None` for a small body.
type MemoryPermit = Option<OwnedSemaphorePermit>;
/// What a body holds until the last clone is dropped: its shares of both memory limits, and of its caller's half of the first.
pub(in crate::api) type BodyPermits = Arc<[MemoryPermit; 3]>;

/// How much of the memory for all bodies one of them holds, in thousandths, rounded up.
pub(in crate::api) fn thousandths(held: &BodyPermits) -> usize {
    let [texts, values, _] = &**held;
    let of = |held: &MemoryPermit, most: usize| {
        held.as_ref().map_or(0, |held| held.num_permits().saturating_mul(1_000).div_ceil(most))
    };
    of(texts, MOST_HELD).max(of(values, MOST_PARSED))
}

/// Receives bodies.
pub(in crate::api) struct Bodies {
    /// The memory limit of all texts: one permit per byte past [`FREE`].
    texts: Arc<Semaphore>,
    /// The same for all parsed values. A body that waits for this limit may hold a share of the other, never the other way round.
    values: Arc<Semaphore>,
    limit: usize,
    within: Duration,
}

impl Bodies {
    pub(in crate::api) fn new(server: &Server) -> Self {
        let most = Self::room(server, 1);
        Self::with_room(most, server.body_limit_bytes, LONGEST_ARRIVAL.min(server.request_timeout))
    }

    /// Bytes of memory for the texts of all bodies: enough for this many of the largest.
    pub(super) fn room(server: &Server, largest: usize) -> usize {
        let largest = server.body_limit_bytes.saturating_mul(COPIES).saturating_mul(largest);
        MOST_HELD.max(largest).min(Semaphore::MAX_PERMITS)
    }

    fn with_room(most: usize, limit: usize, within: Duration) -> Self {
        let [texts, values] = [most, MOST_PARSED].map(|bytes| Semaphore::new(bytes).into());
        Self { texts, values, limit, within }
    }

    /// A whole body. It waits for its share of the memory, and of its caller's part of it, before it is read past [`FREE`] bytes: until
    /// then its caller holds it.
    ///
    /// # Errors
    /// 400 where it breaks off, 408 where it takes too long, 413 past `server.body_limit_bytes`, 422 for JSON of too many values,
    /// 503 where other bodies take all the memory for too long.
    pub(in crate::api) async fn receive(
        &self,
        mut body: Body,
        is_json: bool,
        of_caller: Option<&Arc<Semaphore>>,
    ) -> Result<(Bytes, BodyPermits), Failure> {
        let slow = |_| Failure::slow_body();
        let arrived = timeout(self.within, self.collect(&mut body, of_caller)).await.map_err(slow)?;
        let (whole, [text, own]) = match arrived {
            Ok(arrived) => arrived,
            Err(failure) => {
                self.discard(body).await;
                return Err(failure);
            }
        };
        let mut parsed = None;
        if is_json {
            parsed = self.share(&self.values, values_of(&whole)? * BYTES_OF_A_VALUE).await?;
        }
        Ok((whole.into(), Arc::new([text, parsed, own])))
    }

    async fn collect(
        &self,
        body: &mut Body,
        of_caller: Option<&Arc<Semaphore>>,
    ) -> Result<(Vec<u8>, [MemoryPermit; 2]), Failure> {
        let announced = body.size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
        let most = announced.unwrap_or(self.limit);
        if most > self.limit {
            return Err(Failure::payload_too_large());
        }
        let (mut whole, mut held, mut own) = (Vec::new(), None, None);
        let mut body = Limited::new(body, self.limit);
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(unreadable)?.into_data() else { continue };
            let needed = whole.len() + data.len();
            if held.is_none() && needed * COPIES > FREE {
                // All that it may come to, at once: bodies that hold a part and wait for more would wait for each other.
                let bytes = most.max(needed) * COPIES;
                if let Some(of_caller) = of_caller {
                    own = self.share(of_caller, bytes).await?;
                }
                held = self.share(&self.texts, bytes).await?;
            }
            if needed > whole.capacity() {
                // Grows by a quarter each time: few copies, and little unused memory.
                whole.reserve_exact((needed + needed / 4).min(most.max(needed)) - whole.len());
            }
            whole.extend_from_slice(&data);
        }
        // A body that did not say how long it is gives back what it does not need.
        let needs = (whole.len() * COPIES).saturating_sub(FREE);
        for held in [&mut held, &mut own].into_iter().flatten() {
            drop(held.split(held.num_permits().saturating_sub(needs)));
        }
        Ok((whole, [held, own]))
    }

    /// A share of a memory limit for this many bytes, once there is room; `None` if they are free.
    async fn share(&self, limit: &Arc<Semaphore>, bytes: usize) -> Result<MemoryPermit, Failure> {
        let permits = u32::try_from(bytes.saturating_sub(FREE)).unwrap_or(u32::MAX);
        if permits == 0 {
            return Ok(None);
        }
        // Half of the time is left for the rest to arrive.
        let share = timeout(self.within / 2, Arc::clone(limit).acquire_many_owned(permits)).await;
        share.ok().and_then(Result::ok).map(Some).ok_or_else(|| Failure::overloaded().after(Duration::ZERO))
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
///
/// # Errors
/// 422 where they are too many, or nested too deep.
pub(in crate::api) fn values_of(json: &[u8]) -> Result<usize, Failure> {
    let (values, depth) = measure(json);
    let is_bounded = values <= MOST_VALUES && depth <= DEEPEST;
    is_bounded.then_some(values).ok_or_else(|| Failure::unprocessable(gate::TOO_MANY_VALUES))
}

/// How many values a JSON text has, at most, and how deep its lists and objects are nested.
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
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// The head and the body of a request that the guards have let in.
///
/// # Errors
/// 415 for a body that is not declared as JSON: nobody has counted its values, so parsed it could take any memory.
pub(in crate::api) async fn json_body(request: Request) -> Result<(Parts, Bytes), Failure> {
    if !is_json(request.headers()) {
        return Err(Failure::unsupported_media_type());
    }
    let (head, body) = request.into_parts();
    Ok((head, body.collect().await.map_err(unreadable)?.to_bytes()))
}

/// 413 for a body past its limit, 400 for one that breaks off.
fn unreadable(error: impl Into<BoxError>) -> Failure {
    if error.into().is::<LengthLimitError>() {
        Failure::payload_too_large()
    } else {
        Failure::unreadable_body()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn bodies(room: usize) -> Bodies {
        Bodies::with_room(room, 1 << 20, Duration::from_secs(10))
    }

    #[tokio::test]
    async fn a_body_waits_while_others_hold_the_memory_and_a_small_one_does_not() {
        let bodies = bodies(450_000);
        let arrives = |bytes: usize| Box::pin(bodies.receive(vec![b'x'; bytes].into(), false, None));
        let (body, held) = arrives(100_000).await.unwrap();
        assert_eq!(body.len(), 100_000);
        let mut second = arrives(100_000);
        assert!((&mut second).now_or_never().is_none());
        assert_eq!(arrives(FREE / 8).await.unwrap().0.len(), FREE / 8);
        // A write that goes on after its request has ended holds a clone.
        let clone = Arc::clone(&held);
        drop(held);
        assert!((&mut second).now_or_never().is_none());
        drop(clone);
        drop(second.await.unwrap());
        assert_eq!(bodies.texts.available_permits(), 450_000);
    }

    #[tokio::test]
    async fn a_body_that_waits_for_too_long_is_refused_as_overload() {
        let bodies = Bodies::with_room(300_000, 1 << 20, Duration::from_millis(10));
        let body = || Body::from(vec![b'x'; 100_000]);
        let _held = bodies.receive(body(), false, None).await.unwrap();
        let refused = bodies.receive(body(), false, None).await.unwrap_err();
        assert_eq!(refused.code, "overloaded");
    }

    #[tokio::test]
    async fn a_body_of_unknown_length_holds_what_it_turns_out_to_need() {
        let bodies = bodies(4 << 20);
        let parts = [vec![b'x'; 10_000], vec![b'x'; 90_000]].map(Ok::<_, std::io::Error>);
        let unknown = Body::from_stream(futures_util::stream::iter(parts));
        let (body, held) = bodies.receive(unknown, false, None).await.unwrap();
        let permits = held[0].as_ref().unwrap().num_permits();
        assert_eq!((body.len(), permits), (100_000, 100_000 * COPIES - FREE));
        drop(held);
        assert_eq!(bodies.texts.available_permits(), 4 << 20);
    }

    #[tokio::test]
    async fn a_body_of_json_holds_what_its_values_take_and_is_refused_past_a_number_of_them() {
        let bodies = bodies(6 << 20);
        let arrives = async |json: String| bodies.receive(json.into(), true, None).await;
        let list = |items: usize| format!("[{}0]", "[0],".repeat(items));
        let (_, held) = arrives(list(9_999)).await.unwrap();
        let permits = held.iter().flatten().map(OwnedSemaphorePermit::num_permits);
        let needed = [list(9_999).len() * COPIES, 20_000 * BYTES_OF_A_VALUE].map(|bytes| bytes - FREE);
        assert!(permits.eq(needed));
        assert_eq!(thousandths(&held), 499);
        let too_many = Failure::unprocessable(gate::TOO_MANY_VALUES);
        assert_eq!(arrives(list(10_000)).await.unwrap_err(), too_many);
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(arrives(nested(DEEPEST)).await.is_ok());
        assert_eq!(arrives(nested(DEEPEST + 1)).await.unwrap_err(), too_many);
        // What is no JSON is not parsed either.
        assert!(bodies.receive(list(10_000).into(), false, None).await.is_ok());
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

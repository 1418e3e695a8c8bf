//! `Idempotency-Key`: a write that is sent again is answered again, not done again.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::http::{HeaderMap, HeaderName, StatusCode};
use moka::{policy::EvictionPolicy, sync::Cache};
use serde_json::Value;
use tokio::sync::watch;

use super::callers::Caller;
use crate::{
    api::{Answered, Failure},
    messages::gate,
    settings::Server,
    stop_signal::StopSignal,
};

/// Names a write, so that it can be sent again.
pub(in crate::api) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Marks an answer that was given before.
pub(in crate::api) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Longest key, in characters.
pub(in crate::api) const LONGEST_KEY: usize = 255;
/// Bytes of an answer that weigh as one entry of `server.idempotency_entries`.
const BYTES_OF_AN_ENTRY: usize = 4 << 10;

/// What an operation came to.
pub(in crate::api) type Outcome = Result<Answered, Failure>;

/// A key that a caller gave a write: 1 to 255 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(Arc<str>);

impl IdempotencyKey {
    /// The key among a request's headers, where there is one.
    ///
    /// # Errors
    /// 400 for a key that is none, and for several.
    pub(in crate::api) fn of(headers: &HeaderMap) -> Result<Option<Self>, Failure> {
        let mut keys = headers.get_all(HEADER).iter();
        let (Some(key), another) = (keys.next(), keys.next()) else { return Ok(None) };
        let sane = |key: &&str| {
            (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        };
        match key.to_str().ok().filter(sane) {
            Some(key) if another.is_none() => Ok(Some(Self(key.into()))),
            _ => Err(Failure::new(StatusCode::BAD_REQUEST, "invalid_argument", gate::ODD_KEY)),
        }
    }
}

/// Which write is meant: whose, of what, by which key.
type Write = (Caller, &'static str, IdempotencyKey);

/// The writes that were begun of late, and what they came to.
pub(in crate::api) struct Idempotency {
    known: Arc<Known>,
    hasher: RandomState,
}

/// Neither age nor want of room forgets a write that is under way: it would be done a second time beside itself. Those are no more
/// than `server.max_in_flight`, since each keeps its place.
struct Known {
    under_way: Mutex<HashMap<Write, Begun>>,
    done: Cache<Write, Begun>,
}

/// A write under way or done.
#[derive(Clone)]
struct Begun {
    /// Tells bodies apart, so that the bodies need not be kept.
    body: u64,
    outcome: watch::Receiver<Option<Recorded>>,
}

/// What a write came to, and whether a repeat gets the same.
#[derive(Clone)]
pub(in crate::api) struct Recorded {
    /// The answer.
    pub(in crate::api) outcome: Outcome,
    /// Whether the host was, or may have been, changed.
    pub(in crate::api) changed: bool,
}

impl Recorded {
    fn is_final(&self) -> bool {
        self.changed || !matches!(&self.outcome, Err(failure) if failure.status.is_server_error())
    }
}

impl Idempotency {
    pub(in crate::api) fn new(server: &Server) -> Self {
        let entries = u32::try_from(server.idempotency_entries).unwrap_or(u32::MAX);
        let done = Cache::builder()
            .max_capacity(entries.into())
            .time_to_live(server.idempotency_ttl)
            // The newest is the one most likely to be repeated.
            .eviction_policy(EvictionPolicy::lru())
            // What weighs more than all would be forgotten at once, and its write done again.
            .weigher(move |_, begun: &Begun| begun.weight().min(entries))
            .build();
        Self { known: Arc::new(Known { under_way: Mutex::default(), done }), hasher: RandomState::new() }
    }

    /// The outcome of the write that a key names, and whether it was begun before. `work` is begun only where it was not, and
    /// goes on to its end though nobody should wait for it any more, save a stop: a caller who gave up will ask again.
    ///
    /// # Errors
    /// 422 for a key that named another body.
    pub(in crate::api) async fn once<W>(
        &self,
        write: Write,
        fields: &Value,
        work: W,
        stop_signal: &StopSignal,
    ) -> Result<(Outcome, bool), Failure>
    where
        W: Future<Output = Recorded> + Send + 'static,
    {
        let body = self.hasher.hash_one(fields);
        let (sender, outcome) = watch::channel(None);
        let begun = Begun { body, outcome };
        let before = self.known.begin(&write, &begun);
        let replayed = before.is_some();
        let mut begun = before.unwrap_or(begun);
        if !replayed {
            let known = Arc::clone(&self.known);
            stop_signal.spawn(async move { known.end(write, work.await, &sender) });
        }
        if begun.body != body {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(Failure::new(status, "idempotency_key_reused", gate::KEY_REUSED));
        }
        match begun.outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(kept)) => Ok((kept.outcome.clone(), replayed)),
            // Operations catch their own panics, so that only a stop of the whole ends here.
            _ => Err(Failure::unexpected(gate::UNEXPECTED)),
        }
    }
}

impl Known {
    /// Notes that a write is begun, unless it was before: then that one.
    fn begin(&self, write: &Write, begun: &Begun) -> Option<Begun> {
        let mut under_way = self.under_way();
        let before = under_way.get(write).cloned().or_else(|| self.done.get(write));
        if before.is_none() {
            under_way.insert(write.clone(), begun.clone());
        }
        before
    }

    /// Keeps what a write came to, or forgets it; tells those who wait for it.
    fn end(&self, write: Write, kept: Recorded, told: &watch::Sender<Option<Recorded>>) {
        let mut under_way = self.under_way();
        let is_final = kept.is_final();
        told.send_replace(Some(kept));
        if let Some(begun) = under_way.remove(&write).filter(|_| is_final) {
            self.done.insert(write, begun);
        }
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<Write, Begun>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Begun {
    fn weight(&self) -> u32 {
        let bytes = match &*self.outcome.borrow() {
            Some(Recorded { outcome: Ok(answered), .. }) => answered.json.len(),
            _ => 0,
        };
        u32::try_from(1 + bytes / BYTES_OF_AN_ENTRY).unwrap_or(u32::MAX)
    }
}

//! What the replicas of one bridge share (`store.url`): claims on keyed writes with their answers, locks (claims without one), and pauses that the host
//! asked for. Keys are digests, so that nothing of callers or of the host can be read from them.
//!
//! - [`answers`]: answers that another replica waits for
//! - [`backend`]: what a store has to do
//! - [`claim`]: a key that this process has claimed, as a keyed write or as a lock
//! - [`redis`]: Redis and Valkey
//! - [`seal`]: answers that only the replicas can read (`store.key_file`)

mod answers;
mod backend;
mod claim;
mod redis;
mod seal;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use ring::{
    digest::{Context, SHA256},
    rand::{SecureRandom, SystemRandom},
};
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use tokio::time::{sleep, timeout};

pub use backend::{Backend, ClaimState, Pause, Share, StoredAnswer};
pub use claim::HeldClaim;

use self::{
    backend::{Claim, StoreFuture},
    redis::Redis,
    seal::Seal,
};
use crate::settings::{self, SettingsError};

/// What the files of this folder use.
mod prelude {
    pub(super) use super::*;
}

/// How long the store may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// For how long the store is not asked again after it did not answer, so that calls do not all wait for it.
const REST: Duration = Duration::from_millis(250);

/// The store can't be used for the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Away {
    /// It does not answer.
    #[error("the store that replicas share can't be reached")]
    Unreachable,
    /// It has no room left and forgets nothing (`noeviction`).
    #[error("the store that replicas share is full")]
    Full,
}

/// What replicas share. Clones share the connection.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    backend: Box<dyn Backend>,
    /// What all its keys start with: bridges of different hosts share nothing.
    prefix: String,
    seal: Option<Seal>,
    resting: Mutex<Option<Instant>>,
    metrics: StoreMetrics,
}

impl Store {
    /// The store of the settings, for the bridge in front of the host of this address; `None` where none is named. No connection is
    /// made yet.
    ///
    /// # Errors
    /// An address, a key or a file of certificates that can't be used.
    pub fn of(settings: &settings::Store, host: &str) -> Result<Option<Self>, SettingsError> {
        let Some(url) = &settings.url else { return Ok(None) };
        let seal = settings.key.as_ref().map(Seal::new).transpose()?;
        let redis = Redis::new(url, settings.ca_file.as_deref())?;
        Ok(Some(Self::on(Box::new(redis), host, seal)))
    }

    fn on(backend: Box<dyn Backend>, host: &str, seal: Option<Seal>) -> Self {
        let prefix = format!("passerelle:{:.16}:", full_digest(&[host]));
        let (resting, metrics) = (Mutex::default(), StoreMetrics::default());
        Self(Arc::new(Inner { backend, prefix, seal, resting, metrics }))
    }

    /// Adds what counts the calls to the store.
    pub fn register(&self, registry: &mut Registry) {
        self.0.metrics.register(registry);
    }

    /// The key in the store of the thing of this kind that these words identify.
    pub fn key(&self, kind: &str, words: &[&str]) -> String {
        format!("{}{kind}:{}", self.0.prefix, full_digest(words))
    }

    async fn claim(&self, claim: &Claim) -> Result<ClaimState, Away> {
        let found = self.ask(self.0.backend.claim(claim)).await?;
        let (ClaimState::Done(sealed), Some(seal)) = (&found, &self.0.seal) else { return Ok(found) };
        let Some(answer) = seal.open(&claim.key, sealed) else {
            tracing::error!("a kept answer can't be read: replicas have different keys in store.key_file");
            return Ok(ClaimState::Perhaps);
        };
        Ok(ClaimState::Done(answer))
    }

    async fn hold(&self, claim: &Claim, sends: bool) -> Result<bool, Away> {
        self.ask(self.0.backend.hold(claim, sends)).await
    }

    async fn finish(&self, claim: &Claim, kept: Option<StoredAnswer<'_>>) -> Result<(), Away> {
        let sealed = match (kept, &self.0.seal) {
            (Some(kept), Some(seal)) => Some(seal.close(&claim.key, kept.answer)?),
            _ => None,
        };
        let kept = kept.map(|kept| StoredAnswer { answer: sealed.as_deref().unwrap_or(kept.answer), ..kept });
        self.ask(self.0.backend.finish(claim, kept)).await
    }

    /// Tells these pauses to the other replicas, and hears which are not over.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn share_pauses(&self, new: &[Pause]) -> Result<Vec<Pause>, Away> {
        self.ask(self.0.backend.share_pauses(&self.key("pauses", &[]), new)).await
    }

    /// Whether the store answers and can keep something.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn probe(&self) -> Result<(), Away> {
        self.ask(self.0.backend.probe(&self.key("probe", &[]))).await
    }

    /// Asks, unless it did not answer a moment ago.
    async fn ask<T>(&self, question: impl Future<Output = Result<T, Away>>) -> Result<T, Away> {
        let Inner { resting, metrics, .. } = &*self.0;
        if resting.lock().is_some_and(|end| end > Instant::now()) {
            return Err(Away::Unreachable);
        }
        let begun = Instant::now();
        let answer = timeout(ANSWER_TIMEOUT, question).await.unwrap_or(Err(Away::Unreachable));
        metrics.note(begun.elapsed(), answer.is_ok());
        // A full store answers at once, so it needs no rest.
        let rest = matches!(answer, Err(Away::Unreachable)).then(|| Instant::now() + REST);
        *resting.lock() = rest;
        answer
    }
}

/// From a call on loopback to one that is given up, in seconds.
const SECONDS: [f64; 10] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0];

/// Counts of the calls to the store, for Prometheus.
struct StoreMetrics {
    up: Gauge,
    durations: Histogram,
    failures: Counter,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        let up = Gauge::default();
        // It counts as reachable until a call fails.
        up.set(1);
        Self { up, durations: Histogram::new(SECONDS), failures: Counter::default() }
    }
}

impl StoreMetrics {
    fn register(&self, registry: &mut Registry) {
        registry.register("store_up", "Whether the store answered the last call to it", self.up.clone());
        registry.register("store_call_duration_seconds", "Calls to the store", self.durations.clone());
        registry.register("store_failures", "Calls that the store did not answer", self.failures.clone());
    }

    fn note(&self, took: Duration, is_answered: bool) {
        self.up.set(i64::from(is_answered));
        self.durations.observe(took.as_secs_f64());
        if !is_answered {
            self.failures.inc();
        }
    }
}

/// A name that no other holder of a claim has.
pub(crate) fn new_token() -> String {
    let mut bytes = [0; 16];
    // The system's source of random bytes is not known to fail. If it does, holders are told apart by their place in memory and
    // time.
    if SystemRandom::new().fill(&mut bytes).is_err() {
        return format!("{:?}{:p}", Instant::now(), &raw const bytes);
    }
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// A digest of words, which depends on where each word ends.
pub fn full_digest(words: &[&str]) -> String {
    let mut digest = Context::new(&SHA256);
    for word in words {
        digest.update(format!("{}:", word.len()).as_bytes());
        digest.update(word.as_bytes());
    }
    BASE64_URL_SAFE_NO_PAD.encode(digest.finish())
}

//! Keyed writes that replicas share: one of them claims a key before it begins, notes there that it is about to send, and leaves its
//! answer there. A replica that is gone leaves its claim: free where nothing was sent, else open for ever, since the host may
//! have been changed.

use std::{
    convert::Infallible,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use futures_util::{FutureExt, future::BoxFuture};
use tokio::time::sleep;

use super::{Recorded, Write, stored};
use crate::{
    api::{Failure, wire::failure::too_slow},
    error::Error,
    gitlab::{CallContext, WriteGuard},
    messages::gate,
    store::{Claim, Found, Store, new_token},
};

/// How long a claim holds without being renewed: how long a write waits for one whose replica is gone.
const LEASE: Duration = Duration::from_secs(4);
/// How often it is renewed.
const RENEW_EVERY: Duration = Duration::from_secs(1);
/// How soon a write that another replica is at is asked for again; each time a little later.
const FIRST_WAIT: Duration = Duration::from_millis(5);
/// How late at most.
const LONGEST_WAIT: Duration = Duration::from_millis(80);
/// How often, and how many times, an answer is brought to a store that is away.
const STORE_RETRY_PAUSE: Duration = Duration::from_millis(500);
const STORE_RETRIES: usize = 240;

/// The keyed writes of all replicas.
#[derive(Clone)]
pub(super) struct SharedWrites {
    store: Store,
    keep: Duration,
}

impl SharedWrites {
    /// Those of this store, whose answers are kept for so long.
    pub(super) fn new(store: Store, keep: Duration) -> Self {
        Self { store, keep }
    }

    /// What a write comes to, which is begun only if no replica has begun it.
    pub(super) async fn once(
        &self,
        (caller, operation, key): &Write,
        body: &str,
        context: &CallContext,
        work: impl Future<Output = Recorded>,
    ) -> Recorded {
        let key = self.store.key("write", &[&caller.id(), operation, &key.0]);
        let own = OwnClaim {
            store: self.store.clone(),
            key,
            token: new_token(),
            is_marked: AtomicBool::new(false),
        };
        if let Err(instead) = self.claim(&own, body, context.deadline()).await {
            return *instead;
        }
        let own = Arc::new(own);
        let as_guard: Weak<dyn WriteGuard> = Arc::downgrade(&(Arc::clone(&own) as Arc<dyn WriteGuard>));
        context.guard_writes(as_guard);
        let recorded = tokio::select! {
            recorded = work => recorded,
            never = own.keep_alive() => match never {},
        };
        self.store_answer(&own, &recorded).await;
        recorded
    }

    /// Claims the key, or answers what stands in the way.
    async fn claim(&self, own: &OwnClaim, body: &str, deadline: Instant) -> Result<(), Box<Recorded>> {
        let claim = Claim { token: &own.token, body, lease: LEASE, keep: self.keep };
        let mut wait = FIRST_WAIT;
        let failure = loop {
            match self.store.claim(&own.key, &claim).await {
                Ok(Found::Yours) => return Ok(()),
                Ok(Found::UnderWay) if Instant::now() + wait < deadline => sleep(wait).await,
                Ok(Found::UnderWay) => break too_slow(),
                Ok(Found::OtherBody) => break super::key_reused(),
                Ok(Found::Perhaps) => break perhaps(),
                Ok(Found::Done(answer)) => match stored::decode(&answer) {
                    Some(outcome) => {
                        return Err(Box::new(Recorded { outcome, is_kept: true, is_replayed: true }));
                    }
                    None => break perhaps(),
                },
                Err(_) => break Error::StoreAway.into(),
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        };
        Err(Box::new(Recorded { outcome: Err(failure), is_kept: false, is_replayed: false }))
    }

    /// Stores the answer for all replicas, or frees the key. A store that is away gets it later; until then others read that the
    /// outcome is open.
    async fn store_answer(&self, own: &Arc<OwnClaim>, recorded: &Recorded) {
        let answer = recorded.is_kept.then(|| stored::encode(&recorded.outcome)).flatten();
        // What can't be written down stays open.
        if (recorded.is_kept && answer.is_none()) || own.finish(answer.as_deref(), self.keep).await {
            return;
        }
        let (own, keep) = (Arc::clone(own), self.keep);
        tokio::spawn(async move {
            for _ in 0..STORE_RETRIES {
                sleep(STORE_RETRY_PAUSE).await;
                if own.finish(answer.as_deref(), keep).await {
                    return;
                }
            }
        });
    }
}

/// 504: the replica that was at it is gone.
fn perhaps() -> Failure {
    Failure::new(StatusCode::GATEWAY_TIMEOUT, "outcome_unknown", gate::OUTCOME_UNKNOWN)
}

/// A claim of this process.
#[derive(Debug)]
struct OwnClaim {
    store: Store,
    key: String,
    token: String,
    /// Whether the store knows that something is about to be sent.
    is_marked: AtomicBool,
}

impl OwnClaim {
    /// Renews the claim for ever.
    async fn keep_alive(&self) -> Infallible {
        loop {
            sleep(RENEW_EVERY).await;
            // Where the store is away it is tried again.
            let _ = self.store.renew(&self.key, &self.token, LEASE).await;
        }
    }

    async fn finish(&self, answer: Option<&[u8]>, keep: Duration) -> bool {
        self.store.finish(&self.key, &self.token, answer, keep).await.is_ok()
    }
}

impl WriteGuard for OwnClaim {
    /// Whether the claim is still held; from the first write on nobody else takes it.
    fn permits(&self) -> BoxFuture<'_, bool> {
        async {
            if self.is_marked.load(SeqCst) {
                return true;
            }
            let marked = self.store.mark_sent(&self.key, &self.token, LEASE).await == Ok(true);
            self.is_marked.fetch_or(marked, SeqCst);
            marked
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;

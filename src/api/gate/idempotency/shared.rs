//! Keyed writes that replicas share: one of them claims a key before it begins, notes there that it is about to send, and leaves its
//! answer there. A replica that is gone leaves its claim: free if nothing was sent, else the outcome stays unknown, since the
//! host may have been changed.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use super::{Recorded, WriteKey, stored};
use crate::{
    api::gate::prelude::*,
    gitlab::{CallContext, WriteGuard},
    store::{ClaimState, HeldClaim, Share, StoredAnswer},
};

/// How long a claim holds without being renewed, and so how long a write waits if the replica that claimed it is gone.
const LEASE: Duration = Duration::from_secs(4);
/// How often, and how many times, an answer is brought to a store that is away.
const STORE_RETRY_PAUSE: Duration = Duration::from_millis(500);
const STORE_RETRIES: usize = 240;

/// The keyed writes of all replicas.
pub(super) struct SharedWrites {
    pub(super) store: Store,
    /// How long answers are kept.
    pub(super) keep: Duration,
    /// The most weight that is kept of one caller.
    pub(super) share: u32,
}

impl SharedWrites {
    /// The outcome of a write, which is begun only if no replica has begun it.
    pub(super) async fn once(
        &self,
        write: &WriteKey,
        body: &str,
        context: &CallContext,
        work: impl Future<Output = Recorded>,
    ) -> Recorded {
        let held = match self.take(write, body, context.deadline).await {
            Ok(held) => held,
            Err(recorded) => return recorded,
        };
        let ([_, counted], ..) = write;
        let share = Share { key: self.store.key("share", &[counted]), most: self.share };
        let own = Arc::new(OwnClaim { held, share, is_marked: AtomicBool::new(false) });
        context.guard_writes(&own);
        let recorded = work.await;
        store_answer(own, &recorded).await;
        recorded
    }

    /// Claims a write, or answers what became of it.
    pub(super) async fn take(
        &self,
        ([caller, _], operation, key): &WriteKey,
        body: &str,
        deadline: Instant,
    ) -> Result<HeldClaim, Recorded> {
        let key = self.store.key("write", &[caller, operation, &key.0]);
        match self.store.take(key, body, [LEASE, self.keep], deadline).await {
            Ok(taken) => taken.map_err(instead),
            Err(_) => Err(Recorded::passing(Error::StoreAway.into())),
        }
    }
}

/// The answer if another replica began the write.
fn instead(found: ClaimState) -> Recorded {
    let failure = match found {
        ClaimState::Yours | ClaimState::UnderWay => Failure::timeout(),
        ClaimState::OtherBody => Failure::idempotency_key_reused(),
        ClaimState::Perhaps => Failure::outcome_unknown(),
        ClaimState::Done(answer) => match stored::decode(&answer) {
            Some(recorded) => return recorded,
            None => Failure::outcome_unknown(),
        },
    };
    Recorded::passing(failure)
}

/// Stores the answer for all replicas, or frees the key. A store that is away gets it later; until then others read that the
/// outcome is unknown.
async fn store_answer(own: Arc<OwnClaim>, recorded: &Recorded) {
    let answer = recorded.is_kept.then(|| stored::encode(recorded)).flatten();
    let weight = recorded.weight();
    // An answer that can't be written down stays unknown.
    if (recorded.is_kept && answer.is_none()) || own.finish(answer.as_deref(), weight).await {
        return;
    }
    tokio::spawn(async move {
        for _ in 0..STORE_RETRIES {
            sleep(STORE_RETRY_PAUSE).await;
            if own.finish(answer.as_deref(), weight).await {
                return;
            }
        }
    });
}

/// A claim of this process.
struct OwnClaim {
    held: HeldClaim,
    /// What its caller may have kept.
    share: Share,
    /// Whether the store knows that something is about to be sent.
    is_marked: AtomicBool,
}

impl OwnClaim {
    async fn finish(&self, answer: Option<&[u8]>, weight: u32) -> bool {
        let kept = answer.map(|answer| StoredAnswer { answer, weight, share: &self.share });
        self.held.finish(kept).await.is_ok()
    }
}

impl WriteGuard for OwnClaim {
    /// Whether the claim is still held; from the first write on nobody else takes it.
    fn permits(&self) -> BoxFuture<'_, bool> {
        async {
            if self.is_marked.load(SeqCst) {
                return true;
            }
            let marked = self.held.mark_sent().await;
            self.is_marked.fetch_or(marked, SeqCst);
            marked
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;

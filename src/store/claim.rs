//! A key of the store that this process holds.

use std::mem;

use tokio_util::task::AbortOnDropHandle;

use super::prelude::*;

/// The first wait before a key that another replica holds is asked for again; each further wait is longer.
const FIRST_WAIT: Duration = Duration::from_millis(2);
/// The longest such wait.
const LONGEST_WAIT: Duration = Duration::from_millis(50);
/// How often a claim is renewed while it holds.
const RENEWALS: u32 = 4;

/// How long after a failure the store is told once more that a key is free.
const FREE_AGAIN: Duration = Duration::from_millis(500);

/// A claim of this process, renewed for as long as this lives.
pub struct HeldClaim {
    store: Store,
    claim: Arc<Claim>,
    /// Until when it holds for sure.
    until: Arc<Mutex<Instant>>,
    _renewing: AbortOnDropHandle<()>,
}

impl Store {
    /// Claims a key for this body, or answers what became of it. One that another replica holds is waited for until the deadline.
    /// A claim that is not renewed holds for `lease`; the key is remembered for `keep`.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn take(
        &self,
        key: String,
        body: &str,
        [lease, keep]: [Duration; 2],
        deadline: Instant,
    ) -> Result<Result<HeldClaim, ClaimState>, Away> {
        let claim = Arc::new(Claim { key, token: new_token(), body: body.to_owned(), lease, keep });
        let mut wait = FIRST_WAIT;
        loop {
            let asked = Instant::now();
            let unanswered = Unanswered(self, &claim);
            let state = self.claim(&claim).await?;
            mem::forget(unanswered);
            match state {
                ClaimState::Yours => return Ok(Ok(HeldClaim::new(self.clone(), claim, asked))),
                ClaimState::UnderWay if asked + wait < deadline => sleep(wait).await,
                found => return Ok(Err(found)),
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Claims a key for this time; the claim is never given back, but where it has no words and the store's answer was lost. Returns whether the key was free,
    /// or claimed by the same words.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn claim_once(&self, key: String, words: Option<&str>, keep: Duration) -> Result<bool, Away> {
        let Some(words) = words else {
            return Ok(self.take(key, &new_token(), [keep; 2], Instant::now()).await?.is_ok());
        };
        let claim = Claim { key, token: new_token(), body: words.to_owned(), lease: keep, keep };
        Ok(matches!(self.claim(&claim).await?, ClaimState::Yours | ClaimState::UnderWay))
    }
}

/// A claim that the store was asked for. One that is not waited for, or answered too late, may hold all the same: it is freed.
struct Unanswered<'a>(&'a Store, &'a Arc<Claim>);

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        free(self.0.clone(), Arc::clone(self.1));
    }
}

/// Leaves a key free, in the background. A store that does not answer is told once more; then the claim ends by itself.
fn free(store: Store, claim: Arc<Claim>) {
    tokio::spawn(async move {
        if store.finish(&claim, None).await.is_err() {
            sleep(FREE_AGAIN).await;
            let _ = store.finish(&claim, None).await;
        }
    });
}

impl HeldClaim {
    fn new(store: Store, claim: Arc<Claim>, asked: Instant) -> Self {
        let until = Arc::new(Mutex::new(asked + claim.lease));
        let renewing = tokio::spawn(renew(store.clone(), Arc::clone(&claim), Arc::clone(&until)));
        Self { store, claim, until, _renewing: AbortOnDropHandle::new(renewing) }
    }

    /// Whether the claim holds for this time from now, even if the store can't be reached meanwhile.
    pub fn outlasts(&self, time: Duration) -> bool {
        *self.until.lock() >= Instant::now() + time
    }

    /// Notes that something is about to be sent: from then on nobody else takes the key. `false` where the claim was lost, or the
    /// store is away.
    pub async fn mark_sent(&self) -> bool {
        self.store.hold(&self.claim, true).await == Ok(true)
    }

    /// Ends the claim: with what is kept, or with nothing, which leaves the key free.
    ///
    /// # Errors
    /// [`Away`].
    pub async fn finish(&self, kept: Option<StoredAnswer<'_>>) -> Result<(), Away> {
        self.store.finish(&self.claim, kept).await
    }

    /// Leaves the key free, in the background.
    pub fn free(&self) {
        free(self.store.clone(), Arc::clone(&self.claim));
    }

    /// Makes the claim look as if it was last renewed this long ago.
    #[cfg(test)]
    pub(crate) fn age(&self, time: Duration) {
        *self.until.lock() -= time;
    }
}

/// Renews a claim until it is lost. While the store is away, it tries again.
async fn renew(store: Store, claim: Arc<Claim>, until: Arc<Mutex<Instant>>) {
    loop {
        sleep(claim.lease / RENEWALS).await;
        let asked = Instant::now();
        let Ok(is_held) = store.hold(&claim, false).await else { continue };
        let end = if is_held { asked + claim.lease } else { asked };
        *until.lock() = end;
        if !is_held {
            return;
        }
    }
}

//! A store in memory, with a clock that tests set, so that what uses a store is tested without a server.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};

use futures_util::{FutureExt, future::BoxFuture};

use crate::store::{Away, Backend, ClaimState, Pause, StoredAnswer, backend::Claim};

/// Clones are one store.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    held: Arc<Mutex<MemoryState>>,
    is_away: Arc<AtomicBool>,
    is_full: Arc<AtomicBool>,
    loses_one: Arc<AtomicBool>,
}

#[derive(Clone, Default)]
struct MemoryState {
    now: Duration,
    claims: BTreeMap<String, StoredClaim>,
    shares: HashMap<String, Vec<(String, u32)>>,
    pauses: HashMap<String, HashMap<String, Duration>>,
}

#[derive(Debug, Clone)]
struct StoredClaim {
    token: String,
    body: String,
    state: ClaimStage,
    until: Duration,
}

#[derive(Debug, Clone)]
enum ClaimStage {
    Claimed,
    Sent,
    Done(Vec<u8>),
}

/// A claim on one key for one body, held under this token.
pub(crate) fn claim_for(token: &str, lease: Duration) -> Claim {
    let [key, body, token] = ["key", "body", token].map(str::to_owned);
    Claim { key, token, body, lease, keep: Duration::MAX }
}

impl Memory {
    /// Another store that remembers the same.
    pub(crate) fn fork(&self) -> Self {
        let held = Mutex::new(self.held.lock().unwrap().clone());
        Self { held: Arc::new(held), ..Self::default() }
    }

    /// A text that two stores share if they remember the same claims.
    pub(crate) fn fingerprint(&self) -> String {
        let held = self.held.lock().unwrap();
        format!("{:?} {:?}", held.now, held.claims)
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, time: Duration) {
        self.held.lock().unwrap().now += time;
    }

    /// How many keys it remembers.
    pub(crate) fn claims(&self) -> usize {
        self.held.lock().unwrap().claims.len()
    }

    /// From now on it has no room.
    pub(crate) fn fill(&self) {
        self.is_full.store(true, SeqCst);
    }

    /// From now on it answers, or does not.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, SeqCst);
    }

    /// Does what it is asked next, and its answer is lost.
    pub(crate) fn lose_one(&self) {
        self.loses_one.store(true, SeqCst);
    }

    fn answer<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&mut MemoryState) -> T,
    ) -> BoxFuture<'static, Result<T, Away>> {
        let answer = if self.is_away.load(SeqCst) {
            Err(Away::Unreachable)
        } else {
            let done = answer(&mut self.held.lock().unwrap());
            if self.loses_one.swap(false, SeqCst) { Err(Away::Full) } else { Ok(done) }
        };
        async { answer }.boxed()
    }
}

impl Backend for Memory {
    fn claim<'a>(&'a self, claim: &'a Claim) -> BoxFuture<'a, Result<ClaimState, Away>> {
        self.answer(|held| {
            let now = held.now;
            if let Some(kept) = held.claims.get(&claim.key) {
                let is_over = kept.until < now;
                match &kept.state {
                    ClaimStage::Claimed if is_over => {}
                    _ if kept.body != claim.body => return ClaimState::OtherBody,
                    ClaimStage::Done(answer) => return ClaimState::Done(answer.clone()),
                    ClaimStage::Sent if is_over => return ClaimState::Perhaps,
                    _ => return ClaimState::UnderWay,
                }
            }
            let (token, body) = (claim.token.clone(), claim.body.clone());
            let kept = StoredClaim { token, body, state: ClaimStage::Claimed, until: now + claim.lease };
            held.claims.insert(claim.key.clone(), kept);
            ClaimState::Yours
        })
    }

    fn hold<'a>(&'a self, claim: &'a Claim, sends: bool) -> BoxFuture<'a, Result<bool, Away>> {
        self.answer(|held| {
            let Some(kept) = held.claims.get_mut(&claim.key).filter(|kept| kept.token == claim.token) else {
                return false;
            };
            kept.until = held.now + claim.lease;
            if sends {
                kept.state = ClaimStage::Sent;
            }
            true
        })
    }

    fn finish<'a>(
        &'a self,
        claim: &'a Claim,
        kept: Option<StoredAnswer<'a>>,
    ) -> BoxFuture<'a, Result<(), Away>> {
        self.answer(|held| {
            let Some(entry) = held.claims.get_mut(&claim.key).filter(|kept| kept.token == claim.token) else {
                return;
            };
            let Some(StoredAnswer { answer, weight, share }) = kept else {
                held.claims.remove(&claim.key);
                return;
            };
            entry.state = ClaimStage::Done(answer.to_vec());
            let shared = held.shares.entry(share.key.clone()).or_default();
            shared.push((claim.key.clone(), weight.min(share.most)));
            while shared.iter().map(|(_, weight)| weight).sum::<u32>() > share.most {
                held.claims.remove(&shared.remove(0).0);
            }
        })
    }

    fn share_pauses<'a>(&'a self, key: &'a str, new: &'a [Pause]) -> BoxFuture<'a, Result<Vec<Pause>, Away>> {
        self.answer(|held| {
            let now = held.now;
            let pauses = held.pauses.entry(key.to_owned()).or_default();
            pauses.extend(new.iter().map(|(name, wait)| (name.clone(), now + *wait)));
            pauses.retain(|_, end| *end > now);
            pauses.iter().map(|(name, end)| (name.clone(), end.saturating_sub(now))).collect()
        })
    }

    fn probe<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), Away>> {
        let is_full = self.is_full.load(SeqCst);
        self.answer(|_| ()).map(move |answer| if is_full { Err(Away::Full) } else { answer }).boxed()
    }
}

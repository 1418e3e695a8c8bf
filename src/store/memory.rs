//! A store in memory, with a clock that tests set: what stands on a store is tested without one.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::Duration,
};

use futures_util::{FutureExt, future::BoxFuture};

use super::{Away, Backend, Claim, Found, Pause};

/// Clones are one store.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    held: Arc<Mutex<Held>>,
    is_away: Arc<AtomicBool>,
}

#[derive(Default)]
struct Held {
    now: Duration,
    claims: HashMap<String, Kept>,
    locks: HashMap<String, (String, Duration)>,
    shared_pauses: HashMap<String, HashMap<String, Duration>>,
}

struct Kept {
    token: String,
    body: String,
    state: State,
    until: Duration,
}

enum State {
    Claimed,
    Sent,
    Done(Vec<u8>),
}

impl Memory {
    /// Lets time pass.
    pub(crate) fn pass(&self, time: Duration) {
        self.held.lock().unwrap().now += time;
    }

    /// From now on it answers, or does not.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, SeqCst);
    }

    fn answer<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&mut Held) -> T,
    ) -> BoxFuture<'static, Result<T, Away>> {
        let answer =
            if self.is_away.load(SeqCst) { Err(Away) } else { Ok(answer(&mut self.held.lock().unwrap())) };
        async { answer }.boxed()
    }
}

impl Held {
    fn hold(&mut self, key: &str, token: &str, lease: Duration, sends: bool) -> bool {
        let now = self.now;
        let Some(kept) = self.claims.get_mut(key).filter(|kept| kept.token == token) else { return false };
        kept.until = now + lease;
        if sends {
            kept.state = State::Sent;
        }
        true
    }
}

impl Backend for Memory {
    fn claim<'a>(&'a self, key: &'a str, claim: &'a Claim<'a>) -> BoxFuture<'a, Result<Found, Away>> {
        self.answer(|held| {
            let now = held.now;
            if let Some(kept) = held.claims.get(key) {
                let is_over = kept.until < now;
                match &kept.state {
                    State::Claimed if is_over => {}
                    _ if kept.body != claim.body => return Found::OtherBody,
                    State::Done(answer) => return Found::Done(answer.clone()),
                    State::Sent if is_over => return Found::Perhaps,
                    _ => return Found::UnderWay,
                }
            }
            let (token, body) = (claim.token.to_owned(), claim.body.to_owned());
            held.claims.insert(
                key.to_owned(),
                Kept { token, body, state: State::Claimed, until: now + claim.lease },
            );
            Found::Yours
        })
    }

    fn mark_sent<'a>(
        &'a self,
        key: &'a str,
        token: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<bool, Away>> {
        self.answer(|held| held.hold(key, token, lease, true))
    }

    fn renew<'a>(&'a self, key: &'a str, token: &'a str, lease: Duration) -> BoxFuture<'a, Result<(), Away>> {
        self.answer(|held| {
            held.hold(key, token, lease, false);
        })
    }

    fn finish<'a>(
        &'a self,
        key: &'a str,
        token: &'a str,
        answer: Option<&'a [u8]>,
        _: Duration,
    ) -> BoxFuture<'a, Result<(), Away>> {
        self.answer(|held| {
            let Some(kept) = held.claims.get_mut(key).filter(|kept| kept.token == token) else { return };
            match answer {
                Some(answer) => kept.state = State::Done(answer.to_vec()),
                None => drop(held.claims.remove(key)),
            }
        })
    }

    fn lock<'a>(
        &'a self,
        key: &'a str,
        token: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<bool, Away>> {
        self.answer(|held| {
            let now = held.now;
            let is_free = held.locks.get(key).is_none_or(|(_, until)| *until < now);
            if is_free {
                held.locks.insert(key.to_owned(), (token.to_owned(), now + lease));
            }
            is_free
        })
    }

    fn extend<'a>(
        &'a self,
        key: &'a str,
        token: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<bool, Away>> {
        self.answer(|held| {
            let now = held.now;
            let own = held.locks.get_mut(key).filter(|(holder, until)| holder == token && *until >= now);
            own.map(|(_, until)| *until = now + lease).is_some()
        })
    }

    fn unlock<'a>(&'a self, key: &'a str, token: &'a str) -> BoxFuture<'a, Result<(), Away>> {
        self.answer(|held| {
            if held.locks.get(key).is_some_and(|(holder, _)| holder == token) {
                held.locks.remove(key);
            }
        })
    }

    fn share_pauses<'a>(&'a self, key: &'a str, new: &'a [Pause]) -> BoxFuture<'a, Result<Vec<Pause>, Away>> {
        self.answer(|held| {
            let now = held.now;
            let pauses = held.shared_pauses.entry(key.to_owned()).or_default();
            pauses.extend(new.iter().map(|(name, wait)| (name.clone(), now + *wait)));
            pauses.retain(|_, end| *end > now);
            pauses.iter().map(|(name, end)| (name.clone(), end.saturating_sub(now))).collect()
        })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), Away>> {
        self.answer(|_| ())
    }
}

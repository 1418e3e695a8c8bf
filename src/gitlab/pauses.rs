//! Reads that the host answered 429: no more of the same route are sent with the same token until the time that the host asked for
//! is over. Searches are none of them: the rules that search have a pause of their own.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use http::StatusCode;

use super::{Credential, Fault, request::Request};

/// Longest pause: then one read is sent again, whatever the host asked for, since the limit may be another by then.
const LONGEST: Duration = Duration::from_secs(60);

/// A pause, for those that share it: which reads, without naming the token, and for how long from now.
pub type Pause = (String, Duration);

/// The pauses of one host, by token and route.
#[derive(Default)]
pub(super) struct Pauses(Mutex<Held>);

#[derive(Default)]
struct Held {
    until: HashMap<String, Instant>,
    unshared: Vec<String>,
}

impl Pauses {
    /// The host's refusal of such a read, if it still holds.
    pub(super) fn refusal(&self, token: &Credential, request: &Request) -> Option<Fault> {
        let held = self.held();
        if held.until.is_empty() || !can_pause(request) {
            return None;
        }
        let left = held.until.get(&name(token, request))?.checked_duration_since(Instant::now())?;
        // Whole seconds, rounded up: whoever waits for so long finds it over.
        let retry_after = Some(Duration::from_secs(left.as_secs() + 1));
        Some(Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, message: None, retry_after })
    }

    /// Notes a refusal of the host that says for how long it holds.
    pub(super) fn note(&self, token: &Credential, request: &Request, fault: &Fault) {
        let Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, retry_after: Some(wait), .. } = fault
        else {
            return;
        };
        if wait.is_zero() || !can_pause(request) {
            return;
        }
        let name = name(token, request);
        let mut held = self.held();
        held.hold(name.clone(), *wait);
        held.unshared.push(name);
    }

    /// The pauses that began since the last call of this, for others to hear of.
    pub(super) fn take_unshared(&self) -> Vec<Pause> {
        let (mut held, now) = (self.held(), Instant::now());
        let unshared = mem::take(&mut held.unshared).into_iter();
        unshared
            .filter_map(|name| Some((held.until.get(&name)?.checked_duration_since(now)?, name)))
            .map(|(left, name)| (name, left))
            .collect()
    }

    /// Takes over what others heard.
    pub(super) fn hold(&self, pauses: impl IntoIterator<Item = Pause>) {
        let mut held = self.held();
        pauses.into_iter().for_each(|(name, wait)| held.hold(name, wait));
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn hold(&mut self, name: String, wait: Duration) {
        let now = Instant::now();
        self.until.retain(|_, until| *until > now);
        self.until.insert(name, now + wait.min(LONGEST));
    }
}

/// Only reads pause: a write is sent once, and the answer is the caller's business.
fn can_pause(request: &Request) -> bool {
    !request.is_write() && request.retries_limited
}

fn name(token: &Credential, request: &Request) -> String {
    format!("{} {}", token.digest(), request.call)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(seconds: u64) -> Fault {
        let (status, retry_after) = (StatusCode::TOO_MANY_REQUESTS, Some(Duration::from_secs(seconds)));
        Fault::Status { status, message: None, retry_after }
    }

    fn token(text: &str) -> Credential {
        Credential::new(text.to_owned().into()).unwrap()
    }

    fn read() -> Request {
        Request::get("GET /projects", "/projects")
    }

    #[test]
    fn a_refusal_holds_for_reads_of_its_route_and_token_alone() {
        let (pauses, ours) = (Pauses::default(), token("a"));
        pauses.note(&ours, &read(), &limited(30));
        let told = pauses.refusal(&ours, &read()).unwrap();
        assert!(told == limited(30), "{told}");
        assert_eq!(pauses.refusal(&token("b"), &read()), None);
        assert_eq!(pauses.refusal(&ours, &Request::get("GET /groups", "/groups")), None);
        assert_eq!(pauses.refusal(&ours, &read().once_where_limited()), None, "a search");
    }

    #[test]
    fn only_a_429_that_says_for_how_long_pauses_and_for_a_minute_at_most() {
        let (pauses, ours) = (Pauses::default(), token("a"));
        let (status, retry_after) = (StatusCode::SERVICE_UNAVAILABLE, Some(Duration::from_secs(9)));
        let without =
            Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, message: None, retry_after: None };
        for fault in [limited(0), without, Fault::Status { status, message: None, retry_after }] {
            pauses.note(&ours, &read(), &fault);
            assert_eq!(pauses.refusal(&ours, &read()), None, "{fault}");
        }
        pauses.note(&ours, &read().once_where_limited(), &limited(30));
        assert_eq!(pauses.refusal(&ours, &read()), None, "a search");
        pauses.note(&ours, &read(), &limited(3_600));
        assert_eq!(pauses.refusal(&ours, &read()), Some(limited(60)));
    }

    #[test]
    fn a_pause_is_told_once_and_holds_for_who_hears_of_it() {
        let (ours, theirs) = (Pauses::default(), Pauses::default());
        ours.note(&token("secret"), &read(), &limited(30));
        let told = ours.take_unshared();
        assert!(told.len() == 1 && !told[0].0.contains("secret"), "{told:?}");
        assert!(ours.take_unshared().is_empty());
        theirs.hold(told);
        assert!(theirs.refusal(&token("secret"), &read()).is_some());
        assert!(theirs.take_unshared().is_empty(), "it is not shared again");
    }
}

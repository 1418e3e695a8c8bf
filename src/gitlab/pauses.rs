//! After a 429 the same token sends no more calls of the same kind until the time that the host named is over, at most
//! [`LONGEST`] at a stretch. Then one call tries, and the others wait for its outcome (decisions, Errors).

use std::{
    collections::{HashMap, HashSet},
    mem,
};

use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

use super::prelude::*;

/// Longest stretch, whatever the host asks for: the limit may be another by then.
const LONGEST: Duration = Duration::from_secs(10);

/// A pause, for those that share it: which calls, without naming the token, and for how long from now.
pub type SharedPause = (String, Duration);

/// The pauses of one host, by token and kind of call.
#[derive(Default)]
pub struct Pauses(Mutex<PauseState>);

#[derive(Default)]
struct PauseState {
    stretches: HashMap<String, Stretch>,
    unshared: HashSet<String>,
}

struct Stretch {
    end: Instant,
    /// Held by the call that tries when the stretch is over.
    trial: Arc<tokio::sync::Mutex<()>>,
}

impl Stretch {
    /// What is left of it, in whole seconds rounded up, so that it is over for whoever waits that long.
    fn left(&self) -> Option<Duration> {
        let left = self.end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        Some(Duration::from_secs(u64::try_from(left.as_millis().div_ceil(1_000)).unwrap_or(u64::MAX)))
    }
}

impl Pauses {
    /// The turn to try whether the host takes such calls again: one call has it at a time, and keeps it until its outcome is
    /// noted. `None` if no pause has ended, so that there is nothing to try.
    pub(super) async fn turn(&self, token: &Credential, request: &Request) -> Option<OwnedMutexGuard<()>> {
        let (kind, trial) = {
            let held = self.0.lock();
            let (kind, stretch) = held.of(token, request)?;
            stretch.left().is_none().then(|| (kind, Arc::clone(&stretch.trial)))?
        };
        let turn = trial.lock_owned().await;
        self.0.lock().stretches.contains_key(&kind).then_some(turn)
    }

    /// What is left of the pause of such calls; `None` if they may be sent.
    pub(super) fn left(&self, token: &Credential, request: &Request) -> Option<Duration> {
        self.0.lock().of(token, request)?.1.left()
    }

    /// Notes the outcome of a call: a 429 begins a stretch, anything else after a stretch ends the pause.
    pub(super) fn note<T>(&self, token: &Credential, request: &Request, outcome: &Result<T, Fault>) {
        let mut held = self.0.lock();
        let asked = match outcome {
            Err(Fault::Status { status: StatusCode::TOO_MANY_REQUESTS, retry_after, .. }) => {
                // Only recent versions of GitLab say how long their limit on searches lasts.
                retry_after.or((!request.retries_429).then_some(LONGEST)).filter(|wait| !wait.is_zero())
            }
            _ => None,
        };
        match (asked, held.of(token, request)) {
            // It was sent before the stretch began.
            (_, Some((_, stretch))) if stretch.left().is_some() => {}
            (None, None) => {}
            (None, Some((kind, _))) => drop(held.stretches.remove(&kind)),
            (Some(wait), _) => {
                let kind = kind(token, request);
                held.hold(kind.clone(), wait);
                held.unshared.insert(kind);
            }
        }
    }

    /// The pauses that began since the last call of this, for the other replicas.
    pub fn take_unshared(&self) -> Vec<SharedPause> {
        let mut held = self.0.lock();
        let unshared = mem::take(&mut held.unshared);
        let left = |kind: &String| held.stretches.get(kind)?.left();
        unshared.into_iter().filter_map(|kind| left(&kind).map(|left| (kind, left))).collect()
    }

    /// Takes over the pauses that other replicas report.
    pub fn hold(&self, pauses: impl IntoIterator<Item = SharedPause>) {
        let mut held = self.0.lock();
        pauses.into_iter().for_each(|(kind, wait)| held.hold(kind, wait));
    }
}

impl PauseState {
    fn of(&self, token: &Credential, request: &Request) -> Option<(String, &Stretch)> {
        if self.stretches.is_empty() {
            return None;
        }
        let kind = kind(token, request);
        self.stretches.get(&kind).map(|stretch| (kind, stretch))
    }

    fn hold(&mut self, kind: String, wait: Duration) {
        let end = Instant::now() + wait.min(LONGEST);
        let stretch = self.stretches.entry(kind).or_insert_with(|| Stretch { end, trial: Arc::default() });
        stretch.end = end;
    }
}

/// The token, method and route without ids; lists with `search` have limits of their own, and issues one for all places.
fn kind(token: &Credential, request: &Request) -> String {
    let searches = request.query.iter().any(|(name, _)| *name == "search");
    match request.call {
        call if !searches => format!("{} {call}", token.digest()),
        call if call.ends_with("/issues") => format!("{} GET issues search", token.digest()),
        call => format!("{} {call} search", token.digest()),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::gitlab::request::Write;

    fn limited(seconds: u64) -> Result<(), Fault> {
        let (status, retry_after) = (StatusCode::TOO_MANY_REQUESTS, Some(Duration::from_secs(seconds)));
        Err(Fault::Status { status, message: None, retry_after })
    }

    fn token(text: &str) -> Credential {
        Credential::new(&text.to_owned().into()).unwrap()
    }

    fn read() -> Request {
        Request::new("GET /projects", &[])
    }

    /// Pauses of which this one is over.
    fn over(token: &Credential, request: &Request) -> Pauses {
        let pauses = Pauses::default();
        pauses.note(token, request, &limited(5));
        for stretch in pauses.0.lock().stretches.values_mut() {
            stretch.end = Instant::now();
        }
        pauses
    }

    #[test]
    fn a_refused_search_for_issues_holds_back_those_in_every_place() {
        let search = |call| kind(&token("one"), &Request::new(call, &[]).query("search", "fuite"));
        let in_a_project = search("GET /projects/:id/issues");
        assert_eq!(in_a_project, search("GET /issues"));
        assert_ne!(in_a_project, search("GET /projects"));
    }

    #[test]
    fn a_refusal_holds_back_the_same_token_and_kind_of_call_alone() {
        let (pauses, ours) = (Pauses::default(), token("a"));
        pauses.note(&ours, &read(), &limited(5));
        assert_eq!(pauses.left(&ours, &read()), Some(Duration::from_secs(5)));
        assert_eq!(pauses.left(&ours, &read().query("page", 2)), Some(Duration::from_secs(5)));
        assert_eq!(pauses.left(&token("b"), &read()), None);
        assert_eq!(pauses.left(&ours, &Request::new("GET /groups", &[])), None);
        assert_eq!(pauses.left(&ours, &read().query("search", "x")), None);

        let write = Some(Write { body: None, objects: Vec::new() });
        let write = Request { write, ..Request::new("POST /projects", &[]) };
        pauses.note(&ours, &write, &limited(5));
        assert!(pauses.left(&ours, &write).is_some(), "writes are held back too");
    }

    #[test]
    fn only_a_429_that_says_for_how_long_pauses_or_one_of_a_search_and_for_ten_seconds_at_most() {
        let (pauses, ours) = (Pauses::default(), token("a"));
        let fault = |status, retry_after| Err::<(), _>(Fault::Status { status, message: None, retry_after });
        let nine = Some(Duration::from_secs(9));
        let without = fault(StatusCode::TOO_MANY_REQUESTS, None);
        for outcome in [limited(0), without.clone(), fault(StatusCode::SERVICE_UNAVAILABLE, nine), Ok(())] {
            pauses.note(&ours, &read(), &outcome);
            assert_eq!(pauses.left(&ours, &read()), None, "{outcome:?}");
        }
        pauses.note(&ours, &read(), &limited(3_600));
        assert_eq!(pauses.left(&ours, &read()), Some(LONGEST));
        let search = Request { retries_429: false, ..read().query("search", "x") };
        pauses.note(&ours, &search, &without);
        assert_eq!(pauses.left(&ours, &search), Some(LONGEST));
    }

    #[test]
    fn a_call_from_before_a_stretch_neither_ends_nor_lengthens_it() {
        let (pauses, ours) = (Pauses::default(), token("a"));
        pauses.note(&ours, &read(), &limited(5));
        for late in [Ok(()), limited(9)] {
            pauses.note(&ours, &read(), &late);
            assert_eq!(pauses.left(&ours, &read()), Some(Duration::from_secs(5)));
        }
    }

    #[tokio::test]
    async fn after_a_stretch_one_call_tries_and_the_others_wait_for_its_outcome() {
        let (ours, read) = (token("a"), read());
        for outcome in [Ok(()), limited(5)] {
            let pauses = over(&ours, &read);
            assert_eq!(pauses.left(&ours, &read), None);
            let turn = pauses.turn(&ours, &read).now_or_never().unwrap();
            assert!(turn.is_some());
            let mut second = Box::pin(pauses.turn(&ours, &read));
            assert!((&mut second).now_or_never().is_none(), "it waits");
            pauses.note(&ours, &read, &outcome);
            drop(turn);
            let second = second.now_or_never().unwrap();
            assert_eq!(second.is_none(), outcome.is_ok(), "all go on, or wait again");
            assert_eq!(pauses.left(&ours, &read).is_some(), outcome.is_err());
        }
    }

    #[tokio::test]
    async fn a_try_that_is_given_up_leaves_its_turn_to_the_next() {
        let ours = token("a");
        let pauses = over(&ours, &read());
        drop(pauses.turn(&ours, &read()).now_or_never().unwrap());
        assert!(pauses.turn(&ours, &read()).now_or_never().unwrap().is_some());
    }

    #[test]
    fn a_pause_is_told_once_and_holds_for_who_hears_of_it() {
        let (ours, theirs) = (Pauses::default(), Pauses::default());
        ours.note(&token("secret"), &read(), &limited(5));
        let told = ours.take_unshared();
        assert!(told.len() == 1 && !told[0].0.contains("secret"), "{told:?}");
        assert!(ours.take_unshared().is_empty());
        theirs.hold(told);
        assert!(theirs.left(&token("secret"), &read()).is_some());
        assert!(theirs.take_unshared().is_empty(), "it is not shared again");
    }
}

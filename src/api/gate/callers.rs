//! The callers that the settings name, and what each may do.

use std::{
    fmt,
    hash::{Hash, Hasher},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use axum::http::{HeaderMap, header};
use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use ring::digest;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;

use super::{
    admission::{CallerShare, ShareSize},
    policy::CallerPolicy,
};
use crate::{
    api::wire::{code::Code, failure::Failure},
    gitlab::{BuildError, Credential},
    messages::gate,
    settings,
};

/// Who calls: the holder of a token, or anyone if the settings name no tokens. Replicas with one configuration agree on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    /// No token is asked for.
    Anyone,
    /// The caller of this name.
    Named(Arc<str>),
    /// The holder of a token without a name.
    Unnamed(Unnamed),
}

/// A caller without a name: identified by its token, and shown by its index among all callers, from 0, which may change.
#[derive(Debug, Clone)]
pub struct Unnamed {
    index: usize,
    digest: digest::Digest,
}

impl PartialEq for Unnamed {
    fn eq(&self, other: &Self) -> bool {
        self.digest.as_ref() == other.digest.as_ref()
    }
}

impl Eq for Unnamed {}

impl Hash for Unnamed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.as_ref().hash(state);
    }
}

impl Caller {
    /// What tells it apart, in every replica alike; no token can be read from it.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Anyone => "anyone".to_owned(),
            Self::Named(name) => format!("name {name}"),
            Self::Unnamed(token) => format!("token {:?}", token.digest),
        }
    }

    /// Its name in the metrics. Callers without a name have one together: tokens come and go, names of metrics must not.
    pub(super) fn label(&self) -> &str {
        match self {
            Self::Anyone => "anyone",
            Self::Named(name) => name,
            Self::Unnamed(_) => "unnamed",
        }
    }

    /// The caller at this index of the settings.
    fn of(index: usize, caller: &settings::CallerSettings) -> Self {
        if let Some(name) = &caller.name {
            return Self::Named(name.as_str().into());
        }
        let tokens = caller.tokens.iter().map(ExposeSecret::expose_secret).collect::<String>();
        Self::Unnamed(Unnamed { index, digest: digest::digest(&digest::SHA256, tokens.as_bytes()) })
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("anyone"),
            Self::Named(name) => f.write_str(name),
            Self::Unnamed(token) => write!(f, "token {}", token.index + 1),
        }
    }
}

/// What a caller may do, and how often.
#[derive(Debug)]
pub(in crate::api) struct Access {
    /// Who it is.
    pub(in crate::api) caller: Caller,
    /// What it may do.
    pub(in crate::api) policy: CallerPolicy,
    /// The caller's own token for the host; `None` for the technical one.
    pub(in crate::api) credential: Option<Credential>,
    /// What it may take of the process at once; `None` for all of it, where there is no other caller.
    pub(super) share: Option<CallerShare>,
    limit: Option<RateLimit>,
}

/// How many requests a caller may make in a minute, and what counts them.
#[derive(Debug, Clone)]
struct RateLimit {
    per_minute: NonZeroU32,
    limiter: Arc<DefaultDirectRateLimiter>,
}

impl Access {
    fn of(
        index: usize,
        caller: &settings::CallerSettings,
        policy: &CallerPolicy,
        share: Option<CallerShare>,
    ) -> Result<Self, BuildError> {
        let per_minute =
            caller.requests_per_minute.and_then(|most| NonZeroU32::new(u32::try_from(most).ok()?));
        Ok(Self {
            caller: Caller::of(index, caller),
            policy: policy.narrowed(caller),
            credential: caller.upstream_token.clone().map(Credential::new).transpose()?,
            share,
            limit: per_minute.map(|per_minute| RateLimit {
                per_minute,
                limiter: Arc::new(DefaultDirectRateLimiter::direct(Quota::per_minute(per_minute))),
            }),
        })
    }

    /// Goes on counting where an access of the same caller stands, unless its limit is another.
    fn keep_counts_of(&mut self, before: &Self) {
        if let (Some(old), Some(new)) = (&before.limit, &mut self.limit)
            && old.per_minute == new.per_minute
        {
            *new = old.clone();
        }
        if let (Some(old), Some(new)) = (&before.share, &mut self.share) {
            *new = old.clone();
        }
    }

    /// Counts one request.
    ///
    /// # Errors
    /// 429 past `requests_per_minute`, with the time after which one more is allowed.
    pub(super) fn count(&self) -> Result<(), Failure> {
        let Some(RateLimit { limiter, .. }) = &self.limit else { return Ok(()) };
        limiter.check().map_err(|refused| {
            let wait = refused.wait_time_from(DefaultClock::default().now());
            // Rounded up to whole seconds, never 0: a caller that retries at once would be refused again.
            let wait = Duration::from_secs(wait.as_secs() + 1);
            let failure = Failure::new(Code::RateLimited, gate::RATE_LIMITED);
            Failure { retry_after: Some(wait), ..failure }
        })
    }
}

/// A token, and what its holder may do.
type Known = (SecretString, Arc<Access>);

/// All who may call.
pub(in crate::api) struct Callers {
    anyone: Arc<Access>,
    known: Vec<Known>,
    share: ShareSize,
}

impl Callers {
    /// The callers of the settings. Where there are several, each may take so much of the process at once.
    ///
    /// # Errors
    /// An HTTP header can't hold an upstream token.
    pub(super) fn new(
        callers: &[settings::CallerSettings],
        policy: CallerPolicy,
        share: ShareSize,
    ) -> Result<Self, BuildError> {
        Self::after(&[], callers, policy, share)
    }

    /// Replaces the callers, under the same policy. What a caller has used of its requests a minute
    /// stays used.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(super) fn replaced(&self, callers: &[settings::CallerSettings]) -> Result<Self, BuildError> {
        Self::after(&self.known, callers, self.anyone.policy.clone(), self.share)
    }

    fn after(
        before: &[Known],
        callers: &[settings::CallerSettings],
        policy: CallerPolicy,
        size: ShareSize,
    ) -> Result<Self, BuildError> {
        let mut known = Vec::new();
        let is_shared = callers.len() > 1;
        for (index, caller) in callers.iter().enumerate() {
            let share = is_shared.then(|| CallerShare::new(size));
            let mut access = Access::of(index, caller, &policy, share)?;
            if let Some((_, before)) = before.iter().find(|(_, before)| before.caller == access.caller) {
                access.keep_counts_of(before);
            }
            let access = Arc::new(access);
            known.extend(caller.tokens.iter().map(|token| (token.clone(), Arc::clone(&access))));
        }
        let anyone = Access { caller: Caller::Anyone, policy, credential: None, share: None, limit: None };
        Ok(Self { anyone: Arc::new(anyone), known, share: size })
    }

    /// Whether every request needs a token.
    pub(in crate::api) fn need_token(&self) -> bool {
        !self.known.is_empty()
    }

    /// What the user who started this process may do.
    pub(in crate::api) fn anyone(&self) -> &Arc<Access> {
        &self.anyone
    }

    /// Who sent a request with these headers; `None` without a valid token where one is needed.
    pub(in crate::api) fn authenticate(&self, headers: &HeaderMap) -> Option<Arc<Access>> {
        if !self.need_token() {
            return Some(Arc::clone(&self.anyone));
        }
        let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| self.holder(token.trim().as_bytes())).flatten()
    }

    /// Whose token this is. Compares in constant time, and with every token, so that the time taken reveals nothing about them.
    fn holder(&self, shown: &[u8]) -> Option<Arc<Access>> {
        self.known.iter().fold(None, |found, (token, access)| {
            let same = bool::from(token.expose_secret().as_bytes().ct_eq(shown));
            if same { Some(Arc::clone(access)) } else { found }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Confirmation;

    fn caller(
        name: Option<&str>,
        token: &str,
        requests_per_minute: Option<usize>,
    ) -> settings::CallerSettings {
        settings::CallerSettings {
            name: name.map(str::to_owned),
            tokens: vec![token.into()],
            upstream_token: None,
            read_only: false,
            roots: Vec::new(),
            operations: Vec::new(),
            requests_per_minute,
        }
    }

    fn callers(of: &[settings::CallerSettings]) -> Callers {
        let policy = settings::Policy {
            read_only: false,
            roots: Vec::new(),
            operations: Vec::new(),
            confirmation: Confirmation::Caller,
        };
        Callers::new(of, CallerPolicy::new(&policy), ShareSize::new(16, 16)).unwrap()
    }

    fn wait(callers: &Callers, token: &str) -> Option<Duration> {
        let access = callers.holder(token.as_bytes()).unwrap();
        access.count().err().map(|refused| refused.retry_after.unwrap())
    }

    #[test]
    fn callers_are_told_apart_by_name_or_token_and_the_same_in_every_replica() {
        let of = |place, name, token| Caller::of(place, &caller(name, token, None));
        let all = [
            Caller::Anyone,
            of(0, Some("a"), "x"),
            of(1, Some("b"), "x"),
            of(2, None, "x"),
            of(3, None, "y"),
        ];
        for (place, one) in all.iter().enumerate() {
            for (other_place, other) in all.iter().enumerate() {
                assert_eq!(one == other, place == other_place);
                assert_eq!(one.id() == other.id(), place == other_place);
            }
        }
        let moved = of(7, None, "x");
        assert_eq!((&moved, moved.id()), (&all[3], all[3].id()), "its place may change");
    }

    #[test]
    fn what_a_caller_used_of_its_minute_stays_used_unless_its_limit_is_another() {
        let before = callers(&[caller(Some("a"), "x", Some(1)), caller(None, "y", Some(1))]);
        assert_eq!([wait(&before, "x"), wait(&before, "y")], [None, None]);
        let after =
            [caller(None, "z", Some(1)), caller(None, "y", Some(1)), caller(Some("a"), "new", Some(1))];
        let after = before.replaced(&after).unwrap();
        assert_eq!(wait(&after, "z"), None, "a new caller");
        assert!(wait(&after, "y").is_some() && wait(&after, "new").is_some());
        let more = before.replaced(&[caller(Some("a"), "x", Some(2))]).unwrap();
        assert_eq!([wait(&more, "x"), wait(&more, "x")], [None, None]);
    }

    #[test]
    fn a_refused_caller_waits_for_whole_seconds_and_at_least_one() {
        let callers = callers(&[caller(None, "x", Some(100)), caller(None, "y", Some(1))]);
        let first = |token: &str| (0..200).find_map(|_| wait(&callers, token));
        assert_eq!(first("x"), Some(Duration::from_secs(1)));
        assert_eq!(first("y"), Some(Duration::from_secs(60)));
    }
}

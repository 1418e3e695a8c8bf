//! The callers that the settings name, and what each may do.

use std::{fmt, num::NonZeroU32, sync::Arc, time::Duration};

use axum::http::{HeaderMap, StatusCode, header};
use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;

use super::policy::Policy;
use crate::{api::wire::failure::Failure, messages::gate, settings};

/// Who calls: the holder of a token, or anyone if the settings name no tokens. Replicas with one configuration agree on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    /// No token is asked for.
    Anyone,
    /// The caller of this name.
    Named(Arc<str>),
    /// The holder of a token without a name, by the token's position among all callers, from 0.
    Unnamed(usize),
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anyone => f.write_str("anyone"),
            Self::Named(name) => f.write_str(name),
            Self::Unnamed(place) => write!(f, "token {}", place + 1),
        }
    }
}

/// What a caller may do, and how often.
#[derive(Debug)]
pub(in crate::api) struct Access {
    /// Who it is.
    pub(in crate::api) caller: Caller,
    /// What it may do.
    pub(in crate::api) policy: Policy,
    limiter: Option<DefaultDirectRateLimiter>,
}

impl Access {
    fn of(place: usize, caller: &settings::Caller, policy: &Policy) -> Self {
        let per_minute =
            caller.requests_per_minute.and_then(|most| NonZeroU32::new(u32::try_from(most).ok()?));
        Self {
            caller: caller.name.as_deref().map_or(Caller::Unnamed(place), |name| Caller::Named(name.into())),
            policy: policy.narrowed(caller),
            limiter: per_minute.map(|most| DefaultDirectRateLimiter::direct(Quota::per_minute(most))),
        }
    }

    /// Counts one request.
    ///
    /// # Errors
    /// 429 past `requests_per_minute`, with the time after which one more is allowed.
    pub(super) fn count(&self) -> Result<(), Failure> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check().map_err(|refused| {
            let wait = refused.wait_time_from(DefaultClock::default().now());
            // Rounded up to whole seconds, never 0: a caller that retries at once would be refused again.
            let wait = Duration::from_secs(wait.as_secs() + 1);
            let failure = Failure::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", gate::RATE_LIMITED);
            Failure { retry_after: Some(wait), ..failure }
        })
    }
}

/// All who may call.
pub(in crate::api) struct Callers {
    anyone: Arc<Access>,
    known: Vec<(SecretString, Arc<Access>)>,
}

impl Callers {
    pub(super) fn new(callers: &[settings::Caller], policy: Policy) -> Self {
        let known = callers.iter().enumerate();
        let known = known
            .map(|(place, caller)| (caller.token.clone(), Arc::new(Access::of(place, caller, &policy))))
            .collect();
        Self { anyone: Arc::new(Access { caller: Caller::Anyone, policy, limiter: None }), known }
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

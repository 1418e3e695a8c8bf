//! The callers that the settings name, and what each may do (`policy`, narrowed by its own settings).

use std::num::NonZeroU32;

use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use ring::digest;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::prelude::*;
use crate::{
    gitlab::Credential,
    service::{Intent, Roots},
    settings::{self, CallerSettings, SettingsError},
    sign_in::{Person, Scope, shown},
};

/// What identifies whoever calls where no token is asked for, and what they are called.
const ANYONE: &str = "anyone";

/// Who calls: the holder of a token, one of the people of such a caller, or anyone if the settings name no tokens.
#[derive(Debug, Clone)]
pub struct Caller {
    /// What identifies it, the same in every replica; no token can be read from it.
    pub(in crate::api) id: Arc<str>,
    /// What identifies the caller of the settings on whose limits this one counts.
    pub(in crate::api) counted: Arc<str>,
    /// Its name in logs. One without a name is shown by its index among all callers, which may change.
    pub(super) shown: Arc<str>,
    /// Its name in the metrics. Callers without a name have one together: tokens come and go, names of metrics must not.
    pub(super) label: Arc<str>,
    /// Who signed in.
    person: Option<Arc<Person>>,
}

impl Caller {
    fn new(id: &str, shown: &str, label: &str) -> Self {
        Self { id: id.into(), counted: id.into(), shown: shown.into(), label: label.into(), person: None }
    }

    /// The caller at this index of the settings.
    fn of(index: usize, caller: &CallerSettings) -> Self {
        if let Some(name) = &caller.name {
            return Self::new(&format!("name {name}"), name, name);
        }
        let tokens = caller.tokens.iter().map(ExposeSecret::expose_secret).collect::<String>();
        let token = digest::digest(&digest::SHA256, tokens.as_bytes());
        Self::new(&format!("token {token:?}"), &format!("token {}", index + 1), "unnamed")
    }

    /// One of the people of this caller, identified by the authorization server and the name that it gives them.
    fn member(&self, person: Arc<Person>) -> Self {
        let id = format!("person {:?} of {}", (&person.issuer, &person.subject), self.label);
        Self { id: id.into(), person: Some(person), ..self.clone() }
    }

    /// Whether no token is asked for.
    pub(super) fn is_anyone(&self) -> bool {
        *self.id == *ANYONE
    }

    /// The name of the person who signed in, for people to read.
    pub(in crate::api) fn person(&self) -> Option<&str> {
        self.person.as_deref().map(|person| person.name.as_str())
    }
}

/// A caller's share of the process: half, so that no caller alone can make the others wait, or be refused. Clones share it.
#[derive(Debug, Clone)]
pub(in crate::api) struct CallerShare {
    /// One permit per request.
    pub(super) requests: Arc<Semaphore>,
    /// One permit per call to the host.
    pub(super) host_calls: Arc<Semaphore>,
    /// One permit per byte of memory for its bodies.
    pub(super) bodies: Arc<Semaphore>,
}

impl CallerShare {
    /// Half of `server.max_in_flight`, of `upstream.max_connections` and of the memory for bodies, at least 1.
    pub(super) fn new(of: [usize; 3]) -> Self {
        let half = |all: usize| Arc::new(Semaphore::new((all / 2).clamp(1, Semaphore::MAX_PERMITS)));
        let [requests, host_calls, bodies] = of.map(half);
        Self { requests, host_calls, bodies }
    }
}

/// What a caller may do, and how often.
#[derive(Debug, Clone)]
pub(in crate::api) struct Access {
    /// Who it is.
    pub(in crate::api) caller: Caller,
    /// What it may do.
    pub(in crate::api) policy: Arc<CallerPolicy>,
    /// Whether its token lets it change something, as far as `policy` does.
    pub(in crate::api) may_write: bool,
    /// The caller's own token for the host; `None` for the technical one.
    pub(in crate::api) credential: Option<Credential>,
    /// What it may take of the process at once; `None` for all of it, where there is no other caller.
    pub(super) share: Option<CallerShare>,
    on_behalf_header: Option<HeaderName>,
    /// How many requests it may make in a minute; `None` for any number.
    limit: Option<Arc<DefaultDirectRateLimiter>>,
}

impl Access {
    fn of(index: usize, caller: &CallerSettings, anyone: &Self) -> Result<Self, SettingsError> {
        let per_minute =
            caller.requests_per_minute.and_then(|most| NonZeroU32::new(u32::try_from(most).ok()?));
        let limit = per_minute.map(|most| DefaultDirectRateLimiter::direct(Quota::per_minute(most)));
        Ok(Self {
            caller: Caller::of(index, caller),
            policy: Arc::new(anyone.policy.narrowed(caller)),
            credential: caller.upstream_token.as_ref().map(Credential::new).transpose()?,
            on_behalf_header: caller.on_behalf_header.clone(),
            limit: limit.map(Arc::new),
            ..anyone.clone()
        })
    }

    /// The person that a trusted caller speaks for, as the headers of its request name them; `None` if they give two names.
    pub(super) fn on_behalf(&self, headers: &HeaderMap) -> Option<String> {
        let mut named = headers.get_all(self.on_behalf_header.as_ref()?).iter();
        let (name, None) = (String::from_utf8_lossy(named.next()?.as_bytes()), named.next()) else {
            return None;
        };
        // Some front ends encode names, since headers hold ASCII.
        let name = urlencoding::decode(&name).map_or_else(|_| shown(&name), |decoded| shown(&decoded));
        Some(name).filter(|name| !name.is_empty())
    }

    /// Counts one request.
    ///
    /// # Errors
    /// 429 past `requests_per_minute`, with the time after which one more is allowed.
    pub(super) fn count(&self) -> Result<(), Failure> {
        let Some(limit) = &self.limit else { return Ok(()) };
        limit.check().map_err(|refused| {
            Failure::rate_limited().after(refused.wait_time_from(DefaultClock::default().now()))
        })
    }
}

/// All who may call.
pub(in crate::api) struct Callers {
    /// What the user who started this process may do.
    pub(in crate::api) anyone: Arc<Access>,
    /// The callers of the settings, in their order, and what each may do.
    all: Vec<(CallerSettings, Arc<Access>)>,
    /// What callers have shares of.
    shared: [usize; 3],
}

impl Callers {
    /// The callers of the settings. Where there are several, each has a share of these.
    ///
    /// # Errors
    /// An HTTP header can't hold an upstream token.
    pub(super) fn new(
        callers: &[CallerSettings],
        policy: CallerPolicy,
        shared: [usize; 3],
    ) -> Result<Self, SettingsError> {
        let anyone = Access {
            caller: Caller::new(ANYONE, ANYONE, ANYONE),
            policy: Arc::new(policy),
            may_write: true,
            credential: None,
            share: None,
            on_behalf_header: None,
            limit: None,
        };
        Self { anyone: Arc::new(anyone), all: Vec::new(), shared }.replaced(callers)
    }

    /// Replaces the callers, under the same policy. What a caller has used of its requests a minute stays used, unless their number
    /// has changed.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(super) fn replaced(&self, callers: &[CallerSettings]) -> Result<Self, SettingsError> {
        let (mut all, is_shared) = (Vec::new(), callers.len() > 1);
        for (index, caller) in callers.iter().enumerate() {
            let mut access = Access::of(index, caller, &self.anyone)?;
            let before = self.all.iter().find(|(_, before)| before.caller.id == access.caller.id);
            if let Some((own, before)) = before
                && own.requests_per_minute == caller.requests_per_minute
            {
                access.limit.clone_from(&before.limit);
            }
            if is_shared {
                let kept = before.and_then(|(_, before)| before.share.clone());
                access.share = Some(kept.unwrap_or_else(|| CallerShare::new(self.shared)));
            }
            all.push((caller.clone(), Arc::new(access)));
        }
        Ok(Self { anyone: Arc::clone(&self.anyone), all, shared: self.shared })
    }

    /// What a person who signed in may do: as the first caller that has one of their groups, else as that of all others.
    pub(super) fn of_person(&self, person: Arc<Person>) -> Option<Access> {
        let is_in =
            |caller: &CallerSettings| caller.oauth_groups.iter().any(|group| person.groups.contains(group));
        let first = |is: &dyn Fn(&CallerSettings) -> bool| self.all.iter().find(|(caller, _)| is(caller));
        let (_, access) = first(&is_in).or_else(|| first(&|caller| caller.is_default))?;
        let may_write = person.scope == Scope::Write;
        Some(Access { caller: access.caller.member(person), may_write, ..Access::clone(access) })
    }

    /// What whoever had this access before may do now; `None` if that caller no longer exists.
    pub(super) fn now_of(&self, before: &Access) -> Option<Arc<Access>> {
        match &before.caller.person {
            Some(person) => self.of_person(Arc::clone(person)).map(Arc::new),
            None if before.caller.is_anyone() => (!self.need_token()).then(|| Arc::clone(&self.anyone)),
            None => {
                self.all.iter().map(|(_, own)| own).find(|own| own.caller.id == before.caller.id).cloned()
            }
        }
    }

    /// Whether every request needs a token.
    pub(in crate::api) fn need_token(&self) -> bool {
        !self.all.is_empty()
    }

    /// Whose token this is. Compares in constant time, and with every token, so that the time taken reveals nothing about them.
    pub(super) fn holder(&self, shown: &str) -> Option<Arc<Access>> {
        let shown = shown.as_bytes();
        self.all.iter().fold(None, |found, (caller, access)| {
            let same = |token: &&SecretString| token.expose_secret().as_bytes().ct_eq(shown).into();
            if caller.tokens.iter().filter(same).count() > 0 { Some(Arc::clone(access)) } else { found }
        })
    }
}

/// What a caller may do.
#[derive(Debug, Clone)]
pub(in crate::api) struct CallerPolicy {
    /// Whether every operation that changes something is refused, unless it only previews.
    pub(in crate::api) read_only: bool,
    /// What it may touch.
    pub(in crate::api) roots: Roots,
    /// Names of the operations that are served; `None` for all.
    operations: Option<Vec<String>>,
    /// Who confirms over MCP what changes something.
    pub(in crate::api) confirmation: Confirmation,
}

impl CallerPolicy {
    /// What the settings allow every caller.
    pub(in crate::api) fn new(policy: &settings::Policy) -> Self {
        let settings::Policy { read_only, roots, operations, confirmation } = policy;
        let operations = (!operations.is_empty()).then(|| operations.clone());
        Self { read_only: *read_only, roots: Roots::new(roots), operations, confirmation: *confirmation }
    }

    /// What they allow this caller: never more than every caller.
    pub(in crate::api) fn narrowed(&self, caller: &settings::CallerSettings) -> Self {
        let own = (!caller.operations.is_empty()).then_some(&caller.operations);
        let operations = own.map(|own| own.iter().filter(|name| self.serves(name)).cloned().collect());
        Self {
            read_only: self.read_only || caller.read_only,
            roots: self.roots.within(&Roots::new(&caller.roots)),
            operations: operations.or_else(|| self.operations.clone()),
            confirmation: self.confirmation,
        }
    }

    /// The settings' fields that leave nothing: every call is refused, or finds nothing.
    pub(in crate::api) fn empty_fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        let roots = self.roots.prefixes().is_some_and(<[_]>::is_empty);
        let operations = self.operations.as_ref().is_some_and(Vec::is_empty);
        [("roots", roots), ("operations", operations)]
            .into_iter()
            .filter_map(|(field, is_empty)| is_empty.then_some(field))
    }

    /// Whether the operation of this name is served at all.
    pub(in crate::api) fn serves(&self, operation: &str) -> bool {
        self.operations.as_ref().is_none_or(|served| served.iter().any(|name| name == operation))
    }

    /// What a call with these fields is for, if it is allowed; a preview changes nothing.
    ///
    /// # Errors
    /// 403 for an operation that is not served, and for a write of a caller who may only read; 422 if `dry_run` is no boolean,
    /// and for a field that the operation does not know.
    pub(super) fn authorise(&self, entry: &Entry, fields: &mut JsonObject) -> Result<Intent, Failure> {
        if !self.serves(entry.name) {
            return Err(Failure::operation_disabled());
        }
        let intent = entry.intent(fields)?;
        if self.read_only && entry.effect.writes() && intent == Intent::Act {
            return Err(Failure::read_only());
        }
        Ok(intent)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::settings::{self, Confirmation};

    fn caller(
        name: Option<&str>,
        token: &str,
        requests_per_minute: Option<usize>,
    ) -> settings::CallerSettings {
        settings::CallerSettings {
            name: name.map(str::to_owned),
            tokens: vec![token.into()],
            requests_per_minute,
            ..settings::CallerSettings::default()
        }
    }

    fn callers(of: &[settings::CallerSettings]) -> Callers {
        let policy = settings::Policy {
            read_only: false,
            roots: Vec::new(),
            operations: Vec::new(),
            confirmation: Confirmation::Caller,
        };
        Callers::new(of, CallerPolicy::new(&policy), [16; 3]).unwrap()
    }

    fn wait(callers: &Callers, token: &str) -> Option<Duration> {
        let access = callers.holder(token).unwrap();
        access.count().err().map(|refused| refused.retry_after.unwrap())
    }

    #[test]
    fn callers_are_told_apart_by_name_or_token_and_the_same_in_every_replica() {
        let of = |place, name, token| Caller::of(place, &caller(name, token, None));
        let all = [
            Caller::new(ANYONE, ANYONE, ANYONE),
            of(0, Some("a"), "x"),
            of(1, Some("b"), "x"),
            of(2, None, "x"),
            of(3, None, "y"),
        ];
        for (place, one) in all.iter().enumerate() {
            for (other_place, other) in all.iter().enumerate() {
                assert_eq!(one.id == other.id, place == other_place);
            }
        }
        let moved = of(7, None, "x");
        assert_eq!(moved.id, all[3].id, "its place may change");
    }

    #[test]
    fn a_person_is_who_the_issuer_says_whatever_their_token_says_besides() {
        let member = |issuer: &str, subject: &str, name: &str, scope| {
            let (issuer, subject, name) = (issuer.into(), subject.to_owned(), name.to_owned());
            let person = Person { issuer, subject, name, groups: vec![], scope };
            Caller::of(0, &caller(Some("team"), "x", None)).member(Arc::new(person))
        };
        let zoe = member("https://a", "1", "Zoé", Scope::Write);
        let renamed = member("https://a", "1", "Zoé M.", Scope::Read);
        assert_eq!(zoe.id, renamed.id);
        for (issuer, subject) in [("https://a", "2"), ("https://b", "1"), ("https://a\", \"1", "")] {
            let other = member(issuer, subject, "Zoé", Scope::Write);
            assert!(zoe.id != other.id, "{issuer} {subject}");
        }
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
    fn what_a_caller_may_do_by_now_is_its_own_and_nothing_once_it_is_none() {
        let before = callers(&[caller(Some("a"), "x", None), caller(Some("b"), "y", None)]);
        let access = before.holder("y").unwrap();
        assert_eq!(before.now_of(&access).unwrap().caller.id, access.caller.id);
        let after = before.replaced(&[caller(Some("a"), "x", None)]).unwrap();
        assert!(after.now_of(&access).is_none());
        let open = callers(&[]);
        let anyone = Arc::clone(&open.anyone);
        assert!(open.now_of(&anyone).is_some());
        assert!(open.replaced(&[caller(Some("a"), "x", None)]).unwrap().now_of(&anyone).is_none());
    }

    #[test]
    fn what_a_caller_takes_at_once_is_taken_after_a_reload_too() {
        let two = [caller(Some("a"), "x", None), caller(Some("b"), "y", None)];
        let before = callers(&two);
        let after = before.replaced(&two).unwrap();
        let share = |callers: &Callers| {
            let access = callers.holder("x").unwrap();
            Arc::clone(&access.share.as_ref().unwrap().host_calls)
        };
        assert!(Arc::ptr_eq(&share(&before), &share(&after)));
    }

    #[test]
    fn a_refused_caller_waits_for_whole_seconds_and_at_least_one() {
        let callers = callers(&[caller(None, "x", Some(100)), caller(None, "y", Some(1))]);
        let first = |token: &str| (0..200).find_map(|_| wait(&callers, token));
        assert_eq!(first("x"), Some(Duration::from_secs(1)));
        assert_eq!(first("y"), Some(Duration::from_secs(60)));
    }
}

//! Sign-in: whether a token is the authorization server's and made for this bridge, and whose it is (decisions, section 9).
//!
//! - [`jwt`]: a signed token, read strictly
//! - [`claims`]: whether what a token says is good here and now
//! - [`keys`]: the public keys of the authorization server, and when they are read again
//! - [`issuer`]: what is asked of the authorization server, with bounds

mod claims;
mod issuer;
mod jwt;
mod keys;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use moka::sync::Cache;
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use self::claims::shown;
use self::{
    claims::Claims,
    issuer::{Issuer, PAUSE},
    jwt::{Algorithm, Jwt, object},
    keys::{Key, Keyring},
};
use crate::{
    gitlab::{http_client, on_one_line, root_cause, visible},
    settings::{SettingsError, SignInSettings, Upstream, is_loopback},
};

/// What the files of this folder use.
mod prelude {
    pub(super) use super::*;
}

/// Longest token that is looked at, in bytes.
const LONGEST_TOKEN: usize = 16 << 10;
/// How long an introspection answer is used, in seconds.
const INTROSPECTED_FOR: u64 = 60;
/// How long a signature that was checked is not checked again, in seconds: the key may have been withdrawn meanwhile.
const VERIFIED_FOR: u64 = 60 * 60;
/// How much memory known tokens may take, in bytes, and about how much each takes besides its texts.
const KNOWN_BYTES: u64 = 4 << 20;
const KNOWN_OVERHEAD: usize = 512;

/// Who signed in, as a good token says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The authorization server that knows them.
    pub issuer: Arc<str>,
    /// The subject: the authorization server's lasting identifier for them.
    pub subject: String,
    /// Their name, on one line: for people to read, and nothing else.
    pub name: String,
    /// The groups that they are in.
    pub groups: Vec<String>,
    /// What they let the client do.
    pub scope: Scope,
}

/// What a token may be used for. Each value includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Nothing here.
    None,
    /// Reading, and previewing changes.
    Read,
    /// Changing, too.
    Write,
}

/// Why a token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRefusal {
    /// The token itself is not acceptable, for this reason.
    Invalid(&'static str),
    /// The authorization server has to be asked, and can be asked again only after this time.
    Away(Duration),
}

/// What was found out about a token.
struct TokenVerdict {
    person: Result<Arc<Person>, &'static str>,
    /// When this has to be found out again, in seconds since 1970.
    until: u64,
    /// The version of the keys with which it was found out.
    keys: u64,
}

/// Verifies access tokens, and remembers the verdicts.
pub struct SignIn {
    /// What the operator set.
    pub settings: SignInSettings,
    keyring: Arc<Keyring>,
    known: Cache<[u8; 32], Arc<TokenVerdict>>,
}

impl SignIn {
    /// For the authorization server of these settings, which is reached as the host is: by the same proxy, and trusting the same
    /// certificates.
    ///
    /// # Errors
    /// The certificates or the proxy can't be used.
    pub fn new(settings: SignInSettings, upstream: &Upstream) -> Result<Self, SettingsError> {
        let keyring = Arc::new(Keyring::new(Issuer::new(&settings, upstream)?));
        let weigh = |_: &_, verdict: &Arc<TokenVerdict>| {
            let texts = verdict.person.as_ref().map_or(0, |person| {
                let groups = person.groups.iter().map(|group| group.len() + size_of::<String>());
                person.subject.len() + person.name.len() + groups.sum::<usize>()
            });
            u32::try_from(KNOWN_OVERHEAD + texts).unwrap_or(u32::MAX)
        };
        let known = Cache::builder().max_capacity(KNOWN_BYTES).weigher(weigh).build();
        Ok(Self { settings, keyring, known })
    }

    /// Reaches the authorization server with these certificates and through this proxy from now on.
    ///
    /// # Errors
    /// As [`Self::new`]: then all stays as it is.
    pub fn renew(&self, upstream: &Upstream) -> Result<(), SettingsError> {
        self.keyring.issuer.renew(upstream)
    }

    /// Whose token this is. Asks the authorization server only where it is opaque, or names an unknown key.
    ///
    /// # Errors
    /// [`TokenRefusal`].
    pub async fn verify(&self, token: &str) -> Result<Arc<Person>, TokenRefusal> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if token.len() > LONGEST_TOKEN || !token.bytes().all(is_plain) {
            return Err(TokenRefusal::Invalid("it is no token"));
        }
        let id: [u8; 32] = digest(&SHA256, token.as_bytes()).as_ref().try_into().unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let known = self.known.get(&id);
        let is_known = known.as_ref().is_some_and(|known| known.person.is_ok());
        if let Some(known) = known.filter(|known| now < known.until && known.keys == self.keyring.version()) {
            return known.person.clone().map_err(TokenRefusal::Invalid);
        }
        let verdict = match Jwt::parse(token).map_err(TokenRefusal::Invalid)? {
            Some(jwt) => self.judge_signed(&jwt, now).await?,
            None => self.judge_opaque((token, is_known), now).await?,
        };
        let person = verdict.person.clone();
        self.known.insert(id, Arc::new(verdict));
        person.map_err(TokenRefusal::Invalid)
    }

    /// Checks the claims before the signature, so that a token with wrong claims makes nobody ask for keys.
    async fn judge_signed(&self, jwt: &Jwt<'_>, now: u64) -> Result<TokenVerdict, TokenRefusal> {
        let claims = Claims { all: &jwt.claims, settings: &self.settings, is_signed: true };
        let (person, until) = claims.check(now).map_err(TokenRefusal::Invalid)?;
        let keys = self.keyring.check(jwt).await?;
        Ok(TokenVerdict { person: Ok(Arc::new(person)), until: until.min(now + VERIFIED_FOR), keys })
    }

    async fn judge_opaque(&self, token: (&str, bool), now: u64) -> Result<TokenVerdict, TokenRefusal> {
        let Some(client) = &self.settings.introspection else {
            return Err(TokenRefusal::Invalid("it is no signed token, and no others are taken"));
        };
        let told = self.keyring.issuer.introspect(token, client).await;
        let told = told.map_err(|_| TokenRefusal::Away(PAUSE))?;
        let checked = Claims { all: &told, settings: &self.settings, is_signed: false }.check(now);
        let longest = now + INTROSPECTED_FOR;
        let until = checked.as_ref().map_or(longest, |(_, until)| longest.min(*until));
        let person = checked.map(|(person, _)| Arc::new(person));
        Ok(TokenVerdict { person, until, keys: self.keyring.version() })
    }

    /// By how many seconds the authorization server's clock and this one are apart, once its keys could be read.
    ///
    /// # Errors
    /// What is wrong with it.
    pub async fn probe(&self) -> Result<u64, String> {
        let issuer = &self.keyring.issuer;
        Key::of_set(&issuer.keys().await?).map(|_| issuer.apart.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    /// Settings by which people sign in, at servers that nobody asks.
    pub(super) fn settings() -> Settings {
        let settings = [
            ("upstream.base_url", "http://127.0.0.1:1"),
            ("upstream.token", "t"),
            ("oauth.issuer", "http://127.0.0.1:2"),
            ("server.public_url", "https://p.example.com"),
        ];
        Settings::load(None, &settings).unwrap()
    }

    #[test]
    fn however_many_tokens_come_the_known_ones_take_no_more_than_their_share_of_memory() {
        let settings = settings();
        let sign_in = SignIn::new(settings.sign_in().unwrap(), &settings.upstream).unwrap();
        for number in 0..30_000_u64 {
            let (issuer, groups) = (Arc::clone(&sign_in.settings.issuer), vec!["g".repeat(20); 10]);
            let (subject, name) = (format!("person-{number}"), "Zoé Martin".to_owned());
            let person = Person { issuer, subject, name, groups, scope: Scope::Write };
            let verdict = TokenVerdict { person: Ok(Arc::new(person)), until: u64::MAX, keys: 1 };
            let mut id = [0; 32];
            id[..8].copy_from_slice(&number.to_le_bytes());
            sign_in.known.insert(id, Arc::new(verdict));
        }
        sign_in.known.run_pending_tasks();
        let (entries, bytes) = (sign_in.known.entry_count(), sign_in.known.weighted_size());
        assert!(bytes <= KNOWN_BYTES && (1_000..10_000).contains(&entries), "{entries}: {bytes}");
    }
}

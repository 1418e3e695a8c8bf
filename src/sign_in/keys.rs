//! The public keys of the authorization server. They are read when the first token comes, and again where one names an unknown key.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use arc_swap::ArcSwap;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use super::{
    TokenRefusal,
    issuer::{Issuer, PAUSE},
    jwt::{Algorithm, Jwt},
};

/// Most keys that are kept; the others of a longer list are left out.
const MOST_KEYS: usize = 50;
/// How often an unknown key makes the bridge ask.
const READ_AGAIN: Duration = Duration::from_secs(60);
/// After which time keys that are used are read again beside the requests: one that was withdrawn must not serve for ever.
const OLD: Duration = Duration::from_secs(60 * 60);

/// A public key.
pub(super) struct Key {
    id: Option<String>,
    material: Material,
}

enum Material {
    Rsa(RsaPublicKeyComponents<Vec<u8>>),
    P256(Vec<u8>),
    Ed25519(Vec<u8>),
}

/// A key as it stands in a set (RFC 7517).
#[derive(Deserialize)]
struct Jwk {
    kty: String,
    #[serde(rename = "use")]
    purpose: Option<String>,
    alg: Option<String>,
    kid: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl Key {
    /// The keys of a set that can be used here, at least one.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn of_set(set: &Map<String, Value>) -> Result<Vec<Self>, String> {
        let keys = set.get("keys").and_then(Value::as_array).into_iter().flatten();
        let usable = keys.filter_map(|key| Self::of(Jwk::deserialize(key).ok()?));
        let usable: Vec<_> = usable.take(MOST_KEYS).collect();
        if usable.is_empty() { Err("it has no key of RS256, ES256 or EdDSA".to_owned()) } else { Ok(usable) }
    }

    fn of(jwk: Jwk) -> Option<Self> {
        let bytes = |part: Option<String>| BASE64_URL_SAFE_NO_PAD.decode(part?).ok();
        let number =
            |part| bytes(part).map(|bytes| bytes.into_iter().skip_while(|byte| *byte == 0).collect());
        let (algorithm, material) = match (jwk.kty.as_str(), jwk.crv.as_deref()) {
            ("RSA", _) => {
                let key = RsaPublicKeyComponents { n: number(jwk.n)?, e: number(jwk.e)? };
                (Algorithm::Rs256, Material::Rsa(key))
            }
            ("EC", Some("P-256")) => {
                let point = [vec![4], bytes(jwk.x)?, bytes(jwk.y)?].concat();
                (Algorithm::Es256, Material::P256(point))
            }
            ("OKP", Some("Ed25519")) => (Algorithm::EdDsa, Material::Ed25519(bytes(jwk.x)?)),
            _ => return None,
        };
        let signs = jwk.purpose.is_none_or(|purpose| purpose == "sig");
        let fits = jwk.alg.is_none_or(|alg| Algorithm::named(&alg) == Some(algorithm));
        (signs && fits).then_some(Self { id: jwk.kid, material })
    }

    /// Whether this is the key that a token names, or may be where it names none.
    fn is_named_by(&self, jwt: &Jwt<'_>) -> bool {
        jwt.key_id.is_none() || jwt.key_id == self.id
    }

    /// Whether it signed a token, by the algorithm that the key is for.
    fn signed(&self, jwt: &Jwt<'_>) -> bool {
        let (said, signature) = (jwt.signed, &jwt.signature);
        let verified = match (&self.material, jwt.algorithm) {
            (Material::Rsa(key), Algorithm::Rs256) => {
                key.verify(&RSA_PKCS1_2048_8192_SHA256, said, signature)
            }
            (Material::P256(point), Algorithm::Es256) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(said, signature)
            }
            (Material::Ed25519(point), Algorithm::EdDsa) => {
                UnparsedPublicKey::new(&ED25519, point).verify(said, signature)
            }
            _ => return false,
        };
        verified.is_ok()
    }
}

/// The keys as they were last read; those of version 0 were never read.
#[derive(Default)]
struct Keys {
    version: u64,
    all: Vec<Key>,
    read: Option<Instant>,
}

impl Keys {
    /// Whether one of them signed a token; `None` if it names another one.
    fn check(&self, jwt: &Jwt<'_>) -> Option<bool> {
        let mut named = self.all.iter().filter(|key| key.is_named_by(jwt)).peekable();
        named.peek()?;
        Some(named.any(|key| key.signed(jwt)))
    }
}

/// When keys were last read again, and whether there was an answer.
#[derive(Default)]
struct LastRead {
    at: Option<Instant>,
    is_answered: bool,
}

/// Keeps the keys.
pub(super) struct Keyring {
    issuer: Arc<Issuer>,
    known: ArcSwap<Keys>,
    last: Mutex<LastRead>,
}

impl Keyring {
    pub(super) fn new(issuer: Arc<Issuer>) -> Self {
        Self { issuer, known: ArcSwap::default(), last: Mutex::default() }
    }

    /// Another one after each change of the keys.
    pub(super) fn version(&self) -> u64 {
        self.known.load().version
    }

    /// Checks the signature of a token; the version of the keys that it is good with.
    ///
    /// # Errors
    /// No key of the authorization server signed it, or that can't be found out.
    pub(super) async fn check(self: &Arc<Self>, jwt: &Jwt<'_>) -> Result<u64, TokenRefusal> {
        let known = self.known.load_full();
        let Some(is_signed) = known.check(jwt) else {
            let keys = self.read_again(known.version).await?;
            let is_signed = keys.check(jwt).ok_or(TokenRefusal::Invalid("its key is unknown"))?;
            return good(&keys, is_signed);
        };
        if known.read.is_some_and(|read| read.elapsed() > OLD) {
            let (own, version) = (Arc::clone(self), known.version);
            tokio::spawn(async move { own.read_again(version).await.map(drop) });
        }
        good(&known, is_signed)
    }

    /// The keys, read again unless somebody else did so since this version, or a minute ago. The first reading does not count.
    async fn read_again(&self, version: u64) -> Result<Arc<Keys>, TokenRefusal> {
        let mut last = self.last.lock().await;
        let known = self.known.load_full();
        if known.version != version {
            return Ok(known);
        }
        let pause = if version > 0 { READ_AGAIN } else { PAUSE };
        match last.at.and_then(|at| pause.checked_sub(at.elapsed())) {
            Some(_) if last.is_answered => return Ok(known),
            Some(wait) => return Err(TokenRefusal::Away(wait)),
            None => {}
        }
        // Noted before: who gives up waiting must not make it be asked again.
        *last = LastRead { at: Some(Instant::now()), is_answered: false };
        let set = self.issuer.keys().await;
        let keys = set.and_then(|set| Key::of_set(&set)).map_err(|why| {
            tracing::warn!(why, "the keys of the authorization server can't be read");
            TokenRefusal::Away(pause)
        })?;
        if version > 0 {
            last.is_answered = true;
        } else {
            *last = LastRead::default();
        }
        let keys = Arc::new(Keys { version: version + 1, all: keys, read: Some(Instant::now()) });
        self.known.store(Arc::clone(&keys));
        Ok(keys)
    }
}

fn good(keys: &Keys, is_signed: bool) -> Result<u64, TokenRefusal> {
    if is_signed { Ok(keys.version) } else { Err(TokenRefusal::Invalid("its signature is wrong")) }
}

//! The public keys of the authorization server. They are read when the first token comes, and again where one names an unknown key.

use arc_swap::ArcSwap;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use tokio::{sync::Mutex, task::JoinHandle};
use tracing::Instrument;

use super::prelude::*;

/// Most keys that are kept; the others of a longer list are left out.
const MOST_KEYS: usize = 50;
/// How much time has to pass before another unknown key makes the bridge read the keys again.
const READ_AGAIN: Duration = Duration::from_secs(60);
/// After this time known keys are read again in the background, so that a withdrawn key does not serve for ever.
const OLD: Duration = Duration::from_secs(60 * 60);

/// A public key.
pub(super) struct Key {
    id: Option<String>,
    algorithm: Algorithm,
    material: Material,
}

enum Material {
    Rsa(RsaPublicKeyComponents<Vec<u8>>),
    /// A point of an elliptic curve.
    Point(UnparsedPublicKey<Vec<u8>>),
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
                (Algorithm::Es256, Material::Point(UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)))
            }
            ("OKP", Some("Ed25519")) => {
                (Algorithm::EdDsa, Material::Point(UnparsedPublicKey::new(&ED25519, bytes(jwk.x)?)))
            }
            _ => return None,
        };
        let signs = jwk.purpose.is_none_or(|purpose| purpose == "sig");
        let fits = jwk.alg.is_none_or(|alg| Algorithm::named(&alg) == Some(algorithm));
        (signs && fits).then_some(Self { id: jwk.kid, algorithm, material })
    }

    /// Whether it signed a token, by the algorithm that the key is for.
    fn signed(&self, jwt: &Jwt<'_>) -> bool {
        let verified = match &self.material {
            _ if self.algorithm != jwt.algorithm => return false,
            Material::Rsa(key) => key.verify(&RSA_PKCS1_2048_8192_SHA256, jwt.signed, &jwt.signature),
            Material::Point(key) => key.verify(jwt.signed, &jwt.signature),
        };
        verified.is_ok()
    }
}

/// The keys as they were last read; those of version 0 were never read.
#[derive(Default)]
struct SigningKeys {
    version: u64,
    all: Vec<Key>,
    read: Option<Instant>,
}

impl SigningKeys {
    /// The version of these keys, if one of them signed a token; `None` if the token names an unknown key.
    fn check(&self, jwt: &Jwt<'_>) -> Option<Result<u64, TokenRefusal>> {
        // A token that names no key may be any one's.
        let is_named = |key: &&Key| jwt.key_id.is_none() || jwt.key_id == key.id;
        let mut named = self.all.iter().filter(is_named).peekable();
        named.peek()?;
        let is_signed = named.any(|key| key.signed(jwt));
        Some(is_signed.then_some(self.version).ok_or(TokenRefusal::Invalid("its signature is wrong")))
    }
}

/// The keys of the authorization server, as this process knows them.
pub(super) struct Keyring {
    pub(super) issuer: Issuer,
    known: ArcSwap<SigningKeys>,
    /// When the keys were last read again, and whether that succeeded.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Keyring {
    pub(super) fn new(issuer: Issuer) -> Self {
        Self { issuer, known: ArcSwap::default(), last: Mutex::default() }
    }

    /// The version of the keys, which changes whenever they are read.
    pub(super) fn version(&self) -> u64 {
        self.known.load().version
    }

    /// Checks the signature of a token. Returns the version of the keys with which it was checked.
    ///
    /// # Errors
    /// No key of the authorization server signed it, or that can't be found out.
    pub(super) async fn check(self: &Arc<Self>, jwt: &Jwt<'_>) -> Result<u64, TokenRefusal> {
        let known = self.known.load_full();
        let Some(verdict) = known.check(jwt) else {
            let keys = self.read_apart(known.version).await.map_err(|_| TokenRefusal::Away(PAUSE))??;
            return keys.check(jwt).unwrap_or(Err(TokenRefusal::Invalid("its key is unknown")));
        };
        if known.read.is_some_and(|read| read.elapsed() > OLD) {
            drop(self.read_apart(known.version));
        }
        verdict
    }

    /// [`Self::read_again`] in a task of its own: it goes on if the caller gives up, so that nobody can keep new keys from the others.
    fn read_apart(self: &Arc<Self>, version: u64) -> JoinHandle<Result<Arc<SigningKeys>, TokenRefusal>> {
        let own = Arc::clone(self);
        tokio::spawn(async move { own.read_again(version).await }.in_current_span())
    }

    /// The keys, read again unless somebody else did so since this version, or a minute ago.
    async fn read_again(&self, version: u64) -> Result<Arc<SigningKeys>, TokenRefusal> {
        let mut last = self.last.lock().await;
        let known = self.known.load_full();
        if known.version != version {
            return Ok(known);
        }
        let pause = if version > 0 { READ_AGAIN } else { PAUSE };
        if let Some((at, is_answered)) = *last
            && let Some(wait) = pause.checked_sub(at.elapsed())
        {
            return if is_answered { Ok(known) } else { Err(TokenRefusal::Away(wait)) };
        }
        let read = self.issuer.keys().await.and_then(|set| Key::of_set(&set));
        // The first reading does not count.
        let counts = version > 0 || read.is_err();
        *last = counts.then(|| (Instant::now(), read.is_ok()));
        let all = read.map_err(|why| {
            tracing::warn!(why, "the keys of the authorization server can't be read");
            TokenRefusal::Away(pause)
        })?;
        let keys = Arc::new(SigningKeys { version: version + 1, all, read: Some(Instant::now()) });
        self.known.store(Arc::clone(&keys));
        Ok(keys)
    }
}

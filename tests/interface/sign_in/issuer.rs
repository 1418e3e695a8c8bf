//! An authorization server for the tests: its keys are made at the start, its faults are data, and every question to it is
//! logged.

use std::{
    sync::{Arc, Mutex},
    time::{SystemTime, UNIX_EPOCH},
};

use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use ring::{
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
        RsaPublicKeyComponents,
    },
};
use serde_json::{Map, Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate, matchers::any};

/// The address of the bridge for its callers.
pub(crate) const BRIDGE: &str = "https://p.example.com";
pub(crate) const METADATA: &str = "/.well-known/oauth-authorization-server";
pub(crate) const OPENID: &str = "/.well-known/openid-configuration";
pub(crate) const KEYS: &str = "/keys";
pub(crate) const INTROSPECT: &str = "/introspect";

/// A private key.
pub(crate) enum Key {
    Rsa(RsaKeyPair),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

pub(crate) fn base64(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl Key {
    /// Read from a file, since nothing here can make an RSA key. It was made for these tests and is used nowhere else.
    pub(crate) fn rsa() -> Self {
        let key = BASE64_STANDARD.decode(include_str!("rsa_key.txt")).unwrap();
        Self::Rsa(RsaKeyPair::from_pkcs8(&key).unwrap())
    }

    pub(crate) fn p256() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        Self::P256(EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap())
    }

    pub(crate) fn ed25519() -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self::Ed25519(Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap())
    }

    pub(crate) fn algorithm(&self) -> &'static str {
        match self {
            Self::Rsa(_) => "RS256",
            Self::P256(_) => "ES256",
            Self::Ed25519(_) => "EdDSA",
        }
    }

    /// Its public half, as a set has it.
    pub(crate) fn public(&self, id: &str) -> Value {
        match self {
            Self::Rsa(key) => {
                let RsaPublicKeyComponents::<Vec<u8>> { n, e } = key.public().into();
                json!({ "kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": base64(n), "e": base64(e) })
            }
            Self::P256(key) => {
                let (x, y) = key.public_key().as_ref()[1..].split_at(32);
                json!({ "kty": "EC", "kid": id, "crv": "P-256", "x": base64(x), "y": base64(y) })
            }
            Self::Ed25519(key) => {
                json!({ "kty": "OKP", "kid": id, "alg": "EdDSA", "crv": "Ed25519", "x": base64(key.public_key()) })
            }
        }
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).unwrap();
                signature
            }
            Self::P256(key) => key.sign(&random, message).unwrap().as_ref().to_vec(),
            Self::Ed25519(key) => key.sign(message).as_ref().to_vec(),
        }
    }

    /// A token with this head and these claims, signed.
    pub(crate) fn token(&self, head: &str, claims: &str) -> String {
        self.token_of(head, claims.as_bytes())
    }

    /// The same with any bytes in place of the claims.
    pub(crate) fn token_of(&self, head: &str, claims: &[u8]) -> String {
        let signed = format!("{}.{}", base64(head), base64(claims));
        let signature = base64(self.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }
}

/// Adds these fields to an object; `null` removes one.
fn put(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
        object.retain(|_, value| !value.is_null());
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()).unwrap()
}

pub(crate) struct Issuer {
    pub(crate) server: MockServer,
    state: Arc<State>,
    pub(crate) rsa: Key,
    pub(crate) p256: Key,
    pub(crate) ed25519: Key,
}

struct State {
    asked: Mutex<Vec<String>>,
    answers: Mutex<Map<String, Value>>,
    faults: Mutex<Vec<(String, ResponseTemplate)>>,
}

struct Fake(Arc<State>);

impl Respond for Fake {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let path = request.url.path().to_owned();
        self.0.asked.lock().unwrap().push(path.clone());
        if let Some((_, fault)) = self.0.faults.lock().unwrap().iter().rev().find(|(at, _)| *at == path) {
            return fault.clone();
        }
        match self.0.answers.lock().unwrap().get(&path) {
            Some(answer) => ResponseTemplate::new(200).set_body_json(answer),
            None => ResponseTemplate::new(404),
        }
    }
}

impl Issuer {
    pub(crate) async fn start() -> Self {
        let server = MockServer::builder().start().await;
        let state =
            Arc::new(State { asked: Mutex::default(), answers: Mutex::default(), faults: Mutex::default() });
        Mock::given(any()).respond_with(Fake(Arc::clone(&state))).mount(&server).await;
        let issuer = Self { server, state, rsa: Key::rsa(), p256: Key::p256(), ed25519: Key::ed25519() };
        let at = |path: &str| format!("{}{path}", issuer.name());
        issuer.answer(
            METADATA,
            json!({
                "issuer": issuer.name(), "jwks_uri": at(KEYS), "introspection_endpoint": at(INTROSPECT),
                "authorization_endpoint": at("/authorize"), "token_endpoint": at("/token"),
            }),
        );
        issuer.has_keys([
            issuer.rsa.public("rsa"),
            issuer.p256.public("p256"),
            issuer.ed25519.public("ed25519"),
        ]);
        issuer
    }

    /// Its address, by which it calls itself.
    pub(crate) fn name(&self) -> String {
        self.server.uri()
    }

    /// Answers this at a path from now on.
    pub(crate) fn answer(&self, path: &str, answer: Value) {
        self.state.answers.lock().unwrap().insert(path.to_owned(), answer);
    }

    /// Answers in another way at a path from now on.
    pub(crate) fn fault(&self, path: &str, answer: ResponseTemplate) {
        self.state.faults.lock().unwrap().push((path.to_owned(), answer));
    }

    /// Answers as before the faults.
    pub(crate) fn mend(&self) {
        self.state.faults.lock().unwrap().clear();
    }

    pub(crate) fn has_keys(&self, keys: impl IntoIterator<Item = Value>) {
        self.answer(KEYS, json!({ "keys": keys.into_iter().collect::<Vec<_>>() }));
    }

    /// How often it was asked at a path.
    pub(crate) fn asked(&self, path: &str) -> usize {
        self.state.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }

    /// The settings of a bridge that trusts it, and further ones.
    pub(crate) fn settings<'a>(name: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        [&[("oauth.issuer", name), ("server.public_url", BRIDGE)], more].concat()
    }

    /// The claims of a good token of Zoé's, with these changes; `null` removes a claim.
    pub(crate) fn claims(&self, more: Value) -> Value {
        let mut claims = json!({
            "iss": self.name(), "aud": format!("{BRIDGE}/mcp"), "sub": "z-1", "preferred_username": "zoe",
            "exp": now() + 300, "iat": now(), "scope": "passerelle:write",
        });
        put(&mut claims, more);
        claims
    }

    /// A good token with these changes to its claims.
    pub(crate) fn token(&self, more: Value) -> String {
        self.headed(json!({}), more)
    }

    /// A token with these changes to its head and its claims; `null` removes a field.
    pub(crate) fn headed(&self, head: Value, more: Value) -> String {
        self.signed(&self.p256, "p256", head, more)
    }

    pub(crate) fn signed(&self, key: &Key, id: &str, more_head: Value, more: Value) -> String {
        let mut head = json!({ "alg": key.algorithm(), "kid": id, "typ": "at+jwt" });
        put(&mut head, more_head);
        key.token(&head.to_string(), &self.claims(more).to_string())
    }
}

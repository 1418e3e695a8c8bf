//! What sign-in costs: the CPU time of a signed token whose key is known, the first time and again, and the memory of 10,000
//! tokens. `cargo bench -p passerelle-benches --bench sign_in`; Linux, since it reads `/proc`.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a measurement that fails says so")]

use std::{
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{Json, Router, routing::get};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use passerelle::{settings::Settings, sign_in::SignIn};
use ring::{
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, ED25519, EcdsaKeyPair, Ed25519KeyPair,
        KeyPair, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents,
        UnparsedPublicKey,
    },
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, runtime};

const AUDIENCE: &str = "https://p.example.com/mcp";
const TIMED: usize = 2_000;
const KEPT: usize = 10_000;

/// How a key signs, and its public half.
type Signer = (&'static str, Box<dyn Fn(&[u8]) -> Vec<u8>>, Value);

fn base64(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn signers() -> Vec<Signer> {
    let rsa = BASE64_STANDARD.decode(include_str!("../tests/interface/sign_in/rsa_key.txt")).unwrap();
    let rsa = RsaKeyPair::from_pkcs8(&rsa).unwrap();
    let RsaPublicKeyComponents::<Vec<u8>> { n, e } = rsa.public().into();
    let rsa_key = json!({ "kty": "RSA", "kid": "RS256", "n": base64(n), "e": base64(e) });
    let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
    let p256 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
    let p256 = EcdsaKeyPair::from_pkcs8(algorithm, p256.as_ref(), &random).unwrap();
    let (x, y) = p256.public_key().as_ref()[1..].split_at(32);
    let p256_key = json!({ "kty": "EC", "kid": "ES256", "crv": "P-256", "x": base64(x), "y": base64(y) });
    let ed25519 = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
    let ed25519 = Ed25519KeyPair::from_pkcs8(ed25519.as_ref()).unwrap();
    let x = base64(ed25519.public_key());
    let ed25519_key = json!({ "kty": "OKP", "kid": "EdDSA", "crv": "Ed25519", "x": x });
    let by_rsa = move |said: &[u8]| {
        let mut signature = vec![0; rsa.public().modulus_len()];
        rsa.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), said, &mut signature).unwrap();
        signature
    };
    let by_p256 = move |said: &[u8]| p256.sign(&SystemRandom::new(), said).unwrap().as_ref().to_vec();
    let by_ed25519 = move |said: &[u8]| ed25519.sign(said).as_ref().to_vec();
    vec![
        ("RS256", Box::new(by_rsa), rsa_key),
        ("ES256", Box::new(by_p256), p256_key),
        ("EdDSA", Box::new(by_ed25519), ed25519_key),
    ]
}

/// A token of this person, of the size that issuers give theirs.
fn token(issuer: &str, (algorithm, sign, _): &Signer, person: usize) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let head = json!({ "alg": algorithm, "kid": algorithm, "typ": "at+jwt" });
    let groups: Vec<_> = (0..10).map(|group| format!("department-{group}")).collect();
    let claims = json!({
        "iss": issuer, "aud": AUDIENCE, "sub": format!("person-{person}"), "preferred_username": format!("p{person}"),
        "exp": now + 3_600, "iat": now, "scope": "openid passerelle:read passerelle:write", "groups": groups,
        "jti": format!("{person:032x}"), "azp": "client", "sid": "0f4c8d1e-6b36-4f0b-9a39-4a8a3b8f0b11",
    });
    let said = format!("{}.{}", base64(head.to_string()), base64(claims.to_string()));
    let signature = base64(sign(said.as_bytes()));
    format!("{said}.{signature}")
}

/// Checks nothing but the signature of a token.
fn is_signed((algorithm, _, key): &Signer, token: &str) -> bool {
    let part = |name: &str| BASE64_URL_SAFE_NO_PAD.decode(key[name].as_str().unwrap()).unwrap();
    let (said, signature) = token.rsplit_once('.').unwrap();
    let (said, signature) = (said.as_bytes(), BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap());
    let verified = match *algorithm {
        "RS256" => RsaPublicKeyComponents { n: part("n"), e: part("e") }.verify(
            &RSA_PKCS1_2048_8192_SHA256,
            said,
            &signature,
        ),
        "ES256" => UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, [vec![4], part("x"), part("y")].concat())
            .verify(said, &signature),
        _ => UnparsedPublicKey::new(&ED25519, part("x")).verify(said, &signature),
    };
    verified.is_ok()
}

/// The CPU time of this thread, in microseconds.
fn cpu() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    told.split(' ').next().unwrap().parse::<f64>().unwrap() / 1_000.0
}

/// The memory of the process, in KiB.
fn memory() -> i64 {
    let told = fs::read_to_string("/proc/self/status").unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// An issuer on this machine with these keys, in a thread of its own; its name.
fn issuer(keys: Vec<Value>) -> String {
    let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let name = format!("http://{}", listener.local_addr().unwrap());
    let document = json!({ "issuer": name, "jwks_uri": format!("{name}/keys") });
    let routes = Router::new()
        .route("/.well-known/oauth-authorization-server", get(async move || Json(document)))
        .route("/keys", get(async move || Json(json!({ "keys": keys }))));
    std::thread::spawn(move || runtime.block_on(async { axum::serve(listener, routes).await.unwrap() }));
    name
}

fn main() {
    let signers = signers();
    let name = issuer(signers.iter().map(|(_, _, key)| key.clone()).collect());
    let settings = [
        ("upstream.base_url", "http://127.0.0.1:1"),
        ("upstream.token", "t"),
        ("oauth.issuer", name.as_str()),
        ("server.public_url", "https://p.example.com"),
    ];
    let settings = Settings::load(None, &settings).unwrap();
    let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let started = || SignIn::new(settings.sign_in().unwrap(), &settings.upstream).unwrap();
    let fresh = started();
    let one = |person| token(&name, &signers[2], person);
    runtime.block_on(fresh.verify(&one(KEPT))).unwrap();
    let before = memory();
    (0..KEPT).for_each(|person| drop(runtime.block_on(fresh.verify(&one(person))).unwrap()));
    println!("{KEPT} tokens: {} KiB more\n", memory() - before);
    println!("| algorithm | the first time | of that its signature | again |\n|---|---|---|---|");
    for signer in &signers {
        let sign_in = started();
        let verify = |token: &str| runtime.block_on(sign_in.verify(token)).unwrap();
        let tokens: Vec<_> = (0..=TIMED).map(|person| token(&name, signer, person)).collect();
        verify(&tokens[TIMED]);
        let time = || {
            let before = cpu();
            tokens[..TIMED].iter().for_each(|token| drop(verify(token)));
            (cpu() - before) / f64::from(u32::try_from(TIMED).unwrap())
        };
        let (first, again) = (time(), time());
        let before = cpu();
        tokens[..TIMED].iter().for_each(|token| assert!(is_signed(signer, token)));
        let signature = (cpu() - before) / f64::from(u32::try_from(TIMED).unwrap());
        println!("| {} | {first:.1} µs | {signature:.1} µs | {again:.1} µs |", signer.0);
    }
}

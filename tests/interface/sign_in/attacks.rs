//! Tokens that an attacker might send. None is accepted.

use http::Request;
use serde_json::{Value, json};

use super::{
    CLOSE, ask, call, close,
    issuer::{BRIDGE, Issuer, Key, base64, now},
    of_request, request, stage, trusting,
};
use crate::audit::Log;
use axum::body::Body;
use std::time::Duration;
use wiremock::ResponseTemplate;

/// The head of a good token.
const GOOD_HEAD: &str = r#"{"alg":"ES256","kid":"p256","typ":"at+jwt"}"#;

/// The same bytes in base64 that nobody writes: the last letter has bits that belong to none of them.
fn with_other_last_bits(base64: &str) -> String {
    let (start, last) = base64.split_at(base64.len() - 1);
    format!("{start}{}", char::from(last.as_bytes()[0] + 1))
}

/// The tokens, each with the one thing that is wrong with it.
#[expect(clippy::too_many_lines, reason = "a table")]
fn tokens(issuer: &Issuer) -> Vec<(&'static str, String)> {
    let stranger = Key::p256();
    let head = |more| issuer.headed(more, json!({}));
    let says = |more| issuer.token(more);
    let forged = |more| issuer.signed(&stranger, "p256", more, json!({}));
    let of_key = |key: &Key, id, algorithm| issuer.signed(key, id, json!({ "alg": algorithm }), json!({}));
    let hmac = |algorithm: &str, secret: &[u8]| {
        let digest = if algorithm == "HS256" { ring::hmac::HMAC_SHA256 } else { ring::hmac::HMAC_SHA512 };
        let head = json!({ "alg": algorithm, "kid": "rsa", "typ": "at+jwt" }).to_string();
        let signed = format!("{}.{}", base64(head), base64(issuer.claims(json!({})).to_string()));
        let tag = ring::hmac::sign(&ring::hmac::Key::new(digest, secret), signed.as_bytes());
        format!("{signed}.{}", base64(tag))
    };
    let unsigned = |algorithm: &str| {
        let head = base64(json!({ "alg": algorithm, "typ": "at+jwt" }).to_string());
        format!("{head}.{}.", base64(issuer.claims(json!({})).to_string()))
    };
    let good = says(json!({}));
    let parts: Vec<_> = good.split('.').collect();
    let (good_head, good_claims, good_signature) = (parts[0], parts[1], parts[2]);
    let with_signature = |signature: &str| format!("{good_head}.{good_claims}.{signature}");
    let raw_claims = |text: &str| issuer.p256.token(GOOD_HEAD, text);
    let claims = issuer.claims(json!({})).to_string();
    let twice = |more: &str| raw_claims(&format!("{},{more}}}", claims.trim_end_matches('}')));
    let raw_head = |text: &str| issuer.p256.token(text, &claims);
    let public = issuer.rsa.public("rsa");
    let far = "https://attacker.example.com/keys.json";
    let (ours, other) = (format!("{BRIDGE}/mcp"), "https://other.example.com/mcp");
    vec![
        ("no signature, said", unsigned("none")),
        ("no signature, said in capitals", unsigned("NONE")),
        ("no signature, said oddly", unsigned("nOnE")),
        ("no signature, not said", unsigned("ES256")),
        ("a signature under the algorithm none", head(json!({ "alg": "none" }))),
        ("a shared secret: the public key", hmac("HS256", public.to_string().as_bytes())),
        ("a shared secret: the modulus", hmac("HS256", public["n"].as_str().unwrap().as_bytes())),
        ("a shared secret: nothing", hmac("HS256", b"")),
        ("a shared secret, longer", hmac("HS512", public["n"].as_str().unwrap().as_bytes())),
        ("RS384", of_key(&issuer.rsa, "rsa", "RS384")),
        ("RS512", of_key(&issuer.rsa, "rsa", "RS512")),
        ("PS256", of_key(&issuer.rsa, "rsa", "PS256")),
        ("ES384", of_key(&issuer.p256, "p256", "ES384")),
        ("ES256K", of_key(&issuer.p256, "p256", "ES256K")),
        ("an algorithm in small letters", of_key(&issuer.rsa, "rsa", "rs256")),
        ("no algorithm", head(json!({ "alg": null }))),
        ("a list of algorithms", head(json!({ "alg": ["ES256", "none"] }))),
        ("another key's algorithm", of_key(&issuer.p256, "p256", "EdDSA")),
        ("the key of another algorithm", issuer.signed(&issuer.p256, "rsa", json!({}), json!({}))),
        ("the algorithm of one key, the name of another", of_key(&issuer.p256, "ed25519", "ES256")),
        ("a stranger's key under a known name", forged(json!({}))),
        ("a stranger's key without a name", forged(json!({ "kid": null }))),
        ("a stranger's key under its own name", forged(json!({ "kid": "mine" }))),
        ("a key that is a path", forged(json!({ "kid": "../../../../dev/null" }))),
        ("a key that is a question to a database", forged(json!({ "kid": "' OR '1'='1" }))),
        ("a key that is a command", forged(json!({ "kid": "p256|/bin/true" }))),
        ("a key with a line break", forged(json!({ "kid": "p256\r\nx-admin: 1" }))),
        ("a key that is an address", forged(json!({ "kid": far }))),
        ("a key that is a number", head(json!({ "kid": 1 }))),
        ("a key that is a list", head(json!({ "kid": ["p256"] }))),
        ("a key with a huge name", forged(json!({ "kid": "k".repeat(9_000) }))),
        ("a set elsewhere", forged(json!({ "jku": far }))),
        ("a set elsewhere, under another name", forged(json!({ "jku": far, "kid": "mine" }))),
        ("a certificate elsewhere", forged(json!({ "x5u": far }))),
        ("a key of its own", forged(json!({ "jwk": stranger.public("p256") }))),
        ("a key of its own, without a name", forged(json!({ "jwk": stranger.public("x"), "kid": null }))),
        ("a certificate of its own", forged(json!({ "x5c": ["MIIB"] }))),
        ("something critical", head(json!({ "crit": ["exp"] }))),
        ("claims that are not encoded", head(json!({ "b64": false }))),
        ("claims that are compressed", head(json!({ "zip": "DEF" }))),
        (
            "a token inside a token",
            issuer.p256.token(r#"{"alg":"ES256","kid":"p256","typ":"JWT","cty":"JWT"}"#, &good),
        ),
        ("an encrypted token", format!("{}.a.b.c.d", base64(r#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#))),
        ("two signatures", format!("{good}.{good_signature}")),
        ("signatures as JSON", json!({ "payload": good_claims, "signatures": [] }).to_string()),
        ("an empty signature", with_signature("")),
        ("half a signature", with_signature(&good_signature[..40])),
        ("a signature with bits left over", with_signature(&with_other_last_bits(good_signature))),
        ("a signature of zeros", with_signature(&base64([0; 64]))),
        (
            "a signature in another form",
            with_signature(&base64([&[0x30, 0x44, 2, 32][..], &[1; 66]].concat())),
        ),
        (
            "another token's signature",
            with_signature(says(json!({ "sub": "z-2" })).rsplit('.').next().unwrap()),
        ),
        (
            "claims changed later",
            format!(
                "{good_head}.{}.{good_signature}",
                base64(issuer.claims(json!({ "sub": "root" })).to_string())
            ),
        ),
        (
            "a head changed later",
            format!(
                "{}.{good_claims}.{good_signature}",
                base64(r#"{"alg":"ES256","kid":"p256","typ":"JWT"}"#)
            ),
        ),
        ("padding", with_signature(&format!("{good_signature}=="))),
        ("a dot at the end", format!("{good}.")),
        ("a head twice", raw_head(r#"{"alg":"none","alg":"ES256","kid":"p256","typ":"at+jwt"}"#)),
        ("a head that is a list", raw_head(r#"["ES256"]"#)),
        ("no audience", says(json!({ "aud": null }))),
        ("another audience", says(json!({ "aud": other }))),
        ("other audiences", says(json!({ "aud": [other, "https://p.example.com.evil.com"] }))),
        ("no audience in a list", says(json!({ "aud": [] }))),
        ("an audience below ours", says(json!({ "aud": format!("{ours}/x") }))),
        ("an audience with a slash", says(json!({ "aud": format!("{ours}/") }))),
        ("an audience in capitals", says(json!({ "aud": ours.to_uppercase() }))),
        ("an audience in a list in a list", says(json!({ "aud": [[ours]] }))),
        ("an audience that is an object", says(json!({ "aud": { ours.clone(): true } }))),
        ("an audience that is a number", says(json!({ "aud": 1 }))),
        ("another client's token", says(json!({ "aud": "another-client", "azp": "another-client" }))),
        ("an issuer with the same keys", says(json!({ "iss": "https://other.example.com" }))),
        ("the issuer with a slash", says(json!({ "iss": format!("{}/", issuer.name()) }))),
        ("the issuer in capitals", says(json!({ "iss": issuer.name().to_uppercase() }))),
        ("a list of issuers", says(json!({ "iss": [issuer.name()] }))),
        ("no issuer", says(json!({ "iss": null }))),
        ("expired", says(json!({ "exp": now() - 3600 }))),
        ("expired just now", says(json!({ "exp": now() - 61 }))),
        ("no end", says(json!({ "exp": null }))),
        ("an end that is a text", says(json!({ "exp": (now() + 300).to_string() }))),
        ("an end before all time", says(json!({ "exp": -1 }))),
        ("an end after all time", raw_claims(&claims.replace("\"exp\":", "\"exp\":1e300,\"x\":"))),
        ("an end in ten years", says(json!({ "exp": now() + 315_360_000 }))),
        ("an end in a list", says(json!({ "exp": [now() + 300] }))),
        ("not valid yet", says(json!({ "nbf": now() + 120 }))),
        ("a start that is a text", says(json!({ "nbf": "now" }))),
        ("made in the future", says(json!({ "iat": now() + 3600 }))),
        ("made far in the future", says(json!({ "iat": 9_999_999_999_i64, "nbf": 9_999_999_999_i64 }))),
        ("an id token, by its nonce", says(json!({ "nonce": "n" }))),
        ("an id token, by its hash", says(json!({ "at_hash": "h" }))),
        ("an id token, by the code's hash", says(json!({ "c_hash": "h" }))),
        ("an id token, by its use", says(json!({ "token_use": "id" }))),
        ("an id token, by its type", says(json!({ "typ": "ID" }))),
        ("a token for refreshing", says(json!({ "typ": "Refresh" }))),
        ("a token of a logout", head(json!({ "typ": "logout+jwt" }))),
        ("a proof", head(json!({ "typ": "dpop+jwt" }))),
        ("no type", head(json!({ "typ": null }))),
        ("a list of types", head(json!({ "typ": ["at+jwt"] }))),
        ("a token bound to a key", says(json!({ "cnf": { "jkt": "x" } }))),
        ("nobody's", says(json!({ "sub": null }))),
        ("a blank person's", says(json!({ "sub": "" }))),
        ("a numbered person's", says(json!({ "sub": 1 }))),
        ("a person's with a huge name", says(json!({ "sub": "s".repeat(256) }))),
        (
            "two audiences, one after the other",
            twice(&json!({ "aud": other }).to_string()[1..].replace('}', "")),
        ),
        ("two ends", twice("\"exp\":1")),
        ("two persons", twice("\"sub\":\"root\"")),
        ("two persons, one of them escaped", twice(r#""s\u0075b":"root""#)),
        ("a claim's name that is no text", raw_claims(&claims.replacen("\"sub\"", "1", 1))),
        (
            "claims that are not UTF-8",
            issuer.p256.token_of(GOOD_HEAD, &[claims.as_bytes(), b"\xff"].concat()),
        ),
        ("claims that are a list", raw_claims("[]")),
        ("claims that are no JSON", raw_claims("sub=z-1")),
        ("claims that are nothing", raw_claims("")),
        ("claims without a bottom", raw_claims(&format!("{{\"a\":{}", "[".repeat(5_000)))),
        ("a huge token", says(json!({ "more": "m".repeat(20_000) }))),
        ("an opaque token, where none are taken", "2YotnFZFEjr1zCsicMWpAA".to_owned()),
        ("nothing at all", "x".to_owned()),
        ("dots", "..".to_owned()),
        ("quotes", "\"a\".\"b\".\"c\"".to_owned()),
    ]
}

#[tokio::test]
async fn no_token_that_is_wrong_in_itself_lets_anybody_in() {
    let (issuer, stage) = trusting(&[]).await;
    let tokens = tokens(&issuer);
    assert!(tokens.len() >= 60);
    for (wrong, token) in tokens {
        let answer = ask(&stage, &token).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (401, &json!("unauthorized")), "{wrong}");
        let challenge = answer.headers["www-authenticate"].to_str().unwrap();
        assert!(challenge.starts_with("Bearer error=\"invalid_token\""), "{wrong}: {challenge}");
        assert!(token.len() < 5 || !challenge.contains(&token), "{wrong}");
    }
    assert_eq!(stage.calls(), Vec::<String>::new(), "nothing was asked of the host");
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status, 200, "and the good one does");
}

#[tokio::test]
async fn a_token_counts_in_its_header_alone_and_alone_there() {
    let (issuer, stage) = trusting(&[("callers.alice.token", "token-of-alice")]).await;
    let good = issuer.token(json!({}));
    let bearer = format!("Bearer {good}");
    let cases: [(&str, &str, &[&str]); 6] = [
        ("none", "", &[]),
        ("in the address", &format!("?access_token={good}"), &[]),
        ("under another scheme", "", &[&format!("DPoP {good}")]),
        ("beside a caller's token", "", &["Bearer token-of-alice", &bearer]),
        ("before a caller's token", "", &[&bearer, "Bearer token-of-alice"]),
        ("two in one", "", &[&format!("{bearer}, {bearer}")]),
    ];
    for (what, query, headers) in cases {
        let mut request =
            Request::post(format!("/api/v1/groups/search{query}")).header("content-type", "application/json");
        for header in headers {
            request = request.header("authorization", *header);
        }
        let answer = stage.send(request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(answer.status.as_u16(), 401, "{what}");
    }
    assert_eq!(ask(&stage, "token-of-alice").await.status, 200);
}

#[tokio::test]
async fn the_header_of_a_trusted_caller_gives_a_person_who_signed_in_no_other_name() {
    let issuer = Issuer::start().await;
    let settings = [("callers.staff.oauth_groups", "staff"), ("callers.staff.on_behalf_header", "x-user")];
    let stage = stage(&issuer, &settings).await;
    let log = Log::filtered("info");
    let request = request("/api/v1/issues/assistant-close", &issuer.token(json!({ "groups": ["staff"] })));
    let body = Body::from(close("fuite").to_string());
    stage.send(request.header("x-user", "root").body(body).unwrap()).await.ok();
    let lines = log.lines();
    let audit = lines.iter().find(|line| line["target"] == "passerelle::audit").unwrap();
    let span = of_request(audit);
    assert_eq!((&span["person"], &span["on_behalf"]), (&json!("zoe"), &Value::Null));
}

#[tokio::test]
async fn no_header_moves_the_place_where_tokens_come_from() {
    let (_issuer, stage) = trusting(&[]).await;
    let lures = ["host", "x-forwarded-host", "x-forwarded-prefix", "x-original-url"];
    for path in ["/.well-known/oauth-protected-resource/mcp", "/mcp"] {
        let method = if path == "/mcp" { "POST" } else { "GET" };
        let mut request =
            Request::builder().method(method).uri(path).header("content-type", "application/json");
        for lure in lures {
            request = request.header(lure, "evil.example.com");
        }
        request = request.header("forwarded", "host=evil.example.com;proto=http");
        let answer = stage.send(request.body(Body::from("{}")).unwrap()).await;
        let told = format!("{} {:?}", answer.body, answer.headers);
        assert!(told.contains(BRIDGE) && !told.contains("evil"), "{told}");
    }
}

#[tokio::test]
async fn what_looks_like_a_scope_or_a_preview_changes_nothing() {
    let (issuer, stage) = trusting(&[]).await;
    for scope in [
        json!("openid\tpasserelle:write"),
        json!("openid,passerelle:write"),
        json!("passerelle:write\u{a0}"),
        json!("PASSERELLE:WRITE"),
        json!([["passerelle:write"]]),
    ] {
        let token = issuer.token(json!({ "scope": scope, "scp": "passerelle:write" }));
        let answer = call(&stage, &token, CLOSE, &close("fuite")).await;
        assert_eq!(answer.body["code"], "insufficient_scope", "{scope}");
    }
    let reading = issuer.token(json!({ "scope": "passerelle:read" }));
    let hints = r#""project_hint":"portail","issue_hint":"fuite""#;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"assistant_close_issue","arguments":"#;
    for more in [
        r#""dry_run":true,"dry_run":false"#,
        r#""dry_run":false,"dry_run":true"#,
        r#""dry_run":"true""#,
        r#""dry_run":null"#,
        r#""DRY_RUN":true"#,
        r#""dry_run":true,"dry\u005frun":false"#,
    ] {
        for (path, body) in [
            ("/api/v1/issues/assistant-close", format!("{{{hints},{more}}}")),
            ("/mcp", format!("{call}{{{hints},{more}}}}}}}")),
        ] {
            stage.send(request(path, &reading).body(Body::from(body)).unwrap()).await;
            assert_eq!(stage.writes(), Vec::<String>::new(), "{path} {more}");
        }
    }
}

#[tokio::test]
async fn a_token_that_may_only_read_gets_no_stored_answer_of_a_write() {
    let (issuer, stage) = trusting(&[]).await;
    let create = json!({ "project_hint": "portail", "title": "Une lampe" }).to_string();
    for (scope, status) in [("passerelle:write", 200), ("passerelle:read", 403)] {
        let token = issuer.token(json!({ "scope": scope }));
        let request = request("/api/v1/issues/assistant-create", &token).header("idempotency-key", "k");
        let answer = stage.send(request.body(Body::from(create.clone())).unwrap()).await;
        assert_eq!((answer.status.as_u16(), stage.count("POST ")), (status, 1), "{scope}");
    }
}

#[tokio::test]
async fn a_caller_that_hangs_up_keeps_no_new_key_from_the_others() {
    let (issuer, stage) = trusting(&[]).await;
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status, 200);
    let next = Key::p256();
    let keys = json!({ "keys": [next.public("next")] });
    issuer.fault(
        super::KEYS,
        ResponseTemplate::new(200).set_body_json(keys).set_delay(Duration::from_millis(300)),
    );
    let unknown = issuer.headed(json!({ "kid": "unknown" }), json!({}));
    let asked = async {
        while issuer.asked(super::KEYS) < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = ask(&stage, &unknown) => unreachable!("the keys are not there yet"),
        () = asked => {}
    }
    let new = issuer.signed(&next, "next", json!({}), json!({}));
    assert_eq!(ask(&stage, &new).await.status, 200, "the reading went on");
    assert_eq!(issuer.asked(super::KEYS), 2);
}

#[tokio::test]
async fn a_token_that_the_issuer_can_not_read_stops_no_other() {
    let (issuer, stage) = trusting(&super::INTROSPECTING).await;
    issuer.fault(super::INTROSPECT, ResponseTemplate::new(400));
    for number in 0..3 {
        assert_eq!(ask(&stage, &format!("odd-{number}")).await.status.as_u16(), 401);
    }
    issuer.mend();
    issuer.answer(super::INTROSPECT, super::told(&issuer, json!({})));
    assert_eq!(ask(&stage, "opaque").await.status, 200);
}

#[tokio::test]
async fn a_flood_of_unknown_keys_asks_the_issuer_once() {
    let (issuer, stage) = trusting(&[]).await;
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status, 200);
    for number in 0..50 {
        let token = issuer.headed(json!({ "kid": format!("k{number}") }), json!({}));
        assert_eq!(ask(&stage, &token).await.status.as_u16(), 401);
    }
    assert_eq!(issuer.asked(super::KEYS), 2, "the first reading, and once more");
    let value: Value = json!({});
    assert_eq!(ask(&stage, &issuer.token(value)).await.status, 200);
}

//! Sign-in: people connect with their own account, and every change says whose it was (decisions, section 9).

mod attacks;
mod issuer;
mod persons;

use axum::body::Body;
use futures_util::future::join_all;
use http::Request;
use serde_json::{Value, json};
use std::time::Duration;
use wiremock::ResponseTemplate;

use self::issuer::{BRIDGE, INTROSPECT, Issuer, KEYS, Key, METADATA, OPENID, now};
use crate::{
    audit::Log,
    folder::Folder,
    mcp::message,
    process::{Server, http_client, passerelle},
    reload::{hang_up, search, until},
    stage::{Answer, Stage, posted},
    world::portail_with,
};

const CLOSE: &str = "issues/assistant-close";

/// A bridge that trusts this issuer.
async fn stage(issuer: &Issuer, more: &[(&str, &str)]) -> Stage {
    let name = issuer.name();
    Stage::set(portail_with(&["Fuite", "Panne"]), &Issuer::settings(&name, more)).await
}

/// An issuer, and a bridge that trusts it.
async fn trusting(more: &[(&str, &str)]) -> (Issuer, Stage) {
    let issuer = Issuer::start().await;
    let stage = stage(&issuer, more).await;
    (issuer, stage)
}

fn request(path: &str, token: &str) -> http::request::Builder {
    posted(path)
        .header("mcp-protocol-version", "2025-06-18")
        .header("authorization", format!("Bearer {token}"))
}

async fn call(stage: &Stage, token: &str, path: &str, body: &Value) -> Answer {
    let request = request(&format!("/api/v1/{path}"), token);
    stage.send(request.body(Body::from(body.to_string())).unwrap()).await
}

/// A read.
async fn ask(stage: &Stage, token: &str) -> Answer {
    call(stage, token, "groups/search", &json!({})).await
}

/// A call of a tool.
async fn tool(stage: &Stage, token: &str, name: &str, arguments: &Value) -> Answer {
    let call = json!({ "name": name, "arguments": arguments });
    let message = message("tools/call", &call).to_string();
    stage.send(request("/mcp", token).body(Body::from(message)).unwrap()).await
}

fn close(issue: &str) -> Value {
    json!({ "project_hint": "portail", "issue_hint": issue })
}

fn challenge(answer: &Answer) -> &str {
    answer.headers["www-authenticate"].to_str().unwrap()
}

#[tokio::test]
async fn a_token_of_each_algorithm_and_each_form_lets_its_person_in() {
    let (issuer, stage) = trusting(&[]).await;
    let other = "https://other.example.com";
    let good = [
        issuer.signed(&issuer.rsa, "rsa", json!({}), json!({})),
        issuer.signed(&issuer.p256, "p256", json!({ "typ": "JWT" }), json!({})),
        issuer.signed(&issuer.ed25519, "ed25519", json!({ "typ": "application/at+jwt" }), json!({})),
        issuer.signed(&issuer.ed25519, "", json!({ "kid": null }), json!({})),
        issuer.token(json!({ "aud": BRIDGE })),
        issuer.token(json!({ "aud": [other, format!("{BRIDGE}/mcp")] })),
        issuer.token(json!({ "exp": now() - 30 })),
        issuer.token(json!({ "nbf": now() + 30, "iat": now() + 30 })),
        issuer.token(json!({ "scope": null, "scp": ["other", "passerelle:read"] })),
        issuer.token(json!({ "typ": "Bearer", "azp": "any-client" })),
    ];
    for token in &good {
        let answer = ask(&stage, token).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
    }
    assert_eq!((issuer.asked(METADATA), issuer.asked(KEYS)), (1, 1), "0 calls for all but the first");
}

#[tokio::test]
async fn two_documents_say_where_tokens_come_from_and_only_where_people_sign_in() {
    let (issuer, stage) = trusting(&[]).await;
    let get = |path: &str| {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        Request::get(path).body(Body::empty()).unwrap()
    };
    for path in ["", "/mcp"] {
        let document = stage.send(get(path)).await;
        assert_eq!(document.status, 200);
        let expected = json!({
            "resource": format!("{BRIDGE}{path}"), "authorization_servers": [issuer.name()],
            "scopes_supported": ["passerelle:read", "passerelle:write"], "bearer_methods_supported": ["header"],
            "resource_name": "Passerelle",
        });
        assert_eq!(document.body, expected);
    }
    let without = Stage::with(portail_with(&[])).await;
    assert_eq!(without.send(get("/mcp")).await.body["code"], "unknown_route");
}

#[tokio::test]
async fn who_is_not_let_in_is_told_where_to_get_a_token() {
    let (issuer, stage) = trusting(&[]).await;
    let scopes = "scope=\"passerelle:read passerelle:write\"";
    for (path, document) in [("/mcp", "/mcp"), ("/api/v1/groups/search", "")] {
        let request = Request::post(path).header("content-type", "application/json");
        let answer = stage.send(request.body(Body::from("{}")).unwrap()).await;
        let place = format!("{BRIDGE}/.well-known/oauth-protected-resource{document}");
        assert_eq!(challenge(&answer), format!("Bearer resource_metadata=\"{place}\", {scopes}"));
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (401, &json!("unauthorized")));
    }
    let expired = ask(&stage, &issuer.token(json!({ "exp": 1 }))).await;
    let why = "Bearer error=\"invalid_token\", error_description=\"it has expired\", resource_metadata=";
    assert!(challenge(&expired).starts_with(why), "{}", challenge(&expired));
}

#[tokio::test]
async fn the_read_scope_reads_and_previews_and_changes_nothing() {
    let (issuer, stage) = trusting(&[]).await;
    let reading = issuer.token(json!({ "scope": "openid passerelle:read" }));
    assert_eq!(ask(&stage, &reading).await.status, 200);
    let mut preview = close("fuite");
    preview["dry_run"] = true.into();
    assert_eq!(call(&stage, &reading, CLOSE, &preview).await.ok()["status"], "preview");
    let place = format!("resource_metadata=\"{BRIDGE}/.well-known/oauth-protected-resource");
    let refused = call(&stage, &reading, CLOSE, &close("fuite")).await;
    assert_eq!(refused.body["code"], "insufficient_scope");
    let wanted = format!("Bearer error=\"insufficient_scope\", {place}\", scope=\"passerelle:write\"");
    assert_eq!(challenge(&refused), wanted);
    refused.error(403);
    let refused = tool(&stage, &reading, "assistant_close_issue", &close("fuite")).await;
    assert_eq!(refused.body["code"], "insufficient_scope");
    assert_eq!(challenge(&refused), wanted.replace("resource\"", "resource/mcp\""));
    refused.error(403);
    assert_eq!(stage.writes(), Vec::<String>::new());
    let writing = issuer.token(json!({}));
    let closed = tool(&stage, &writing, "assistant_close_issue", &close("fuite")).await;
    assert_eq!(closed.body["result"]["structuredContent"]["status"], "closed");
    assert_eq!(ask(&stage, &writing).await.status, 200, "the write scope holds reading");
    for scope in [json!(null), json!("openid"), json!("passerelle:writes"), json!({ "passerelle:write": 1 })]
    {
        let refused = ask(&stage, &issuer.token(json!({ "scope": scope }))).await;
        assert!(challenge(&refused).ends_with("scope=\"passerelle:read passerelle:write\""));
        assert_eq!(refused.body["code"], "insufficient_scope");
        refused.error(403);
    }
}

#[tokio::test]
async fn a_group_is_the_first_caller_in_the_file_that_has_it() {
    let issuer = Issuer::start().await;
    let settings = [
        ("callers.zoo.oauth_groups", "keepers"),
        ("callers.zoo.read_only", "true"),
        ("callers.ants.oauth_groups", "workers,keepers"),
        ("callers.ants.operations", "assistant_close_issue"),
        ("callers.rest.token", "token-of-the-rest"),
        ("callers.rest.roots", "ailleurs"),
    ];
    let strict = stage(&issuer, &settings).await;
    let code = async |stage: &Stage, groups: Value| {
        let token = issuer.token(json!({ "groups": groups }));
        let answer = call(stage, &token, CLOSE, &close("rien de tel")).await;
        assert!(!answer.headers.contains_key("www-authenticate"), "no other token helps");
        answer.body["code"].as_str().or(answer.body["status"].as_str()).unwrap().to_owned()
    };
    let many: Vec<_> = (0..200).map(|number| format!("g{number}")).chain(["workers".to_owned()]).collect();
    for (groups, expected) in [
        (json!("keepers"), "read_only"),
        (json!(["workers", "keepers"]), "read_only"),
        (json!(["workers"]), "issue_not_found"),
        (json!(many), "issue_not_found"),
        (json!([["workers"]]), "no_caller"),
        (json!({ "workers": true }), "no_caller"),
        (json!("workers,keepers"), "no_caller"),
        (json!(["Workers", "work"]), "no_caller"),
        (json!([]), "no_caller"),
        (json!(null), "no_caller"),
        (json!(7), "no_caller"),
    ] {
        assert_eq!(code(&strict, groups.clone()).await, expected, "{groups}");
    }
    let open = stage(&issuer, &[&settings[..], &[("oauth.default_caller", "rest")]].concat()).await;
    assert_eq!(code(&open, json!(["strangers"])).await, "project_not_found", "outside the roots of the rest");
    assert_eq!(code(&open, json!("keepers")).await, "read_only");
}

#[tokio::test]
async fn ten_thousand_groups_of_an_opaque_token_are_read_as_any() {
    let (issuer, stage) =
        trusting(&[&INTROSPECTING[..], &[("callers.a.oauth_groups", "last")]].concat()).await;
    let groups: Vec<_> = (0..10_000).map(|number| format!("g{number}")).chain(["last".to_owned()]).collect();
    issuer.answer(INTROSPECT, told(&issuer, json!({ "groups": groups })));
    assert_eq!(ask(&stage, "opaque").await.status, 200);
}

/// The span of the request that a line of the log belongs to.
fn of_request(line: &Value) -> &Value {
    line["spans"].as_array().unwrap().iter().find(|span| span["name"] == "request").unwrap()
}

#[tokio::test]
async fn the_audit_and_the_log_name_the_person_on_one_line_and_the_token_never() {
    let (issuer, stage) = trusting(&[]).await;
    let log = Log::filtered("trace");
    let name = "Zoé\r\nroot\u{202e} \u{200b}wrote\u{1b}[31m";
    let token = issuer.token(json!({ "preferred_username": name }));
    call(&stage, &token, CLOSE, &close("fuite")).await.ok();
    let lines = log.lines();
    let written = lines.iter().find(|line| line["target"] == "passerelle::audit").unwrap();
    assert_eq!(
        (&written["fields"]["caller"], &of_request(written)["person"]),
        (&json!("oauth"), &json!("Zoé root wrote[31m"))
    );
    assert!(written["fields"]["person"].is_null(), "a line of text would say it twice");
    let called = lines.iter().find(|line| line["fields"]["message"] == "called").unwrap();
    assert_eq!(called["span"]["person"], "Zoé root wrote[31m");
    let refused = ask(&stage, &format!("{token}x")).await;
    for text in log
        .lines()
        .iter()
        .map(ToString::to_string)
        .chain([refused.body.to_string(), format!("{:?}", refused.headers)])
    {
        assert!(token.split('.').all(|part| !text.contains(part)), "{text}");
    }
    for request in stage.server.received_requests().await.unwrap() {
        assert!(!format!("{request:?}").contains(&token), "it never goes to the host");
    }
    let endless = issuer.token(json!({ "preferred_username": "n".repeat(5_000) }));
    call(&stage, &endless, CLOSE, &close("panne")).await.ok();
    let nameless = issuer.token(json!({ "preferred_username": " \u{200b}" }));
    call(&stage, &nameless, "issues/assistant-reopen", &close("panne")).await.ok();
    let persons: Vec<_> =
        log.lines().into_iter().filter(|line| line["target"] == "passerelle::audit").collect();
    let persons: Vec<_> = persons.iter().map(|line| of_request(line)["person"].as_str().unwrap()).collect();
    assert_eq!((persons[1].len(), persons[2]), (100, "z-1"), "the subject where there is no name");
    assert!(!stage.metrics().await.contains("Zoé"));
}

#[tokio::test]
async fn two_people_of_one_caller_share_no_idempotency_key() {
    let (issuer, stage) = trusting(&[]).await;
    let create = json!({ "project_hint": "portail", "title": "Une lampe" });
    for (subject, calls) in [("z-1", 1), ("z-1", 1), ("z-2", 2)] {
        let token = issuer.token(json!({ "sub": subject }));
        let request = request("/api/v1/issues/assistant-create", &token).header("idempotency-key", "k");
        stage.send(request.body(Body::from(create.to_string())).unwrap()).await.ok();
        assert!(stage.count("POST ") <= calls, "{subject}");
    }
}

#[tokio::test]
async fn a_new_key_is_read_when_a_token_names_it_and_an_old_one_is_worth_nothing_then() {
    let (issuer, stage) = trusting(&[]).await;
    let old = issuer.token(json!({}));
    assert_eq!(ask(&stage, &old).await.status, 200);
    let next = Key::ed25519();
    issuer.has_keys([next.public("next")]);
    let new = issuer.signed(&next, "next", json!({}), json!({}));
    let all = join_all((0..10).map(|_| ask(&stage, &new))).await;
    assert!(all.iter().all(|answer| answer.status == 200), "the first reading does not count in the minute");
    assert_eq!(issuer.asked(KEYS), 2, "one reading for all who wait");
    let replayed = ask(&stage, &old).await;
    assert_eq!(replayed.status.as_u16(), 401);
    issuer.has_keys([next.public("next"), issuer.rsa.public("rsa")]);
    let unknown = issuer.signed(&issuer.rsa, "rsa", json!({}), json!({}));
    assert_eq!(ask(&stage, &unknown).await.status.as_u16(), 401, "not twice in a minute");
    assert_eq!(issuer.asked(KEYS), 2);
}

#[tokio::test]
async fn while_the_issuer_is_away_known_keys_serve_and_unknown_ones_have_to_wait() {
    let (issuer, stage) = trusting(&[]).await;
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status, 200);
    issuer.fault(KEYS, ResponseTemplate::new(503));
    let unknown = issuer.headed(json!({ "kid": "new" }), json!({}));
    for _ in 0..3 {
        let answer = ask(&stage, &unknown).await;
        let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=61).contains(&wait));
        answer.refused(503, "sign_in_unavailable");
    }
    assert_eq!(issuer.asked(KEYS), 2);
    let wrong = issuer.headed(json!({ "kid": "new" }), json!({ "aud": "other" }));
    assert_eq!(ask(&stage, &wrong).await.status.as_u16(), 401, "wrong in itself");
    assert_eq!(ask(&stage, &issuer.token(json!({ "sub": "z-2" }))).await.status, 200);
}

#[tokio::test]
async fn an_issuer_that_lies_or_leads_elsewhere_is_not_believed() {
    let elsewhere = Issuer::start().await;
    let inside = elsewhere.name();
    let redirect = || ResponseTemplate::new(302).insert_header("location", format!("{inside}{KEYS}"));
    let text = |text: &str| ResponseTemplate::new(200).set_body_raw(text.to_owned(), "application/json");
    let faults: Vec<(&str, Vec<(&str, ResponseTemplate)>)> = vec![
        ("keys that redirect", vec![(KEYS, redirect())]),
        ("a document that redirects", vec![(METADATA, redirect()), (OPENID, redirect())]),
        (
            "another issuer's document",
            vec![(
                METADATA,
                ResponseTemplate::new(200)
                    .set_body_json(json!({ "issuer": inside, "jwks_uri": format!("{inside}{KEYS}") })),
            )],
        ),
        ("no name", vec![(METADATA, text(r#"{"jwks_uri":"https://x.example.com"}"#))]),
        ("no keys' address", vec![(METADATA, text("{}"))]),
        ("keys that are huge", vec![(KEYS, text(&format!("{{\"keys\":[\"{}\"]}}", "k".repeat(1 << 20))))]),
        ("keys that are no JSON", vec![(KEYS, text("<html>"))]),
        ("keys that are a list", vec![(KEYS, text("[]"))]),
        ("no keys", vec![(KEYS, text("{\"keys\":[]}"))]),
        (
            "keys of a shared secret",
            vec![(KEYS, text("{\"keys\":[{\"kty\":\"oct\",\"k\":\"c2VjcmV0\",\"kid\":\"p256\"}]}"))],
        ),
        ("an error", vec![(KEYS, ResponseTemplate::new(500))]),
        ("too slow", vec![(KEYS, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)))]),
    ];
    for (what, faults) in faults {
        let (issuer, stage) = trusting(&[("upstream.timeout", "300ms")]).await;
        for (path, answer) in faults {
            issuer.fault(path, answer);
        }
        let answer = ask(&stage, &issuer.token(json!({}))).await;
        assert!(answer.headers.contains_key("retry-after"), "{what}: {}", answer.body);
        answer.error(503);
    }
    assert_eq!(elsewhere.asked(KEYS), 0, "no redirection is followed");
    for place in
        ["http://keys.example.com/keys", "ftp://127.0.0.1/keys", "http://10.0.0.1/keys", "file:///etc/passwd"]
    {
        let (issuer, stage) = trusting(&[]).await;
        issuer.answer(METADATA, json!({ "issuer": issuer.name(), "jwks_uri": place }));
        ask(&stage, &issuer.token(json!({}))).await.error(503);
    }
}

#[tokio::test]
async fn the_document_of_openid_connect_does_as_well() {
    let issuer = Issuer::start().await;
    issuer.fault(METADATA, ResponseTemplate::new(404));
    issuer.answer(OPENID, json!({ "issuer": issuer.name(), "jwks_uri": format!("{}{KEYS}", issuer.name()) }));
    assert_eq!(ask(&stage(&issuer, &[]).await, &issuer.token(json!({}))).await.status, 200);
}

#[tokio::test]
async fn an_issuer_that_was_away_at_first_is_asked_again_soon() {
    let (issuer, stage) = trusting(&[]).await;
    issuer.fault(KEYS, ResponseTemplate::new(503));
    for _ in 0..20 {
        ask(&stage, &issuer.token(json!({}))).await.error(503);
    }
    assert!(issuer.asked(KEYS) <= 3, "not by every request");
    issuer.mend();
    while ask(&stage, &issuer.token(json!({}))).await.status != 200 {}
}

/// The settings of a bridge that has a client of its own at the issuer.
const INTROSPECTING: [(&str, &str); 2] =
    [("oauth.introspection_client", "the bridge"), ("oauth.introspection_client_secret", "p:ss/word")];

/// What the issuer answers about a good opaque token, with these changes; `null` removes a claim.
fn told(issuer: &Issuer, more: Value) -> Value {
    let mut told = issuer.claims(more);
    if told.get("active").is_none() {
        told["active"] = true.into();
    }
    told
}

#[tokio::test]
async fn an_opaque_token_is_what_the_issuer_says_of_it_for_a_minute() {
    let (issuer, stage) = trusting(&INTROSPECTING).await;
    issuer.answer(INTROSPECT, told(&issuer, json!({ "token_type": "Bearer" })));
    for _ in 0..3 {
        assert_eq!(ask(&stage, "opaque-1").await.status, 200);
    }
    assert_eq!((issuer.asked(INTROSPECT), issuer.asked(METADATA)), (1, 1));
    let asked = issuer.server.received_requests().await.unwrap().pop().unwrap();
    assert_eq!(asked.body, b"token=opaque-1&token_type_hint=access_token");
    // "the%20bridge:p%3Ass%2Fword": each part is encoded first (RFC 6749, section 2.3.1).
    assert_eq!(asked.headers["authorization"], "Basic dGhlJTIwYnJpZGdlOnAlM0FzcyUyRndvcmQ=");
    issuer.answer(INTROSPECT, json!({ "active": false }));
    for _ in 0..3 {
        assert_eq!(ask(&stage, "opaque-2").await.status.as_u16(), 401);
    }
    assert_eq!(ask(&stage, "opaque-1").await.status, 200, "still in its minute");
    assert_eq!(issuer.asked(INTROSPECT), 2);
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status, 200, "a signed token is read here");
    assert_eq!(issuer.asked(INTROSPECT), 2);
}

#[tokio::test]
async fn no_opaque_token_is_taken_that_the_issuer_does_not_vouch_for() {
    let (issuer, stage) = trusting(&INTROSPECTING).await;
    let cases = [
        (json!({ "active": "true" }), 401),
        (json!({ "active": 1 }), 401),
        (json!({ "active": false }), 401),
        (json!({ "active": [true] }), 401),
        (json!({ "iss": "https://other.example.com" }), 401),
        (json!({ "iss": [issuer.name()] }), 401),
        (json!({ "aud": "https://other.example.com" }), 401),
        (json!({ "aud": [["https://p.example.com"]] }), 401),
        (json!({ "aud": null }), 401),
        (json!({ "aud": null, "client_id": "another" }), 401),
        (json!({ "exp": now() - 1 }), 401),
        (json!({ "exp": "tomorrow" }), 401),
        (json!({ "nbf": now() + 120 }), 401),
        (json!({ "cnf": { "x5t#S256": "x" } }), 401),
        (json!({ "token_type": "refresh_token" }), 401),
        (json!({ "token_use": "refresh_token" }), 401),
        (json!({ "sub": null }), 401),
        (json!({ "sub": { "is": "root" } }), 401),
        (json!({ "iss": null }), 200),
        (json!({ "exp": null }), 200),
        (json!({ "sub": null, "username": "zoe" }), 200),
        (json!({ "aud": null, "client_id": "the bridge" }), 200),
        (json!({ "aud": ["https://other.example.com", BRIDGE] }), 200),
    ];
    for (number, (more, status)) in cases.into_iter().enumerate() {
        issuer.answer(INTROSPECT, told(&issuer, more.clone()));
        let answer = ask(&stage, &format!("opaque-{number}")).await;
        assert_eq!(answer.status.as_u16(), status, "{more}");
    }
    issuer.fault(
        INTROSPECT,
        ResponseTemplate::new(200).set_body_raw(r#"{"active":false,"active":true}"#, "application/json"),
    );
    ask(&stage, "opaque-twice").await.error(503);
}

#[tokio::test]
async fn an_issuer_that_refuses_the_bridge_its_answer_lets_nobody_in() {
    for fault in [
        ResponseTemplate::new(401),
        ResponseTemplate::new(302).insert_header("location", "/keys"),
        ResponseTemplate::new(500),
    ] {
        let (issuer, stage) = trusting(&INTROSPECTING).await;
        issuer.fault(INTROSPECT, fault);
        let answer = ask(&stage, "opaque").await;
        assert_eq!(answer.headers["retry-after"], "2");
        answer.error(503);
    }
}

#[tokio::test]
async fn a_named_audience_is_the_only_one() {
    let (issuer, stage) = trusting(&[("oauth.audience", "api://passerelle")]).await;
    assert_eq!(ask(&stage, &issuer.token(json!({ "aud": "api://passerelle" }))).await.status, 200);
    assert_eq!(ask(&stage, &issuer.token(json!({}))).await.status.as_u16(), 401);
}

#[tokio::test]
async fn a_trusted_caller_names_the_person_it_speaks_for_in_the_log_and_nobody_else_does() {
    let settings = [
        ("callers.chat.token", "token-of-chat"),
        ("callers.chat.on_behalf_header", "X-OpenWebUI-User-Name"),
        ("callers.eve.token", "token-of-eve"),
    ];
    let stage = Stage::set(portail_with(&["Fuite"]), &settings).await;
    let log = Log::filtered("info");
    let header = "x-openwebui-user-name";
    let turns: [(&str, &[&str], Value); 9] = [
        ("chat", &["Alice Martin"], json!("Alice Martin")),
        ("chat", &["Zo%C3%A9%0D%0Acaller=root%E2%80%AE"], json!("Zoé caller=root")),
        ("chat", &["Zoé"], json!("Zoé")),
        ("chat", &["Alice", "Bob"], Value::Null),
        ("chat", &["%0A "], Value::Null),
        ("chat", &[], Value::Null),
        ("eve", &["Alice Martin"], Value::Null),
        ("chat", &["Alice token-of-chat"], json!("Alice ***")),
        ("chat", &["%2574oken-of-chat"], json!("***")),
    ];
    for (number, (caller, names, expected)) in turns.into_iter().enumerate() {
        let path = if number % 2 == 0 { CLOSE } else { "issues/assistant-reopen" };
        let mut request = request(&format!("/api/v1/{path}"), &format!("token-of-{caller}"));
        for name in names {
            request = request.header(header, name.as_bytes());
        }
        stage.send(request.body(Body::from(close("fuite").to_string())).unwrap()).await.ok();
        let lines = log.lines();
        let audit = lines.iter().rev().find(|line| line["target"] == "passerelle::audit").unwrap();
        let called = lines.iter().rev().find(|line| line["fields"]["message"] == "called").unwrap();
        assert_eq!(
            (&of_request(audit)["on_behalf"], &called["span"]["on_behalf"]),
            (&expected, &expected),
            "{names:?}"
        );
        assert_eq!(audit["fields"]["caller"], caller);
    }
    assert!(!stage.metrics().await.contains("Alice"));
}

#[tokio::test(flavor = "multi_thread")]
async fn check_tells_what_is_wrong_with_the_issuer_or_its_token() {
    let issuer = Issuer::start().await;
    let stage = Stage::with(portail_with(&[])).await;
    let folder = Folder::new();
    let path = &*folder.path("token");
    let check_with = |name: &str, arguments: &[&str], more: &[(&'static str, &'static str)]| {
        let settings =
            [("upstream.base_url", stage.server.uri()), ("upstream.token", gitlab_sandbox::TOKEN.to_owned())];
        let settings = settings.iter().map(|(key, value)| (*key, value.as_str()));
        let settings: Vec<_> = settings.chain(Issuer::settings(name, more)).collect();
        let output = passerelle(&[&["check"], arguments].concat(), &settings).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let check = |name: &str, arguments: &[&str]| check_with(name, arguments, &[]);
    let name = issuer.name();
    let of_team = [("callers.team.oauth_groups", "team")];
    for (claims, code, expected) in [
        (
            json!({ "groups": ["team", "all"] }),
            0,
            "ok      token: zoe, scope Write, groups team, all: the caller team",
        ),
        (
            json!({ "groups": ["team"], "scope": "passerelle:read" }),
            0,
            "odd     token: it reads and previews; to change something it needs the scope passerelle:write",
        ),
        (json!({ "groups": ["team"], "scope": "openid" }), 11, "groups team: it has no scope of this bridge"),
        (json!({ "groups": ["others"] }), 11, "groups others: none of the groups is a caller's"),
    ] {
        folder.write("token", &issuer.token(claims));
        let (ended, told) = check_with(&name, &["--token", path], &of_team);
        assert!(ended == code && told.contains(expected), "{told}");
    }
    for (token, why) in [
        (issuer.token(json!({ "aud": "other" })), "it is made for another audience"),
        (issuer.token(json!({ "nbf": now() + 3600 })), "it is not valid yet"),
        ("opaque".to_owned(), "it is no signed token, and no others are taken"),
    ] {
        folder.write("token", &token);
        let (code, told) = check(&name, &["--token", path]);
        assert!(code == 11 && told.contains(&format!("the token is refused: {why}")), "{told}");
        assert!(
            told.contains(&format!("audience {BRIDGE}/mcp or {BRIDGE}")) && !told.contains(&token),
            "{told}"
        );
    }
    let old = "Thu, 01 Jan 2026 00:00:00 GMT";
    let keys = json!({ "keys": [issuer.p256.public("p256")] });
    issuer.fault(KEYS, ResponseTemplate::new(200).insert_header("date", old).set_body_json(keys));
    let (code, told) = check(&name, &[]);
    assert!(code == 0 && told.contains("odd     sign-in: its clock and this one are"), "{told}");
    let (code, told) = check(&format!("{name}/"), &[]);
    assert!(code == 11 && told.contains(&format!("calls itself {name:?}")), "{told}");
    issuer.answer(METADATA, json!({ "issuer": name, "jwks_uri": format!("{name}{KEYS}") }));
    issuer.fault(
        KEYS,
        ResponseTemplate::new(200).set_body_json(json!({ "keys": [{ "kty": "oct", "k": "" }] })),
    );
    let (code, told) = check(&name, &[]);
    assert!(code == 11 && told.contains("no key of RS256, ES256 or EdDSA"), "{told}");
    let (code, told) = check("http://127.0.0.1:1", &[]);
    assert!(code == 11 && told.contains("refused"), "{told}");
}

#[tokio::test]
async fn after_a_reload_the_authorization_server_is_reached_as_the_settings_say_by_then() {
    let (issuer, folder) = (Issuer::start().await, Folder::new());
    let host = wiremock::MockServer::start().await;
    let empty = ResponseTemplate::new(200).set_body_json(json!([]));
    wiremock::Mock::given(wiremock::matchers::any()).respond_with(empty).mount(&host).await;
    let write = |proxy: &str| {
        let (issuer, host) = (issuer.name(), host.uri());
        folder.write(
            "settings.toml",
            &format!(
                "oauth.issuer = {issuer:?}\nserver.public_url = {BRIDGE:?}\nupstream.base_url = {host:?}\nupstream.token = \"t\"\n{proxy}"
            ),
        );
    };
    write("upstream.proxy = \"http://127.0.0.1:1\"");
    let server = Server::start(&["serve", "--config", &folder.path("settings.toml")], &[]);
    let (client, token) = (http_client(), issuer.token(json!({})));
    assert_eq!(search(&client, &server.address, &token).await, 503);
    write("");
    hang_up(&server);
    until(&client, &server.address, &token, reqwest::StatusCode::OK).await;
}

//! `server.cors_origins`: which pages of other origins may call.

use http::{HeaderMap, StatusCode};

use crate::{
    stage::{Answer, Stage, request},
    world::portail,
};

const APP: &str = "https://app.example.com";
const SEARCH: &str = "/api/v1/groups/search";

async fn stage(settings: &[(&str, &str)]) -> Stage {
    Stage::set(portail(), settings).await
}

/// A preflight: what a browser asks before it sends a call of a page of another origin.
async fn preflight(stage: &Stage, headers: &[(&str, &str)]) -> Answer {
    let asked = [
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type,idempotency-key"),
    ];
    stage.send(request("OPTIONS", SEARCH, &[&asked, headers].concat(), "{}")).await
}

async fn call(stage: &Stage, headers: &[(&str, &str)]) -> Answer {
    let headers = [&[("content-type", "application/json")], headers].concat();
    stage.send(request("POST", SEARCH, &headers, "{}")).await
}

fn allowed(headers: &HeaderMap) -> Option<&str> {
    Some(headers.get("access-control-allow-origin")?.to_str().unwrap())
}

#[tokio::test]
async fn without_origins_no_answer_has_a_header_of_cors() {
    for settings in [&[][..], &[("server.auth_tokens", "secret")]] {
        let stage = stage(settings).await;
        let headers = [("origin", "http://localhost:3000"), ("authorization", "Bearer secret")];
        let answers = [preflight(&stage, &headers).await, call(&stage, &headers).await];
        for answer in answers {
            assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
            assert!(!answer.headers.contains_key("vary"));
        }
    }
}

#[tokio::test]
async fn a_page_of_a_named_origin_may_ask_and_call() {
    let stage = stage(&[("server.cors_origins", "https://app.example.com,https://other.example.com")]).await;
    let asked = preflight(&stage, &[("origin", APP)]).await;
    assert_eq!((asked.status, allowed(&asked.headers)), (StatusCode::OK, Some(APP)));
    let headers = asked.headers["access-control-allow-headers"].to_str().unwrap();
    for header in ["authorization", "content-type", "idempotency-key", "mcp-protocol-version"] {
        assert!(headers.contains(header), "{headers}");
    }
    let called = call(&stage, &[("origin", APP)]).await;
    assert_eq!(allowed(&called.headers), Some(APP));
    assert!(!called.headers.contains_key("access-control-allow-credentials"));
    assert!(called.headers["access-control-expose-headers"].to_str().unwrap().contains("retry-after"));
    called.ok();
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused_with_and_without_tokens() {
    let open = stage(&[("server.cors_origins", APP)]).await;
    for origin in
        ["https://evil.example.com", "https://app.example.com.evil.com", "http://app.example.com", "null"]
    {
        for answer in
            [preflight(&open, &[("origin", origin)]).await, call(&open, &[("origin", origin)]).await]
        {
            assert_eq!(answer.body["code"], "foreign_host", "{origin}");
            assert_eq!(allowed(&answer.headers), None);
        }
    }
    let guarded = stage(&[("server.cors_origins", APP), ("server.auth_tokens", "secret")]).await;
    let headers = [("origin", "https://evil.example.com"), ("authorization", "Bearer secret")];
    assert_eq!(allowed(&preflight(&guarded, &headers).await.headers), None);
    assert_eq!(
        allowed(&call(&guarded, &headers).await.headers),
        None,
        "its browser keeps the answer from it"
    );
}

#[tokio::test]
async fn a_named_origin_does_not_open_a_foreign_name() {
    let stage = stage(&[("server.cors_origins", APP)]).await;
    let headers = [("origin", APP), ("host", "attacker.example")];
    for answer in [preflight(&stage, &headers).await, call(&stage, &headers).await] {
        assert_eq!(answer.body["code"], "foreign_host");
        assert_eq!(allowed(&answer.headers), None);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_page_shows_a_token_where_callers_have_one_and_may_read_why_it_was_refused() {
    let stage = stage(&[("server.cors_origins", APP), ("server.auth_tokens", "secret")]).await;
    assert_eq!(
        preflight(&stage, &[("origin", APP)]).await.status,
        StatusCode::OK,
        "a preflight shows no token"
    );
    let refused = call(&stage, &[("origin", APP)]).await;
    assert_eq!(allowed(&refused.headers), Some(APP));
    refused.error(401);
    let called = call(&stage, &[("origin", APP), ("authorization", "Bearer secret")]).await;
    assert_eq!(allowed(&called.headers), Some(APP));
    called.ok();
}

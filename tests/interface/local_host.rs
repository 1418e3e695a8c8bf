//! Without callers' tokens only requests that name this machine as their host are answered, so that DNS rebinding does not
//! work.

use axum::body::Body;
use gitlab_sandbox::World;
use http::{Method, Request, StatusCode};
use passerelle::api;

use crate::{
    mcp::{message, posted_with},
    stage::{self, Stage},
};

/// A method and a path of every route except the probes, and one of an unknown route.
fn routes() -> Vec<(Method, String)> {
    let operations = api::operations().into_iter().map(|operation| (Method::POST, operation.path.to_owned()));
    let others =
        ["/", "/docs", "/console/console.js", "/metrics", "/openapi.json", "/nowhere", "/api/v1/nowhere"];
    let mcp = [(Method::POST, "/mcp".to_owned())];
    operations.chain(mcp).chain(others.map(|path| (Method::GET, path.to_owned()))).collect()
}

fn request(method: &Method, path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let kind: &[_] = if *method == Method::POST { &[("content-type", "application/json")] } else { &[] };
    stage::request(method.as_str(), path, &[kind, headers].concat(), "{}")
}

const FOREIGN: [&[(&str, &str)]; 5] = [
    &[("host", "127.0.0.2:8080")],
    &[("host", "attacker.example")],
    &[("host", "127.0.0.1:8080"), ("origin", "https://attacker.example")],
    &[("host", "127.0.0.1:8080"), ("origin", "null")],
    &[("host", "127.0.0.1:8080"), ("host", "attacker.example")],
];

#[tokio::test]
async fn a_page_that_uses_dns_rebinding_reaches_only_the_probes() {
    let stage = Stage::with(World::sample()).await;
    for (method, path) in routes() {
        for headers in FOREIGN {
            stage.send(request(&method, &path, headers)).await.refused(403, "foreign_host");
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
    for path in ["/health/live", "/health/ready", "/health/host"] {
        let answer = stage.send(request(&Method::GET, path, FOREIGN[0])).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
    }
}

/// A search and a list of tools with these headers.
fn usual(headers: &[(&str, &str)]) -> [Request<Body>; 2] {
    let json = [&[("content-type", "application/json")], headers].concat();
    let search = stage::request("POST", "/api/v1/groups/search", &json, "{}");
    [search, posted_with(headers, &message("tools/list", &serde_json::json!({})))]
}

#[tokio::test]
async fn a_page_of_this_machine_is_answered() {
    let stage = Stage::with(World::sample()).await;
    for (host, origin) in [
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1", "http://127.0.0.1:3000"),
        ("[::1]:8080", "http://[::1]"),
    ] {
        for request in usual(&[("host", host), ("origin", origin)]) {
            assert_eq!(stage.send(request).await.status, StatusCode::OK, "{host}");
        }
    }
}

#[tokio::test]
async fn tokens_and_an_explicit_setting_lift_it() {
    for (setting, authorisation) in [("server.open", ""), ("server.auth_tokens", "Bearer true")] {
        let stage = Stage::set(World::sample(), &[(setting, "true")]).await;
        for headers in FOREIGN {
            let headers = [headers, &[("authorization", authorisation)]].concat();
            for request in usual(&headers) {
                assert_eq!(stage.send(request).await.status, StatusCode::OK, "{setting} {headers:?}");
            }
        }
    }
}

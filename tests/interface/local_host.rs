//! Without callers' tokens only requests that name this machine as their host are answered, so that DNS rebinding does not
//! work.

use axum::body::Body;
use gitlab_sandbox::World;
use http::{Method, Request, StatusCode};
use passerelle::api;

use crate::stage::Stage;

/// A method and a path of every route except the probes, and one of an unknown route.
fn routes() -> Vec<(Method, String)> {
    let operations = api::operations().into_iter().map(|operation| (Method::POST, operation.path.to_owned()));
    let others =
        ["/", "/docs", "/console/console.js", "/metrics", "/openapi.json", "/nowhere", "/api/v1/nowhere"];
    let mcp = [(Method::POST, "/mcp".to_owned())];
    operations.chain(mcp).chain(others.map(|path| (Method::GET, path.to_owned()))).collect()
}

fn request(method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if *method == Method::POST {
        request = request.header("content-type", "application/json");
    }
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(Body::from("{}")).unwrap()
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
            let answer = stage.send(request(&method, &path, headers)).await;
            assert_eq!(answer.body["code"], "foreign_host", "{path} {headers:?}");
            answer.error(403);
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
    for path in ["/health/live", "/health/ready", "/health/host"] {
        let answer = stage.send(request(&Method::GET, path, FOREIGN[0])).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_page_of_this_machine_is_answered() {
    let stage = Stage::with(World::sample()).await;
    for (host, origin) in [
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1", "http://127.0.0.1:3000"),
        ("[::1]:8080", "http://[::1]"),
    ] {
        let headers = [("host", host), ("origin", origin)];
        let list = request(&Method::POST, "/api/v1/groups/search", &headers);
        assert_eq!(stage.send(list).await.status, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn tokens_and_an_explicit_setting_lift_it() {
    for (setting, authorisation) in [("server.open", ""), ("server.auth_tokens", "Bearer true")] {
        let stage = Stage::set(World::sample(), &[(setting, "true")]).await;
        for headers in FOREIGN {
            let headers = [headers, &[("authorization", authorisation)]].concat();
            let answer = stage.send(request(&Method::POST, "/api/v1/groups/search", &headers)).await;
            assert_eq!(answer.status, StatusCode::OK, "{setting} {headers:?}");
        }
    }
}

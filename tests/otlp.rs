//! The export of traces (feature `otlp`), in a target of its own: to try it does not compile the other tests once more.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "only a part of it is needed here")]
#[path = "interface/process.rs"]
mod process;

use process::{Server, http_client, passerelle};
use serde_json::json;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

/// A server that answers everything in the same way.
async fn answering(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::builder().start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    server
}

#[tokio::test]
async fn with_the_feature_otlp_spans_reach_the_collector_and_the_host_hears_of_the_callers_trace() {
    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    let collector = answering(ResponseTemplate::new(200)).await;
    let host = answering(ResponseTemplate::new(200).set_body_json(json!([]))).await;
    let settings = [("upstream.base_url", &*host.uri()), ("upstream.token", "glpat-example")];
    let mut command = passerelle(&["serve"], &settings);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.uri());
    let server = Server::of(command);
    let call = http_client().post(format!("{}/api/v1/groups/search", server.address));
    let call = call.header("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01"));
    call.json(&json!({ "query": "ville" })).send().await.unwrap();
    tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    let heard = host.received_requests().await.unwrap();
    let list = heard.iter().find(|request| request.url.path() == "/api/v4/groups").unwrap();
    let parent = list.headers["traceparent"].to_str().unwrap();
    assert!(parent.starts_with(&format!("00-{TRACE}-")) && !parent.contains("b7ad6b7169203331"), "{parent}");
    let exported = collector.received_requests().await.unwrap();
    let spans: Vec<u8> = exported.iter().flat_map(|request| request.body.clone()).collect();
    for name in ["request", "call to the host", "GET /groups", "passerelle"] {
        assert!(spans.windows(name.len()).any(|window| window == name.as_bytes()), "{name}");
    }
}

#[tokio::test]
async fn without_a_collector_a_line_about_a_tool_call_names_its_request() {
    let host = answering(ResponseTemplate::new(500)).await;
    let server = Server::start(
        &["serve"],
        &[("upstream.base_url", &*host.uri()), ("upstream.token", "glpat-example")],
    );
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "search_groups", "arguments": { "query": "ville" } } });
    let call = http_client().post(format!("{}/mcp", server.address)).json(&call);
    call.header("accept", "application/json, text/event-stream").send().await.unwrap();
    let log = tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    let line = log.lines().find(|line| line.contains("the operation failed")).unwrap();
    assert!(line.contains("path=/mcp"), "{line}");
}

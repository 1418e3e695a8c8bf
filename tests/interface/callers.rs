//! `[callers.NAME]`: who may call, what they may do, and how often. A caller's own limits narrow the policy, over HTTP and MCP
//! alike.

use serde_json::{Value, json};

use crate::{
    mcp::{introduction, message, posted_with},
    stage::{Answer, Stage},
    world::portail_with,
};

/// Alice may do all, Bob reads one group, Carol closes issues and nothing else.
const LIST: &str = "issues/assistant-list";
const CLOSE: &str = "issues/assistant-close";
const CALLERS: &[(&str, &str)] = &[
    ("callers.alice.token", "token-of-alice"),
    ("callers.bob.token", "token-of-bob"),
    ("callers.bob.read_only", "true"),
    ("callers.bob.roots", "ailleurs"),
    ("callers.carol.token", "token-of-carol"),
    ("callers.carol.operations", "assistant_close_issue"),
];

async fn stage() -> Stage {
    Stage::set(portail_with(&["Fuite", "Panne"]), CALLERS).await
}

async fn call(stage: &Stage, caller: &str, path: &str, body: Value) -> Answer {
    stage.post_with(&[("authorization", &format!("Bearer token-of-{caller}"))], path, &body).await
}

/// What a caller is answered over MCP.
async fn mcp(stage: &Stage, caller: &str, method: &str, params: Value) -> Value {
    let token = format!("Bearer token-of-{caller}");
    let headers = [("mcp-protocol-version", "2025-06-18"), ("authorization", &token)];
    stage.send(posted_with(&headers, &message(method, &params))).await.body
}

fn close(issue: &str) -> Value {
    json!({ "project_hint": "portail", "issue_hint": issue })
}

#[tokio::test]
async fn a_callers_read_only_roots_and_operations_hold_for_it_alone() {
    let stage = stage().await;
    assert_eq!(call(&stage, "alice", CLOSE, close("fuite")).await.ok()["status"], "closed");
    let refused = call(&stage, "bob", CLOSE, close("panne")).await;
    assert_eq!(refused.body["code"], "read_only");
    let listed = call(&stage, "bob", LIST, json!({ "project_hint": "portail" })).await.ok();
    assert_eq!(listed["status"], "not_found", "outside its roots nothing exists for it");
    let named = json!({ "confirm": true, "resolved_project_path": "ville/portail" });
    assert_eq!(call(&stage, "bob", LIST, named).await.body["code"], "outside_roots");
    assert_eq!(call(&stage, "carol", CLOSE, close("panne")).await.ok()["status"], "closed");
    let refused = call(&stage, "carol", "groups/search", json!({ "query": "ville" })).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (403, &json!("operation_disabled")));
}

#[tokio::test]
async fn no_caller_is_allowed_more_than_the_policy() {
    let settings = [CALLERS, &[("policy.roots", "nulle-part"), ("policy.read_only", "true")]].concat();
    let stage = Stage::set(portail_with(&["Fuite"]), &settings).await;
    let refused = call(&stage, "alice", CLOSE, close("fuite")).await;
    assert_eq!(refused.body["code"], "read_only");
    let listed = call(&stage, "alice", LIST, json!({ "project_hint": "portail" })).await;
    assert_eq!(listed.ok()["status"], "not_found");
    let settings = [CALLERS, &[("policy.operations", "assistant_list_issues")]].concat();
    let stage = Stage::set(portail_with(&["Fuite"]), &settings).await;
    let refused = call(&stage, "carol", CLOSE, close("fuite")).await;
    assert_eq!(refused.body["code"], "operation_disabled");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn past_its_requests_per_minute_a_caller_gets_429_and_the_others_do_not() {
    let settings = [CALLERS, &[("callers.alice.requests_per_minute", "2")]].concat();
    let stage = Stage::set(portail_with(&[]), &settings).await;
    let list = || json!({ "project_hint": "portail" });
    for _ in 0..2 {
        call(&stage, "alice", LIST, list()).await.ok();
    }
    let refused = call(&stage, "alice", LIST, list()).await;
    assert_eq!(refused.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() / 31, 0);
    assert_eq!(refused.body["code"], "rate_limited");
    refused.error(429);
    call(&stage, "carol", CLOSE, close("rien")).await.ok();
}

#[tokio::test]
async fn a_callers_tools_are_those_that_it_is_served() {
    let stage = stage().await;
    let tools = async |caller: &str| {
        let told = mcp(&stage, caller, "tools/list", json!({})).await;
        told["result"]["tools"].as_array().unwrap().clone()
    };
    let carol = tools("carol").await;
    assert_eq!(carol.len(), 1);
    assert_eq!(carol[0]["name"], "assistant_close_issue");
    let bob = tools("bob").await;
    assert_eq!(bob.len(), passerelle::api::operations().len());
    assert!(bob.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    assert!(tools("alice").await.iter().any(|tool| tool["annotations"]["readOnlyHint"] == false));
}

#[tokio::test]
async fn what_narrows_a_caller_narrows_its_tools_alike() {
    let stage = stage().await;
    let tool = async |caller: &str, name: &str, arguments: Value| {
        mcp(&stage, caller, "tools/call", json!({ "name": name, "arguments": arguments })).await
    };
    let refused = tool("bob", "assistant_close_issue", close("panne")).await;
    assert_eq!(refused["result"]["structuredContent"]["code"], "read_only");
    let listed = tool("bob", "assistant_list_issues", json!({ "project_hint": "portail" })).await;
    assert_eq!(listed["result"]["structuredContent"]["status"], "not_found");
    let named = json!({ "confirm": true, "resolved_project_path": "ville/portail" });
    let outside = tool("bob", "assistant_list_issues", named).await;
    assert_eq!(outside["result"]["structuredContent"]["code"], "outside_roots");
    let unknown = tool("carol", "search_groups", json!({ "query": "ville" })).await;
    assert_eq!(unknown["error"]["code"], -32602, "a tool that it is not served does not exist");
    assert_eq!(stage.writes(), Vec::<String>::new());
    let closed = tool("carol", "assistant_close_issue", close("panne")).await;
    assert_eq!(closed["result"]["structuredContent"]["status"], "closed");
}

#[tokio::test]
async fn a_model_is_told_that_it_may_only_read_where_its_caller_may() {
    let stage = stage().await;
    let hello = introduction("2025-06-18", &json!({}));
    for (caller, is_told) in [("alice", false), ("bob", true)] {
        let told = mcp(&stage, caller, "initialize", hello.clone()).await;
        let instructions = told["result"]["instructions"].as_str().unwrap();
        assert_eq!(instructions.contains("read-only"), is_told, "{caller}: {instructions}");
    }
}

#[tokio::test]
async fn an_unknown_operation_of_a_caller_stops_the_start() {
    let overrides = [
        ("upstream.base_url", "http://127.0.0.1:9"),
        ("upstream.token", "t"),
        ("callers.a.token", "x"),
        ("callers.a.operations", "close"),
    ];
    let settings = passerelle::settings::Settings::load(None, &overrides).unwrap();
    let told = passerelle::app::state(&settings).err().unwrap().to_string();
    assert!(told.starts_with("callers.a.operations: \"close\" is no operation"), "{told}");
}

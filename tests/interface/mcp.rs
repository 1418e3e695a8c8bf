//! The operations as MCP tools: raw JSON-RPC over `POST /mcp`.

use axum::body::Body;
use gitlab_sandbox::World;
use http::{Request, StatusCode};
use passerelle::{
    api::{self, Effect},
    language::Language,
    messages::field,
};
use serde_json::{Value, json};

use crate::{
    conformance::Schema,
    stage::{Answer, Stage, fields, fr, posted, request},
    world::shown,
};

/// The most bytes that the list of all tools may have: clients put it before every conversation.
const SEARCH: &str = "search_groups";
const CREATE: &str = "assistant_create_issue";
const CLOSE: &str = "assistant_close_issue";
const LONGEST_LIST: usize = 41_000;
/// What stands around texts of the host in the text of an answer.
pub(crate) const MARKS: [char; 2] = ['⟦', '⟧'];
/// The most bytes that the list of the core tools may have.
const LONGEST_CORE: usize = 16_000;

/// A message to `POST /mcp`, as clients send it to a bridge on their own machine.
fn post(message: &Value) -> Request<Body> {
    posted_with(&[], message)
}

/// The same with these headers.
pub(crate) fn posted_with(headers: &[(&str, &str)], message: &Value) -> Request<Body> {
    let own = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    request("POST", "/mcp", &[&own, headers].concat(), message.to_string())
}

pub(crate) fn message(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// What a client says of itself in its first message.
pub(crate) fn introduction(version: &str, capabilities: &Value) -> Value {
    let client = json!({ "name": "t", "version": "1" });
    json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client })
}

/// What a client of a revision without a first message says of itself in each.
pub(crate) fn meta(version: &str, capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

async fn send(stage: &Stage, method: &str, params: Value) -> Answer {
    stage.send(post(&message(method, &params))).await
}

/// The result of a request.
pub(crate) async fn result(stage: &Stage, method: &str, params: Value) -> Value {
    let mut answer = send(stage, method, params).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert!(answer.body["error"].is_null(), "{}", answer.body);
    answer.body["result"].take()
}

async fn tools(stage: &Stage) -> Vec<Value> {
    let list = result(stage, "tools/list", json!({})).await;
    list["tools"].as_array().unwrap().clone()
}

pub(crate) async fn call(stage: &Stage, tool: &str, arguments: Value) -> Value {
    result(stage, "tools/call", json!({ "name": tool, "arguments": arguments })).await
}

/// The structured content of a call that did what it was asked; its text is a part of the same JSON, with marks.
async fn done(stage: &Stage, tool: &str, arguments: Value) -> Value {
    let result = call(stage, tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    let short: Value = serde_json::from_str(&text(&result).replace(MARKS, "")).unwrap();
    assert_part_of(&short, &result["structuredContent"]);
    result["structuredContent"].clone()
}

/// Checks that the text of an answer and its structured content hold the same.
#[track_caller]
fn assert_part_of(short: &Value, whole: &Value) {
    match (short, whole) {
        (Value::Object(fields), Value::Object(all)) => {
            fields.iter().for_each(|(field, value)| assert_part_of(value, &all[field]));
        }
        (Value::Array(items), Value::Array(all)) => {
            assert_eq!(items.len(), all.len());
            items.iter().zip(all).for_each(|(item, whole)| assert_part_of(item, whole));
        }
        _ => assert_eq!(short, whole),
    }
}

#[tokio::test]
async fn what_a_model_reads_is_short() {
    let stage = Stage::with(World::sample()).await;
    let close = |hint: &str| json!({ "project_hint": "portail citoyen", "issue_hint": hint });
    let asked = call(&stage, CLOSE, close("erreur 500")).await;
    let candidates = asked["structuredContent"]["candidate_issues"].as_array().unwrap().len();
    let short: Value = serde_json::from_str(text(&asked)).unwrap();
    let bytes = short["candidate_issues"].to_string().len();
    assert!(bytes <= 150 * candidates, "{bytes} bytes for {candidates} candidates: {short}");
    let closed = call(&stage, CLOSE, close("page de connexion")).await;
    assert_eq!(closed["structuredContent"]["status"], "closed");
    assert!(text(&closed).len() <= 350, "{}: {}", text(&closed).len(), text(&closed));
}

/// The code and the French sentence of a tool error.
async fn refused(stage: &Stage, tool: &str, arguments: Value) -> (String, String) {
    let result = call(stage, tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    let failure = &result["structuredContent"];
    assert_eq!(fields(failure), ["code", "detail", "success"]);
    let detail = failure["detail"].as_str().unwrap();
    assert_eq!(text(&result), format!("⟦{detail}⟧"));
    (failure["code"].as_str().unwrap().to_owned(), detail.to_owned())
}

pub(crate) fn text(result: &Value) -> &str {
    let content = &result["content"];
    assert_eq!((content.as_array().unwrap().len(), &content[0]["type"]), (1, &json!("text")), "{result}");
    content[0]["text"].as_str().unwrap()
}

/// The code of a JSON-RPC error.
async fn protocol_error(stage: &Stage, method: &str, params: Value) -> i64 {
    send(stage, method, params).await.body["error"]["code"].as_i64().unwrap()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_client_is_told_what_it_speaks_to_and_how_to_use_it() {
    let stage = Stage::with(World::empty()).await;
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut answer = send(&stage, "initialize", introduction(version, &json!({}))).await;
        assert!(!answer.headers.contains_key("mcp-session-id"), "any replica may get the next message");
        let told = answer.body["result"].take();
        assert_eq!(told["protocolVersion"], version);
        assert_eq!(told["capabilities"], json!({ "tools": {} }));
        assert_eq!(told["serverInfo"]["name"], "passerelle");
        assert!(told["instructions"].as_str().unwrap().contains("confirm=true"));
    }
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(stage.send(post(&initialized)).await.status, StatusCode::ACCEPTED);
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_message_of_the_protocol_without_a_handshake_is_answered_too() {
    let stage = Stage::with(World::sample()).await;
    let version = "2026-07-28";
    let search = json!({ "name": "search_groups", "arguments": { "query": "voirie" } });
    for (method, name, mut params) in [
        ("server/discover", None, json!({})),
        ("tools/list", None, json!({})),
        ("tools/call", Some(SEARCH), search),
    ] {
        params["_meta"] = meta(version, &json!({}));
        let mut headers = vec![("mcp-protocol-version", version), ("mcp-method", method)];
        headers.extend(name.map(|name| ("mcp-name", name)));
        let answer = stage.send(posted_with(&headers, &message(method, &params))).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(answer.body["result"]["resultType"], "complete", "{}", answer.body);
    }
}

#[tokio::test]
async fn a_call_whose_arguments_are_no_object_has_invalid_parameters() {
    let stage = Stage::with(World::empty()).await;
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let call = [("mcp-method", "tools/call"), ("mcp-name", SEARCH)];
        let headers = [&[("mcp-protocol-version", version)][..], &call].concat();
        for arguments in [json!("query"), json!(["query"]), json!(1), json!(true)] {
            let meta = meta(version, &json!({}));
            let params = json!({ "name": "search_groups", "arguments": arguments, "_meta": meta });
            let answer = stage.send(posted_with(&headers, &message("tools/call", &params))).await;
            assert_eq!(answer.body["error"]["code"], -32602, "{version} {arguments}: {}", answer.body);
        }
    }
}

#[tokio::test]
async fn every_operation_is_a_tool() {
    let stage = Stage::with(World::empty()).await;
    let tools = tools(&stage).await;
    let operations = api::operations();
    assert_eq!(names(&tools), operations.iter().map(|operation| operation.name).collect::<Vec<_>>());
    for (tool, operation) in tools.iter().zip(&operations) {
        assert_eq!(tool["title"], operation.title.say(Language::Fr));
        let description = tool["description"].as_str().unwrap();
        assert_eq!(description, operation.description());
        assert!(description.starts_with(operation.purpose.say(Language::En)), "{description}");
        assert!(description.contains("Use it "), "when to use it: {description}");
        let input = tool["inputSchema"]["properties"].as_object().unwrap();
        for name in input.keys().filter(|name| name.starts_with("resolved_")) {
            assert!(description.contains(name), "{name} is not in: {description}");
        }
        assert_eq!(description.contains("confirm=true"), input.contains_key("confirm"), "{description}");
        assert!(input.values().all(|property| property["type"].is_string()), "{input:#?}");
        assert!(!input.contains_key("Idempotency-Key"), "a model has no use for it: {input:#?}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], json!(false), "{}", operation.name);
        assert_eq!(tool["outputSchema"]["type"], "object");
        let statuses = &tool["outputSchema"]["properties"]["status"]["enum"];
        assert_eq!(statuses.is_null(), operation.statuses().is_empty());
        assert!(statuses.is_null() || *statuses == json!(operation.statuses()), "{statuses}");
    }
}

#[tokio::test]
async fn the_list_of_tools_is_short() {
    let stage = Stage::with(World::empty()).await;
    let list = send(&stage, "tools/list", json!({})).await.body.to_string();
    assert!(list.len() < LONGEST_LIST, "{} bytes", list.len());
}

#[tokio::test]
async fn the_core_is_ten_tools_in_a_shorter_list_and_no_other_is_called() {
    let stage = Stage::set(World::sample(), &[("mcp.toolset", "core")]).await;
    let list = send(&stage, "tools/list", json!({})).await.body.to_string();
    assert!(list.len() < LONGEST_CORE, "{} bytes", list.len());
    let tools = tools(&stage).await;
    assert_eq!(tools.len(), 10);
    assert!(names(&tools).contains(&CREATE));
    let other = json!({ "name": "assistant_add_label_all", "arguments": {} });
    assert_eq!(protocol_error(&stage, "tools/call", other).await, -32602);
    done(&stage, "find_issues", json!({ "project_hint": "formation" })).await;
}

#[tokio::test]
async fn a_description_says_what_to_do_after_each_kind_of_answer() {
    let stage = Stage::with(World::empty()).await;
    for (tool, operation) in tools(&stage).await.iter().zip(api::operations()) {
        let description = tool["description"].as_str().unwrap();
        let statuses = json!(operation.statuses()).to_string();
        let confirms = description.contains("confirm=true");
        for (status, words) in [
            ("clarification_needed", "show the candidates"),
            ("not_found", "show suggested_"),
            ("duplicate_warning", "show duplicate_issues"),
            ("processed", "results"),
            ("completed", "Each row of results"),
        ] {
            let said = description.contains(words);
            assert!(said || !confirms || !statuses.contains(status), "{status}: {description}");
        }
    }
}

#[tokio::test]
async fn a_choice_is_offered_as_one() {
    let stage = Stage::with(World::empty()).await;
    for tool in tools(&stage).await {
        let active = if tool["name"] == "assistant_project_milestones" { "active" } else { "opened" };
        let states = json!([active, "closed", "all"]);
        for (field, words) in
            [("state", states.clone()), ("visibility", json!(["private", "internal", "public"]))]
        {
            let property = &tool["inputSchema"]["properties"][field];
            assert!(property.is_null() || property["enum"] == words, "{}: {property}", tool["name"]);
        }
    }
}

#[tokio::test]
async fn the_annotations_say_what_a_tool_does_to_the_host() {
    let stage = Stage::with(World::empty()).await;
    for (tool, operation) in tools(&stage).await.iter().zip(api::operations()) {
        let expected = match operation.effect {
            Effect::Reads => json!({ "readOnlyHint": true, "openWorldHint": false }),
            effect => json!({
                "readOnlyHint": false,
                "destructiveHint": effect == Effect::Changes,
                "idempotentHint": effect == Effect::Adds,
                "openWorldHint": false,
            }),
        };
        assert_eq!(tool["annotations"], expected, "{}", operation.name);
    }
}

#[tokio::test]
async fn every_example_is_answered_as_the_tools_schemas_say() {
    let tools = tools(&Stage::with(World::empty()).await).await;
    for (tool, operation) in tools.iter().zip(api::operations()) {
        let [input, output] = ["inputSchema", "outputSchema"].map(|schema| Schema::new(&tool[schema]));
        let failure = json!({ "success": false, "detail": "", "code": "" });
        assert_eq!(output.fault(&failure), None, "clients hold failures to it as well");
        let stage = Stage::with(World::sample()).await;
        // The first example changes something, so it comes last.
        for example in operation.examples().iter().rev() {
            let arguments = serde_json::from_str(example).unwrap();
            assert_eq!(input.fault(&arguments), None, "{}: {example}", operation.name);
            let answer = done(&stage, operation.name, arguments).await;
            assert_eq!(output.fault(&answer), None, "{}: {answer:#}", operation.name);
        }
    }
}

#[tokio::test]
async fn a_call_does_what_the_route_does() {
    let arguments = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    let (by_tool, by_route) = (Stage::with(World::sample()).await, Stage::with(World::sample()).await);
    let answer = done(&by_tool, CLOSE, arguments.clone()).await;
    let same = by_route.post("issues/assistant-close", arguments).await.ok();
    assert_eq!(answer["status"], "closed");
    assert_eq!(shown(&by_tool, &answer), shown(&by_route, &same));
    assert_eq!(by_tool.calls(), by_route.calls());
}

#[tokio::test]
async fn a_message_in_which_a_field_is_given_twice_is_422() {
    let stage = Stage::with(World::sample()).await;
    for arguments in [r#"{"dry_run":true,"dry_run":false}"#, r#"{"issues":[{"title":"a","title":"b"}]}"#] {
        let params =
            r#"{"name":"assistant_close_issue","arguments":ARGUMENTS}"#.replace("ARGUMENTS", arguments);
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let name = if arguments.contains("title") { "issues[0].title" } else { "dry_run" };
        let place = format!("params.arguments.{name}");
        let detail = stage.send(posted("/mcp").body(Body::from(message)).unwrap()).await.error(422);
        assert_eq!(detail, fr(&field::wrong(&place, &field::TWICE)));
    }
    assert_eq!(stage.calls(), [""; 0]);
}

/// Calls a tool under a key.
async fn keyed(stage: &Stage, key: &str, tool: &str, arguments: &Value) -> Answer {
    let call = message("tools/call", &json!({ "name": tool, "arguments": arguments }));
    stage.send(posted_with(&[("idempotency-key", key)], &call)).await
}

#[tokio::test]
async fn an_odd_key_is_refused_by_writes_alone() {
    let stage = Stage::with(World::sample()).await;
    let arguments = json!({ "project_hint": "formation", "title": "Salle trop petite" });
    let preview = json!({ "project_hint": "formation", "title": "Salle trop petite", "dry_run": true });
    for (tool, arguments, refused) in
        [(CREATE, &arguments, true), (CREATE, &preview, false), ("assistant_list_issues", &arguments, false)]
    {
        let answer = keyed(&stage, "a b", tool, arguments).await.body;
        assert_eq!(answer["result"]["isError"], refused, "{answer}");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_write_that_is_sent_again_under_its_key_is_done_once() {
    let stage = Stage::with(World::sample()).await;
    let arguments = json!({ "project_hint": "formation", "title": "Salle trop petite" });
    let again = || keyed(&stage, "k-1", CREATE, &arguments);
    let (first, mut second) = (again().await.body, again().await.body);
    assert_eq!(first["result"]["structuredContent"]["status"], "created");
    let mark = second["result"].as_object_mut().unwrap().remove("_meta");
    assert_eq!(mark, Some(json!({ "idempotent-replayed": true })));
    assert_eq!(first, second);
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_clarification_is_settled_by_a_confirmed_call() {
    let stage = Stage::with(World::sample()).await;
    let hints = json!({ "project_hint": "portail citoyen", "issue_hint": "erreur 500" });
    let asked = done(&stage, CLOSE, hints).await;
    assert_eq!(asked["status"], "issue_clarification_needed");
    assert_eq!(stage.writes(), [""; 0]);
    let choice = asked["candidate_issues"][1]["iid"].clone();
    let confirmed = json!({
        "confirm": true,
        "resolved_project_path": asked["project"]["path_with_namespace"],
        "resolved_issue_iid": choice,
    });
    let closed = done(&stage, CLOSE, confirmed).await;
    assert_eq!((&closed["status"], &closed["issue"]["iid"]), (&json!("closed"), &choice));
}

#[tokio::test]
async fn a_failure_is_a_tool_error_that_says_what_is_wrong() {
    let stage = Stage::with(World::sample()).await;
    let (code, detail) = refused(&stage, CLOSE, json!({ "limit": 0 })).await;
    assert_eq!(code, "invalid_request");
    assert!(detail.contains("« limit »"), "{detail}");
    let (code, detail) = refused(&stage, CLOSE, json!({ "confirm": true })).await;
    assert_eq!(code, "invalid_argument");
    assert!(detail.contains("« resolved_project_path »"), "{detail}");
    assert_eq!(stage.calls(), [""; 0]);
    stage.refuse("GET /projects", 503, json!({ "message": "maintenance" }));
    let (code, detail) = refused(&stage, "assistant_list_issues", json!({ "project_hint": "portail" })).await;
    assert_eq!(code, "upstream_error");
    assert!(detail.contains("maintenance"), "{detail}");
}

#[tokio::test]
async fn what_is_no_tool_or_no_call_is_an_error_of_the_protocol() {
    let stage = Stage::with(World::empty()).await;
    assert_eq!(protocol_error(&stage, "tools/call", json!({ "name": "delete_project" })).await, -32602);
    assert_eq!(protocol_error(&stage, "resources/read", json!({ "uri": "a:b" })).await, -32601);
    assert_eq!(protocol_error(&stage, "nonsense", json!({})).await, -32601);
    for method in ["prompts/list", "resources/list", "resources/templates/list"] {
        assert_eq!(protocol_error(&stage, method, json!({})).await, -32601, "{method} is not advertised");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn what_the_policy_leaves_out_is_no_tool() {
    let served = "assistant_list_issues,search_groups";
    let stage = Stage::set(World::sample(), &[("policy.operations", served)]).await;
    assert_eq!(names(&tools(&stage).await), [SEARCH, "assistant_list_issues"]);
    assert_eq!(
        protocol_error(&stage, "tools/call", json!({ "name": "assistant_close_issue" })).await,
        -32602
    );
    done(&stage, SEARCH, json!({ "query": "voirie" })).await;
}

#[tokio::test]
async fn under_read_only_every_tool_is_listed_and_none_changes_anything() {
    let stage = Stage::set(World::sample(), &[("policy.read_only", "true")]).await;
    let tools = tools(&stage).await;
    assert_eq!(tools.len(), api::operations().len());
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    let arguments = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    assert_eq!(refused(&stage, CLOSE, arguments.clone()).await.0, "read_only");
    let mut preview = arguments;
    preview["dry_run"] = json!(true);
    assert_eq!(done(&stage, CLOSE, preview).await["status"], "preview");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn with_auth_tokens_a_message_needs_one_of_them_and_may_come_by_any_name() {
    let stage = Stage::set(World::sample(), &[("server.auth_tokens", "alice:s3cret")]).await;
    let list = message("tools/list", &json!({}));
    let answer = stage.send(post(&list)).await;
    assert_eq!(answer.headers["www-authenticate"], "Bearer");
    answer.error(401);
    let headers = [("authorization", "Bearer s3cret"), ("host", "passerelle.example.com")];
    assert_eq!(stage.send(posted_with(&headers, &list)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn what_never_reaches_a_tool_is_an_error_in_the_shape_of_all() {
    let stage = Stage::set(World::empty(), &[("server.body_limit_bytes", "1000")]).await;
    for method in ["GET", "DELETE", "PUT"] {
        let mut request = post(&json!({}));
        *request.method_mut() = method.parse().unwrap();
        let answer = stage.send(request).await;
        assert_eq!(answer.headers["allow"], "POST");
        answer.error(405);
    }
    let with = |header: &'static str, value: &str| {
        let mut request = post(&message("tools/list", &json!({})));
        request.headers_mut().insert(header, value.parse().unwrap());
        stage.send(request)
    };
    with("accept", "text/html").await.error(406);
    with("content-type", "text/plain").await.error(415);
    with("mcp-protocol-version", "1999-01-01").await.error(400);
    for (body, told) in [
        (r#"{"not": "a message"}"#, "message MCP"),
        (r#"{"jsonrpc": "2.0",}"#, "JSON valide (ligne 1, colonne 19)"),
        ("[]", "objet JSON"),
        ("", "est vide"),
        ("\u{feff}{}", "UTF-8"),
    ] {
        let mut request = post(&json!({}));
        *request.body_mut() = body.into();
        let detail = stage.send(request).await.error(422);
        assert!(detail.contains(told), "{detail}");
    }
    stage.send(post(&message("tools/call", &json!({ "name": "x".repeat(1_000) })))).await.error(413);
}

#[tokio::test]
async fn room_and_time_are_those_of_every_request() {
    let slow = || wiremock::ResponseTemplate::new(200).set_delay(std::time::Duration::from_secs(5));
    let arguments = json!({ "name": "assistant_list_issues", "arguments": { "project_hint": "portail" } });
    let stage = Stage::set(World::empty(), &[("server.request_timeout", "50ms")]).await;
    stage.fault("GET /projects", 1, slow());
    send(&stage, "tools/call", arguments.clone()).await.error(504);

    let stage = Stage::set(World::empty(), &[("server.max_in_flight", "1")]).await;
    stage.fault("GET /projects", 1, slow());
    let second = async {
        stage.got("", 1).await;
        send(&stage, "tools/call", arguments.clone()).await
    };
    tokio::select! {
        answer = send(&stage, "tools/call", arguments.clone()) => panic!("{answer:?}"),
        answer = second => drop(answer.error(503)),
    }
}

//! What is accepted as a body, and the memory that hostile ones take.

use std::{fs, time::Duration};

use gitlab_sandbox::World;
use passerelle::messages::{field, gate};
use serde_json::json;
use tokio::net::TcpStream;
use wiremock::ResponseTemplate;

use crate::{
    process::Server,
    server::{ask, post},
    stage::{Stage, fields, fr},
    world::portail_with,
};

/// Just under the default `server.body_limit_bytes`.
const GROUPS: &str = "groups/search";
const BULK_CLOSE: &str = "issues/assistant-bulk-close";
const LIST: &str = "issues/assistant-list";
const LARGE: usize = 1_000_000;

/// A list of small lists, of about this many bytes.
fn lists(bytes: usize) -> String {
    format!("[{}[0]]", "[0],".repeat(bytes / 4))
}

async fn sent(stage: &Stage, path: &str, body: String) -> crate::stage::Answer {
    let request = http::Request::post(format!("/api/v1/{path}")).header("content-type", "application/json");
    stage.send(request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn a_refused_field_comes_with_those_that_the_operation_has_the_nearest_first() {
    let stage = Stage::with(World::empty()).await;
    for (path, body, told) in [
        (GROUPS, r#"{"qery": "culture"}"#, ": « query », « root_hint », « limit »."),
        (GROUPS, r#"{"Limit": 3}"#, ": « limit », « query », « root_hint »."),
        // No field is similar to this one.
        (GROUPS, r#"{"comment": "x"}"#, ": « query », « root_hint », « limit »."),
        ("issues/assistant-set-due-date", r#"{"dueDate": ""}"#, ": « due_date », « project_hint », "),
    ] {
        let detail = sent(&stage, path, body.to_owned()).await.error(422);
        assert!(detail.contains(told), "{detail}");
    }
}

#[tokio::test]
async fn a_body_of_too_many_values_or_nested_too_deeply_is_422() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for unneeded in [lists(LARGE), deep] {
        let body = format!(r#"{{"label_name": {unneeded}, "project_hint": "Portail"}}"#);
        sent(&stage, LIST, body).await.error(422);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_large_body_has_no_more_time_than_a_small_one() {
    let stage = Stage::set(portail_with(&["Un"]), &[("server.request_timeout", "50ms")]).await;
    stage.fault("GET ", 9, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    let body = format!(r#"{{"description": "{}", "project_hint": "Portail"}}"#, "x".repeat(LARGE / 4));
    assert_eq!(sent(&stage, LIST, body).await.body["code"], "timeout");
}

#[tokio::test]
async fn a_field_that_is_given_twice_is_422() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for (path, body, path_in_body) in [
        (LIST, r#"{"project_hint": "Portail", "project_hint": "autre"}"#, "project_hint"),
        ("issues/assistant-create", r#"{"title": "a", "dry_run": true, "dry_run": false}"#, "dry_run"),
        ("issues/assistant-batch-create", r#"{"issues": [{"title": "a", "title": "b"}]}"#, "issues[0].title"),
    ] {
        let detail = sent(&stage, path, body.to_owned()).await.error(422);
        assert_eq!(detail, fr(&field::wrong(path_in_body, &field::TWICE)));
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_body_in_another_encoding_is_422_and_is_told_to_be_utf_8() {
    let stage = Stage::with(World::empty()).await;
    let json = "{\n\"query\": \"été\"}";
    let windows_1252 = json.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect();
    let utf_16 = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for body in [windows_1252, utf_16, format!("\u{feff}{json}").into_bytes()] as [Vec<u8>; 3] {
        let request = http::Request::post("/api/v1/groups/search").header("content-type", "application/json");
        let answer = stage.send(request.body(body.into()).unwrap()).await;
        assert_eq!(fields(&answer.body), ["code", "detail", "success"]);
        assert_eq!(answer.error(422), fr(&gate::NO_UTF_8));
    }
}

#[tokio::test]
async fn an_empty_body_is_422_and_is_said_to_be_empty() {
    let stage = Stage::with(World::empty()).await;
    for body in ["", " \n"] {
        let detail = sent(&stage, GROUPS, body.to_owned()).await.error(422);
        assert!(detail == fr(&gate::EMPTY_BODY), "{detail}");
    }
}

#[tokio::test]
async fn long_lists_are_refused_by_their_bounds() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let many = |item: &str| format!("[{}{item}]", format!("{item},").repeat(5_000));
    for (path, body, told) in [
        (
            "issues/assistant-batch-create",
            format!(r#"{{"issues": {}}}"#, many(r#"{"title":"a"}"#)),
            "1 à 100 éléments",
        ),
        (
            "issues/assistant-batch-create",
            r#"{"issues": [[0]]}"#.to_owned(),
            "« issues[0] » n'a pas la forme attendue",
        ),
        (BULK_CLOSE, format!(r#"{{"issue_hints": {}}}"#, many(r#""a""#)), "1 à 100 éléments"),
        (BULK_CLOSE, format!(r#"{{"issue_hints": {}}}"#, many("[0]")), "liste de chaînes"),
        (
            "issues/assistant-create",
            format!(r#"{{"title": "a", "labels": {}}}"#, many(r#""a""#)),
            "au plus 1000 éléments",
        ),
        ("issues/assistant-close", format!(r#"{{"issue_hint": {}}}"#, many("[0]")), "chaîne de caractères"),
    ] {
        let detail = sent(&stage, path, body).await.error(422);
        assert!(detail.contains(told), "{detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
    // Blank hints do not count, however many they are.
    let blank = format!(r#"{{"project_hint": "Portail", "issue_hints": [{}"Un"]}}"#, r#""","#.repeat(5_000));
    assert_eq!(sent(&stage, BULK_CLOSE, blank).await.ok()["results"].as_array().unwrap().len(), 1);
}

/// The most memory that a process has had, in MiB, without the pages of its program file: a test build's is many times larger.
fn peak(server: &Server) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let kib = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
    };
    (kib("VmHWM:") - kib("RssFile:")) / 1_024
}

/// A message to `/mcp`.
fn mcp_message(message: &str) -> String {
    post("mcp", message).replacen("/api/v1/mcp", "/mcp", 1).replacen(
        "\r\n",
        "\r\naccept: application/json, text/event-stream\r\n",
        1,
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_four_hostile_bodies_at_once_stay_under_64_mib() {
    let demo = Server::start(&["demo"], &[]);
    let body =
        |field: &str, list: &str| format!(r#"{{"{field}": {list}, "project_hint": "portail citoyen"}}"#);
    let list = lists(LARGE);
    let keyed = post("issues/assistant-close", &body("issue_hint", &list)).replacen(
        "\r\n",
        "\r\nidempotency-key: k\r\n",
        1,
    );
    let tool = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "assistant_list_issues", "arguments": { "x": 0 } } });
    let message = tool.to_string().replace(r#""x":0"#, &format!(r#""x":{list}"#));
    let mcp = mcp_message(&message);
    // Of all bodies of this size, this one becomes the largest tree.
    let members: Vec<_> = (0..LARGE / 10).map(|number| format!(r#""{number:x}":0"#)).collect();
    let members = mcp_message(&tool.to_string().replace(r#""x":0"#, &members.join(",")));
    let undeclared = mcp.replace("content-type: application/json", "content-type: text/plain");
    let requests = [
        (undeclared, "415"),
        (members, "422"),
        (post(LIST, &body("label_name", &list)), "422"),
        (post(BULK_CLOSE, &body("issue_hints", &list)), "422"),
        (keyed, "422"),
        (mcp, "422"),
    ];
    let callers = (0..24).map(|number| {
        let (request, status) = requests[number % 6].clone();
        let address = demo.socket().to_owned();
        tokio::spawn(async move {
            let mut connection = TcpStream::connect(address).await.unwrap();
            let answer = ask(&mut connection, &request).await.unwrap();
            // There is no memory for all of them; or, on a busy machine, some do not arrive in time.
            let given = answer.split(' ').nth(1).unwrap();
            assert!([status, "503", "408"].contains(&given), "{answer}");
        })
    });
    futures_util::future::join_all(callers).await.into_iter().for_each(Result::unwrap);
    println!("24 hostile bodies at once: {} MiB at the peak", peak(&demo));
    assert!(peak(&demo) < 64);
}

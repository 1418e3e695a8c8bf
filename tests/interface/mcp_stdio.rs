//! `passerelle mcp`: the tools over standard input and output, as a client starts it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    time::Duration,
};

use gitlab_sandbox::World;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::{
    mcp::{introduction, message},
    process::{before, passerelle},
    stage::Stage,
};

/// Starts the command in front of this stage's host and sends it these messages.
fn start(stage: &Stage, messages: &[Value]) -> Child {
    let uri = stage.server.uri();
    let settings = [("log.filter", "trace,rmcp=trace"), ("server.shutdown_grace", "2s")];
    let mut client = passerelle(&["mcp"], &before(&uri, &settings));
    client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut client = client.spawn().unwrap();
    let input = client.stdin.as_mut().unwrap();
    for message in messages {
        writeln!(input, "{message}").unwrap();
    }
    client
}

/// All that it wrote until it ended, one message a line.
async fn said(mut client: Child) -> Vec<Value> {
    let ended = spawn_blocking(move || {
        let mut output = String::new();
        client.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        (client.wait().unwrap(), output)
    });
    let (status, output) = ended.await.unwrap();
    assert!(status.success(), "{status}");
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The first messages of a client: who it is, that it is ready, and a call.
fn opening(version: &str, capabilities: &Value, tool: &str, arguments: &Value) -> [Value; 3] {
    let mut call = message("tools/call", &json!({ "name": tool, "arguments": arguments }));
    call["id"] = json!(2);
    [
        message("initialize", &introduction(version, capabilities)),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        call,
    ]
}

fn messages(hint: &str) -> [Value; 3] {
    opening("2025-06-18", &json!({}), "assistant_list_issues", &json!({ "project_hint": hint }))
}

#[tokio::test]
async fn standard_output_has_nothing_but_the_answers() {
    let stage = Stage::with(World::sample()).await;
    let mut client = start(&stage, &messages("formation"));
    drop(client.stdin.take());
    let said = said(client).await;
    assert_eq!(said.iter().map(|message| &message["id"]).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(said[0]["result"]["serverInfo"]["name"], "passerelle");
    assert_eq!(said[1]["result"]["structuredContent"]["status"], "resolved");
}

/// A conversation of a client with these capabilities: the form that its user was shown, if any, and the result of the call.
async fn converse(stage: &Stage, capabilities: Value, version: &str, answer: Value) -> (Value, Value) {
    let hints = json!({ "project_hint": "portail citoyen", "issue_hint": "erreur 500" });
    let mut client = start(stage, &opening(version, &capabilities, "assistant_close_issue", &hints));
    let talk = spawn_blocking(move || {
        let mut input = client.stdin.take().unwrap();
        let mut lines = BufReader::new(client.stdout.take().unwrap()).lines();
        let mut asked = Value::Null;
        let told = lines.find_map(|line| {
            let mut message: Value = serde_json::from_str(&line.unwrap().replace('\u{a0}', " ")).unwrap();
            if message["method"] == "elicitation/create" {
                let reply = json!({ "jsonrpc": "2.0", "id": message["id"], "result": answer });
                writeln!(input, "{reply}").unwrap();
                asked = message["params"].take();
                return None;
            }
            (message["id"] == 2).then(|| message["result"]["structuredContent"].take())
        });
        drop(input);
        assert!(client.wait().unwrap().success());
        (asked, told.unwrap())
    });
    talk.await.unwrap()
}

#[tokio::test]
async fn over_an_open_connection_a_question_is_put_to_the_person_at_once() {
    let first = json!({ "action": "accept", "content": { "choice": "#2" } });
    for (version, titles) in [("2025-06-18", "enumNames"), ("2025-11-25", "oneOf")] {
        let stage = Stage::with(World::sample()).await;
        let (asked, told) = converse(&stage, json!({ "elicitation": {} }), version, first.clone()).await;
        assert!(asked["message"].as_str().unwrap().contains("erreur 500"), "{asked}");
        let field = &asked["requestedSchema"]["properties"]["choice"];
        let last = field[titles].as_array().unwrap().last().unwrap();
        assert_eq!(last.get("title").unwrap_or(last), "Aucun de ceux-là");
        assert_eq!((&told["status"], &told["issue"]["iid"]), (&json!("closed"), &json!(2)), "{told}");
        assert_eq!(stage.writes().len(), 1);
    }
}

#[tokio::test]
async fn over_an_open_connection_a_question_that_is_declined_changes_nothing() {
    let stage = Stage::with(World::sample()).await;
    let declined = json!({ "action": "decline" });
    let (_, told) = converse(&stage, json!({ "elicitation": { "form": {} } }), "2025-11-25", declined).await;
    assert!(told["message"].as_str().unwrap().starts_with("Rien n'est fait : "), "{told}");
    for capabilities in [json!({}), json!({ "elicitation": { "url": {} } })] {
        let (asked, told) = converse(&stage, capabilities, "2025-11-25", Value::Null).await;
        assert_eq!((asked, &told["status"]), (Value::Null, &json!("issue_clarification_needed")));
    }
    // These revisions have no forms.
    for version in ["2024-11-05", "2025-03-26"] {
        let (asked, told) = converse(&stage, json!({ "elicitation": {} }), version, Value::Null).await;
        assert_eq!((asked, &told["status"]), (Value::Null, &json!("issue_clarification_needed")));
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_line_is_held_to_what_a_body_is_held_to_and_its_request_is_told_why() {
    let stage = Stage::with(World::sample()).await;
    let [hello, ready, _] = messages("");
    let mut client = start(&stage, &[hello, ready]);
    let closing = |id: &str, more: &str| {
        format!(
            r##"{{"method":"tools/call","params":{{"name":"assistant_close_issue","arguments":{{"project_hint":"portail citoyen","issue_hint":"#1",{more}}}}},"jsonrpc":"2.0"{id}}}"##
        )
    };
    let nested = format!("\"root_hint\":{}{}", "[".repeat(200), "]".repeat(200));
    let wrong = [
        r#""dry_run":true,"dry_run":false"#,
        r#""root_hint":"\ud83d""#,
        r#""limit":1e400"#,
        &nested,
        &format!("\"root_hint\":[{}0]", "0,".repeat(20_000)),
        &format!("\"root_hint\":\"{}\"", "a".repeat(3 << 20)),
    ];
    let lines = wrong.iter().enumerate().map(|(id, more)| closing(&format!(",\"id\":{}", id + 2), more));
    let unasked = ["{", "[]", r#"{"jsonrpc":"2.0","id":9,"result":1,"result":2}"#, &closing("", wrong[0])];
    let ping = r#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#;
    let lines: Vec<_> = lines.chain(unasked.map(str::to_owned)).chain(["\r".into(), ping.into()]).collect();
    let mut input = client.stdin.take().unwrap();
    let told = spawn_blocking(move || lines.iter().for_each(|line| writeln!(input, "{line}").unwrap()));
    let said = said(client).await;
    told.await.unwrap();
    let id = |answer: &Value| answer.get("id").and_then(Value::as_u64);
    let ids = [1, 2, 3, 4, 5, 6, 7].map(Some).into_iter().chain([None; 4]).chain([Some(8)]);
    assert!(said.iter().map(id).eq(ids), "{said:?}");
    assert!(said[1]["error"]["message"].as_str().unwrap().contains("params.arguments.dry_run"));
    for (place, answer) in said[1..11].iter().enumerate() {
        let is_json = place != wrong.len();
        assert_eq!(answer["error"]["code"], if is_json { -32600 } else { -32700 }, "{answer}");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_call_that_its_client_cancels_sends_nothing_more() {
    let stage = Stage::with(World::sample()).await;
    let slow = wiremock::ResponseTemplate::new(200).set_delay(Duration::from_secs(10));
    stage.fault("GET /projects", 1, slow);
    let [hello, ready, mut call] = messages("formation");
    call["params"]["name"] = json!("assistant_add_label_all");
    call["params"]["arguments"]["label_name"] = json!("bug");
    let mut client = start(&stage, &[hello, ready, call]);
    stage.got("GET /projects", 1).await;
    let cancels =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } });
    writeln!(client.stdin.take().unwrap(), "{cancels}").unwrap();
    let said = said(client).await;
    assert_eq!(said.iter().map(|message| &message["id"]).collect::<Vec<_>>(), [1]);
    assert_eq!(stage.count("GET /projects"), 1, "{:?}", stage.calls());
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_client_that_closes_the_input_before_its_first_message_is_no_failure() {
    let stage = Stage::with(World::empty()).await;
    let mut client = start(&stage, &[]);
    drop(client.stdin.take());
    assert_eq!(said(client).await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_stop_lets_a_call_under_way_finish_while_the_input_is_still_open() {
    let stage = Stage::with(World::empty()).await;
    let slow =
        wiremock::ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_millis(300));
    stage.fault("GET /projects", 1, slow);
    let mut client = start(&stage, &messages("portail"));
    let input = client.stdin.take();
    // At the start the bridge also asks the host whose token it has.
    stage.got("GET /projects", 1).await;
    Command::new("kill").args(["-TERM", &client.id().to_string()]).status().unwrap();
    let said = said(client).await;
    assert_eq!(said.last().unwrap()["result"]["structuredContent"]["status"], "not_found", "{said:?}");
    drop(input);
}

/// A client that comments on an issue of a host which takes this long, as soon as the host has the comment.
async fn commenting(stage: &Stage, delay: Duration) -> Child {
    let answer = wiremock::ResponseTemplate::new(201).set_body_json(json!({ "id": 1 })).set_delay(delay);
    stage.fault("POST ", 1, answer);
    let [hello, ready, mut call] = messages("portail citoyen");
    call["params"]["name"] = json!("assistant_comment_issue");
    call["params"]["arguments"]["issue_hint"] = json!("#1");
    call["params"]["arguments"]["body"] = json!("Vu.");
    let client = start(stage, &[hello, ready, call]);
    stage.got("POST ", 1).await;
    client
}

#[tokio::test]
async fn a_write_that_the_end_of_the_grace_gives_up_is_told_to_be_open() {
    let stage = Stage::with(World::sample()).await;
    let mut client = commenting(&stage, Duration::from_secs(30)).await;
    let input = client.stdin.take();
    Command::new("kill").args(["-TERM", &client.id().to_string()]).status().unwrap();
    let said = said(client).await;
    assert_eq!(said.last().unwrap()["result"]["structuredContent"]["code"], "outcome_unknown", "{said:?}");
    drop(input);
}

/// The SDK alone would wait for five seconds.
#[tokio::test]
async fn a_call_whose_client_closes_the_input_is_answered_however_long_it_takes() {
    let stage = Stage::with(World::sample()).await;
    let mut client = commenting(&stage, Duration::from_millis(5_500)).await;
    drop(client.stdin.take());
    let said = said(client).await;
    assert_eq!(said.last().unwrap()["result"]["structuredContent"]["status"], "commented", "{said:?}");
}

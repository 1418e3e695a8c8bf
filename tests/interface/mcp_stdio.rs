//! `passerelle mcp`: the tools over standard input and output, as a client starts it.

use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    time::Duration,
};

use passerelle::sandbox::{TOKEN, World};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::stage::Stage;

/// Starts the command in front of this stage's host and sends it these messages.
fn start(stage: &Stage, messages: &[Value]) -> Child {
    let mut client = Command::new(env!("CARGO_BIN_EXE_passerelle"))
        .arg("mcp")
        .env("PASSERELLE__UPSTREAM__BASE_URL", stage.server.uri())
        .env("PASSERELLE__UPSTREAM__TOKEN", TOKEN)
        .env("PASSERELLE__LOG__FILTER", "trace,rmcp=trace")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
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

fn messages(hint: &str) -> [Value; 3] {
    let client = json!({ "name": "t", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let call = json!({ "name": "assistant_list_issues", "arguments": { "project_hint": hint } });
    [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }),
    ]
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
    while stage.calls().is_empty() {
        tokio::task::yield_now().await;
    }
    Command::new("kill").args(["-TERM", &client.id().to_string()]).status().unwrap();
    let said = said(client).await;
    assert_eq!(said.last().unwrap()["result"]["structuredContent"]["status"], "not_found", "{said:?}");
    drop(input);
}

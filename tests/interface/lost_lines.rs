//! Log lines that nobody takes are lost and counted; the bridge waits for none of them.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use gitlab_sandbox::World;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::{
    mcp::{introduction, message},
    process::{Server, before, http_client, passerelle},
    stage::Stage,
};

/// A client of a bridge.
struct Client {
    http: reqwest::Client,
    address: String,
}

impl Client {
    #[expect(clippy::disallowed_methods, reason = "the bridge's own answers are short")]
    async fn ask(&self, operation: &str, request: Value) -> Value {
        let address = format!("{}/api/v1/issues/{operation}", self.address);
        let answer = self.http.post(address).json(&request).send().await.unwrap();
        answer.json().await.unwrap()
    }

    /// How many lines of a log were lost.
    #[expect(clippy::disallowed_methods, reason = "the bridge's own metrics are short")]
    async fn lost(&self, log: &str) -> u64 {
        let metrics = self.http.get(format!("{}/metrics", self.address)).send().await.unwrap();
        let metrics = metrics.text().await.unwrap();
        let sample = format!("passerelle_log_lines_lost_total{{log=\"{log}\"}} ");
        metrics.lines().find_map(|line| line.strip_prefix(&sample)?.parse().ok()).unwrap()
    }
}

fn bridge(stage: &Stage, log: impl Into<Stdio>, filter: &str) -> (Server, Client) {
    let uri = stage.server.uri();
    let command = passerelle(&["serve"], &before(&uri, &[("log.filter", filter)]));
    let server = Server::logging_to(log, command);
    let client = Client { http: http_client(), address: server.address.clone() };
    (server, client)
}

#[tokio::test]
async fn a_standard_error_that_nobody_reads_stops_neither_calls_nor_the_end() {
    let stage = Stage::with(World::sample()).await;
    let (server, client) = bridge(&stage, Stdio::piped(), "trace");
    while client.lost("log").await == 0 {
        for _ in 0..20 {
            client.ask("assistant-list", json!({ "project_hint": "portail citoyen" })).await;
        }
    }
    let closed = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    assert_eq!(client.ask("assistant-close", closed).await["status"], "closed");
    assert_eq!(client.lost("audit").await, 0, "other lines push no audit line out");
    spawn_blocking(|| server.stop()).await.unwrap();
}

#[tokio::test]
async fn lines_that_a_full_disk_does_not_take_are_counted() {
    let stage = Stage::with(World::sample()).await;
    let full = File::options().write(true).open("/dev/full").unwrap();
    let (server, client) = bridge(&stage, full, "info");
    let closed = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    assert_eq!(client.ask("assistant-close", closed).await["status"], "closed");
    while client.lost("audit").await < 1 || client.lost("log").await < 2 {}
    spawn_blocking(|| server.stop()).await.unwrap();
}

#[tokio::test]
async fn a_bridge_whose_standard_output_nobody_reads_serves() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = passerelle(&["demo", "--port", "0"], &[("log.format", "json")]);
    let mut demo = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(demo.stderr.take().unwrap()).lines();
    let told = |line: String| serde_json::from_str::<Value>(&line).unwrap()["fields"]["address"].clone();
    let address = log.find_map(|line| Some(told(line.unwrap()).as_str()?.to_owned())).unwrap();
    let alive = http_client().get(format!("{address}/health/live")).send().await.unwrap();
    assert!(alive.status().is_success());
    demo.kill().unwrap();
    demo.wait().unwrap();
}

#[tokio::test]
async fn a_client_of_mcp_need_not_read_standard_error() {
    let stage = Stage::with(World::sample()).await;
    let settings = [("log.filter", "trace,rmcp=trace")];
    let mut client = passerelle(&["mcp"], &before(&stage.server.uri(), &settings));
    client.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let talk = move || {
        let mut client = client.spawn().unwrap();
        let mut answers = BufReader::new(client.stdout.take().unwrap()).lines();
        let say = |message: Value| writeln!(client.stdin.as_ref().unwrap(), "{message}").unwrap();
        say(message("initialize", &introduction("2025-06-18", &json!({}))));
        answers.next().unwrap().unwrap();
        say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        // These requests log many times what a pipe holds.
        for id in 1..100 {
            say(json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list" }));
            let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
            assert_eq!(answer["id"], id);
        }
        drop(client.stdin.take());
        assert!(client.wait().unwrap().success());
    };
    spawn_blocking(talk).await.unwrap();
}

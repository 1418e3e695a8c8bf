//! The program as operators run it: its log, its exit codes, what it prints.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

/// A command of the program, with no setting of whoever runs the tests.
fn passerelle(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_passerelle"));
    command.args(arguments).env_clear();
    for (key, value) in settings {
        command.env(format!("PASSERELLE__{}", key.to_uppercase().replace('.', "__")), value);
    }
    command
}

/// A program that serves, until it goes away.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut command = passerelle(arguments, settings);
        command.env("PASSERELLE__SERVER__PORT", "0").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, address }
    }

    /// What it logged from start to end.
    fn log(mut self) -> String {
        self.child.kill().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn each_request_has_one_log_line_and_probes_that_succeed_have_none() {
    let demo = Server::start(&["demo"], &[("log.format", "json")]);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let close = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    let address = format!("{}/api/v1/issues/assistant-close", demo.address);
    client.post(address).header("x-request-id", "caller-42").json(&close).send().await.unwrap();
    for path in ["/health/ready", "/metrics", "/openapi.json", "/nowhere"] {
        client.get(format!("{}{path}", demo.address)).send().await.unwrap();
    }
    let log = demo.log();
    let told: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [called, refused] = told.as_slice() else { panic!("{log}") };
    assert_eq!(called["span"]["id"], "caller-42", "{called}");
    assert_eq!(called["fields"]["operation"], "assistant_close_issue");
    assert_eq!(called["fields"]["outcome"], "closed");
    assert_eq!(called["fields"]["status"], 200);
    assert!(called["fields"]["host_calls"].as_u64() >= Some(3), "{called}");
    assert!(called["fields"]["milliseconds"].is_u64(), "{called}");
    assert_eq!(refused["fields"]["code"], "unknown_route");
}

//! What the program logs and answers at any log level: no secret, no text of a caller, no forged line.

use gitlab_sandbox::World;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::spawn_blocking,
};

use crate::{
    process::{Server, http_client},
    wire::{Misdeed, Wire},
};

const HOST_TOKEN: &str = "glpat-secret-of-the-host";
const CALLER_TOKEN: &str = "secret-of-a-caller";
const STRANGERS_TOKEN: &str = "secret-of-a-stranger";
const KEY: &str = "key-of-a-caller";
const TEXT: &str = "un texte";

/// A caller of a bridge that records all answers.
struct Caller {
    client: reqwest::Client,
    address: String,
    read: String,
    calls: usize,
}

impl Caller {
    async fn ask(&mut self, path: &str, token: &str, body: Value) {
        let request = self.client.post(format!("{}{path}", self.address)).bearer_auth(token);
        let key = format!("{KEY}-{}", self.calls);
        let answer = request
            .header("idempotency-key", key)
            .header("accept", "application/json, text/event-stream")
            .json(&body)
            .send()
            .await
            .unwrap();
        for value in answer.headers().values() {
            self.read += value.to_str().unwrap();
        }
        self.read += &text_of(answer).await;
        self.calls += 1;
    }

    /// Requests whose paths have control characters and line ends, or a token, as their ids do.
    async fn ask_oddly(&self) {
        for (path, id) in [
            ("a\u{9b}31m\u{2028}\u{85}b%0a", "odd"),
            (CALLER_TOKEN, CALLER_TOKEN),
            ("%73ecret%2dof-a-caller%0a%22", "%73ecret-of-a-caller"),
        ] {
            let place = self.address.strip_prefix("http://").unwrap();
            let mut connection = TcpStream::connect(place).await.unwrap();
            let request =
                format!("GET /{path} HTTP/1.1\r\nhost: b\r\nx-request-id: {id}\r\nconnection: close\r\n\r\n");
            connection.write_all(request.as_bytes()).await.unwrap();
            connection.read_to_end(&mut Vec::new()).await.unwrap();
        }
    }
}

async fn text_of(mut answer: reqwest::Response) -> String {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await.unwrap() {
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).unwrap()
}

/// Calls that succeed, fail and are refused, from honest and hostile callers.
async fn use_it(caller: &mut Caller, host: &Wire) {
    let close = json!({ "project_hint": "portail citoyen", "issue_hint": "page de connexion" });
    caller.ask("/api/v1/issues/assistant-close", CALLER_TOKEN, close.clone()).await;
    caller.ask("/api/v1/issues/assistant-close", STRANGERS_TOKEN, close).await;
    let forged = "x\n2026-01-01 INFO forged \u{1b}[31m\u{9b}31m\r\u{2028}\u{202e}";
    caller.ask("/api/v1/issues/assistant-close", CALLER_TOKEN, json!({ "project_hint": forged })).await;
    let path = "ville/numerique/portail-citoyen";
    let create = json!({ "confirm": true, "resolved_project_path": path, "title": TEXT, "description": TEXT,
        "issue_hint": forged });
    caller.ask("/api/v1/issues/assistant-create", CALLER_TOKEN, create).await;
    let comment =
        json!({ "confirm": true, "resolved_project_path": path, "resolved_issue_iid": 2, "body": TEXT });
    let tool = json!({ "name": "assistant_comment_issue", "arguments": comment });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool });
    caller.ask("/mcp", CALLER_TOKEN, message).await;
    assert!(caller.read.contains("commented"), "{}", caller.read);
    caller.ask_oddly().await;
    let refusal = r#"{"message": "x\n2026 forged \u001b[31m\u2028\u202e"}"#;
    let refusal = format!("HTTP/1.1 500 X\r\ncontent-length: {}\r\n\r\n{refusal}", refusal.len());
    for misdeed in [
        Misdeed::Close(refusal.into_bytes()),
        Misdeed::Reset(Vec::new()),
        Misdeed::Close(b"HTTP/1.1 401 X\r\ncontent-length: 0\r\n\r\n".to_vec()),
        Misdeed::Close(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{\n\x1b[31m".to_vec()),
    ] {
        host.misbehave("GET ", misdeed);
        caller.ask("/api/v1/issues/assistant-list", CALLER_TOKEN, json!({ "project_hint": "portail" })).await;
    }
    for path in ["/health/host", "/metrics"] {
        let answer = caller.client.get(format!("{}{path}", caller.address)).send().await.unwrap();
        caller.read += &text_of(answer).await;
    }
}

/// Runs the program at its lowest log level; returns what it logged, and what its caller read.
async fn run(format: &str) -> (String, String) {
    let mut world = World::sample();
    HOST_TOKEN.clone_into(&mut world.tokens[0].value);
    let host = Wire::of(world).await;
    let settings = [
        ("server.auth_tokens", &*format!("alice:{CALLER_TOKEN}")),
        ("upstream.base_url", &host.uri),
        ("upstream.token", HOST_TOKEN),
        ("upstream.retries", "0"),
        ("log.filter", "trace"),
        ("log.format", format),
    ];
    let server = Server::start(&["serve"], &settings);
    let client = http_client();
    let mut caller = Caller { client, address: server.address.clone(), read: String::new(), calls: 0 };
    use_it(&mut caller, &host).await;
    (spawn_blocking(move || server.stop()).await.unwrap(), caller.read)
}

#[tokio::test]
async fn no_secret_is_logged_or_answered_and_no_line_is_forged() {
    for format in ["text", "json"] {
        let (logged, read) = run(format).await;
        assert!(logged.lines().count() > 50, "the trace is there: {logged}");
        for secret in [HOST_TOKEN, CALLER_TOKEN, STRANGERS_TOKEN, KEY, TEXT] {
            // Without its first letter, which may be written otherwise.
            assert_eq!(logged.lines().find(|line| line.contains(&secret[1..])), None, "{secret}");
        }
        for secret in [HOST_TOKEN, CALLER_TOKEN] {
            assert!(!read.contains(secret), "{read}");
        }
        let odd = |character: char| character.is_control() || ('\u{2028}'..='\u{202e}').contains(&character);
        for line in logged.lines() {
            assert!(!line.contains(odd), "{line:?}");
            match format {
                "json" => assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}"),
                _ => assert!(line.starts_with("20") && line.contains('Z'), "{line:?}"),
            }
        }
    }
}

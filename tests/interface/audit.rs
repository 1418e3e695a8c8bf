//! The audit log: a line for each write and for nothing else. It says who wrote what, with which words, and what the host
//! answered.

use std::{
    io::{self, Write},
    sync::{Arc, LazyLock, Mutex},
};

use axum::body::Body;
use gitlab_sandbox::{TOKEN, World};
use serde_json::{Value, json};
use tracing::{Dispatch, subscriber::DefaultGuard};
use tracing_subscriber::{Layer, filter::Targets, fmt, layer::SubscriberExt};
use wiremock::ResponseTemplate;

use crate::{
    mcp::message,
    stage::{Answer, Stage, posted},
    world::{PORTAIL, confirmed, hinted, labelled, portail, portail_with, with},
};

/// What this thread logs from here on.
pub(crate) struct Log {
    text: Arc<Mutex<Vec<u8>>>,
    _guard: DefaultGuard,
}

#[derive(Clone)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// The audit log alone.
    fn kept() -> Self {
        Self::filtered("error,passerelle::audit=info")
    }

    /// What a filter lets through.
    pub(crate) fn filtered(filter: &str) -> Self {
        // A second subscriber: with only one, a log line that the thread of another test finds disabled would be disabled for
        // all.
        static ANOTHER: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));
        LazyLock::force(&ANOTHER);
        let text = Arc::new(Mutex::default());
        let page = Page(Arc::clone(&text));
        let filter: Targets = filter.parse().unwrap();
        let lines = fmt::layer().json().with_writer(move || page.clone()).with_filter(filter);
        let subscriber = tracing_subscriber::registry().with(lines);
        Self { text, _guard: tracing::subscriber::set_default(subscriber) }
    }

    /// Its lines.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let text = String::from_utf8(self.text.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Its only line.
    #[track_caller]
    fn line(&self) -> Value {
        let mut lines = self.lines();
        assert_eq!(lines.len(), 1, "{lines:#?}");
        lines.remove(0)
    }
}

/// A stage whose bridge has named callers.
async fn stage(world: World) -> Stage {
    Stage::set(world, &[("server.auth_tokens", "alice:her-token")]).await
}

async fn sent_by_alice(stage: &Stage, path: &str, body: &Value) -> Answer {
    let request =
        posted(path).header("authorization", "Bearer her-token").header("x-request-id", "request-7");
    stage.send(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn a_write_has_a_line_with_caller_words_object_score_and_outcome() {
    let stage = stage(portail_with(&["Fuite"])).await;
    let answer =
        ResponseTemplate::new(201).set_body_json(json!({ "id": 1 })).insert_header("x-request-id", "01HOST");
    stage.fault("POST ", 1, answer);
    let log = Log::kept();
    let body = hinted(json!({ "issue_hint": "fuite", "body": "un texte" }));
    sent_by_alice(&stage, "/api/v1/issues/assistant-comment", &body).await.ok();
    let line = log.line();
    assert_eq!(line["target"], "passerelle::audit");
    assert_eq!(line["span"]["id"], "request-7");
    let fields = json!({
        "message": "written",
        "caller": "alice",
        "operation": "assistant_comment_issue",
        "asked": r#"{"issue_hint": "fuite", "project_hint": "Portail"}"#,
        "meant": r#"project "ville/portail" 100 (the same text), issue #1 100 (the same text)"#,
        "call": "POST /projects/:id/issues/:issue_iid/notes",
        "path": "/projects/101/issues/1/notes",
        "outcome": "201 Created",
        "host_request": "01HOST",
    });
    assert_eq!(line["fields"], fields);
}

#[tokio::test]
async fn a_token_that_a_caller_pastes_is_in_no_line() {
    let stage = stage(portail_with(&["Fuite"])).await;
    let log = Log::filtered("trace,hyper=off,wiremock=off");
    let body =
        confirmed(json!({ "resolved_issue_iid": 1, "issue_hint": format!("{}{TOKEN}", "x".repeat(90)) }));
    sent_by_alice(&stage, "/api/v1/issues/assistant-close", &body).await.ok();
    let lines = json!(log.lines()).to_string();
    assert!(lines.contains("x***") && !lines.contains(TOKEN), "{lines}");
}

#[tokio::test]
async fn a_milestone_that_is_taken_away_is_no_object_of_the_line() {
    let mut world = portail_with(&[]);
    world.milestone(PORTAIL, "Sprint 1");
    world.issue_with(PORTAIL, json!({ "title": "Fuite", "milestone": "Sprint 1" })).unwrap();
    let stage = stage(world).await;
    let log = Log::kept();
    let body = confirmed(json!({ "resolved_issue_iid": 1, "clear": ["milestone"] }));
    sent_by_alice(&stage, "/api/v1/issues/assistant-update", &body).await.ok();
    assert_eq!(log.line()["fields"]["meant"], r#"project "ville/portail", issue #1"#);
}

#[tokio::test]
async fn a_tool_call_has_its_line_too() {
    let stage = stage(portail_with(&["Fuite"])).await;
    let log = Log::kept();
    let arguments = hinted(json!({ "issue_hint": "fuite" }));
    let call = message("tools/call", &json!({ "name": "assistant_close_issue", "arguments": arguments }));
    let answer = sent_by_alice(&stage, "/mcp", &call).await;
    assert_eq!(answer.body["result"]["isError"], false, "{} {}", answer.status, answer.body);
    let line = log.line();
    assert_eq!(line["fields"]["caller"], "alice");
    assert_eq!(line["fields"]["operation"], "assistant_close_issue");
    assert_eq!(line["fields"]["outcome"], "200 OK");
}

#[tokio::test]
async fn each_write_of_a_bulk_call_names_its_own_issue() {
    let stage = Stage::with(portail_with(&["Fuite d'eau", "Panne de courant"])).await;
    let log = Log::kept();
    let body = hinted(json!({ "issue_hints": ["#2", "fuite eau"] }));
    stage.post("issues/assistant-bulk-close", body).await.ok();
    let mut meant: Vec<_> =
        log.lines().iter().map(|line| line["fields"]["meant"].as_str().unwrap().to_owned()).collect();
    meant.sort_unstable();
    assert_eq!(meant.len(), 2);
    assert!(meant[0].contains(", issue #1 ") && !meant[0].contains("#2"), "{meant:?}");
    assert!(meant[1].ends_with(", issue #2"), "{meant:?}");
}

#[tokio::test]
async fn what_was_confirmed_has_no_score() {
    let stage = Stage::with(portail_with(&["Fuite"])).await;
    let log = Log::kept();
    let fields = json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 1 });
    stage.post("issues/assistant-assign", confirmed(fields)).await.ok();
    assert_eq!(log.line()["fields"]["meant"], r#"project "ville/portail", issue #1, user 1"#);
}

#[tokio::test]
async fn a_project_is_created_in_the_group_that_words_meant() {
    let stage = Stage::with(portail()).await;
    let log = Log::kept();
    let body = json!({ "project_name": "Guichet", "target_group_hint": "Ville" });
    stage.post("projects/assistant-create", body).await.ok();
    assert_eq!(log.line()["fields"]["meant"], r#"group "ville" 100 (the same text)"#);
}

#[tokio::test]
async fn a_write_that_fails_has_its_line() {
    let stage = Stage::with(portail()).await;
    stage.refuse("POST ", 403, json!({ "message": "un texte" }));
    let log = Log::kept();
    stage.post("issues/assistant-create", confirmed(json!({ "title": "un texte" }))).await.error(403);
    let line = log.line();
    assert_eq!(line["fields"]["outcome"], "403 Forbidden");
    assert!(!line.to_string().contains("un texte"), "{line}");
}

#[tokio::test]
async fn a_write_that_nobody_waits_for_any_more_has_its_line_once_the_host_has_answered() {
    let stage = Stage::with(portail()).await;
    stage.fault("POST ", 1, ResponseTemplate::new(500).set_delay(std::time::Duration::from_millis(200)));
    let log = Log::kept();
    tokio::select! {
        _ = stage.post("issues/assistant-create", confirmed(json!({ "title": "Titre" }))) => {}
        () = async { while stage.writes().is_empty() { tokio::task::yield_now().await } } => {}
    }
    while log.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(log.line()["fields"]["outcome"], "500 Internal Server Error");
}

#[tokio::test]
async fn what_writes_nothing_has_no_line() {
    let stage = Stage::with(labelled(&["Fuite"], &["bug"])).await;
    let log = Log::kept();
    stage.post("issues/assistant-list", hinted(json!({}))).await.ok();
    let close = hinted(json!({ "issue_hint": "fuite" }));
    stage.post("issues/assistant-close", with(close, json!({ "dry_run": true }))).await.ok();
    stage.post("issues/assistant-close", hinted(json!({ "issue_hint": "autre chose" }))).await.ok();
    stage.post("issues/assistant-close", confirmed(json!({}))).await.error(400);
    assert_eq!(log.lines(), [Value::Null; 0]);
}

//! Forms over HTTP for the revisions before 2026-07-28: the event stream of a call carries the question, and the client posts the
//! person's answer with its session.

use std::sync::Arc;

use axum::{Router, body::Body};
use gitlab_sandbox::World;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use passerelle::{app, stop_signal::StopSignal};
use serde_json::{Value, json};

use crate::{
    mcp::{introduction, message, posted_with},
    stage::{Answer, Stage, exchange, send},
};

const CLOSE: &str = "assistant_close_issue";
const REVISIONS: [&str; 2] = ["2025-06-18", "2025-11-25"];

/// A client that introduced itself.
pub(crate) struct Client<'a> {
    pub(crate) bridge: &'a Router,
    pub(crate) revision: &'static str,
    pub(crate) token: Option<&'a str>,
    pub(crate) session: String,
}

/// A call whose answer is under way.
pub(crate) struct Call {
    answer: Response<Body>,
    read: String,
}

/// A question in an answer.
pub(crate) struct Question {
    id: Value,
    params: Value,
}

impl<'a> Client<'a> {
    async fn of(bridge: &'a Router, revision: &'static str, shows_forms: bool) -> Self {
        let capabilities = if shows_forms { json!({ "elicitation": {} }) } else { json!({}) };
        let mut client = Self { bridge, revision, token: None, session: String::new() };
        let hello = message("initialize", &introduction(revision, &capabilities));
        let answer = send(bridge, client.post(&hello)).await;
        assert_eq!(answer.body["result"]["protocolVersion"], revision, "{}", answer.body);
        let session = answer.headers.get("mcp-session-id");
        assert_eq!(session.is_some(), shows_forms, "any replica may get the next message of others");
        client.session = session.map(|session| session.to_str().unwrap().to_owned()).unwrap_or_default();
        client
    }

    fn post(&self, message: &Value) -> Request<Body> {
        let token = self.token.map(|token| format!("Bearer {token}"));
        let session = (!self.session.is_empty()).then_some(&*self.session);
        let others = [("mcp-session-id", session), ("authorization", token.as_deref())];
        let others = others.into_iter().filter_map(|(header, value)| Some((header, value?)));
        let own = [("mcp-protocol-version", self.revision)].into_iter();
        posted_with(&own.chain(others).collect::<Vec<_>>(), message)
    }

    pub(crate) async fn call(&self, id: u64, tool: &str, arguments: Value) -> Call {
        let answer = exchange(self.bridge, self.post(&called(id, tool, arguments))).await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        Call { answer, read: String::new() }
    }

    /// Posts an answer that nobody waits for; the code of the refusal.
    pub(crate) async fn refused(&self, question: &Question, result: Value) -> Value {
        let answer = self.answer(question, result).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", answer.body);
        answer.body["code"].clone()
    }

    /// Posts the person's answer.
    pub(crate) async fn answer(&self, question: &Question, result: Value) -> Answer {
        let message = json!({ "jsonrpc": "2.0", "id": question.id, "result": result });
        send(self.bridge, self.post(&message)).await
    }

    /// A call that leaves open which of two issues is meant, and its question.
    async fn asked(&self, id: u64) -> (Call, Question) {
        let mut call = self.call(id, CLOSE, close("erreur 500")).await;
        let question = call.question().await;
        (call, question)
    }

    async fn accept(&self, question: &Question, name: &str) {
        let result = json!({ "action": "accept", "content": { "choice": name } });
        assert_eq!(self.answer(question, result).await.status, StatusCode::ACCEPTED);
    }
}

impl Call {
    /// The next message of the stream; `None` at its end.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
                self.read = String::from(rest);
                if let Some(message) = data.and_then(|data| serde_json::from_str(&data).ok()) {
                    return Some(message);
                }
                continue;
            }
            let frame = self.answer.body_mut().frame().await?.unwrap();
            self.read.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
        }
    }

    pub(crate) async fn question(&mut self) -> Question {
        let message = self.next().await.unwrap();
        assert_eq!(message["method"], "elicitation/create", "{message}");
        Question { id: message["id"].clone(), params: message["params"].clone() }
    }

    /// The result, after which nothing comes.
    pub(crate) async fn result(mut self) -> Value {
        let message = self.next().await.unwrap();
        assert!(message["result"].is_object(), "{message}");
        assert_eq!(self.next().await, None);
        message["result"].clone()
    }
}

fn called(id: u64, tool: &str, arguments: Value) -> Value {
    let mut params = json!({ "name": tool });
    params["arguments"] = arguments;
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

fn close(hint: &str) -> Value {
    json!({ "project_hint": "portail citoyen", "issue_hint": hint })
}

/// The names of the choices, in either way of writing them.
fn names(question: &Question) -> Vec<String> {
    let field = &question.params["requestedSchema"]["properties"]["choice"];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    match field["oneOf"].as_array() {
        Some(choices) => choices.iter().map(|choice| text(&choice["const"])).collect(),
        None => field["enum"].as_array().unwrap().iter().map(text).collect(),
    }
}

#[tokio::test]
async fn the_stream_of_a_call_carries_its_questions_and_then_its_result() {
    for revision in REVISIONS {
        let stage = Stage::with(World::sample()).await;
        let client = Client::of(&stage.bridge, revision, true).await;
        let arguments = json!({ "project_hint": "portail", "issue_hint": "les agents déconnectés du wifi" });
        let mut call = client.call(1, CLOSE, arguments).await;
        let project = call.question().await;
        client.accept(&project, "ville/numerique/portail-agents").await;
        let issue = call.question().await;
        assert_ne!(project.id, issue.id);
        assert_eq!(stage.writes(), [""; 0]);
        let name = names(&issue)[0].clone();
        client.accept(&issue, &name).await;
        let closed = call.result().await["structuredContent"].clone();
        assert_eq!((&closed["status"], format!("#{}", closed["issue"]["iid"])), (&json!("closed"), name));
        assert_eq!(stage.writes().len(), 1);
    }
}

#[tokio::test]
async fn a_client_without_forms_gets_the_question_as_data_and_no_stream() {
    for revision in REVISIONS {
        let stage = Stage::with(World::sample()).await;
        let client = Client::of(&stage.bridge, revision, false).await;
        let message = called(1, CLOSE, close("erreur 500"));
        let answer = send(&stage.bridge, client.post(&message)).await;
        assert_eq!(answer.headers["content-type"], "application/json");
        assert_eq!(answer.body["result"]["structuredContent"]["status"], "issue_clarification_needed");
    }
}

#[tokio::test]
async fn a_question_that_is_declined_or_never_answered_changes_nothing() {
    let stage = Stage::set(World::sample(), &[("mcp.form_ttl", "300ms")]).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    for answer in [Some("decline"), Some("cancel"), None] {
        let (mut call, question) = client.asked(1).await;
        if let Some(action) = answer {
            // The content of an answer that refuses does not count.
            let result = json!({ "action": action, "content": { "choice": "#1" } });
            client.answer(&question, result).await;
        } else {
            // The client is told that nobody waits any more.
            assert_eq!(call.next().await.unwrap()["method"], "notifications/cancelled");
        }
        let told = call.result().await["structuredContent"].clone();
        assert!(told["message"].as_str().unwrap().starts_with("Rien n'est fait"), "{told}");
        let late = json!({ "action": "accept", "content": { "choice": "#1" } });
        assert_eq!(client.refused(&question, late).await, "invalid_form");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn two_calls_of_one_session_are_answered_each_by_itself() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage.bridge, REVISIONS[0], true).await;
    let ((one, first), (other, second)) = (client.asked(1).await, client.asked(2).await);
    assert_ne!(first.id, second.id);
    let names = names(&first);
    client.accept(&second, &names[1]).await;
    let closed = other.result().await["structuredContent"].clone();
    assert_eq!(format!("#{}", closed["issue"]["iid"]), names[1]);
    client.accept(&first, "none").await;
    assert!(one.result().await["structuredContent"]["issue"].is_null());
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn an_answer_that_lacks_a_row_or_names_another_choice_does_nothing() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    let hints =
        json!({ "project_hint": "portail citoyen", "issue_hints": ["page de connexion", "erreur 500"] });
    for content in [json!({}), json!({ "row_2": "#9999" })] {
        let mut call = client.call(1, "assistant_bulk_close_issues", hints.clone()).await;
        let question = call.question().await;
        client.answer(&question, json!({ "action": "accept", "content": content })).await;
        assert_eq!(call.result().await["structuredContent"]["code"], "invalid_form", "{content}");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn only_the_session_that_was_asked_answers_and_only_where_it_was_asked() {
    let settings = [("server.auth_tokens", "alice:one,bob:two")];
    let stage = Stage::set(World::sample(), &settings).await;
    let replica = stage.bridge_with(&settings, StopSignal::never());
    let session = "forms-0123456789012345678901".to_owned();
    let alice = Client { bridge: &stage.bridge, revision: REVISIONS[1], token: Some("one"), session };
    let (call, question) = alice.asked(1).await;
    let name = names(&question)[0].clone();
    let accepted = || json!({ "action": "accept", "content": { "choice": name } });
    let others = [
        Client { token: Some("two"), session: alice.session.clone(), ..alice },
        Client { session: format!("{}x", alice.session), ..alice },
        Client { bridge: &replica, session: alice.session.clone(), ..alice },
    ];
    for other in &others {
        assert_eq!(other.refused(&question, accepted()).await, "invalid_form");
    }
    let id = question.id.as_str().unwrap().to_owned();
    let changed = (0..id.len()).map(|place| {
        let other = if &id[place..=place] == "0" { "1" } else { "0" };
        json!(format!("{}{other}{}", &id[..place], &id[place + 1..]))
    });
    let cut = (0..id.len()).map(|end| json!(&id[..end]));
    let odd = [json!("0"), json!(0), json!(id.to_uppercase()), json!([id]), json!(format!("{id} "))];
    for id in changed.chain(cut).chain(odd) {
        let guessed = Question { id, params: json!({}) };
        assert_eq!(alice.refused(&guessed, accepted()).await, "invalid_form");
    }
    assert_eq!(stage.writes(), [""; 0]);
    alice.accept(&question, &name).await;
    assert_eq!(call.result().await["structuredContent"]["status"], "closed");
    assert_eq!(alice.refused(&question, accepted()).await, "invalid_form");
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_call_that_is_cancelled_or_whose_stream_is_cut_is_not_done() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    for is_cut in [false, true] {
        let (mut call, question) = client.asked(1).await;
        if is_cut {
            drop(call);
        } else {
            let params = json!({ "requestId": 1, "reason": "changed their mind" });
            let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            assert_eq!(send(&stage.bridge, client.post(&cancel)).await.status, StatusCode::ACCEPTED);
            while call.next().await.is_some() {}
        }
        let accepted = json!({ "action": "accept", "content": { "choice": names(&question)[0] } });
        // The bridge notices the end of the call a moment later.
        let refused = async {
            while client.answer(&question, accepted.clone()).await.status == StatusCode::ACCEPTED {
                tokio::task::yield_now().await;
            }
        };
        refused.await;
    }
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn under_the_persons_policy_consent_is_asked_for_over_http_too() {
    for revision in REVISIONS {
        let stage = Stage::set(World::sample(), &[("policy.confirmation", "person")]).await;
        let client = Client::of(&stage.bridge, revision, true).await;
        let confirmed = json!({
            "confirm": true,
            "resolved_project_path": "ville/numerique/portail-citoyen",
            "resolved_issue_iid": 1,
        });
        for (says, writes) in [("no", 0), ("yes", 1)] {
            let mut call = client.call(1, CLOSE, confirmed.clone()).await;
            let question = call.question().await;
            let result = json!({ "action": "accept", "content": { "consent": says } });
            client.answer(&question, result).await;
            call.result().await;
            assert_eq!(stage.writes().len(), writes, "{says}");
        }
    }
}

#[tokio::test]
async fn a_call_that_asks_nothing_is_answered_plainly() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    let message = called(1, "search_groups", json!({ "query": "voirie" }));
    let answer = send(&stage.bridge, client.post(&message)).await;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.body["result"]["structuredContent"]["success"], true);
}

#[tokio::test]
async fn a_revision_without_forms_begins_no_session() {
    let stage = Stage::with(World::empty()).await;
    for revision in ["2024-11-05", "2025-03-26"] {
        let client = Client { bridge: &stage.bridge, revision, token: None, session: String::new() };
        let hello = message("initialize", &introduction(revision, &json!({ "elicitation": {} })));
        let answer = send(&stage.bridge, client.post(&hello)).await;
        assert!(!answer.headers.contains_key("mcp-session-id"), "{revision}");
    }
}

#[tokio::test]
async fn a_client_that_can_not_show_the_form_gets_the_question_as_data() {
    let stage = Stage::with(World::sample()).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    let (call, question) = client.asked(1).await;
    let error = json!({ "code": -32601, "message": "no forms after all" });
    let message = json!({ "jsonrpc": "2.0", "id": question.id, "error": error });
    assert_eq!(send(&stage.bridge, client.post(&message)).await.status, StatusCode::ACCEPTED);
    let told = call.result().await["structuredContent"].clone();
    assert_eq!(told["status"], "issue_clarification_needed");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_person_who_thinks_holds_no_place() {
    let stage = Stage::set(World::sample(), &[("server.max_in_flight", "1")]).await;
    let client = Client::of(&stage.bridge, REVISIONS[1], true).await;
    let mut calls = Vec::new();
    for id in 1..=3 {
        calls.push(client.asked(id).await);
    }
    stage.post("groups/search", json!({ "query": "voirie" })).await.ok();
    for (call, question) in calls {
        client.accept(&question, "none").await;
        assert_eq!(call.result().await["structuredContent"]["status"], "issue_clarification_needed");
    }
}

/// After a reload, a caller that was narrowed or removed may do only what the new settings allow, also in calls that wait for a
/// person.
#[tokio::test]
async fn a_call_whose_person_was_asked_goes_on_as_its_caller_may_by_then() {
    let tokens = [("callers.alice.token", "one"), ("callers.bob.token", "two")];
    let narrowed = |key, value| [tokens[0], tokens[1], (key, value)].to_vec();
    let rows = [
        (tokens.to_vec(), "closed"),
        (narrowed("callers.alice.read_only", "true"), "read_only"),
        (narrowed("callers.alice.roots", "autre"), "outside_roots"),
        (narrowed("callers.alice.operations", "search_groups"), "operation_disabled"),
        (
            [("callers.alice.token", "one"), ("callers.alice.upstream_token", "other")].to_vec(),
            "upstream_unauthorized",
        ),
    ];
    for (settings, becomes) in rows {
        let stage = Stage::with(World::sample()).await;
        let running = Arc::new(app::state(&stage.settings(&tokens)).unwrap());
        let bridge = app::router(Arc::clone(&running));
        let session = "forms-0123456789012345678901".to_owned();
        let alice = Client { bridge: &bridge, revision: REVISIONS[1], token: Some("one"), session };
        let (call, question) = alice.asked(1).await;
        app::reload(&running, &stage.settings(&settings)).unwrap();
        alice.accept(&question, &names(&question)[0]).await;
        let told = call.result().await["structuredContent"].clone();
        let outcome = if told["status"].is_string() { &told["status"] } else { &told["code"] };
        assert_eq!(outcome, becomes, "{settings:?}: {told}");
        assert_eq!(stage.writes().len(), usize::from(becomes == "closed"), "{settings:?}");
    }
}

#[tokio::test]
async fn who_stops_the_process_does_not_wait_for_a_person() {
    let stage = Stage::with(World::sample()).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let bridge = stage.bridge_with(&[], StopSignal::after(async { drop(stopped.await) }));
    let client = Client::of(&bridge, REVISIONS[0], true).await;
    let (call, _) = client.asked(1).await;
    stop.send(()).unwrap();
    let told = call.result().await["structuredContent"].clone();
    assert!(told["message"].as_str().unwrap().starts_with("Rien n'est fait"), "{told}");
    assert_eq!(stage.writes(), [""; 0]);
}

//! The picker: a page inside the conversation for clients that show no forms, and what its clicks may do.

use gitlab_sandbox::World;
use http::StatusCode;
use passerelle::stop_signal::StopSignal;
use serde_json::{Value, json};

use crate::{
    forged::almost,
    forms,
    mcp::{introduction, message, meta, posted_with},
    stage::{Answer, Stage, send},
    world::{confirmed, hinted, portail_with, with},
};

const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];
const EXTENSION: &str = "io.modelcontextprotocol/ui";
const PAGE: &str = "ui://passerelle/picker.html";
const CLOSE: &str = "assistant_close_issue";
const PERSON: [(&str, &str); 2] =
    [("policy.confirmation", "person"), ("server.auth_tokens", "alice:one,bob:two")];

fn world() -> World {
    portail_with(&["Erreur 500 formulaire contact", "Erreur 500 formulaire inscription", "Mode sombre"])
}

/// A program that shows pages of servers, or does not.
#[derive(Clone)]
struct Host<'a> {
    bridge: &'a axum::Router,
    revision: &'static str,
    token: &'static str,
    capabilities: Value,
    session: String,
}

/// A question on a page, and what the page sends back of it.
#[derive(Clone)]
struct Question {
    form: Value,
    call: Value,
}

fn pages() -> Value {
    json!({ "extensions": { EXTENSION: { "mimeTypes": ["text/html;profile=mcp-app"] } } })
}

impl<'a> Host<'a> {
    async fn of(bridge: &'a axum::Router, revision: &'static str, capabilities: Value) -> Self {
        let mut host = Self { bridge, revision, token: "one", capabilities, session: String::new() };
        if revision != "2026-07-28" {
            let told = host.send("initialize", introduction(revision, &host.capabilities)).await;
            let session = told.headers.get("mcp-session-id");
            host.session = session.map(|session| session.to_str().unwrap().to_owned()).unwrap_or_default();
        }
        host
    }

    async fn send(&self, method: &str, mut params: Value) -> Answer {
        if self.revision == "2026-07-28" {
            params["_meta"] = meta(self.revision, &self.capabilities);
        }
        let token = format!("Bearer {}", self.token);
        let name = params["name"].as_str().or(params["uri"].as_str()).unwrap_or_default();
        let headers = [
            ("authorization", &*token),
            ("mcp-protocol-version", self.revision),
            ("mcp-method", method),
            ("mcp-name", name),
            ("mcp-session-id", &self.session),
        ];
        let headers: Vec<_> = headers.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        send(self.bridge, posted_with(&headers, &message(method, &params))).await
    }

    async fn result(&self, method: &str, params: Value) -> Value {
        let mut answer = self.send(method, params).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert!(answer.body["error"].is_null(), "{}", answer.body);
        answer.body["result"].take()
    }

    async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({ "name": tool, "arguments": arguments })).await
    }

    async fn tools(&self) -> Vec<Value> {
        self.result("tools/list", json!({})).await["tools"].as_array().unwrap().clone()
    }

    /// What comes of a click.
    async fn click(&self, question: &Question, content: Value) -> Value {
        self.call("answer_question", json!({ "call": question.call, "content": content })).await
    }

    /// Whether a click, or what looks like one, is refused; the code, or that of the protocol.
    async fn refused(&self, arguments: Value) -> String {
        let params = json!({ "name": "answer_question", "arguments": arguments });
        let answer = self.send("tools/call", params).await;
        let result = &answer.body["result"];
        if result["isError"] == true {
            return result["structuredContent"]["code"].as_str().unwrap().to_owned();
        }
        answer.body["error"]["code"].as_i64().map(|code| code.to_string()).unwrap_or_default()
    }
}

/// The question of a result, as the page gets it; the model reads none of it.
#[track_caller]
fn question(result: &Value) -> Question {
    let asked = &result["_meta"]["passerelle/question"];
    let state = asked["call"]["state"].as_str().unwrap();
    let read = [&result["content"], &result["structuredContent"]].map(Value::to_string);
    assert!(!read.iter().any(|text| text.contains(state)), "the model reads the sealed choice");
    assert!(read[0].contains("buttons"), "the model is told that the person is asked: {}", read[0]);
    Question { form: asked["form"].clone(), call: asked["call"].clone() }
}

fn choices(question: &Question) -> Vec<&str> {
    let fields = question.form["requestedSchema"]["properties"].as_object().unwrap();
    let all = fields.values().flat_map(|field| field["oneOf"].as_array().unwrap());
    all.map(|choice| choice["const"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_click_goes_on_with_what_was_chosen() {
    for revision in REVISIONS {
        let stage = Stage::set(world(), &PERSON).await;
        let host = Host::of(&stage.bridge, revision, pages()).await;
        let asked = host.call(CLOSE, hinted(json!({ "issue_hint": "erreur 500" }))).await;
        assert_eq!(asked["structuredContent"]["status"], "issue_clarification_needed");
        let asked = question(&asked);
        assert_eq!(choices(&asked).last(), Some(&"none"));
        assert_eq!(stage.writes(), [""; 0]);
        let closed = host.click(&asked, json!({ "choice": "#2" })).await;
        assert_eq!(closed["structuredContent"]["status"], "closed", "{closed}");
        assert_eq!(closed["structuredContent"]["issue"]["iid"], 2);
        assert!(closed["_meta"]["passerelle/question"].is_null());
        assert_eq!(stage.writes().len(), 1, "{revision}");
    }
}

#[tokio::test]
async fn what_the_model_confirms_is_put_to_the_person_on_the_page() {
    let stage = Stage::set(world(), &PERSON).await;
    let host = Host::of(&stage.bridge, REVISIONS[1], pages()).await;
    for (says, writes) in [("no", 0), ("yes", 1)] {
        let asked = host.call(CLOSE, confirmed(json!({ "resolved_issue_iid": 3 }))).await;
        assert_eq!(asked["structuredContent"]["status"], "preview");
        let asked = question(&asked);
        let message = asked.form["message"].as_str().unwrap();
        assert!(
            message.contains("#3") && message.contains("Mode sombre") && message.contains("Portail"),
            "{message}"
        );
        host.click(&asked, json!({ "consent": says })).await;
        assert_eq!(stage.writes().len(), writes);
        assert_eq!(
            host.refused(json!({ "call": asked.call, "content": { "consent": "yes" } })).await,
            "invalid_form"
        );
    }
    // If a model names a candidate after its person was asked, the person is asked again.
    let asked = host.call(CLOSE, hinted(json!({ "issue_hint": "erreur 500" }))).await;
    question(&asked);
    question(&host.call(CLOSE, hinted(json!({ "issue_hint": "#2" }))).await);
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn one_question_leads_to_the_next_and_rows_are_chosen_together() {
    let stage = Stage::set(world(), &PERSON).await;
    let host = Host::of(&stage.bridge, REVISIONS[1], pages()).await;
    let rows = hinted(json!({ "issue_hints": ["mode sombre", "erreur 500 formulaire", "erreur 500"] }));
    let asked = question(&host.call("assistant_bulk_close_issues", rows).await);
    let fields = asked.form["requestedSchema"]["properties"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["row_2", "row_3"]);
    assert_eq!(
        host.refused(json!({ "call": asked.call, "content": { "row_2": "#1" } })).await,
        "invalid_form"
    );
    let done = host.click(&asked, json!({ "row_2": "#1", "row_3": "#2" })).await;
    assert_eq!(done["structuredContent"]["status"], "processed", "{done}");
    assert_eq!(stage.writes().len(), 3);
}

#[tokio::test]
async fn only_who_shows_pages_and_no_forms_is_offered_the_picker() {
    let stage = Stage::set(world(), &PERSON).await;
    for revision in REVISIONS {
        let plain = Host::of(&stage.bridge, revision, json!({})).await;
        let expected = plain.send("tools/list", json!({})).await.body.to_string();
        let mut both = pages();
        both["elicitation"] = json!({});
        let other = json!({ "extensions": { EXTENSION: { "mimeTypes": ["text/html"] }, "other/ui": {} } });
        for capabilities in [json!({ "elicitation": {} }), both, other] {
            let host = Host::of(&stage.bridge, revision, capabilities).await;
            assert_eq!(host.send("tools/list", json!({})).await.body.to_string(), expected, "byte for byte");
            let read = host.send("resources/read", json!({ "uri": PAGE })).await;
            assert_eq!(read.body["error"]["code"], -32601);
            assert_eq!(host.refused(json!({ "call": {}, "content": {} })).await, "-32602");
        }
        let host = Host::of(&stage.bridge, revision, pages()).await;
        let mut tools = host.tools().await;
        let answer = tools.pop().unwrap();
        assert_eq!(answer["_meta"]["ui"], json!({ "resourceUri": PAGE, "visibility": ["app"] }));
        assert!(tools.iter().any(|tool| tool["_meta"]["ui"] == json!({ "resourceUri": PAGE })));
        for tool in &mut tools {
            tool.as_object_mut().unwrap().remove("_meta");
        }
        assert_eq!(tools, plain.tools().await);
    }
}

#[tokio::test]
async fn the_page_is_a_resource_that_loads_nothing_and_takes_texts_for_texts() {
    let stage = Stage::set(world(), &PERSON).await;
    for revision in REVISIONS {
        let host = Host::of(&stage.bridge, revision, pages()).await;
        let told = if revision == "2026-07-28" {
            host.result("server/discover", json!({})).await
        } else {
            host.result("initialize", introduction(revision, &host.capabilities)).await
        };
        let expected = json!({ "extensions": { EXTENSION: {} }, "resources": {}, "tools": {} });
        assert_eq!(told["capabilities"], expected);
        let listed = host.result("resources/list", json!({})).await;
        assert_eq!(listed["resources"][0]["uri"], PAGE);
        let read = host.result("resources/read", json!({ "uri": PAGE })).await["contents"][0].clone();
        assert_eq!((&read["uri"], &read["mimeType"]), (&json!(PAGE), &json!("text/html;profile=mcp-app")));
        let page = read["text"].as_str().unwrap();
        assert!(page.starts_with("<!doctype html>") && page.len() < 8_000);
        assert!(page.contains("default-src 'none'"));
        for never in
            ["http:", "https:", "src=", "href", "innerHTML", "insertAdjacent", "eval(", "document.write"]
        {
            assert!(!page.contains(never), "{never}");
        }
        let other = host.send("resources/read", json!({ "uri": "ui://passerelle/other.html" })).await;
        assert!(other.body["error"]["code"].is_i64());
    }
}

#[tokio::test]
async fn no_forged_click_is_taken_for_the_persons() {
    let stage = Stage::set(world(), &PERSON).await;
    let alice = Host::of(&stage.bridge, REVISIONS[1], pages()).await;
    let arguments = confirmed(json!({ "resolved_issue_iid": 3 }));
    let asked = question(&alice.call(CLOSE, arguments.clone()).await);
    let yes = json!({ "consent": "yes" });
    let clicked = |more: Value| json!({ "call": with(asked.call.clone(), more), "content": yes });
    let sealed = asked.call["state"].as_str().unwrap();
    let mut forged: Vec<_> =
        almost(sealed).into_iter().step_by(4).map(|state| clicked(json!({ "state": state }))).collect();
    for (tool, more) in [
        (CLOSE, json!({ "resolved_issue_iid": 1 })),
        (CLOSE, json!({ "resolved_issue_iid": "3" })),
        (CLOSE, json!({ "confirm": false, "project_hint": "Portail", "issue_hint": "#3" })),
        (CLOSE, json!({ "dry_run": false })),
        ("assistant_reopen_issue", json!({})),
        ("assistant_comment_issue", json!({ "body": "Vu." })),
        ("assistant_update_issue", json!({ "title": "Autre" })),
        ("assistant_bulk_close_issues", json!({ "issue_hints": ["#3"] })),
        ("answer_question", json!({})),
        ("delete_project", json!({})),
    ] {
        forged.push(clicked(json!({ "tool": tool, "arguments": with(arguments.clone(), more) })));
    }
    for content in [
        json!({}),
        json!(null),
        json!("yes"),
        json!({ "consent": "YES" }),
        json!({ "consent": true }),
        json!({ "consent": ["yes"] }),
        json!({ "choice": "yes" }),
        json!({ "action": "accept" }),
    ] {
        forged.push(json!({ "call": asked.call, "content": content }));
    }
    forged.extend([
        json!({}),
        json!({ "content": yes }),
        json!({ "call": asked.call }),
        json!({ "call": asked.call, "content": yes, "more": 1 }),
        clicked(json!({ "more": 1 })),
        clicked(json!({ "state": null })),
        clicked(json!({ "state": [sealed] })),
        clicked(json!({ "arguments": "all" })),
    ]);
    for forged in &forged {
        let code = alice.refused(forged.clone()).await;
        assert!(["invalid_form", "-32602"].contains(&&*code), "{code}: {forged}");
    }
    assert!(forged.len() >= 60, "{}", forged.len());
    // Refused: another caller, another process, a client that shows forms or neither, and an answer sent as for a form.
    let replica = stage.bridge_with(&PERSON, StopSignal::never());
    for other in [
        Host { token: "two", ..alice.clone() },
        Host { bridge: &replica, ..alice.clone() },
        Host::of(&stage.bridge, REVISIONS[1], json!({})).await,
        Host::of(&stage.bridge, REVISIONS[2], json!({ "elicitation": {} })).await,
    ] {
        let code = other.refused(clicked(json!({}))).await;
        assert!(["invalid_form", "-32602"].contains(&&*code), "{code}");
    }
    let way_of_forms = forms::Client { token: Some("one"), ..forms::Client::of(&stage) };
    let mut form = way_of_forms.call(CLOSE, arguments.clone()).await.form();
    let own = std::mem::replace(&mut form.state, sealed.to_owned());
    assert_eq!(way_of_forms.answer(&form, forms::accepted(yes.clone())).await.refused(), "invalid_form");
    assert_eq!(alice.refused(clicked(json!({ "state": own }))).await, "invalid_form");
    assert_eq!(stage.writes(), [""; 0]);
    // None of them used the question up; the person's own click does.
    let closed = alice.click(&asked, yes.clone()).await;
    assert_eq!(closed["structuredContent"]["status"], "closed", "{closed}");
    for _ in 0..10 {
        assert_eq!(alice.refused(clicked(json!({}))).await, "invalid_form");
    }
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn what_moved_since_it_was_shown_is_asked_anew() {
    let stage = Stage::set(world(), &PERSON).await;
    let host = Host::of(&stage.bridge, REVISIONS[1], pages()).await;
    let asked = question(&host.call(CLOSE, confirmed(json!({ "resolved_issue_iid": 3 }))).await);
    let renamed = confirmed(json!({ "resolved_issue_iid": 3, "title": "Autre chose" }));
    let other = question(&host.call("assistant_update_issue", renamed).await);
    let done = host.click(&other, json!({ "consent": "yes" })).await;
    assert_eq!(done["structuredContent"]["status"], "updated", "{done}");
    let again = host.click(&asked, json!({ "consent": "yes" })).await;
    let again = question(&again);
    assert!(again.form["message"].as_str().unwrap().contains("Autre chose"));
    assert_eq!(stage.writes().len(), 1);
}

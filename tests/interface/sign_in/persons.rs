//! People who share a caller: none can answer a question to another, and none is taken for another.

use axum::body::Body;
use serde_json::json;

use super::{Issuer, stage};
use crate::{
    forms, http_forms,
    stage::{Answer, Stage, posted},
};

const CLOSE: &str = "assistant_close_issue";
const PERSON: [(&str, &str); 1] = [("policy.confirmation", "person")];

/// Zoé's token, another token of hers with other claims, and a colleague's.
fn tokens(issuer: &Issuer) -> [String; 3] {
    [
        issuer.token(json!({})),
        issuer.token(json!({ "preferred_username": "zoe.m", "groups": ["new"], "jti": "2" })),
        issuer.token(json!({ "sub": "z-2", "preferred_username": "zoe" })),
    ]
}

/// What a "yes" to this form gets with this token, before it reaches a tool.
async fn answered_with(stage: &Stage, token: &str, form: &forms::Form) -> Answer {
    let params = json!({
        "name": form.tool, "arguments": form.arguments, "requestState": form.state,
        "inputResponses": { "form": forms::accepted(json!({ "consent": "yes" })) },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        },
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let request = posted("/mcp")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", &form.tool)
        .header("authorization", format!("Bearer {token}"));
    stage.send(request.body(Body::from(message.to_string())).unwrap()).await
}

#[tokio::test]
async fn a_form_is_answered_by_the_person_who_was_asked() {
    let issuer = Issuer::start().await;
    let stage = stage(&issuer, &PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] =
        tokens.each_ref().map(|token| forms::Client { token: Some(token), ..forms::Client::of(&stage) });
    let arguments =
        json!({ "confirm": true, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1 });
    let form = zoe.call(CLOSE, arguments).await.form();
    let yes = || forms::accepted(json!({ "consent": "yes" }));
    assert_eq!(other.answer(&form, yes()).await.refused(), "invalid_form");
    assert_eq!(stage.writes(), [""; 0]);
    // A token of hers that may only read answers nothing either.
    let reading = issuer.token(json!({ "scope": "passerelle:read" }));
    let refused = answered_with(&stage, &reading, &form).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (403, &json!("insufficient_scope")));
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(renewed.answer(&form, yes()).await.done()["status"], "closed");
    for client in [&zoe, &other] {
        assert_eq!(client.answer(&form, yes()).await.refused(), "invalid_form");
    }
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_question_of_an_event_stream_is_answered_by_the_person_who_was_asked() {
    let issuer = Issuer::start().await;
    let stage = stage(&issuer, &PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] = tokens.each_ref().map(|token| http_forms::Client {
        bridge: &stage.bridge,
        revision: "2025-11-25",
        token: Some(token),
        session: "forms-0123456789012345678901".to_owned(),
    });
    let arguments =
        json!({ "confirm": true, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1 });
    let mut call = zoe.call(1, CLOSE, arguments).await;
    let question = call.question().await;
    let yes = || forms::accepted(json!({ "consent": "yes" }));
    assert_eq!(other.refused(&question, yes()).await, "invalid_form");
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(renewed.answer(&question, yes()).await.status, 202);
    assert_eq!(call.result().await["structuredContent"]["status"], "closed");
}

#[tokio::test]
async fn a_question_to_one_person_holds_nothing_back_from_another() {
    let issuer = Issuer::start().await;
    let stage = stage(&issuer, &PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] = tokens.each_ref().map(|token| forms::Client {
        token: Some(token),
        shows_forms: false,
        ..forms::Client::of(&stage)
    });
    let named = |hint: &str| json!({ "project_hint": "portail", "issue_hint": hint });
    let asked = zoe.call(CLOSE, named("panne de fuite")).await.done();
    assert_eq!(asked["suggested_issues"].as_array().map(Vec::len), Some(2), "{asked}");
    for client in [&zoe, &renewed] {
        assert_eq!(client.call(CLOSE, named("#1")).await.refused(), "confirmation_required");
    }
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(other.call(CLOSE, named("#1")).await.done()["status"], "closed");
}

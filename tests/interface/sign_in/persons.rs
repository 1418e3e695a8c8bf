//! People who share a caller: none can answer a question to another, and none is taken for another.

use serde_json::json;

use super::{Issuer, trusting};
use crate::{
    forms, http_forms,
    mcp::{message, meta, posted_with},
    stage::{Answer, Stage},
    world::{confirmed, hinted},
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
    let version = "2026-07-28";
    let params = json!({
        "name": form.tool, "arguments": form.arguments, "requestState": form.state,
        "inputResponses": { "form": forms::yes() },
        "_meta": meta(version, &json!({ "elicitation": { "form": {} } })),
    });
    let headers = [
        ("mcp-protocol-version", version),
        ("mcp-method", "tools/call"),
        ("mcp-name", &form.tool),
        ("authorization", &format!("Bearer {token}")),
    ];
    stage.send(posted_with(&headers, &message("tools/call", &params))).await
}

#[tokio::test]
async fn a_form_is_answered_by_the_person_who_was_asked() {
    let (issuer, stage) = trusting(&PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] =
        tokens.each_ref().map(|token| forms::Client { token: Some(token), ..forms::Client::of(&stage) });
    let arguments = confirmed(json!({ "resolved_issue_iid": 1 }));
    let form = zoe.call(CLOSE, arguments).await.form();
    assert_eq!(other.answer(&form, forms::yes()).await.refused(), "invalid_form");
    assert_eq!(stage.writes(), [""; 0]);
    // A token of hers that may only read answers nothing either.
    let reading = issuer.token(json!({ "scope": "passerelle:read" }));
    let refused = answered_with(&stage, &reading, &form).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (403, &json!("insufficient_scope")));
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(renewed.answer(&form, forms::yes()).await.done()["status"], "closed");
    for client in [&zoe, &other] {
        assert_eq!(client.answer(&form, forms::yes()).await.refused(), "invalid_form");
    }
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_question_of_an_event_stream_is_answered_by_the_person_who_was_asked() {
    let (issuer, stage) = trusting(&PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] = tokens.each_ref().map(|token| http_forms::Client {
        bridge: &stage.bridge,
        revision: "2025-11-25",
        token: Some(token),
        session: "forms-0123456789012345678901".to_owned(),
    });
    let arguments = confirmed(json!({ "resolved_issue_iid": 1 }));
    let mut call = zoe.call(1, CLOSE, arguments).await;
    let question = call.question().await;
    assert_eq!(other.refused(&question, forms::yes()).await, "invalid_form");
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(renewed.answer(&question, forms::yes()).await.status, 202);
    assert_eq!(call.result().await["structuredContent"]["status"], "closed");
}

#[tokio::test]
async fn a_question_to_one_person_holds_nothing_back_from_another() {
    let (issuer, stage) = trusting(&PERSON).await;
    let tokens = tokens(&issuer);
    let [zoe, renewed, other] = tokens.each_ref().map(|token| forms::Client {
        token: Some(token),
        shows_forms: false,
        ..forms::Client::of(&stage)
    });
    let named = |hint: &str| hinted(json!({ "issue_hint": hint }));
    let asked = zoe.call(CLOSE, named("panne de fuite")).await.done();
    assert_eq!(asked["suggested_issues"].as_array().map(Vec::len), Some(2), "{asked}");
    for client in [&zoe, &renewed] {
        assert_eq!(client.call(CLOSE, named("#1")).await.refused(), "confirmation_required");
    }
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(other.call(CLOSE, named("#1")).await.done()["status"], "closed");
}

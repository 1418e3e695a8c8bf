//! What a client or a model may try in place of the person: forged and replayed answers to forms, and choices that it makes itself.

use gitlab_sandbox::World;
use serde_json::{Value, json};

use crate::{
    forms::{Client, Form, Outcome, accepted, yes},
    stage::Stage,
    world::{confirmed, hinted, portail_with, with},
};

const BULK_CLOSE: &str = "assistant_bulk_close_issues";
const TITLES: [&str; 3] =
    ["Erreur 500 formulaire contact", "Erreur 500 formulaire inscription", "Mode sombre"];
const SETTINGS: [(&str, &str); 2] =
    [("policy.confirmation", "person"), ("server.auth_tokens", "alice:one,bob:two")];

fn world() -> World {
    portail_with(&TITLES)
}

/// A client that shows forms, with this token.
fn client<'a>(stage: &'a Stage, token: &'static str) -> Client<'a> {
    Client { token: Some(token), ..Client::of(stage) }
}

/// Whether an answer says that something was done.
fn is_done(outcome: Outcome) -> bool {
    let Outcome::Done(result) = outcome else { return false };
    let status = result["structuredContent"]["status"].as_str().unwrap_or_default();
    ["closed", "commented", "updated", "processed"].contains(&status)
}

/// Texts that differ a little from this one.
pub(crate) fn almost(text: &str) -> Vec<String> {
    let signs: Vec<char> = text.chars().collect();
    let other = |sign: char| if sign == 'A' { 'B' } else { 'A' };
    let changed = (0..signs.len()).step_by((signs.len() / 140).max(1)).map(|place| {
        let mut signs = signs.clone();
        signs[place] = other(signs[place]);
        signs.into_iter().collect()
    });
    let cut = (0..signs.len()).step_by((signs.len() / 60).max(1)).map(|end| signs[..end].iter().collect());
    let swapped = (1..signs.len()).step_by((signs.len() / 60).max(1)).map(|place| {
        let mut signs = signs.clone();
        signs.rotate_left(place);
        signs.into_iter().collect()
    });
    let whole = [
        format!("{text}{text}"),
        format!(" {text}"),
        format!("{text}="),
        text.to_lowercase(),
        text.to_uppercase(),
    ];
    let all = changed.chain(cut).chain(swapped).chain(whole);
    all.filter(|almost: &String| almost != text).collect()
}

#[tokio::test]
async fn no_forged_answer_is_taken_for_the_persons() {
    let stage = Stage::set(world(), &SETTINGS).await;
    let alice = client(&stage, "one");
    let arguments = confirmed(json!({ "resolved_issue_iid": 3 }));
    let tool = "assistant_close_issue";
    let form = alice.call(tool, arguments.clone()).await.form();
    let mut tried = 0;
    let mut forged: Vec<Form> = Vec::new();
    let with_state = |tool: &str, arguments: &Value, state: String| Form {
        tool: tool.to_owned(),
        arguments: arguments.clone(),
        message: String::new(),
        schema: Value::Null,
        state,
    };
    forged.extend(almost(&form.state).into_iter().map(|state| with_state(tool, &arguments, state)));
    for (other, more) in [
        (tool, json!({ "resolved_issue_iid": 1 })),
        (tool, json!({ "resolved_issue_iid": "3" })),
        (tool, json!({ "resolved_project_path": "ville" })),
        (tool, json!({ "confirm": false, "project_hint": "Portail", "issue_hint": "#3" })),
        (tool, json!({ "issue_hint": "mode sombre" })),
        (tool, json!({ "dry_run": false })),
        ("assistant_reopen_issue", json!({})),
        ("assistant_comment_issue", json!({ "body": "Vu." })),
        ("assistant_update_issue", json!({ "title": "Autre" })),
        (BULK_CLOSE, json!({ "issue_hints": ["#3"] })),
    ] {
        forged.push(with_state(other, &with(arguments.clone(), more), form.state.clone()));
    }
    for form in &forged {
        assert_eq!(alice.answer(form, yes()).await.refused(), "invalid_form", "{}", form.arguments);
        tried += 1;
    }
    // Another caller, and another process with a key of its own.
    let other = stage.bridge_with(&SETTINGS, passerelle::stop_signal::StopSignal::never());
    for client in [client(&stage, "two"), Client { token: Some("one"), ..Client::before(&other) }] {
        assert_eq!(client.answer(&form, yes()).await.refused(), "invalid_form");
        tried += 1;
    }
    // Answers that no form has.
    for answer in [
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": null }),
        json!({ "action": "accept", "content": "yes" }),
        json!({ "action": "yes", "content": { "consent": "yes" } }),
        json!({ "content": { "consent": "yes" } }),
        json!("yes"),
        json!(true),
        Value::Null,
        accepted(json!({ "consent": "YES" })),
        accepted(json!({ "consent": "yes " })),
        accepted(json!({ "consent": true })),
        accepted(json!({ "consent": ["yes"] })),
        accepted(json!({ "choice": "yes" })),
        accepted(json!({})),
    ] {
        assert_eq!(alice.answer(&form, answer.clone()).await.refused(), "invalid_form", "{answer}");
        tried += 1;
    }
    assert_eq!(stage.writes(), [""; 0]);
    // None of them used the form up; the person's own answer does.
    assert!(is_done(alice.answer(&form, yes()).await));
    for _ in 0..20 {
        assert_eq!(alice.answer(&form, yes()).await.refused(), "invalid_form");
        tried += 1;
    }
    assert_eq!(stage.writes().len(), 1);
    assert!(tried >= 300, "{tried}");
}

/// The ways in which a model without forms may choose #2 itself, once it was asked whether #1 or #2 is meant.
fn choices() -> Vec<(&'static str, Value)> {
    let close = "assistant_close_issue";
    let one = |more| confirmed(with(json!({ "resolved_issue_iid": 2 }), more));
    let mut tried = vec![
        (close, one(json!({}))),
        (close, one(json!({ "confirm": "true" }))),
        (close, one(json!({ "confirm": 1 }))),
        (close, one(json!({ "issue_hint": "erreur 500" }))),
        ("assistant_reopen_issue", one(json!({}))),
        ("assistant_comment_issue", one(json!({ "body": "Vu." }))),
        ("assistant_update_issue", one(json!({ "title": "Autre" }))),
        ("assistant_set_due_date", one(json!({ "due_date": "2030-01-02" }))),
        ("assistant_assign_issue", one(json!({ "resolved_assignee_id": 1 }))),
        ("assistant_add_label", one(json!({ "label_name": "tri", "create_label_if_missing": true }))),
        (BULK_CLOSE, confirmed(json!({ "issue_hints": ["#2"] }))),
        (BULK_CLOSE, confirmed(json!({ "issue_hints": ["mode sombre", "#2"] }))),
        (BULK_CLOSE, hinted(json!({ "issue_hints": ["#1", "#2"] }))),
        (BULK_CLOSE, hinted(json!({ "issue_hints": ["mode sombre", "le 2"] }))),
        (
            "assistant_bulk_add_label",
            hinted(json!({ "issue_hints": ["#2"], "label_name": "tri", "create_label_if_missing": true })),
        ),
        ("assistant_batch_create_issues", confirmed(json!({ "issues": [{ "title": "Un" }] }))),
        (
            "assistant_add_label_all",
            confirmed(json!({ "label_name": "tri", "create_label_if_missing": true })),
        ),
        (close, json!({ "project_hint": "", "issue_hint": "ville/portail#2" })),
        (close, json!({ "issue_hint": "ville/portail#2" })),
        (close, json!({ "project_hint": "https://host.example/ville/portail", "issue_hint": "2" })),
        ("assistant_update_issue", hinted(json!({ "issue_hint": "#2", "title": "Autre" }))),
        ("assistant_comment_issue", hinted(json!({ "issue_hint": "n°2", "body": "Vu." }))),
        ("assistant_set_due_date", hinted(json!({ "issue_hint": "#2", "due_date": "2030-01-02" }))),
        ("assistant_assign_issue", hinted(json!({ "issue_hint": "#2", "assignee_hint": "@passerelle" }))),
        (
            "assistant_add_label",
            hinted(json!({ "issue_hint": "2", "label_name": "tri", "create_label_if_missing": true })),
        ),
    ];
    for hint in [
        " #2 ",
        "#002",
        "２",
        "٢",
        "②",
        "two",
        "numéro deux",
        "the second one",
        "le deuxième",
        "issue two",
        "portail#2",
        "/ville/portail/-/issues/2",
        "https://host.example/ville/portail/-/issues/2#note_1",
        "https://host.example/ville/portail/-/issues/2/",
        "ERREUR 500 FORMULAIRE INSCRIPTION",
        "« Erreur 500 formulaire inscription »",
        "Erreur 500 formulaire inscription (#2)",
        "inscription formulaire 500 erreur",
        "erreur 500 formulaires inscriptions",
        "le ticket erreur 500 formulaire inscription s'il te plaît",
    ] {
        tried.push((close, hinted(json!({ "issue_hint": hint }))));
    }
    tried
}

#[tokio::test]
async fn a_model_without_forms_finds_no_way_to_answer_for_the_person() {
    let choices = choices();
    assert!(choices.len() >= 40);
    for (tool, arguments) in choices {
        let stage = Stage::set(world(), &SETTINGS).await;
        let alice = Client { shows_forms: false, ..client(&stage, "one") };
        let asked = alice.call("assistant_close_issue", hinted(json!({ "issue_hint": "erreur 500" }))).await;
        assert_eq!(asked.done()["status"], "issue_clarification_needed");
        let outcome = alice.call(tool, arguments.clone()).await;
        assert!(!is_done(outcome), "{tool} {arguments}");
        assert_eq!(stage.writes(), [""; 0], "{tool} {arguments}");
    }
}

use serde_json::{Value, json};

use super::{get, issue, one_project, post};
use crate::{Issue, IssueState, Sandbox};

fn described(text: &str) -> Issue {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.label(id, "bug", "#ff0000"));
    let got = post(&sandbox, &format!("/projects/{id}/issues"), json!({ "title": "a", "description": text }));
    assert_eq!(got.status, 201);
    issue(&sandbox, id, 1)
}

#[test]
fn a_description_is_run_and_loses_its_commands() {
    let issue = described("Bonjour\n/label ~bug ~inconnu\n/assign @passerelle\n/close\nFin");
    assert_eq!(issue.description.as_deref(), Some("Bonjour\nFin"));
    assert_eq!(issue.labels.into_iter().collect::<Vec<_>>(), ["bug"]);
    assert_eq!(issue.state, IssueState::Opened, "a new issue cannot be closed");
}

#[test]
fn what_only_looks_like_a_command_stays() {
    for text in [
        " /close",
        "\\/close",
        "/usr/bin",
        "/inconnu x",
        "```\n/label ~bug\n```",
        ">>>\n/label ~bug\n>>>\n",
        "a\r\n",
    ] {
        let issue = described(text);
        assert_eq!(issue.description.as_deref(), Some(text));
        assert!(issue.labels.is_empty());
    }
}

#[test]
fn a_code_block_that_is_never_closed_protects_nothing() {
    let issue = described("```\n/label ~bug");
    assert_eq!(issue.description.as_deref(), Some("```"));
    assert_eq!(issue.labels.len(), 1);
}

fn commented(body: &Value) -> (Sandbox, u64, super::Got) {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let got = post(&sandbox, &format!("/projects/{id}/issues/1/notes"), body.clone());
    (sandbox, id, got)
}

#[test]
fn a_comment_is_kept() {
    let (sandbox, id, got) = commented(&json!({ "body": "Vu avec l'accueil" }));
    assert_eq!((got.status.as_u16(), &got.body["body"]), (201, &json!("Vu avec l'accueil")));
    assert_eq!(got.body["noteable_iid"], 1);
    assert_eq!(issue(&sandbox, id, 1).notes.len(), 1);
    let got = get(&sandbox, &format!("/projects/{id}/issues/1/notes?activity_filter=only_comments"));
    assert_eq!(got.body.as_array().unwrap().len(), 1);
}

#[test]
fn a_comment_of_commands_alone_is_none() {
    let (sandbox, id, got) = commented(&json!({ "body": "/close" }));
    assert_eq!(got.status, 202);
    assert!(got.body.get("id").is_none(), "{}", got.body);
    let issue = issue(&sandbox, id, 1);
    assert_eq!((issue.state, issue.notes.len()), (IssueState::Closed, 0));
}

#[test]
fn a_comment_around_a_command_is_kept_without_it() {
    let (sandbox, id, got) = commented(&json!({ "body": "Terminé\n/close" }));
    assert_eq!((got.status.as_u16(), &got.body["body"]), (201, &json!("Terminé")));
    assert_eq!(issue(&sandbox, id, 1).state, IssueState::Closed);
}

#[test]
fn a_comment_needs_a_body() {
    let (_, _, got) = commented(&json!({}));
    assert_eq!((got.status.as_u16(), got.body), (400, json!({ "error": "body is missing" })));
    let (_, _, got) = commented(&json!({ "body": " " }));
    assert_eq!(got.body, json!({ "message": "400 Bad request - Note {:note=>[\"can't be blank\"]}" }));
}

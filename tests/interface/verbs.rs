//! Updating one issue, commenting on it and setting its due date; and the rules that these and assigning share.

use gitlab_sandbox::{Issue, World};
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::{
    requests::{NOTE, Row, Verb, rows},
    stage::{Stage, each},
    world::{
        BY_PATH, PORTAIL, SEARCH, assert_untouched, confirmed, hinted, portail, portail_with, shown, with,
    },
};

const UPDATE: &str = "issues/assistant-update";
const COMMENT: &str = "issues/assistant-comment";
const DUE: &str = "issues/assistant-set-due-date";
const POOL: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1";

/// Each verb: its path, its own fields, its call to the host and its status.
fn verbs() -> impl Iterator<Item = (&'static str, Value, &'static str, &'static str)> {
    let of = |row: Row| row.verb.map(|Verb { fields, call, status }| (row.path, fields, call, status));
    rows().into_iter().filter_map(of)
}

pub(crate) fn issue(stage: &Stage, iid: u64) -> Issue {
    stage.read(|world| world.issues[&(PORTAIL, iid)].clone())
}

/// An open issue with a value in most of its fields, in a project with one label more.
pub(crate) fn furnished() -> World {
    let mut world = portail();
    for label in ["api", "bug", "front"] {
        world.label(PORTAIL, label, "#FF0000");
    }
    let new = json!({ "title": "Un", "description": "Ancien texte", "labels": ["bug", "front"], "due_date": "2025-09-12" });
    world.issue_with(PORTAIL, new).unwrap();
    world
}

// What the four have in common

#[tokio::test]
async fn a_verb_by_hint_searches_the_open_issues_and_makes_one_call() {
    for (path, fields, call, status) in verbs() {
        let mut world = portail_with(&["Un"]);
        world.closed_issue(PORTAIL, "Un");
        let stage = Stage::with(world).await;
        let body = stage.post(path, hinted(with(fields, json!({ "issue_hint": "Un" })))).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!(status), &json!(1)), "{path}");
        assert_eq!(each(&body["candidate_projects"], "id"), [PORTAIL], "the chosen one");
        assert_eq!(each(&body["candidate_issues"], "iid"), [1], "the chosen one");
        assert_eq!(stage.calls()[0], SEARCH, "{path}");
        assert_eq!(stage.count(POOL), 1, "{path}");
        assert_eq!(stage.writes(), [call], "{path}");
    }
}

#[tokio::test]
async fn a_confirmed_verb_acts_on_that_issue_whatever_the_hints_say() {
    for (path, fields, call, status) in verbs() {
        let mut world = portail_with(&["Un"]);
        world.closed_issue(PORTAIL, "Deux");
        let stage = Stage::with(world).await;
        let fields =
            with(fields, json!({ "issue_hint": "Deux", "project_hint": "autre", "resolved_issue_iid": 1 }));
        let body = stage.post(path, confirmed(fields)).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!(status), &json!(1)), "{path}");
        assert_eq!(stage.calls()[0], BY_PATH, "{path}");
        assert_eq!(stage.writes(), [call], "{path}");
        assert_eq!(stage.count("GET /projects?") + stage.count(POOL), 0, "{path}");
    }
}

#[tokio::test]
async fn without_a_project_hint_the_issues_words_are_the_projects_too() {
    for (path, fields, _, status) in verbs() {
        let stage = Stage::with(portail_with(&["Portail"])).await;
        let body = stage.post(path, with(fields, json!({ "issue_hint": "Portail" }))).await.ok();
        assert_eq!(body["status"], status, "{path}");
        assert_eq!(stage.calls()[0], SEARCH, "{path}");
    }
}

#[tokio::test]
async fn an_issue_that_is_unclear_is_left_alone() {
    for (path, fields, ..) in verbs() {
        let stage = Stage::with(portail_with(&["Export"; 7])).await;
        for (hint, status, candidates) in [
            ("Export", "issue_clarification_needed", 5),
            ("", "issue_clarification_needed", 5),
            ("xylophone", "issue_not_found", 0),
        ] {
            let body =
                stage.post(path, hinted(with(fields.clone(), json!({ "issue_hint": hint })))).await.ok();
            assert_eq!(
                (&body["status"], &body["project"]["id"]),
                (&json!(status), &json!(PORTAIL)),
                "{path}"
            );
            assert_eq!(body["candidate_issues"].as_array().unwrap().len(), candidates, "{path} {hint}");
            assert_eq!(body["issue"], json!(null), "{path}");
        }
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_success_that_holds_no_object_is_502() {
    for (path, own, call, _) in verbs() {
        let stage = Stage::with(portail_with(&["Un"])).await;
        for reply in [json!([]), json!("fait"), json!(null), json!({})] {
            stage.once(call, 200, &reply);
            stage.post(path, hinted(with(own.clone(), json!({ "issue_hint": "Un" })))).await.error(502);
        }
    }
}

#[tokio::test]
async fn an_answer_has_exactly_its_fields() {
    for (path, own, ..) in verbs() {
        let stage = Stage::with(portail_with(&["Un"])).await;
        let body = stage.post(path, hinted(with(own, json!({ "issue_hint": "Un" })))).await.ok();
        let name = path.replace("issues/assistant-", "verb_");
        assert_json_snapshot!(name, shown(&stage, &body));
    }
}

// Quick actions

#[tokio::test]
async fn a_line_that_the_host_would_run_is_sent_as_text() {
    let text = "Bonjour\n/close\n/assign @passerelle";
    let safe = "Bonjour\n\\/close\n\\/assign @passerelle";
    for (path, fields, sent) in [
        (UPDATE, json!({ "description": text }), json!({ "description": safe })),
        (COMMENT, json!({ "body": text }), json!({ "body": safe })),
    ] {
        let stage = Stage::with(furnished()).await;
        stage.post(path, hinted(with(fields, json!({ "issue_hint": "Un" })))).await.ok();
        assert_eq!(stage.sent(), [sent], "{path}");
        let after = issue(&stage, 1);
        assert_eq!((after.closed_at, after.assignee_id), (None, None), "{path}");
    }
}

// assistant-comment

#[tokio::test]
async fn a_comment_is_trimmed_and_stands_on_the_issue() {
    let stage = Stage::with(furnished()).await;
    let body = hinted(json!({ "issue_hint": "Un", "body": "  Reproduit.\n\nVoir `a`.  " }));
    let body = stage.post(COMMENT, body).await.ok();
    assert_eq!(body["issue"]["title"], "Un");
    assert_eq!(issue(&stage, 1).notes[0].body, "Reproduit.\n\nVoir `a`.");
}

#[tokio::test]
async fn a_comment_by_hint_needs_no_call_but_those_that_find_the_issue() {
    let stage = Stage::with(furnished()).await;
    stage.post(COMMENT, hinted(json!({ "issue_hint": "Un", "body": "Vu" }))).await.ok();
    assert_eq!(stage.calls(), [SEARCH, POOL, NOTE]);
}

#[tokio::test]
async fn a_confirmed_issue_is_read_before_it_is_commented_on() {
    let stage = Stage::with(furnished()).await;
    stage.post(COMMENT, confirmed(json!({ "resolved_issue_iid": 1, "body": "Vu" }))).await.ok();
    assert_eq!(stage.calls(), [BY_PATH, "GET /projects/101/issues/1", NOTE]);
    stage.post(COMMENT, confirmed(json!({ "resolved_issue_iid": 9, "body": "Vu" }))).await.error(404);
    assert_eq!(stage.writes(), [NOTE]);
}

#[tokio::test]
async fn a_comment_that_says_nothing_is_422_before_any_call() {
    let stage = Stage::with(furnished()).await;
    for fields in [
        json!({}),
        json!({ "body": null }),
        json!({ "body": "" }),
        json!({ "body": " \n " }),
        json!({ "body": 1 }),
    ] {
        let body = hinted(with(fields.clone(), json!({ "issue_hint": "Un" })));
        let detail = stage.post(COMMENT, body).await.error(422);
        assert!(detail.contains("« body »"), "{fields}: {detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

// assistant-set-due-date

#[tokio::test]
async fn a_due_date_is_set_and_cleared() {
    for (due, sent, after) in [
        (json!("2025-10-17"), "2025-10-17", Some("2025-10-17")),
        (json!("  2024-02-29 "), "2024-02-29", Some("2024-02-29")),
        (json!(""), "", None),
        (json!(" "), "", None),
    ] {
        let stage = Stage::with(furnished()).await;
        let body = stage.post(DUE, hinted(json!({ "issue_hint": "Un", "due_date": due }))).await.ok();
        assert_eq!(body["status"], "updated");
        assert_eq!(stage.sent(), [json!({ "due_date": sent })]);
        assert_eq!(issue(&stage, 1).due_date.as_deref(), after);
        let message = body["message"].as_str().unwrap();
        assert!(message.contains(after.unwrap_or("sans échéance")), "{message}");
    }
}

#[tokio::test]
async fn a_due_date_that_is_no_day_is_400_before_any_call() {
    let stage = Stage::with(furnished()).await;
    for due in ["2025-02-29", "2025-13-01", "17/10/2025", "2025-10-7", "demain", "2025-10-17T00:00:00Z", "0"]
    {
        let body = hinted(json!({ "issue_hint": "Un", "due_date": due }));
        let detail = stage.post(DUE, body).await.error(400);
        assert!(detail.contains(&format!("« {due} »")), "{detail}");
    }
    stage.post(DUE, hinted(json!({ "issue_hint": "Un", "due_date": 20_251_017 }))).await.error(422);
    assert_eq!(stage.calls(), [""; 0]);
}

//! Dropped fields: the host answers with a success but ignores what the token may not set, and the bridge says so (decisions,
//! section 5).

use gitlab_sandbox::World;
use passerelle::{
    error::Aspect,
    gitlab::Iid,
    messages::{self, Sentence},
};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fr, says},
    verbs::furnished,
    world::{PORTAIL, confirmed, hinted, portail, portail_with, with},
};

const CREATE: &str = "issues/create";
const ASSIST: &str = "issues/assistant-create";
const BATCH: &str = "issues/assistant-batch-create";
const UPDATE: &str = "issues/assistant-update";

/// The host's answer to a creation, which has these labels and this milestone.
fn created(labels: &[&str], milestone: &Value) -> ResponseTemplate {
    ResponseTemplate::new(201).set_body_json(json!({
        "id": 1, "iid": 7, "title": "Affiche", "web_url": "https://gitlab.example.com/7",
        "labels": labels, "milestone": milestone,
    }))
}

/// That the host left this label out.
fn dropped(label: &str) -> Sentence {
    messages::dropped_labels(&[label.to_owned()]).unwrap()
}

/// The project with a milestone, and that milestone's id.
fn with_sprint() -> (World, u64) {
    let mut world = portail();
    let sprint = world.milestone(PORTAIL, "Sprint 1");
    (world, sprint)
}

#[tokio::test]
async fn labels_and_a_milestone_that_a_creation_lacks_are_named() {
    for (labels, milestone, told, untold) in [
        (&["bug", "urgent"][..], true, "Sprint 1", "n'a pas retenu"),
        (&["bug"], true, "« urgent »", "« bug »"),
        (&[], true, "« bug », « urgent »", "n'a pas retenu le jalon"),
        (&["bug", "urgent"], false, "n'a pas retenu le jalon « Sprint 1 »", "dans le jalon"),
    ] {
        let (world, sprint) = with_sprint();
        let stage = Stage::with(world).await;
        let held = if milestone { json!({ "id": sprint, "title": "Sprint 1" }) } else { Value::Null };
        stage.fault("POST ", 1, created(labels, &held));
        let body = json!({ "title": "Affiche", "labels": ["bug", "urgent"], "milestone_hint": "sprint 1" });
        let answer = stage.post(ASSIST, hinted(body)).await.ok();
        assert_eq!(answer["status"], "created");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains(told) && !message.contains(untold), "{message}");
    }
}

#[tokio::test]
async fn a_creation_without_a_sentence_gets_one_where_labels_are_dropped() {
    let stage = Stage::with(portail()).await;
    let body = json!({
        "project_path": "ville/portail", "title": "Affiche", "description": "Texte", "labels": ["bug"],
    });
    stage.fault("POST ", 1, created(&[], &Value::Null));
    let answer = stage.post(CREATE, body.clone()).await.ok();
    assert!(says(&answer, &dropped("bug")), "{answer}");
    stage.fault("POST ", 1, created(&["bug"], &Value::Null));
    assert_eq!(stage.post(CREATE, body).await.ok().get("message"), None);
}

#[tokio::test]
async fn each_issue_of_a_batch_says_what_it_lacks() {
    let (world, sprint) = with_sprint();
    let stage = Stage::with(world).await;
    stage.fault("POST ", 1, created(&["bug"], &json!({ "id": sprint, "title": "Sprint 1" })));
    stage.fault("POST ", 1, created(&[], &Value::Null));
    let issue = json!({ "title": "Affiche", "labels": ["bug"] });
    let body = hinted(json!({ "milestone_hint": "sprint 1", "issues": [issue, issue] }));
    let answer = stage.post(BATCH, body).await.ok();
    assert_eq!(json!(each(&answer["results"], "milestone_assigned")), json!([true, false]));
    let lacking = dropped("bug");
    assert!(!says(&answer["results"][0], &lacking) && says(&answer["results"][1], &lacking), "{answer}");
}

#[tokio::test]
async fn a_milestone_that_nothing_fits_is_told_and_none_is_called_the_nearest() {
    let (world, _) = with_sprint();
    let stage = Stage::with(world).await;
    let body = hinted(json!({ "title": "Affiche à refaire", "milestone_hint": "xylophone" }));
    let answer = stage.post(ASSIST, body).await.ok();
    assert_eq!(answer["status"], "created");
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("« xylophone »") && !message.contains("« Sprint 1 »"), "{message}");
    assert!(stage.sent()[0].get("milestone_id").is_none());
}

#[tokio::test]
async fn a_milestone_is_named_by_its_title_and_its_id() {
    let (world, sprint) = with_sprint();
    for request in [
        hinted(json!({ "milestone_hint": "sprint 1" })),
        hinted(json!({ "milestone_hint": "sprint 1", "dry_run": true })),
        confirmed(json!({ "resolved_milestone_id": sprint })),
    ] {
        let stage = Stage::with(world.clone()).await;
        let body = with(request, json!({ "title": "Affiche à refaire" }));
        let answer = stage.post(ASSIST, body).await.ok();
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("Sprint 1") && message.contains(&sprint.to_string()), "{message}");
    }
}

/// An issue without labels, in a project with some.
fn with_labels() -> World {
    let mut world = portail_with(&["Un"]);
    for label in ["api", "bug"] {
        world.label(PORTAIL, label, "#FF0000");
    }
    world
}

/// What an update was for, what the host's answer holds instead, and what of the issue the failure names.
#[tokio::test]
async fn an_update_that_leaves_the_issue_as_it_was_is_502_and_says_what() {
    let mut world = furnished();
    world.milestone(PORTAIL, "Sprint 1");
    let assignee = json!({ "resolved_assignee_id": 1, "assignee_hint": "@passerelle" });
    let (label, labels) = (json!({ "label_name": "api" }), json!({ "labels": ["api"] }));
    for (operation, fields, held, what) in [
        (
            "set-due-date",
            json!({ "due_date": "2025-10-17" }),
            json!({ "due_date": "2025-09-12" }),
            Aspect::DueDate,
        ),
        ("set-due-date", json!({ "due_date": "2025-10-17" }), json!({ "due_date": null }), Aspect::DueDate),
        ("set-due-date", json!({ "due_date": "" }), json!({ "due_date": "2025-09-12" }), Aspect::DueDate),
        ("assign", assignee.clone(), json!({ "assignees": [] }), Aspect::Assignee),
        ("assign", assignee, json!({ "assignees": [{ "id": 3 }] }), Aspect::Assignee),
        ("add-label", label.clone(), json!({ "labels": ["bug"] }), Aspect::Label),
        ("add-label", label, json!({ "labels": [] }), Aspect::Label),
        ("update", labels.clone(), json!({ "labels": ["bug"] }), Aspect::Labels),
        ("update", labels, json!({ "labels": [] }), Aspect::Labels),
        ("update", json!({ "labels": [] }), json!({ "labels": ["bug"] }), Aspect::Labels),
        ("update", json!({ "title": "Neuf" }), json!({ "title": "Un" }), Aspect::Title),
        ("update", json!({ "milestone_hint": "sprint 1" }), json!({ "milestone": null }), Aspect::Milestone),
    ] {
        for issue in [confirmed(json!({ "resolved_issue_iid": 1 })), hinted(json!({ "issue_hint": "Un" }))] {
            let stage = Stage::with(world.clone()).await;
            let now = json!({ "id": 50_001, "iid": 1, "title": "Un", "state": "opened" });
            stage.refuse("PUT ", 200, with(now, held.clone()));
            let answer =
                stage.post(&format!("issues/assistant-{operation}"), with(issue, fields.clone())).await;
            let detail = answer.refused(502, "upstream_unchanged");
            assert_eq!(detail, fr(&messages::dropped(Iid(1), what)), "{operation} {held}");
            assert_eq!(stage.count("PUT "), 1, "it is not sent again");
        }
    }
}

#[tokio::test]
async fn labels_that_an_update_lacks_are_named_beside_what_else_it_did() {
    for (fields, held, is_told) in [
        (json!({ "labels": ["bug", "api"] }), json!(["api"]), true),
        (json!({ "title": "Autre", "labels": ["bug"] }), json!([]), true),
        (json!({ "title": "Autre", "labels": ["bug"] }), json!(["bug"]), false),
    ] {
        let stage = Stage::with(with_labels()).await;
        let now = json!({ "id": 50_001, "iid": 1, "title": "Autre", "state": "opened", "labels": held });
        stage.once("PUT ", 200, now);
        let body = confirmed(with(fields.clone(), json!({ "resolved_issue_iid": 1 })));
        let answer = stage.post(UPDATE, body).await.ok();
        assert_eq!(says(&answer, &dropped("bug")), is_told, "{fields}: {answer}");
    }
}

#[tokio::test]
async fn an_update_that_leaves_the_issue_without_a_label_that_it_had_and_was_to_have_is_502() {
    let mut world = with_labels();
    world.issue_with(PORTAIL, json!({ "title": "Deux", "labels": ["bug"] })).unwrap();
    let stage = Stage::with(world).await;
    let issue = json!({ "id": 50_002, "iid": 2, "title": "Deux", "state": "opened", "labels": [] });
    stage.once("PUT ", 200, issue);
    let body = confirmed(json!({ "add_labels": ["bug"], "resolved_issue_iid": 2 }));
    stage.post(UPDATE, body).await.error(502);
}

#[tokio::test]
async fn a_label_that_the_host_took_away_for_another_is_named() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let issue = || confirmed(json!({ "resolved_issue_iid": 1 }));
    let removed = |label: &str| messages::removed_labels(&[label.to_owned()]).unwrap();
    for (operation, fields, adds, loses) in [
        ("add-label", issue(), "libre", None),
        ("add-label", issue(), "p::1", None),
        ("add-label", issue(), "p::2", Some("p::1")),
        ("bulk-add-label", json!({ "project_hint": "portail", "issue_hints": ["#1"] }), "p::3", Some("p::2")),
        ("add-label-all", json!({ "project_hint": "portail" }), "p::4", Some("p::3")),
    ] {
        let body = with(fields, json!({ "label_name": adds, "create_label_if_missing": true }));
        let path = format!("issues/assistant-{operation}");
        let preview = stage.post(&path, with(body.clone(), json!({ "dry_run": true }))).await.ok();
        let answer = stage.post(&path, body).await.ok();
        let told =
            |answer: &Value, label| says(answer.pointer("/results/0").unwrap_or(answer), &removed(label));
        for label in ["libre", "p::1", "p::2", "p::3"] {
            assert!(!told(&preview, label), "{preview}");
            assert_eq!(told(&answer, label), loses == Some(label), "{answer}");
        }
    }
}

#[tokio::test]
async fn what_a_preview_would_send_is_not_called_dropped() {
    let stage = Stage::with(with_labels()).await;
    let body = confirmed(json!({ "labels": ["bug"], "resolved_issue_iid": 1, "dry_run": true }));
    let answer = stage.post(UPDATE, body).await.ok();
    assert!(!says(&answer, &dropped("bug")), "{answer}");
}

#[tokio::test]
async fn an_update_whose_answer_lacks_what_it_was_sent_for_is_502() {
    let mut world = with_labels();
    let sprint = world.milestone(PORTAIL, "Sprint 1");
    for (path, fields) in [
        ("issues/assistant-close", json!({})),
        ("issues/assistant-set-due-date", json!({ "due_date": "2026-12-01" })),
        ("issues/assistant-set-due-date", json!({ "due_date": "" })),
        ("issues/assistant-add-label", json!({ "label_name": "bug" })),
        ("issues/assistant-assign", json!({ "resolved_assignee_id": 1 })),
        (UPDATE, json!({ "labels": ["bug"] })),
        (UPDATE, json!({ "resolved_milestone_id": sprint })),
        (UPDATE, json!({ "title": "Neuf" })),
        (UPDATE, json!({ "clear": ["due_date", "assignees"] })),
    ] {
        let stage = Stage::with(world.clone()).await;
        stage.refuse("PUT ", 200, json!({ "id": 50_001, "iid": 1 }));
        let body = confirmed(with(fields.clone(), json!({ "resolved_issue_iid": 1 })));
        stage.post(path, body).await.refused(502, "upstream_unchanged");
    }
}

#[tokio::test]
async fn a_confirmed_milestone_that_the_project_lacks_is_left_out_in_a_preview_as_in_acting() {
    let mut world = portail_with(&["Un"]);
    let other = world.group("autre", "Autre");
    let foreign = world.group_milestone(other, "Sprint 9");
    for (id, dry_run) in [(99_999, true), (99_999, false), (foreign, true), (foreign, false)] {
        let stage = Stage::with(world.clone()).await;
        let post = async |path, fields| {
            let milestone = json!({ "resolved_milestone_id": id, "dry_run": dry_run });
            stage.post(path, confirmed(with(fields, milestone))).await
        };
        let left_out = format!("n'a pas retenu le jalon « {id} »");
        let said = |answer: &Value, within: &str| {
            let message = answer["message"].as_str().unwrap().to_owned();
            assert!(!message.contains(within), "{message}");
            message
        };
        let created = post(ASSIST, json!({ "title": "Affiche" })).await.ok();
        assert!(said(&created, "dans le jalon").contains(&left_out), "{created}");
        let batch = post(BATCH, json!({ "issues": [{ "title": "Tract" }] })).await.ok();
        said(&batch, "dans le jalon");
        assert_eq!(batch["results"][0]["milestone_assigned"], false, "{batch}");
        assert!(said(&batch["results"][0], "dans").contains(&left_out), "{batch}");
        let update = post(UPDATE, json!({ "resolved_issue_iid": 1 })).await;
        assert_eq!(update.body["code"], "upstream_unchanged", "{}", update.body);
        let update = post(UPDATE, json!({ "resolved_issue_iid": 1, "title": "Deux" })).await.ok();
        assert!(said(&update, "Son jalon").contains(&left_out), "{update}");
    }
}

#[tokio::test]
async fn a_confirmed_milestone_is_missed_only_where_all_milestones_were_read() {
    let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
    stage.refuse("GET /projects/101/milestones?", 500, json!({ "message": "500" }));
    let issues = json!([{ "title": "Affiche" }]);
    let body = confirmed(json!({ "resolved_milestone_id": 99_999, "issues": issues, "dry_run": true }));
    let answer = stage.post(BATCH, body).await.ok();
    assert_eq!(answer["results"][0]["milestone_assigned"], true, "{answer}");
}

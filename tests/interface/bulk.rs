//! Operations on several issues at once: closing or labelling those that hints mean, and labelling all of a project.

use std::time::Duration;

use insta::assert_json_snapshot;
use passerelle::{
    error::Error,
    gitlab::Iid,
    messages::{PERHAPS_DONE, failure},
};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, fr},
    world::{
        BY_PATH, PORTAIL, assert_untouched, confirmed, hinted, labelled, portail_with, seven_portails, shown,
        with,
    },
};

const CLOSE: &str = "issues/assistant-bulk-close";
const LABEL: &str = "issues/assistant-bulk-add-label";
const ALL: &str = "issues/assistant-add-label-all";
const BATCH: &str = "issues/assistant-batch-create";
const POOL: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1";
const CHANGE: &str = "PUT /projects/101/issues/1";
/// One call at a time, so that calls and faults come in the order of the items.
const IN_ORDER: &[(&str, &str)] = &[("upstream.fan_out", "1"), ("upstream.retries", "0")];

/// Both operations on the issues that these hints mean: path, request, and the status of an issue that was changed.
fn by_hints(hints: &[&str]) -> [(&'static str, Value, &'static str); 2] {
    let label = json!({ "issue_hints": hints, "label_name": "  Bug ", "create_label_if_missing": true });
    [(CLOSE, json!({ "issue_hints": hints }), "closed"), (LABEL, label, "updated")]
}

/// The same, and the operation on all issues.
fn on_several(hints: &[&str]) -> [(&'static str, Value, &'static str); 3] {
    let [close, label] = by_hints(hints);
    let all = json!({ "label_name": "  Bug ", "create_label_if_missing": true });
    [close, label, (ALL, all, "updated")]
}

/// The name of a snapshot of an answer of this operation.
fn snapshot(path: &str, name: &str) -> String {
    format!("{}_{name}", path.replace("issues/assistant-", ""))
}

#[tokio::test]
async fn each_hint_has_its_own_result_in_their_order() {
    let hints = ["  Page de connexion ", "", "Export", "  ", "Recette", "#4", "#99", "!!!"];
    for (path, body, done) in by_hints(&hints) {
        let mut world = labelled(&[], &["bug"]);
        world.issue_with(PORTAIL, json!({ "title": "Page de connexion", "labels": ["api"] })).unwrap();
        for title in ["Export", "Export", "Facture"] {
            world.issue(PORTAIL, title);
        }
        world.closed_issue(PORTAIL, "Recette");
        let stage = Stage::set(world, IN_ORDER).await;
        let body = stage.post(path, hinted(body)).await.ok();
        assert_eq!(
            each(&body["results"], "issue_hint"),
            ["Page de connexion", "Export", "Recette", "#4", "#99", "!!!"],
            "blank hints are dropped"
        );
        let (asks, missing) = ("issue_clarification_needed", "issue_not_found");
        let statuses = [done, asks, missing, done, missing, asks];
        assert_eq!(json!(each(&body["results"], "status")), json!(statuses), "{path}");
        assert_eq!(stage.writes(), ["PUT /projects/101/issues/1", "PUT /projects/101/issues/4"]);
        if path == CLOSE {
            assert_eq!(stage.sent(), vec![json!({ "state_event": "close" }); 2]);
        }
        assert_eq!(stage.count(POOL), 1);
        assert_json_snapshot!(snapshot(path, "processed"), shown(&stage, &body));
    }
}

#[tokio::test]
async fn an_issue_that_several_hints_mean_is_changed_once_and_reported_for_each() {
    for (path, body, done) in
        by_hints(&["la page de connexion", "#1", "ville/portail#1", "PAGE DE CONNEXION"])
    {
        let stage = Stage::with(labelled(&["Page de connexion", "Export"], &["bug"])).await;
        let body = stage.post(path, hinted(body)).await.ok();
        assert_eq!(json!(each(&body["results"], "status")), json!(vec![done; 4]), "{path}");
        assert_eq!(stage.writes(), [CHANGE], "{path}");
        if path == CLOSE {
            assert_eq!(body["message"], "Projet « Portail » : 1 ticket fermé.");
        } else {
            assert_eq!(json!(each(&body["results"], "labels")), json!(vec![["bug"]; 4]));
        }
    }
}

#[tokio::test]
async fn a_confirmed_bulk_call_uses_the_path_and_still_resolves_each_hint() {
    for (path, body, done) in by_hints(&["Un"]) {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        let body = stage.post(path, confirmed(body)).await.ok();
        assert_eq!((&body["status"], &body["results"][0]["status"]), (&json!("processed"), &json!(done)));
        assert_eq!(body["candidate_projects"], json!([]), "{path}");
        assert_eq!(stage.calls()[0], BY_PATH, "{path}");
        match path {
            CLOSE => assert_eq!(stage.calls()[1..], [POOL, CHANGE]),
            _ => assert_eq!(body["label_name"], "bug"),
        }
    }
}

#[tokio::test]
async fn without_a_project_a_label_is_named_as_it_was_typed() {
    let stage = Stage::with(seven_portails()).await;
    for (path, body, _) in on_several(&["Un"]).into_iter().filter(|(path, ..)| *path != CLOSE) {
        for hint in ["xylophone", "Portail"] {
            let body = stage.post(path, with(body.clone(), json!({ "project_hint": hint }))).await.ok();
            assert_eq!(body["label_name"], "Bug", "{path}");
        }
    }
}

// Failures of single items

#[tokio::test]
async fn an_update_that_fails_is_the_items_error_and_the_others_go_on() {
    for (path, body, done) in on_several(&["Un", "Deux", "Trois"]) {
        let stage = Stage::set(labelled(&["Un", "Deux", "Trois"], &["bug"]), IN_ORDER).await;
        stage.refuse("PUT /projects/101/issues/2", 403, json!({ "message": "403 Forbidden - non" }));
        let body = stage.post(path, hinted(body)).await.ok();
        assert_eq!(body["status"], "processed");
        assert_eq!(json!(each(&body["results"], "status")), json!([done, "error", done]), "{path}");
        let failed = &body["results"][1];
        assert_eq!((&failed["issue"]["iid"], &failed["issue"]["state"]), (&json!(2), &json!("opened")));
        assert!(failed["message"].as_str().unwrap().contains("403 Forbidden - non"), "{failed}");
        assert_eq!(stage.count("PUT "), 3);
        assert!(stage.read(|world| world.issues[&(PORTAIL, 2)].labels.is_empty()), "{path}");
        assert_json_snapshot!(snapshot(path, "processed_with_an_error"), shown(&stage, &body));
    }
}

#[tokio::test]
async fn when_every_update_failed_the_first_failure_is_the_whole_requests() {
    for (path, body, _) in on_several(&["absent", "Deux", "Un"]) {
        let stage = Stage::set(labelled(&["Un", "Deux"], &["bug"]), IN_ORDER).await;
        stage.refuse("PUT /projects/101/issues/2", 403, json!({ "message": "premier" }));
        stage.refuse("PUT /projects/101/issues/1", 400, json!({ "message": "second" }));
        let detail = stage.post(path, hinted(body)).await.error(403);
        assert!(detail.contains("premier"), "{path}: {detail}");
        assert_eq!(stage.count("PUT "), 2, "the others are tried all the same");
    }
}

#[tokio::test]
async fn when_every_update_failed_one_that_may_have_been_done_is_told_with_the_first() {
    for (path, body, _) in by_hints(&["Deux", "Un"]) {
        let stage = Stage::set(labelled(&["Un", "Deux"], &["bug"]), IN_ORDER).await;
        stage.refuse("PUT /projects/101/issues/2", 409, json!({ "message": "premier" }));
        stage.refuse("PUT /projects/101/issues/1", 500, json!({ "message": "second" }));
        let detail = stage.post(path, hinted(body)).await.error(409);
        assert!(detail.contains("premier") && detail.contains(&fr(&PERHAPS_DONE)), "{path}: {detail}");
    }
}

#[tokio::test]
async fn a_reference_that_cannot_be_read_is_its_own_items_error() {
    let settings = [("policy.roots", "ville")];
    let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
    stage.refuse("GET /projects/101/issues/2", 500, json!({ "message": "500 Internal Server Error" }));
    let body = json!({ "issue_hints": ["Un", "#2", "ailleurs/projet#3"] });
    let body = stage.post(CLOSE, hinted(body)).await.ok();
    assert_eq!(each(&body["results"], "status"), ["closed", "error", "error"]);
    assert_eq!(json!(each(&body["results"], "issue"))[1], Value::Null);
    stage.post(CLOSE, hinted(json!({ "issue_hints": ["#2"] }))).await.error(500);
}

#[tokio::test]
async fn an_item_whose_state_the_host_leaves_is_no_success() {
    let stage = Stage::with(portail_with(&["Un", "Deux"])).await;
    let unchanged = json!({ "id": 50_001, "iid": 1, "title": "Un", "state": "opened" });
    stage.refuse("PUT /projects/101/issues/1", 200, unchanged);
    let body = stage.post(CLOSE, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
    assert_eq!(each(&body["results"], "status"), ["error", "closed"]);
}

// The end of the time

#[tokio::test]
async fn an_item_that_hangs_is_cut_short_and_the_others_are_reported() {
    let settings = [("server.request_timeout", "1s"), ("upstream.fan_out", "2")];
    let stage = Stage::set(portail_with(&["Un", "Deux", "Trois"]), &settings).await;
    let hanging = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    stage.fault("PUT /projects/101/issues/2", usize::MAX, hanging);
    let body = hinted(json!({ "issue_hints": ["Un", "Deux", "Trois"] }));
    let body = stage.post(CLOSE, body).await.ok();
    assert_eq!(each(&body["results"], "status"), ["closed", "error", "closed"]);
    let message = body["results"][1]["message"].as_str().unwrap();
    assert!(message.contains(&fr(&PERHAPS_DONE)), "{message}");
}

#[tokio::test]
async fn a_bulk_call_whose_time_ends_reports_the_rest_as_not_attempted() {
    let absent = Error::IssueNotFound { project: "ville/portail".to_owned(), iid: Iid(1) };
    // No item starts in the second half of the time.
    for (time, status, delay, first) in [("1s", 200, 60_000, Error::CutShort), ("3s", 404, 1_600, absent)] {
        let settings = [("server.request_timeout", time), ("upstream.fan_out", "1")];
        let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
        let late = ResponseTemplate::new(status).set_delay(Duration::from_millis(delay));
        stage.fault("PUT ", usize::MAX, late);
        let body = stage.post(CLOSE, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
        let expected = [first, Error::NotAttempted].map(|error| fr(&failure(&error)));
        assert_eq!(json!(each(&body["results"], "message")), json!(expected), "{status}");
        assert_eq!(stage.writes().len(), 1, "what is not attempted is not sent");
    }
}

#[tokio::test]
async fn a_bulk_call_whose_time_ends_before_its_first_item_reports_each_as_not_attempted() {
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    let not_attempted = fr(&failure(&Error::NotAttempted));
    let issues = json!({ "issues": [{ "title": "Un" }, { "title": "Deux" }], "create_duplicates": false });
    for (path, fields, call) in [
        (CLOSE, json!({ "issue_hints": ["#1", "#2"] }), "GET /projects/101/issues/"),
        (LABEL, json!({ "issue_hints": ["#1", "#2"], "label_name": "bug" }), "GET /projects/101/labels"),
        (BATCH, issues, "GET /projects/101/issues?"),
    ] {
        let stage = Stage::set(portail_with(&["Un", "Deux"]), &[("server.request_timeout", "1s")]).await;
        stage.fault(call, usize::MAX, slow.clone());
        let body = stage.post(path, hinted(fields)).await.ok();
        assert_eq!(each(&body["results"], "message"), [&not_attempted, &not_attempted], "{path}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_bulk_call_that_waits_for_another_ones_labels_until_its_end_reports_each_as_not_attempted() {
    let world = labelled(&["Un", "Deux"], &["bug"]);
    let stage = Stage::set(world, &[("server.request_timeout", "1s")]).await;
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    let first = json!({ "resolved_issue_iid": 1, "label_name": "bug" });
    let [_, (_, several, _), (_, every, _)] = on_several(&["Un", "Deux"]);
    let behind = async {
        stage.got("PUT ", 1).await;
        tokio::join!(stage.post(LABEL, hinted(several)), stage.post(ALL, hinted(every)))
    };
    let first = stage.post("issues/assistant-add-label", confirmed(first));
    let (_, (several, every)) = tokio::join!(first, behind);
    let not_attempted = fr(&failure(&Error::NotAttempted));
    for body in [several.ok(), every.ok()] {
        assert_eq!(each(&body["results"], "message"), [&not_attempted, &not_attempted]);
    }
}

//! Closing several issues at once.

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
    stage::{Stage, each, fields, fr},
    world::{BY_PATH, PORTAIL, assert_untouched, confirmed, hinted, portail_with, seven_portails, shown},
};

const BULK: &str = "issues/assistant-bulk-close";
const LABEL: &str = "issues/assistant-bulk-add-label";
const ALL: &str = "issues/assistant-add-label-all";
const POOL: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1";
const CHANGE: &str = "PUT /projects/101/issues/1";

#[tokio::test]
async fn each_hint_of_a_bulk_close_has_its_own_result_in_their_order() {
    let mut world = portail_with(&["Page de connexion", "Export", "Export", "Facture"]);
    world.closed_issue(PORTAIL, "Recette");
    let stage = Stage::set(world, &[("upstream.fan_out", "1")]).await;
    let hints = ["  Page de connexion ", "", "Export", "Recette", "#4", "#99", "!!!"];
    let body = stage.post(BULK, hinted(json!({ "issue_hints": hints }))).await.ok();
    assert_eq!(
        json!(each(&body["results"], "issue_hint")),
        json!(["Page de connexion", "Export", "Recette", "#4", "#99", "!!!"]),
        "blank hints are dropped"
    );
    assert_eq!(
        json!(each(&body["results"], "status")),
        json!([
            "closed",
            "issue_clarification_needed",
            "issue_not_found",
            "closed",
            "issue_not_found",
            "issue_clarification_needed",
        ])
    );
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/1", "PUT /projects/101/issues/4"]);
    assert_eq!(stage.sent(), [json!({ "state_event": "close" }), json!({ "state_event": "close" })]);
    assert_eq!(stage.count(POOL), 1);
    assert_eq!(
        fields(&body),
        ["candidate_projects", "message", "project", "results", "status", "success", "suggested_projects"]
    );
    assert_json_snapshot!("bulk_close_processed", shown(&stage, &body));
}

#[tokio::test]
async fn an_issue_that_two_hints_mean_is_closed_once_and_reported_twice() {
    let stage = Stage::with(portail_with(&["Page de connexion", "Export"])).await;
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["la page de connexion", "#1"] }))).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["closed", "closed"]));
    assert_eq!(stage.writes(), [CHANGE]);
    assert_eq!(body["message"], "Projet « Portail » : 1 ticket fermé.", "{body}");
}

#[tokio::test]
async fn a_confirmed_bulk_close_uses_the_path_and_still_resolves_each_hint() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let body = stage.post(BULK, confirmed(json!({ "issue_hints": ["Un"] }))).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["closed"]));
    assert_eq!(stage.calls(), [BY_PATH, POOL, CHANGE]);
}

#[tokio::test]
async fn a_close_that_fails_is_the_items_error_and_the_others_go_on() {
    let stage = Stage::with(portail_with(&["Un", "Deux"])).await;
    stage.refuse("PUT /projects/101/issues/1", 403, json!({ "message": "403 Forbidden" }));
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["error", "closed"]));
    assert_eq!(body["results"][0]["issue"]["state"], "opened");
    let body = json!({ "issue_hints": ["Un", "Recette"] });
    stage.post(BULK, hinted(body)).await.error(403);
}

#[tokio::test]
async fn an_item_that_hangs_is_cut_short_and_the_others_are_reported() {
    let settings = [("server.request_timeout", "1s"), ("upstream.fan_out", "2")];
    let stage = Stage::set(portail_with(&["Un", "Deux", "Trois"]), &settings).await;
    let hanging = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    stage.fault("PUT /projects/101/issues/2", usize::MAX, hanging);
    let body = hinted(json!({ "issue_hints": ["Un", "Deux", "Trois"] }));
    let body = stage.post(BULK, body).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["closed", "error", "closed"]));
    let message = body["results"][1]["message"].as_str().unwrap();
    assert!(message.contains(&fr(&PERHAPS_DONE)), "{message}");
}

#[tokio::test]
async fn a_bulk_call_of_which_nothing_can_be_said_still_reports_every_item() {
    let settings = [("server.request_timeout", "1s"), ("upstream.fan_out", "1")];
    let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
    let messages = each(&body["results"], "message");
    let expected = [Error::CutShort, Error::NotAttempted].map(|error| fr(&failure(&error)));
    assert_eq!(json!(messages), json!(expected));
    assert_eq!(stage.writes().len(), 1, "what is not attempted is not sent");
}

#[tokio::test]
async fn a_bulk_call_whose_time_ends_after_a_refusal_reports_the_rest_as_not_attempted() {
    let settings = [("server.request_timeout", "3s"), ("upstream.fan_out", "1")];
    let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
    // None starts in the second half of the time.
    let late = ResponseTemplate::new(404).set_delay(Duration::from_millis(1_600));
    stage.fault("PUT ", usize::MAX, late);
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
    let absent = Error::IssueNotFound { project: "ville/portail".to_owned(), iid: Iid(1) };
    let expected = [absent, Error::NotAttempted].map(|error| fr(&failure(&error)));
    assert_eq!(json!(each(&body["results"], "message")), json!(expected));
    assert_eq!(stage.writes().len(), 1);
}

#[tokio::test]
async fn a_bulk_call_whose_time_ends_before_its_first_item_reports_each_as_not_attempted() {
    let settings = [("server.request_timeout", "1s")];
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    let not_attempted = fr(&failure(&Error::NotAttempted));
    for (path, fields, call) in [
        (BULK, json!({ "issue_hints": ["#1", "#2"] }), "GET /projects/101/issues/"),
        (LABEL, json!({ "issue_hints": ["#1", "#2"], "label_name": "bug" }), "GET /projects/101/labels"),
    ] {
        let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
        stage.fault(call, usize::MAX, slow.clone());
        let body = stage.post(path, hinted(fields)).await.ok();
        assert_eq!(each(&body["results"], "message"), [&not_attempted, &not_attempted], "{path}");
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn a_bulk_call_that_waits_for_another_ones_labels_until_its_end_reports_each_as_not_attempted() {
    let mut world = portail_with(&["Un", "Deux"]);
    world.label(PORTAIL, "bug", "#FF0000");
    let stage = Stage::set(world, &[("server.request_timeout", "1s")]).await;
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    let first = json!({ "resolved_issue_iid": 1, "label_name": "bug" });
    let several = json!({ "issue_hints": ["Un", "Deux"], "label_name": "bug" });
    let behind = async {
        while stage.count("PUT ") == 0 {
            tokio::task::yield_now().await;
        }
        let every = hinted(json!({ "label_name": "bug" }));
        tokio::join!(stage.post(LABEL, hinted(several)), stage.post(ALL, every))
    };
    let first = stage.post("issues/assistant-add-label", confirmed(first));
    let (_, (several, every)) = tokio::join!(first, behind);
    let not_attempted = fr(&failure(&Error::NotAttempted));
    for body in [several.ok(), every.ok()] {
        assert_eq!(each(&body["results"], "message"), [&not_attempted, &not_attempted]);
    }
}

#[tokio::test]
async fn a_reference_that_cannot_be_read_is_its_own_items_error() {
    let settings = [("policy.roots", "ville")];
    let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
    stage.refuse("GET /projects/101/issues/2", 500, json!({ "message": "500 Internal Server Error" }));
    let body = json!({ "issue_hints": ["Un", "#2", "ailleurs/projet#3"] });
    let body = stage.post(BULK, hinted(body)).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["closed", "error", "error"]));
    assert_eq!(json!(each(&body["results"], "issue"))[1], Value::Null);
    stage.post(BULK, hinted(json!({ "issue_hints": ["#2"] }))).await.error(500);
}

#[tokio::test]
async fn an_item_whose_state_the_host_leaves_is_no_success() {
    let stage = Stage::with(portail_with(&["Un", "Deux"])).await;
    let unchanged = json!({ "id": 50_001, "iid": 1, "title": "Un", "state": "opened" });
    stage.refuse("PUT /projects/101/issues/1", 200, unchanged);
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["Un", "Deux"] }))).await.ok();
    assert_eq!(json!(each(&body["results"], "status")), json!(["error", "closed"]));
}

#[tokio::test]
async fn a_bulk_close_of_an_unclear_project_closes_nothing() {
    let stage = Stage::with(seven_portails()).await;
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["Un"] }))).await.ok();
    assert_eq!((&body["status"], &body["results"]), (&json!("project_clarification_needed"), &json!([])));
    assert_eq!(body["candidate_projects"].as_array().unwrap().len(), 5);
    let body = json!({ "project_hint": "xylophone", "issue_hints": ["Un"] });
    assert_eq!(stage.post(BULK, body).await.ok()["status"], "project_not_found");
    assert_untouched(&stage);
}

#[tokio::test]
async fn the_hints_of_a_bulk_close_are_1_to_100() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for hints in [json!(null), json!([]), json!(["", " "]), json!(vec!["a"; 101]), json!("Un"), json!([1])] {
        let detail = stage.post(BULK, hinted(json!({ "issue_hints": hints }))).await.error(422);
        assert!(detail.contains("issue_hints"), "{detail}");
    }
    let long = hinted(json!({ "issue_hints": ["", "Un", "a".repeat(1_001)] }));
    let detail = stage.post(BULK, long).await.error(422);
    assert!(detail.contains("issue_hints[2]"), "{detail}");
    stage.post(BULK, hinted(json!({}))).await.error(422);
    assert_eq!(stage.calls(), [""; 0]);
}

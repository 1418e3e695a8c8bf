//! A hostile host: its texts are cleaned, and its redirections are not followed.

use gitlab_sandbox::TOKEN;
use passerelle::{error::Error, messages};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    audit::Log,
    stage::{Answer, Stage, fields, fr},
    world::{confirmed, hinted, labelled, portail, portail_and_agenda, portail_with, with},
};

const CLOSE: &str = "issues/assistant-close";
const LIST: &str = "issues/assistant-list";
const BY_PATH: &str = "GET /projects/ville%2Fportail";
const CALLERS_TOKEN: &str = "secret-of-alice";

fn is_odd(character: char) -> bool {
    character.is_control() || ('\u{2028}'..='\u{202e}').contains(&character)
}

/// Asserts that a text has at most this many characters, no token and nothing that forges a line.
#[track_caller]
fn assert_clean(text: &str, most: usize) {
    assert!(text.chars().count() <= most, "{} characters", text.chars().count());
    assert!(!text.contains(TOKEN) && !text.contains(CALLERS_TOKEN) && !text.contains(is_odd), "{text:?}");
}

/// Both tokens, control characters, and a very long text.
fn hostile() -> String {
    format!("{TOKEN} {CALLERS_TOKEN}\n2026 INFO forged \u{1b}[31m\u{202e}{}", "x".repeat(50_000))
}

async fn send(stage: &Stage, path: &str, body: Value) -> Answer {
    stage.post_with(&[("authorization", &format!("Bearer {CALLERS_TOKEN}"))], path, &body).await
}

#[tokio::test]
async fn what_the_host_says_of_an_error_is_clean_in_the_log_the_audit_log_and_the_answer() {
    let settings = [("server.auth_tokens", "alice:secret-of-alice"), ("upstream.retries", "1")];
    let stage = Stage::set(portail_with(&["Un"]), &settings).await;
    let refusal = |status| {
        ResponseTemplate::new(status)
            .set_body_json(json!({ "message": hostile() }))
            .insert_header("retry-after", "0")
            .insert_header("x-request-id", format!("{TOKEN}{}", "y".repeat(5_000)))
    };
    stage.fault("GET /projects", 2, refusal(503));
    // Lines of an outage are sampled, those of a refusal are not.
    stage.fault("PUT ", 1, refusal(403));
    let log = Log::filtered("trace,hyper=off,wiremock=off");
    let close = confirmed(json!({ "resolved_issue_iid": 1 }));
    for (body, path, status) in [(hinted(json!({})), LIST, 503), (close, CLOSE, 403)] {
        let detail = send(&stage, path, body).await.error(status);
        assert!(detail.contains("***"), "{detail}");
        assert_clean(&detail, 800);
    }
    let lines: Vec<_> = log.lines().into_iter().map(|line| line["fields"].clone()).collect();
    let told = lines.iter().flat_map(|fields| fields.as_object().unwrap().values()).filter_map(Value::as_str);
    told.for_each(|text| assert_clean(text, 800));
    for message in ["a call to the host is retried", "the operation failed", "written"] {
        assert!(lines.iter().any(|fields| fields["message"] == message), "{message}");
    }
    let written = lines.iter().find(|fields| fields["message"] == "written").unwrap();
    assert!(written["host_request"].as_str().unwrap().starts_with("***yyy"), "{written}");
}

#[tokio::test]
async fn what_the_host_says_in_a_body_that_cannot_be_used_is_clean_too() {
    let settings = [("server.auth_tokens", "alice:secret-of-alice"), ("upstream.retries", "0")];
    let stage = Stage::set(portail(), &settings).await;
    // The decoder quotes a text that stands where a number should.
    stage.refuse(BY_PATH, 200, json!({ "id": hostile() }));
    let log = Log::filtered("warn");
    send(&stage, LIST, confirmed(json!({}))).await.error(502);
    let lines = log.lines();
    assert!(!lines.is_empty());
    for line in lines {
        assert_clean(line["fields"]["error"].as_str().unwrap(), 800);
    }
}

#[tokio::test]
async fn a_retry_after_without_end_is_passed_on_as_an_hour() {
    for asked in ["18446744073709551615", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"] {
        let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
        stage.fault("GET ", 1, ResponseTemplate::new(503).insert_header("retry-after", asked));
        let answer = stage.post(LIST, hinted(json!({}))).await;
        assert_eq!(answer.headers["retry-after"], "3600", "{asked}");
        answer.error(503);
    }
}

#[tokio::test]
async fn a_301_is_followed_only_below_the_own_base_address_and_carries_no_credentials() {
    let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
    let uri = stage.server.uri();
    let moved = |location: &str| ResponseTemplate::new(301).insert_header("location", location);
    for outside in [
        "/users/sign_in",
        "/api/v4/../../users/sign_in",
        "/api/v4/%2e%2e/admin",
        "/api/v4/..%2fadmin",
        "/api/v4/projects%2F..%5C..%5cadmin",
        "/api/v40/projects/101",
        "/api/v4",
    ] {
        stage.fault(BY_PATH, 1, moved(&format!("{uri}{outside}")));
        let before = stage.calls().len();
        let answer = stage.post(LIST, confirmed(json!({}))).await;
        assert_eq!(answer.body["code"], "upstream_redirected", "{outside}");
        assert_eq!(stage.calls().len(), before + 1, "{outside}");
    }
    let with_credentials = uri.replace("http://", "http://user:pass@");
    stage.fault(BY_PATH, 1, moved(&format!("{with_credentials}/api/v4/projects/101?simple=true#part")));
    stage.post(LIST, confirmed(json!({}))).await.ok();
    assert_eq!(stage.count("GET /projects/101?simple=true"), 1);
    let requests = stage.server.received_requests().await.unwrap();
    assert!(requests.iter().all(|request| !request.headers.contains_key("authorization")));
}

#[tokio::test]
async fn a_moved_projects_address_counts_by_host_and_base_path_and_not_by_scheme_and_port() {
    for location in ["https://127.0.0.1/api/v4/projects/101", "http://127.0.0.1:1/api/v4/projects/101"] {
        let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
        stage.fault(BY_PATH, 1, ResponseTemplate::new(301).insert_header("location", location));
        stage.post(LIST, confirmed(json!({}))).await.ok();
        assert_eq!(stage.count("GET /projects/101"), 2, "{location} {:?}", stage.calls());
    }
    let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
    let elsewhere = "http://other.example.com/api/v4/projects/101";
    stage.fault(BY_PATH, 1, ResponseTemplate::new(301).insert_header("location", elsewhere));
    stage.post(LIST, confirmed(json!({}))).await.error(502);
}

#[tokio::test]
async fn an_answer_about_another_object_is_502_and_nothing_of_it_is_shown_or_done() {
    let issue =
        json!({ "id": 9, "iid": 3, "project_id": 101, "title": "SECRET", "state": "opened", "labels": [] });
    let elsewhere = json!({ "id": 9, "iid": 1, "project_id": 102, "title": "SECRET", "state": "opened" });
    let project = json!({ "id": 102, "name": "SECRET", "path_with_namespace": "secret/x" });
    let numbered = json!({ "project_hint": "ville/portail", "issue_hint": "#1" });
    let by_number = "GET /projects/101/issues/1";
    for (call, told, path, body) in [
        (by_number, &issue, CLOSE, &numbered),
        (by_number, &elsewhere, CLOSE, &numbered),
        (by_number, &issue, "issues/assistant-show", &numbered),
        (by_number, &issue, "issues/assistant-comment", &with(numbered.clone(), json!({ "body": "x" }))),
        (
            by_number,
            &issue,
            "issues/assistant-add-label",
            &confirmed(
                json!({ "resolved_issue_iid": 1, "label_name": "bug", "create_label_if_missing": true, "dry_run": true }),
            ),
        ),
        ("GET /projects/101/issues?", &json!([elsewhere]), LIST, &confirmed(json!({}))),
        (BY_PATH, &project, LIST, &confirmed(json!({}))),
    ] {
        let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
        stage.refuse(call, 200, told.clone());
        let answer = stage.post(path, body.clone()).await;
        assert!(!answer.body.to_string().contains("SECRET"), "{path} {}", answer.body);
        answer.refused(502, "upstream_invalid");
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn another_id_than_the_one_that_was_read_is_another_object() {
    let other = json!({ "id": 777, "iid": 1, "title": "SECRET", "state": "closed", "labels": ["bug"] });
    for (call, path, fields, writes) in [
        ("PUT ", CLOSE, json!({}), 1),
        ("PUT ", "issues/assistant-update", json!({ "title": "Neuf" }), 1),
        ("GET /projects/101/issues/1", "issues/assistant-add-label", json!({ "label_name": "bug" }), 0),
        ("GET /projects/101/issues/1", "issues/assistant-update", json!({ "add_labels": ["bug"] }), 0),
        ("GET /projects/101/issues/1", "issues/assistant-show", json!({}), 0),
    ] {
        let stage = Stage::with(labelled(&["Un"], &["bug"])).await;
        stage.refuse(call, 200, other.clone());
        let answer = stage.post(path, hinted(with(fields, json!({ "issue_hint": "Un" })))).await;
        assert!(!answer.body.to_string().contains("SECRET"), "{path} {}", answer.body);
        answer.refused(502, "upstream_invalid");
        assert_eq!(stage.writes().len(), writes, "{path}");
    }
}

#[tokio::test]
async fn a_comment_on_another_object_is_502_and_said_to_be_open() {
    for on in [
        json!({ "noteable_id": 777 }),
        json!({ "noteable_iid": 2 }),
        json!({ "noteable_iid": 1, "noteable_type": "MergeRequest" }),
    ] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        stage.refuse("POST ", 201, with(json!({ "id": 5 }), on.clone()));
        let body = json!({ "resolved_issue_iid": 1, "body": "x" });
        let answer = stage.post("issues/assistant-comment", confirmed(body)).await;
        assert_eq!(answer.body["code"], "upstream_invalid", "{on}");
        let detail = answer.error(502);
        assert!(detail.contains(&fr(&messages::PERHAPS_DONE)), "{detail}");
    }
}

#[tokio::test]
async fn what_is_asked_for_by_a_number_is_not_looked_for_elsewhere() {
    let stage = Stage::with(portail_and_agenda()).await;
    let elsewhere = format!("{}/api/v4/projects/102/issues?state=opened", stage.server.uri());
    let moved = ResponseTemplate::new(301).insert_header("location", elsewhere);
    stage.fault("GET /projects/101/issues?", usize::MAX, moved);
    let answer = stage.post(LIST, confirmed(json!({}))).await;
    assert_eq!(answer.body["code"], "upstream_redirected");
    assert_eq!(stage.count("GET /projects/102"), 0);
}

#[tokio::test]
async fn a_project_that_the_host_says_it_made_elsewhere_is_deleted_within_the_roots_alone() {
    let create = json!({ "name": "Portail bis", "namespace_path": "ville" });
    for (elsewhere, deleted) in [("autre/projet", 0), ("ville-bis/projet", 0)] {
        let stage = Stage::set(portail(), &[("policy.roots", "ville")]).await;
        let made =
            json!({ "id": 77, "name": "Portail bis", "path_with_namespace": elsewhere, "web_url": "u" });
        stage.refuse("POST /projects", 201, made);
        let answer = stage.post("projects/create", create.clone()).await;
        assert_eq!(answer.body["code"], "namespace_mismatch");
        assert_eq!(fields(&answer.body), ["code", "detail", "success"]);
        let (asked, created) = ("ville".to_owned(), elsewhere.to_owned());
        let mismatch = Error::NamespaceMismatch { asked, created, deleted: false };
        assert_eq!(answer.error(409), fr(&messages::failure(&mismatch)));
        assert_eq!(stage.count("DELETE "), deleted);
    }
    for (status, told) in
        [(202, "a été demandée"), (403, "n'est pas confirmée"), (500, "n'est pas confirmée")]
    {
        let stage = Stage::with(portail()).await;
        let made = json!({ "id": 77, "name": "Portail bis", "path_with_namespace": "autre/portail-bis", "web_url": "u" });
        stage.refuse("POST /projects", 201, made);
        stage.refuse("DELETE /projects/77", status, json!({ "message": "…" }));
        let detail = stage.post("projects/create", create.clone()).await.error(409);
        assert!(detail.contains(&format!("sa suppression {told}")), "{status} {detail}");
        assert_eq!(stage.count("DELETE /projects/77"), 1);
    }
}

#[tokio::test]
async fn a_creation_that_is_answered_with_another_project_is_502_and_deletes_nothing() {
    for (at, told) in [("paie/salaires", "Salaires"), ("ville/portail", "Portail")] {
        let stage = Stage::with(portail()).await;
        let old = json!({ "id": 102, "name": told, "path_with_namespace": at, "web_url": "u" });
        stage.refuse("POST /projects", 201, old);
        let answer =
            stage.post("projects/create", json!({ "name": "Zeta", "namespace_path": "ville" })).await;
        let detail = answer.refused(502, "upstream_invalid");
        assert!(!detail.contains(told) && detail.contains(&fr(&messages::PERHAPS_DONE)), "{detail}");
        assert_eq!(stage.writes(), ["POST /projects"]);
    }
}

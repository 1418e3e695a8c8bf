//! Failures of the host, and what a caller reads then.

use std::{collections::BTreeSet, time::Duration};

use gitlab_sandbox::TOKEN;
use passerelle::{gitlab::Instance, messages, settings::Settings};
use serde_json::{Value, json};
use tokio::sync::OnceCell;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

use crate::{
    requests::rows,
    stage::{Answer, Stage, fr},
    world::{BY_PATH, PORTAIL, confirmed, hinted, portail, portail_and_agenda},
};

/// One try of each call, and no calls beyond those that the interface names.
const ONCE: &[(&str, &str)] = &[("upstream.retries", "0"), ("resolution.widen", "false")];
const NAMED: &str = "GET /projects/ville%2Fportail";
const LIST: &str = "issues/assistant-list";
const CLOSE: &str = "issues/assistant-close";

#[tokio::test]
async fn a_token_that_the_host_sends_back_is_shown_to_nobody() {
    let stage = Stage::set(portail(), ONCE).await;
    stage.refuse("GET ", 401, json!({ "message": format!("bad token {TOKEN}") }));
    let detail = stage.post(LIST, hinted(json!({}))).await.error(401);
    assert!(detail.contains("bad token") && !detail.contains(TOKEN), "{detail}");
}

/// An operation, a request, and a call to the host that it makes.
type Made = (&'static str, Value, String);

/// Which calls to the host a fault is meant for.
type Which<'a> = &'a dyn Fn(&str) -> bool;

/// Every call that the requests of each operation make, once per operation.
async fn calls() -> &'static [Made] {
    static CALLS: OnceCell<Vec<Made>> = OnceCell::const_new();
    CALLS.get_or_init(made).await
}

async fn made() -> Vec<Made> {
    let mut made = Vec::new();
    // A group search that fails is 502 whatever the host's status, and a failed issue of a batch is reported in its item: both
    // have their own tests. A batch is created where its duplicates can't be looked for. Failures to read the bridge's own user, or the names of found issues' projects, do not fail the
    // answer.
    let own = |path, call: &str| {
        call == "GET /user"
            || path == "issues/find" && ["GET /projects/101", "GET /projects/102"].contains(&call)
            || path == "groups/search"
            || path == "issues/assistant-batch-create"
                && (call.starts_with("POST ") || call.starts_with("GET /projects/101/issues?"))
    };
    for row in rows() {
        let mut known = BTreeSet::new();
        for request in row.requests() {
            let stage = Stage::set(portail_and_agenda(), ONCE).await;
            stage.post(row.path, request.clone()).await.ok();
            let calls = stage.calls().into_iter();
            let new = calls.filter(|call| !own(row.path, call) && known.insert(call.clone()));
            made.extend(new.map(|call| (row.path, request.clone(), call)));
        }
    }
    made
}

/// For each call of each operation: what the caller reads if the host answers it with this once. Each case has its own host, since
/// a call that was given up may arrive later.
async fn answered_with(
    only: impl Fn(&str) -> bool,
    answer: &ResponseTemplate,
) -> Vec<(&'static str, &'static str, Answer)> {
    let settings = [ONCE, &[("upstream.max_response_bytes", "20000")]].concat();
    let mut answers = Vec::new();
    for (path, body, call) in calls().await.iter().filter(|(_, _, call)| only(call)) {
        let stage = Stage::set(portail_and_agenda(), &settings).await;
        stage.fault(call, 1, answer.clone());
        answers.push((*path, call.as_str(), stage.post(path, body.clone()).await));
        assert!(stage.count(call) > 0, "{path} makes no {call}");
    }
    answers
}

/// A read and a write that are one call each after the project's: what the caller of each reads if the host answers with this.
async fn read_and_write(answer: ResponseTemplate) -> [Answer; 2] {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    stage.fault("GET /projects/101/issues", 1, answer.clone());
    let read = stage.post(LIST, hinted(json!({}))).await;
    stage.fault("PUT ", 1, answer);
    [read, stage.post(CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))).await]
}

/// The same read, and the creation of an issue: path, request, and the call that a fault is meant for.
fn read_or_create() -> [(&'static str, Value, &'static str); 2] {
    let issue = json!({ "project_path": "ville/portail", "title": "t", "description": "d" });
    [(LIST, hinted(json!({})), "GET /projects/101/issues"), ("issues/create", issue, "POST ")]
}

// The host's own errors

#[tokio::test]
async fn the_hosts_status_is_forwarded_with_its_message() {
    for status in [400, 401, 403, 405, 408, 413, 422, 423, 429, 500, 501, 502, 503, 504] {
        for answer in read_and_write(said(status, "dit l'hôte")).await {
            let detail = answer.error(status);
            assert!(detail.contains("dit l'hôte"), "{detail}");
        }
    }
}

/// An answer of the host with a message.
fn said(status: u16, message: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "message": message }))
}

#[tokio::test]
async fn what_the_host_answers_wrongly_to_any_call_of_any_operation_has_its_status_and_its_code() {
    let any = |_: &str| true;
    let a_list = |call: &str| call.contains('?') && !call.starts_with("GET /groups/ville?");
    // If add-label reads an issue by number and gets no issue, the answer is 404 (interface, assistant-add-label 4).
    let an_object = |call: &str| !a_list(call) && call != "GET /projects/101/issues/1";
    let no_label = |call: &str| call != "POST /projects/101/labels";
    let success = |body: Value| ResponseTemplate::new(200).set_body_json(body);
    let html = ResponseTemplate::new(200).set_body_raw("<html>Secret sign-in page</html>", "text/html");
    let moved =
        ResponseTemplate::new(301).insert_header("location", "http://localhost:9/api/v4/projects/101");
    let rows: [(_, Which, _, _, _); 8] = [
        ("refuses", &any, said(403, "dit l'hôte"), 403, "upstream_error"),
        ("fails", &any, said(500, "dit l'hôte"), 500, "upstream_error"),
        (
            "has a conflict, save for a label that exists",
            &no_label,
            said(409, "dit l'hôte"),
            409,
            "upstream_error",
        ),
        ("has no JSON", &any, html, 502, "upstream_invalid"),
        ("has no list", &a_list, success(json!({ "id": 1, "message": "Secret" })), 502, "upstream_invalid"),
        ("has no object", &an_object, success(json!([{ "id": 1 }])), 502, "upstream_invalid"),
        (
            "has too much",
            &any,
            success(json!([{ "id": 1, "name": "é".repeat(20_000) }])),
            502,
            "upstream_too_large",
        ),
        ("leads elsewhere", &any, moved, 502, "upstream_redirected"),
    ];
    for (what, only, reply, status, code) in rows {
        for (path, call, answer) in answered_with(only, &reply).await {
            assert_eq!(answer.body["code"], code, "{what}: {path} {call}: {}", answer.body);
            let detail = answer.error(status);
            assert!(status == 502 || detail.contains("dit l'hôte"), "{what}: {path} {call}: {detail}");
            assert!(!detail.contains("Secret") && !detail.contains('<'), "{what}: {path} {call}: {detail}");
        }
    }
}

#[tokio::test]
async fn a_404_names_the_object_that_the_caller_named_and_is_forwarded_otherwise() {
    for (path, call, answer) in answered_with(|_| true, &said(404, "404 dit l'hôte")).await {
        if call.starts_with("GET /projects/101/issues/1") && path.ends_with("close") {
            // A reference to an absent issue is an outcome, not a failure.
            assert_eq!(answer.ok()["status"], "issue_not_found");
            continue;
        }
        if path.ends_with("assign")
            && ["GET /projects/101", "GET /projects/101/members/all/1"].contains(&call)
        {
            // A preview reads the confirmed person last and fails as acting would: the host ignores an assignee who is no
            // member.
            answer.refused(502, "upstream_unchanged");
            continue;
        }
        let detail = answer.error(404);
        let named = match call {
            NAMED => "ville/portail",
            // The comments are read at the same time, at an address that begins alike.
            "GET /projects/101/issues/1" if path.ends_with("show") => "",
            "GET /projects/101/issues/1"
            | "PUT /projects/101/issues/1"
            | "POST /projects/101/issues/1/notes" => "#1",
            "PUT /projects/101/issues/2" => "#2",
            // A preview reads it after calls whose addresses begin alike.
            "GET /projects/101" => "",
            _ => "404 dit l'hôte",
        };
        assert!(detail.contains(named), "{path} {call}: {detail}");
    }
}

#[tokio::test]
async fn a_message_of_any_shape_becomes_one_readable_line() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    for (reply, line) in [
        (json!({ "message": "400 Bad request - non" }), "400 Bad request - non"),
        (json!({ "message": { "title": ["is too long", "is odd"] } }), "title: is too long, is odd"),
        (json!({ "message": { "a.b": ["x"], "c": ["y"] } }), "a.b: x; c: y"),
        (json!({ "message": { "labels": { "title": ["is invalid"] } } }), "labels: title: is invalid"),
        (json!({ "message": { "error": "needs a captcha" } }), "error: needs a captcha"),
        (json!({ "message": ["un", "deux"] }), "un, deux"),
        (json!({ "message": "un\ndeux\r\n\ttrois" }), "un deux trois"),
        (json!({ "error": "title is missing" }), "title is missing"),
        (json!({ "error": ["limit reached"] }), "limit reached"),
        (
            json!({ "error": "invalid_token", "error_description": "Token was revoked." }),
            "Token was revoked.",
        ),
        (json!({ "message": null, "error": "dernier" }), "dernier"),
        (json!({ "message": "", "error": "dernier" }), "dernier"),
        (json!({ "message": 5 }), "5"),
    ] {
        for (path, body, call) in read_or_create() {
            stage.once(call, 400, &reply);
            let detail = stage.post(path, body).await.error(400);
            assert!(detail.contains(line.trim_end_matches('.')), "{reply}: {detail}");
            assert!(!detail.contains(['\n', '\r', '\t', '{', '[']), "{detail:?}");
        }
    }
}

#[tokio::test]
async fn an_error_body_that_is_no_json_is_never_echoed() {
    let html = "<html><body><h1>Secret of the proxy</h1></body></html>";
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    for status in [400, 403, 404, 429, 500, 502, 503, 504] {
        for (kind, body) in [
            ("text/html", html),
            ("text/plain", "Retry later Secret"),
            ("application/json", "{\"message\": \"Secret"),
        ] {
            for (path, request, call) in read_or_create() {
                stage.fault(call, 1, ResponseTemplate::new(status).set_body_raw(body, kind));
                let detail = stage.post(path, request).await.error(status);
                assert!(
                    !detail.contains("Secret") && !detail.contains("Retry") && !detail.contains('<'),
                    "{detail}"
                );
                assert!(detail.contains("GitLab"), "the status has a French sentence of its own: {detail}");
            }
        }
    }
}

#[tokio::test]
async fn a_message_without_end_is_cut() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    stage.refuse("GET /projects?", 400, json!({ "message": "é".repeat(100_000) }));
    let detail = stage.post(LIST, hinted(json!({}))).await.error(400);
    assert!(detail.chars().count() < 1_000);
}

#[tokio::test]
async fn the_hosts_retry_after_is_passed_on() {
    for (call, path, body) in [
        ("GET /projects?", LIST, hinted(json!({}))),
        ("PUT ", CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))),
    ] {
        let stage = Stage::set(portail_and_agenda(), ONCE).await;
        let reply = ResponseTemplate::new(429).insert_header("retry-after", "7");
        stage.fault(call, usize::MAX, reply.set_body_raw("Retry later", "text/plain"));
        let answer = stage.post(path, body).await;
        assert_eq!(answer.headers["retry-after"], "7");
        answer.error(429);
    }
}

#[tokio::test]
async fn an_error_has_exactly_its_three_fields() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    stage.refuse("GET /projects?", 403, json!({ "message": "403 Forbidden" }));
    let answer = stage.post(LIST, hinted(json!({}))).await;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(
        answer.body,
        json!({
            "success": false,
            "detail": "Le jeton que la passerelle présente n'a pas ce droit sur GitLab (403) : 403 Forbidden.",
            "code": "upstream_error",
        })
    );
}

// Successes without a usable object

#[tokio::test]
async fn a_success_that_is_no_json_is_502_and_never_echoed() {
    for (kind, body) in [
        ("application/json", ""),
        ("application/json", "[{\"id\": 1, \"name\": \"Secret"),
        ("application/json", "{\"id\": 1, \"iid\""),
        ("text/plain", "Secret"),
        ("text/html", "<html>Secret sign-in page</html>"),
    ] {
        for answer in read_and_write(ResponseTemplate::new(200).set_body_raw(body, kind)).await {
            let detail = answer.error(502);
            assert!(!detail.contains("Secret") && !detail.contains('<'), "{body}: {detail}");
        }
    }
}

#[tokio::test]
async fn objects_without_their_ids_in_a_list_are_502() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    for (call, path, reply) in [
        ("GET /projects?", LIST, json!([{ "name": "Portail" }])),
        ("GET /projects/101/issues", LIST, json!([{ "id": 1, "title": "Un" }])),
        ("GET /projects/101/issues", LIST, json!([null])),
        ("GET /groups", "groups/search", json!([{ "name": "Ville" }])),
    ] {
        stage.once(call, 200, reply);
        stage.post(path, hinted(json!({}))).await.error(502);
    }
}

#[tokio::test]
async fn texts_that_the_host_leaves_out_are_empty() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    stage.refuse(
        "GET /projects/101/issues",
        200,
        json!([{ "id": 1, "iid": 1, "title": null, "labels": null }]),
    );
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    assert_eq!(body["issues"], json!([{ "id": 1, "iid": 1, "title": "", "state": "", "web_url": "" }]));
}

// Too much, too slow, elsewhere

#[tokio::test]
async fn a_host_that_is_too_slow_is_502_and_a_write_is_said_to_be_open() {
    let settings = [ONCE, &[("upstream.timeout", "1s")]].concat();
    for (call, path, body) in [
        ("GET /projects?", LIST, hinted(json!({}))),
        ("PUT ", CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))),
    ] {
        let stage = Stage::set(portail_and_agenda(), &settings).await;
        let slow = ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_secs(30));
        stage.fault(call, usize::MAX, slow);
        let detail = stage.post(path, body).await.refused(502, "upstream_timeout");
        assert_eq!(detail.contains(&fr(&messages::PERHAPS_DONE)), call == "PUT ", "{detail}");
        assert_eq!(stage.count(call), 1, "neither is tried again");
    }
}

#[tokio::test]
async fn a_redirection_elsewhere_is_502_and_the_token_never_goes_there() {
    let elsewhere = MockServer::builder().start().await;
    Mock::given(any()).respond_with(said(200, "Secret")).mount(&elsewhere).await;
    let location = format!("{}/api/v4/projects/101", elsewhere.uri().replace("127.0.0.1", "localhost"));
    for status in [301, 302, 303, 307, 308] {
        let moved = ResponseTemplate::new(status).insert_header("location", location.as_str());
        for answer in read_and_write(moved).await {
            answer.refused(502, "upstream_redirected");
        }
    }
    assert_eq!(elsewhere.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_write_follows_no_redirection_on_the_same_origin_either() {
    for status in [301, 302, 303, 307, 308] {
        let stage = Stage::set(portail_and_agenda(), ONCE).await;
        let path = "/api/v4/projects/101/issues/1".to_owned();
        for location in [format!("{}{path}", stage.server.uri()), path] {
            stage.fault("PUT ", 1, ResponseTemplate::new(status).insert_header("location", location));
            let calls = stage.calls().len();
            stage.post(CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))).await.error(502);
            assert_eq!(stage.calls()[calls..], [BY_PATH, "PUT /projects/101/issues/1"]);
        }
    }
}

#[tokio::test]
async fn one_301_of_a_read_on_the_same_origin_is_followed() {
    let mut world = portail_and_agenda();
    world.moved_project("ville/ancien", PORTAIL);
    let stage = Stage::set(world, ONCE).await;
    let body = json!({ "confirm": true, "resolved_project_path": "ville/ancien", "resolved_issue_iid": 1 });
    let body = stage.post(CLOSE, body).await.ok();
    assert_eq!(body["project"]["path_with_namespace"], "ville/portail");
    assert_eq!(
        stage.calls(),
        ["GET /projects/ville%2Fancien", "GET /projects/101", "PUT /projects/101/issues/1"]
    );
}

#[tokio::test]
async fn a_group_in_place_of_a_project_is_502_and_nothing_is_sent() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    let group = json!({ "id": 101, "name": "Ville", "full_path": "ville" });
    stage.once(NAMED, 200, group);
    let close = confirmed(json!({ "resolved_issue_iid": 1 }));
    stage.post(CLOSE, close).await.error(502);
    assert_eq!(stage.count("PUT "), 0);
}

#[tokio::test]
async fn a_second_301_another_redirection_or_one_to_nowhere_is_502() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    let at = |path: &str| format!("{}/api/v4{path}", stage.server.uri());
    let moved = |location: &str| ResponseTemplate::new(301).insert_header("location", location);
    let refused = async || stage.post(LIST, confirmed(json!({}))).await.error(502);
    stage.fault(NAMED, 1, moved(&at("/projects/9")));
    stage.fault("GET /projects/9", usize::MAX, moved(&at("/projects/101")));
    refused().await;
    stage.fault(NAMED, 2, moved("/api/v4/projects/ville%2Fportail"));
    refused().await;
    assert_eq!(stage.count("GET /projects/101"), 0);
    for status in [302, 303, 307, 308] {
        for location in [at("/projects/101"), "/api/v4/projects/101".to_owned()] {
            stage.fault(NAMED, 1, ResponseTemplate::new(status).insert_header("location", location));
            refused().await;
        }
    }
    for location in [
        "",
        "http://",
        "javascript:alert(1)",
        "https://127.0.0.1/",
        "https://localhost:1/api/v4/projects/101",
        "//elsewhere.example.com/",
    ] {
        stage.fault(NAMED, 1, moved(location));
        stage.once("GET ", 200, json!([]));
        refused().await;
    }
    stage.fault(NAMED, 1, ResponseTemplate::new(301));
    refused().await;
}

// Retries

#[tokio::test]
async fn a_read_is_tried_again_as_often_as_the_setting_says_and_a_success_at_last_is_one() {
    for status in [429, 502, 503, 504] {
        for (retries, failures, tries) in
            [("0", usize::MAX, 1), ("1", usize::MAX, 2), ("2", usize::MAX, 3), ("2", 2, 3)]
        {
            let stage = Stage::set(portail_and_agenda(), &[("upstream.retries", retries)]).await;
            let reply = ResponseTemplate::new(status).insert_header("retry-after", "0");
            stage.fault("GET /projects/101/issues", failures, reply);
            let answer = stage.post(LIST, hinted(json!({}))).await;
            assert_eq!(answer.status, if failures == 2 { 200 } else { status }, "{status} {retries}");
            assert_eq!(stage.count("GET /projects/101/issues"), tries, "{status} {retries}");
        }
    }
}

#[tokio::test]
async fn a_read_that_the_host_refuses_for_good_is_not_tried_again() {
    for status in [400, 401, 403, 404, 409, 422, 500, 501] {
        let stage = Stage::with(portail_and_agenda()).await;
        stage.refuse("GET /projects/101/issues", status, json!({}));
        stage.post(LIST, hinted(json!({}))).await.error(status);
        assert_eq!(stage.count("GET /projects/101/issues"), 1, "{status}");
    }
}

#[tokio::test]
async fn a_write_is_never_repeated_after_an_answer() {
    for status in [409, 429, 503] {
        for (path, body, call) in calls().await.iter().filter(|(_, _, call)| !call.starts_with("GET ")) {
            let stage = Stage::with(portail_and_agenda()).await;
            let reply = ResponseTemplate::new(status).insert_header("retry-after", "0");
            stage.fault(call, usize::MAX, reply);
            stage.post(path, body.clone()).await.error(status);
            assert_eq!(stage.count(call), 1, "{path} {call} {status}");
        }
    }
}

// Pages

#[tokio::test]
async fn more_is_said_to_exist_only_when_the_host_said_so() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    let issue = json!({ "id": 1, "iid": 1, "title": "Un" });
    for (headers, truncated) in [
        (&[("x-next-page", "2")][..], true),
        (&[("x-next-page", "")], false),
        (&[("x-next-page", ""), ("x-total-pages", "3")], false),
        (&[("x-total-pages", "3")], true),
        (&[("x-total-pages", "1")], false),
        (&[], false),
    ] {
        let mut reply = ResponseTemplate::new(200).set_body_json(json!([issue]));
        for (name, value) in headers {
            reply = reply.insert_header(*name, *value);
        }
        stage.fault("GET /projects/101/issues", 1, reply);
        let body = stage.post(LIST, hinted(json!({ "limit": 1 }))).await.ok();
        assert_eq!(body["truncated"], truncated, "{headers:?}");
    }
}

// Secrets

#[tokio::test]
async fn the_token_is_in_no_error() {
    let secret = "glpat-tres-secret";
    let nowhere = "http://127.0.0.1:9";
    let settings =
        |host: &str| [("upstream.base_url", host.to_owned()), ("upstream.token", secret.to_owned())];
    let stage =
        Stage::set(portail_and_agenda(), &[("upstream.retries", "0"), ("upstream.token", secret)]).await;
    for (path, body, _) in calls().await {
        let answer = stage.post(path, body.clone()).await;
        assert_eq!(answer.status, if path.starts_with("groups") { 502 } else { 401 }, "{path}");
        assert!(!answer.body.to_string().contains(secret));
        assert!(!format!("{:?}", answer.headers).contains(secret));
    }
    let overrides = settings(nowhere);
    let overrides: Vec<_> = overrides.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let settings = Settings::load(None, &overrides).unwrap();
    let instance = Instance::new(&settings.upstream, &settings.require_host().unwrap(), []).unwrap();
    assert!(!format!("{settings:?} {instance:?}").contains(secret));
    assert!(!format!("{settings:#?} {instance:#?}").contains(secret));
    let error = instance.user(&instance.technical_token()).await.unwrap_err();
    assert!(!format!("{error:?} {error}").contains(secret));
}

#[tokio::test]
async fn the_token_is_sent_to_the_host_as_private_token_and_in_no_address() {
    let stage = Stage::with(portail_and_agenda()).await;
    stage.post(CLOSE, hinted(json!({ "issue_hint": "Page de connexion" }))).await.ok();
    for request in stage.server.received_requests().await.unwrap() {
        assert_eq!(request.headers["private-token"], gitlab_sandbox::TOKEN);
        assert!(!request.headers.contains_key("authorization"));
        assert!(!request.url.as_str().contains(gitlab_sandbox::TOKEN));
    }
}

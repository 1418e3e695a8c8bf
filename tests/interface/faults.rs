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

#[tokio::test]
async fn a_token_that_the_host_sends_back_is_shown_to_nobody() {
    let stage = Stage::set(portail(), ONCE).await;
    stage.refuse("GET ", 401, json!({ "message": format!("bad token {TOKEN}") }));
    let detail = stage.post(LIST, hinted(json!({}))).await.error(401);
    assert!(detail.contains("bad token") && !detail.contains(TOKEN), "{detail}");
}

/// An operation, a request, and a call to the host that it makes.
type Made = (&'static str, Value, String);

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

/// For each call of each operation: the host answers it with this once, and the caller's answer is checked. Each case has its
/// own host, since a call that was given up may arrive later.
async fn answered_with(
    settings: &[(&str, &str)],
    only: impl Fn(&str) -> bool,
    answer: &ResponseTemplate,
    check: impl Fn(&str, &str, Answer),
) {
    for (path, body, call) in calls().await {
        if only(call) {
            let stage = Stage::set(portail_and_agenda(), settings).await;
            stage.fault(call, 1, answer.clone());
            let answer = stage.post(path, body.clone()).await;
            assert!(stage.count(call) > 0, "{path} makes no {call}");
            check(path, call, answer);
        }
    }
}

/// A read and a write that are one call each after the project's, answered with each of these on one host.
async fn read_and_write(answers: &[ResponseTemplate], check: impl Fn(usize, Answer)) {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    for (index, answer) in answers.iter().enumerate() {
        stage.fault("GET /projects/101/issues", 1, answer.clone());
        check(index, stage.post(LIST, hinted(json!({}))).await);
        stage.fault("PUT ", 1, answer.clone());
        check(
            index,
            stage.post("issues/assistant-close", confirmed(json!({ "resolved_issue_iid": 1 }))).await,
        );
    }
}

// The host's own errors

#[tokio::test]
async fn the_hosts_status_is_forwarded_with_its_message() {
    let statuses = [400, 401, 403, 405, 408, 413, 422, 423, 429, 500, 501, 502, 503, 504];
    let message = "dit l'hôte";
    let reply = |status| ResponseTemplate::new(status).set_body_json(json!({ "message": message }));
    read_and_write(&statuses.map(reply), |index, answer| {
        let detail = answer.error(statuses[index]);
        assert!(detail.contains(message), "{detail}");
    })
    .await;
    for status in [403, 500] {
        answered_with(
            ONCE,
            |_| true,
            &reply(status),
            |path, call, answer| {
                assert_eq!(answer.body["code"], "upstream_error", "{path} {call}");
                let detail = answer.error(status);
                assert!(detail.contains(message), "{path} {call}: {detail}");
            },
        )
        .await;
    }
}

#[tokio::test]
async fn a_conflict_is_forwarded_save_for_a_label_that_exists() {
    let reply = ResponseTemplate::new(409).set_body_json(json!({ "message": "409 Conflict: Resource lock" }));
    let no_label = |call: &str| call != "POST /projects/101/labels";
    answered_with(ONCE, no_label, &reply, |path, call, answer| {
        let detail = answer.error(409);
        assert!(detail.contains("Resource lock"), "{path} {call}: {detail}");
    })
    .await;
}

#[tokio::test]
async fn a_404_names_the_object_that_the_caller_named_and_is_forwarded_otherwise() {
    let reply = ResponseTemplate::new(404).set_body_json(json!({ "message": "404 dit l'hôte" }));
    answered_with(
        ONCE,
        |_| true,
        &reply,
        |path, call, answer| {
            if call.starts_with("GET /projects/101/issues/1") && path.ends_with("close") {
                // A reference to an absent issue is an outcome, not a failure.
                assert_eq!(answer.ok()["status"], "issue_not_found");
                return;
            }
            if path.ends_with("assign")
                && ["GET /projects/101", "GET /projects/101/members/all/1"].contains(&call)
            {
                // A preview reads the confirmed person last and fails as acting would: the host ignores an assignee who is no
                // member.
                assert_eq!(answer.body["code"], "upstream_unchanged", "{call}");
                answer.error(502);
                return;
            }
            let detail = answer.error(404);
            let named = match call {
                NAMED => "ville/portail",
                "GET /projects/101/issues/1"
                | "PUT /projects/101/issues/1"
                | "POST /projects/101/issues/1/notes" => "#1",
                "PUT /projects/101/issues/2" => "#2",
                // A preview reads it after calls whose addresses begin alike.
                "GET /projects/101" => "",
                _ => "404 dit l'hôte",
            };
            assert!(detail.contains(named), "{path} {call}: {detail}");
        },
    )
    .await;
}

#[tokio::test]
async fn a_failure_of_the_group_search_is_502_whatever_the_host_said() {
    for status in [400, 401, 403, 404, 429, 500, 503] {
        let stage = Stage::set(portail_and_agenda(), ONCE).await;
        stage.refuse("GET /groups", status, json!({ "message": "dit l'hôte" }));
        let detail = stage.post("groups/search", json!({ "query": "ville" })).await.error(502);
        assert!(detail.contains("dit l'hôte"), "{detail}");
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
        for (path, body, call) in [
            (LIST, hinted(json!({})), "GET /projects/101/issues"),
            (
                "issues/create",
                json!({ "project_path": "ville/portail", "title": "t", "description": "d" }),
                "POST ",
            ),
        ] {
            stage.fault(call, 1, ResponseTemplate::new(400).set_body_json(&reply));
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
            for (path, request, call) in [
                (LIST, hinted(json!({})), "GET /projects/101/issues"),
                (
                    "issues/create",
                    json!({ "project_path": "ville/portail", "title": "t", "description": "d" }),
                    "POST ",
                ),
            ] {
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
        ("PUT ", "issues/assistant-close", confirmed(json!({ "resolved_issue_iid": 1 }))),
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
    let replies = [
        ("application/json", ""),
        ("application/json", "[{\"id\": 1, \"name\": \"Secret"),
        ("application/json", "{\"id\": 1, \"iid\""),
        ("text/plain", "Secret"),
        ("text/html", "<html>Secret sign-in page</html>"),
    ];
    let replies = replies.map(|(kind, body)| ResponseTemplate::new(200).set_body_raw(body, kind));
    let silent = |answer: Answer| {
        let detail = answer.error(502);
        assert!(!detail.contains("Secret") && !detail.contains('<'), "{detail}");
    };
    read_and_write(&replies, |_, answer| silent(answer)).await;
    answered_with(ONCE, |_| true, &replies[4], |_, _, answer| silent(answer)).await;
}

#[tokio::test]
async fn a_list_where_an_object_is_due_or_the_other_way_round_is_502() {
    let lists = |call: &str| call.contains('?') && !call.starts_with("GET /groups/ville?");
    let object = ResponseTemplate::new(200).set_body_json(json!({ "id": 1, "message": "Secret" }));
    answered_with(ONCE, lists, &object, |path, call, answer| {
        let detail = answer.error(502);
        assert!(!detail.contains("Secret"), "{path} {call}: {detail}");
    })
    .await;
    // If add-label reads an issue by number and gets no issue, the answer is 404 (interface, assistant-add-label 4).
    let objects = |call: &str| !lists(call) && call != "GET /projects/101/issues/1";
    let list = ResponseTemplate::new(200).set_body_json(json!([{ "id": 1 }]));
    answered_with(ONCE, objects, &list, |_, _, answer| drop(answer.error(502))).await;
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
        stage.fault(call, 1, ResponseTemplate::new(200).set_body_json(reply));
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
async fn an_answer_past_the_size_limit_is_502() {
    let settings = [ONCE, &[("upstream.max_response_bytes", "20000")]].concat();
    let reply = ResponseTemplate::new(200).set_body_json(json!([{ "id": 1, "name": "é".repeat(20_000) }]));
    answered_with(
        &settings,
        |_| true,
        &reply,
        |path, call, answer| {
            assert_eq!(answer.body["code"], "upstream_too_large", "{path} {call}");
            answer.error(502);
        },
    )
    .await;
}

#[tokio::test]
async fn a_host_that_is_too_slow_is_502_and_a_write_is_said_to_be_open() {
    let settings = [ONCE, &[("upstream.timeout", "1s")]].concat();
    for (call, path, body) in [
        ("GET /projects?", LIST, hinted(json!({}))),
        ("PUT ", "issues/assistant-close", confirmed(json!({ "resolved_issue_iid": 1 }))),
    ] {
        let stage = Stage::set(portail_and_agenda(), &settings).await;
        let slow = ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_secs(30));
        stage.fault(call, usize::MAX, slow);
        let answer = stage.post(path, body).await;
        assert_eq!(answer.body["code"], "upstream_timeout");
        let detail = answer.error(502);
        assert_eq!(detail.contains(&fr(&messages::PERHAPS_DONE)), call == "PUT ", "{detail}");
        assert_eq!(stage.count(call), 1, "neither is tried again");
    }
}

#[tokio::test]
async fn a_redirection_elsewhere_is_502_and_the_token_never_goes_there() {
    let elsewhere = MockServer::builder().start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(200).set_body_json(json!([])))
        .mount(&elsewhere)
        .await;
    let location = format!("{}/api/v4/projects/101", elsewhere.uri().replace("127.0.0.1", "localhost"));
    let replies = [301, 302, 303, 307, 308]
        .map(|status| ResponseTemplate::new(status).insert_header("location", location.as_str()));
    let refused = |answer: Answer| {
        assert_eq!(answer.body["code"], "upstream_redirected");
        answer.error(502);
    };
    read_and_write(&replies, |_, answer| refused(answer)).await;
    answered_with(ONCE, |_| true, &replies[0], |_, _, answer| refused(answer)).await;
    assert_eq!(elsewhere.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_write_follows_no_redirection_on_the_same_origin_either() {
    for status in [301, 302, 303, 307, 308] {
        let stage = Stage::set(portail_and_agenda(), ONCE).await;
        let location = format!("{}/api/v4/projects/101/issues/1", stage.server.uri());
        stage.fault("PUT ", 1, ResponseTemplate::new(status).insert_header("location", location));
        stage.post("issues/assistant-close", confirmed(json!({ "resolved_issue_iid": 1 }))).await.error(502);
        assert_eq!(stage.calls(), [BY_PATH, "PUT /projects/101/issues/1"]);
    }
}

#[tokio::test]
async fn one_301_of_a_read_on_the_same_origin_is_followed() {
    let mut world = portail_and_agenda();
    world.moved_project("ville/ancien", PORTAIL);
    let stage = Stage::set(world, ONCE).await;
    let body = json!({ "confirm": true, "resolved_project_path": "ville/ancien", "resolved_issue_iid": 1 });
    let body = stage.post("issues/assistant-close", body).await.ok();
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
    stage.fault(NAMED, 1, ResponseTemplate::new(200).set_body_json(group));
    let close = confirmed(json!({ "resolved_issue_iid": 1 }));
    stage.post("issues/assistant-close", close).await.error(502);
    assert_eq!(stage.count("PUT "), 0);
}

#[tokio::test]
async fn a_second_301_another_redirection_or_one_to_nowhere_is_502() {
    let stage = Stage::set(portail_and_agenda(), ONCE).await;
    let at = |path: &str| format!("{}/api/v4{path}", stage.server.uri());
    let moved = |location: &str| ResponseTemplate::new(301).insert_header("location", location);
    stage.fault(NAMED, 1, moved(&at("/projects/9")));
    stage.fault("GET /projects/9", usize::MAX, moved(&at("/projects/101")));
    stage.post(LIST, confirmed(json!({}))).await.error(502);
    assert_eq!(stage.count("GET /projects/101"), 0);
    for status in [302, 303, 307, 308] {
        stage.fault(NAMED, 1, ResponseTemplate::new(status).insert_header("location", at("/projects/101")));
        stage.post(LIST, confirmed(json!({}))).await.error(502);
    }
    for location in ["", "http://", "javascript:alert(1)", "https://127.0.0.1/", "//elsewhere.example.com/"] {
        stage.fault(NAMED, 1, moved(location));
        stage.fault("GET ", 1, ResponseTemplate::new(200).set_body_json(json!([])));
        stage.post(LIST, confirmed(json!({}))).await.error(502);
    }
    stage.fault(NAMED, 1, ResponseTemplate::new(301));
    stage.post(LIST, confirmed(json!({}))).await.error(502);
}

// Retries

#[tokio::test]
async fn a_read_is_tried_again_as_often_as_the_setting_says() {
    for status in [429, 502, 503, 504] {
        for (retries, tries) in [("0", 1), ("1", 2), ("2", 3)] {
            let stage = Stage::set(portail_and_agenda(), &[("upstream.retries", retries)]).await;
            let reply = ResponseTemplate::new(status).insert_header("retry-after", "0");
            stage.fault("GET /projects/101/issues", usize::MAX, reply);
            stage.post(LIST, hinted(json!({}))).await.error(status);
            assert_eq!(stage.count("GET /projects/101/issues"), tries, "{status}");
        }
    }
}

#[tokio::test]
async fn a_read_that_succeeds_at_last_is_a_success() {
    for status in [429, 502, 503, 504] {
        let stage = Stage::with(portail_and_agenda()).await;
        let reply = ResponseTemplate::new(status).insert_header("retry-after", "0");
        stage.fault("GET /projects/101/issues", 2, reply);
        assert_eq!(stage.post(LIST, hinted(json!({}))).await.ok()["status"], "resolved");
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
    stage.post("issues/assistant-close", hinted(json!({ "issue_hint": "Page de connexion" }))).await.ok();
    for request in stage.server.received_requests().await.unwrap() {
        assert_eq!(request.headers["private-token"], gitlab_sandbox::TOKEN);
        assert!(!request.headers.contains_key("authorization"));
        assert!(!request.url.as_str().contains(gitlab_sandbox::TOKEN));
    }
}

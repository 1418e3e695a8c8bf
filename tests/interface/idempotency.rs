//! `Idempotency-Key`: a write that is sent again gets the stored answer and is not done again.

use std::{sync::Arc, time::Duration};

use axum::Router;
use passerelle::{app, messages};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    forms::{Client, Outcome, accepted},
    stage::{Answer, Stage, fr, post_with},
    world::{confirmed, portail_and_agenda, portail_with, with},
};

const LIST: &str = "issues/assistant-list";
const CREATE: &str = "issues/assistant-create";

/// Sends a body with a key.
async fn keyed(stage: &Stage, path: &str, key: &str, body: &Value) -> Answer {
    stage.post_with(&[("idempotency-key", key)], path, body).await
}

/// The same with a caller's token.
async fn keyed_by(bridge: &Router, token: &str, path: &str, key: &str, body: &Value) -> Answer {
    let authorization = format!("Bearer {token}");
    let headers = [("idempotency-key", key), ("authorization", &authorization)];
    post_with(bridge, &headers, path, body).await
}

fn replayed(answer: &Answer) -> bool {
    answer.headers.get("idempotent-replayed").is_some_and(|mark| mark == "true")
}

fn new_issue(title: &str) -> Value {
    confirmed(json!({ "title": title }))
}

/// What the host answers to a creation, late.
fn created_after(delay: Duration) -> ResponseTemplate {
    let issue = json!({ "id": 7, "iid": 7, "title": "t", "web_url": "u" });
    ResponseTemplate::new(201).set_body_json(issue).set_delay(delay)
}

#[tokio::test]
async fn a_repeated_write_gets_the_first_answer_and_never_reaches_the_host() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let first = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
    assert!(!replayed(&first));
    let calls = stage.calls();
    // The order of the fields does not matter.
    let body = json!({ "title": "Fuite d'eau", "resolved_project_path": "ville/portail", "confirm": true });
    let again = keyed(&stage, CREATE, "k", &body).await;
    assert!(replayed(&again));
    assert_eq!(again.body, first.ok());
    assert_eq!(stage.calls(), calls);
}

#[tokio::test]
async fn repeats_that_come_while_the_first_is_under_way_wait_for_it() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let body = new_issue("Fuite d'eau");
    let calls = (0..8).map(|_| keyed(&stage, CREATE, "k", &body));
    let answers = futures_util::future::join_all(calls).await;
    assert_eq!(stage.count("POST "), 1);
    assert_eq!(answers.iter().filter(|answer| replayed(answer)).count(), 7);
    assert!(answers.iter().all(|answer| answer.body == answers[0].body && answer.status == 200));
}

#[tokio::test]
async fn the_same_key_with_another_body_is_422() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await.ok();
    keyed(&stage, CREATE, "k", &new_issue("Panne")).await.refused(422, "idempotency_key_reused");
    assert_eq!(stage.count("POST "), 1);
}

#[tokio::test]
async fn a_key_is_the_callers_and_the_operations_own() {
    let stage = Stage::set(portail_with(&["Un"]), &[("server.auth_tokens", "a:one,b:two")]).await;
    let body = new_issue("Fuite d'eau");
    for token in ["one", "two"] {
        let answer = keyed_by(&stage.bridge, token, CREATE, "k", &body).await;
        assert!(!replayed(&answer));
        answer.ok();
    }
    assert_eq!(stage.count("POST "), 2);

    let stage = Stage::with(portail_with(&["Un"])).await;
    let body = confirmed(json!({ "resolved_issue_iid": 1 }));
    for path in ["issues/assistant-close", "issues/assistant-reopen"] {
        assert!(!replayed(&keyed(&stage, path, "k", &body).await));
    }
}

#[tokio::test]
async fn an_answer_for_which_no_write_was_sent_is_not_kept() {
    let stage = Stage::with(portail_with(&["Fuite d'eau"])).await;
    let absent = json!({ "confirm": true, "resolved_project_path": "ville/absent", "title": "t" });
    let duplicate = json!({ "project_hint": "Portail", "title": "Fuite d'eau" });
    let wrong = json!({ "confirm": true, "resolved_project_path": "", "title": "t" });
    for (status, body) in [(404, absent), (200, duplicate), (400, wrong), (422, json!({ "title": 7 }))] {
        for _ in 0..2 {
            let answer = keyed(&stage, CREATE, "k", &body).await;
            assert_eq!(answer.status, status, "{}", answer.body);
            assert!(!replayed(&answer), "{body}");
        }
    }
    assert_eq!(stage.writes(), [""; 0]);
    // The key is free, for another body too.
    keyed(&stage, CREATE, "k", &new_issue("Panne")).await.ok();
}

#[tokio::test]
async fn a_write_that_the_host_refuses_for_good_is_kept_and_one_refused_for_now_is_not() {
    for status in [400, 404, 409, 422, 401, 403, 425, 429] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        let for_good = [400, 404, 409, 422].contains(&status);
        stage.once("POST ", status, json!({ "message": "non" }));
        keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await.error(status);
        let again = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
        assert_eq!(replayed(&again), for_good, "{status}");
        assert_eq!(again.status, if for_good { status } else { 200 }, "{status}");
        assert_eq!(stage.count("POST "), if for_good { 1 } else { 2 }, "{status}");
    }
}

#[tokio::test]
async fn a_kept_refusal_of_the_only_write_says_neither_that_a_part_was_done_nor_when_to_try_again() {
    for status in [400, 404, 409, 422] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        let said = ResponseTemplate::new(status).set_body_json(json!({ "message": "non" }));
        stage.fault("POST ", 1, said.insert_header("retry-after", "7"));
        for repeated in [false, true] {
            let answer = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
            assert_eq!(replayed(&answer), repeated, "{status}");
            assert!(!answer.headers.contains_key("retry-after"), "{status}");
            let detail = answer.error(status);
            assert!(!detail.contains(&fr(&messages::gate::KEPT)), "{detail}");
        }
    }
}

#[tokio::test]
async fn a_write_that_may_have_been_done_is_said_to_be_open_and_never_sent_again_under_its_key() {
    for status in [408, 500, 502, 503, 504] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        // Whatever the host says beside it.
        let said = json!({ "message": "state does not have a valid value" });
        let answer = ResponseTemplate::new(status).set_body_json(said).insert_header("retry-after", "7");
        stage.fault("POST ", 1, answer);
        for repeated in [false, true] {
            let answer = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
            assert_eq!(replayed(&answer), repeated, "{status}");
            // Whoever takes another key, or waits, may do it twice.
            assert!(!answer.headers.contains_key("retry-after"), "{status}");
            assert!(!answer.body["detail"].as_str().unwrap().contains(&fr(&messages::gate::KEPT)));
            let detail = answer.error(status);
            assert!(detail.contains(&fr(&messages::PERHAPS_DONE)), "{detail}");
        }
        assert_eq!(stage.count("POST "), 1, "{status}");
    }
}

#[tokio::test]
async fn a_bulk_call_whose_items_may_have_been_done_is_never_sent_again_under_its_key() {
    for (first, second) in [(500, 201), (408, 500), (429, 503)] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        stage.fault("POST ", 1, ResponseTemplate::new(first));
        if second != 201 {
            stage.fault("POST ", 1, ResponseTemplate::new(second));
        }
        let batch = confirmed(json!({ "issues": [{ "title": "a" }, { "title": "b" }] }));
        for repeated in [false, true] {
            let answer = keyed(&stage, "issues/assistant-batch-create", "k", &batch).await;
            assert_eq!(replayed(&answer), repeated, "{first} {second}");
            let told = answer.ok()["results"].to_string();
            assert!(told.contains(&fr(&messages::PERHAPS_DONE)), "{told}");
        }
        assert_eq!(stage.count("POST "), 2);
    }
}

#[tokio::test]
async fn a_bulk_call_that_was_refused_for_now_as_a_whole_may_be_sent_again() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let close = confirmed(json!({ "issue_hints": ["Un"] }));
    stage.fault("PUT ", 1, ResponseTemplate::new(429).insert_header("retry-after", "0"));
    keyed(&stage, "issues/assistant-bulk-close", "k", &close).await.error(429);
    let again = keyed(&stage, "issues/assistant-bulk-close", "k", &close).await;
    assert!(!replayed(&again));
    assert_eq!(again.ok()["results"][0]["status"], "closed");
}

#[tokio::test]
async fn a_kept_refusal_for_now_says_that_its_key_will_not_do_and_asks_no_repeat_to_wait() {
    let (one, several) = (json!({ "resolved_issue_iid": 1 }), json!({ "issue_hints": ["Un"] }));
    for (path, fields, status, says_when) in [
        ("issues/assistant-add-label", one.clone(), 429, true),
        ("issues/assistant-bulk-add-label", several, 429, true),
        ("issues/assistant-add-label", one.clone(), 429, false),
        ("issues/assistant-add-label", one, 403, false),
    ] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        // The label is created before the host refuses to give it to the issue.
        let label = json!({ "label_name": "neuf", "create_label_if_missing": true });
        let body = confirmed(with(fields, label));
        let refusal = ResponseTemplate::new(status);
        stage.fault("PUT ", 1, if says_when { refusal.insert_header("retry-after", "0") } else { refusal });
        for repeated in [false, true] {
            let answer = keyed(&stage, path, "k", &body).await;
            assert_eq!(replayed(&answer), repeated);
            assert_eq!(answer.headers.contains_key("retry-after"), says_when && !repeated);
            let detail = answer.error(status);
            assert!(detail.contains(&fr(&messages::gate::KEPT)), "{detail}");
        }
        keyed(&stage, path, "another", &body).await.ok();
        assert_eq!((stage.count("POST "), stage.count("PUT ")), (1, 2));
    }
}

#[tokio::test]
async fn no_caller_evicts_the_stored_answers_of_another() {
    let settings = [("server.auth_tokens", "a:one,b:two"), ("server.idempotency_entries", "4")];
    let stage = Stage::set(portail_with(&["Un"]), &settings).await;
    let body = new_issue("Fuite d'eau");
    let send = async |token: &str, key: &str| keyed_by(&stage.bridge, token, CREATE, key, &body).await;
    let first = send("one", "k").await.ok();
    // Often enough for the cache to evict what does not fit.
    for number in 0..400 {
        send("two", &format!("other-{number}")).await.ok();
    }
    let again = send("one", "k").await;
    assert!(replayed(&again));
    assert_eq!(again.ok(), first);
    assert!(!replayed(&send("two", "other-0").await), "what has no room in its own share is forgotten");
}

#[tokio::test]
async fn a_failure_that_may_have_changed_something_is_kept() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault("POST ", 1, ResponseTemplate::new(201).set_body_string("<html>"));
    keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await.error(502);
    let again = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
    assert!(replayed(&again));
    again.error(502);
    assert_eq!(stage.count("POST "), 1);
}

#[tokio::test]
async fn a_write_whose_caller_gave_up_is_finished_and_its_answer_kept() {
    let stage = Stage::set(portail_with(&["Un"]), &[("server.request_timeout", "200ms")]).await;
    stage.fault("POST ", 1, created_after(Duration::from_secs(1)));
    keyed(&stage, CREATE, "k", &new_issue("t")).await.error(504);
    let last = loop {
        let answer = keyed(&stage, CREATE, "k", &new_issue("t")).await;
        if answer.status != 504 {
            break answer;
        }
    };
    assert!(replayed(&last));
    assert_eq!(last.ok()["issue"]["iid"], 7);
    assert_eq!(stage.count("POST "), 1);
}

#[tokio::test]
async fn a_write_under_way_is_never_evicted_from_the_store() {
    let settings = [("server.idempotency_ttl", "1ms"), ("server.idempotency_entries", "1")];
    let stage = Stage::set(portail_with(&["Un"]), &settings).await;
    stage.fault("POST ", 1, created_after(Duration::from_millis(500)));
    let (slow, quick) = (new_issue("t"), new_issue("Panne"));
    let others = async {
        stage.got("POST ", 1).await;
        keyed(&stage, CREATE, "l", &quick).await.ok();
        keyed(&stage, CREATE, "m", &quick).await.ok();
        keyed(&stage, CREATE, "k", &slow).await
    };
    let (first, (again, writes)) =
        tokio::join!(keyed(&stage, CREATE, "k", &slow), async { (others.await, stage.count("POST ")) });
    assert!(!replayed(&first) && replayed(&again));
    assert_eq!(again.body, first.ok());
    assert_eq!(writes, 3);
}

#[tokio::test]
async fn after_its_time_an_answer_is_forgotten_and_its_key_free() {
    for (ttl, title) in [("1ms", "Panne"), ("20ms", "Fuite d'eau")] {
        let stage = Stage::set(portail_with(&["Un"]), &[("server.idempotency_ttl", ttl)]).await;
        keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await.ok();
        // Another body is refused until the key is forgotten, and the same one gets the first answer.
        while replayed(&keyed(&stage, CREATE, "k", &new_issue(title)).await) || stage.count("POST ") < 2 {}
        assert_eq!(stage.count("POST "), 2, "{title}");
    }
}

#[tokio::test]
async fn a_write_that_outlives_its_request_keeps_its_permit_of_the_in_flight_limit() {
    let settings = [("server.request_timeout", "200ms"), ("server.max_in_flight", "1")];
    let stage = Stage::set(portail_with(&["Un"]), &settings).await;
    stage.fault("POST ", 1, created_after(Duration::from_secs(1)));
    keyed(&stage, CREATE, "k", &new_issue("t")).await.error(504);
    let list = json!({ "project_hint": "portail" });
    stage.post(LIST, list.clone()).await.error(503);
    assert!(stage.metrics().await.contains("passerelle_requests_in_flight 1"));
    while stage.post(LIST, list.clone()).await.status == 503 {
        tokio::task::yield_now().await;
    }
    assert!(replayed(&keyed(&stage, CREATE, "k", &new_issue("t")).await));
}

#[tokio::test]
async fn an_answer_larger_than_all_that_is_kept_is_kept_alone() {
    let stage = Stage::set(portail_with(&["Un"]), &[("server.idempotency_entries", "1")]).await;
    let issues: Vec<_> = (0..60).map(|number| json!({ "title": format!("Tâche {number}") })).collect();
    let batch = confirmed(json!({ "issues": issues }));
    let first = keyed(&stage, "issues/assistant-batch-create", "k", &batch).await.ok();
    assert!(first.to_string().len() > 8_192);
    // Often enough for the cache to compare its content with its limit.
    for _ in 0..200 {
        let again = keyed(&stage, "issues/assistant-batch-create", "k", &batch).await;
        assert!(replayed(&again));
        assert_eq!(again.ok(), first);
    }
    assert_eq!(stage.count("POST "), 60);
}

#[tokio::test]
async fn a_key_is_one_and_has_1_to_255_visible_characters() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for odd in ["", "a b", "é", &"k".repeat(256)] {
        keyed(&stage, CREATE, odd, &new_issue("t")).await.error(400);
    }
    stage.post_with(&[("idempotency-key", "k"); 2], CREATE, &new_issue("t")).await.error(400);
    assert_eq!(stage.calls(), [""; 0]);
    keyed(&stage, CREATE, &"k".repeat(255), &new_issue("t")).await.ok();
    let preview = with(new_issue("t"), json!({ "dry_run": true }));
    assert_eq!(keyed(&stage, CREATE, "a b", &preview).await.ok()["status"], "preview");
    keyed(&stage, LIST, "a b", &json!({ "project_hint": "portail" })).await.ok();
}

#[tokio::test]
async fn a_read_ignores_a_key() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for body in [json!({ "project_hint": "portail" }), json!({ "project_hint": "régie" })] {
        let answer = keyed(&stage, LIST, "k", &body).await;
        assert!(!replayed(&answer));
        answer.ok();
    }
}

#[tokio::test]
async fn an_answer_from_before_the_roots_were_narrowed_is_not_shown_outside_of_them() {
    let world = portail_and_agenda();
    let stage = Stage::with(world).await;
    let set = |roots: Option<&'static str>| {
        let mut settings = vec![("callers.alice.token", "one")];
        settings.extend(roots.map(|roots| ("callers.alice.roots", roots)));
        stage.settings(&settings)
    };
    let shared = Arc::new(app::state(&set(None)).unwrap());
    let bridge = app::router(Arc::clone(&shared));
    let send = async |key: &str, path: &str, body: &Value| keyed_by(&bridge, "one", path, key, body).await;
    let close = confirmed(json!({ "resolved_issue_iid": 1 }));
    let refused = confirmed(json!({ "resolved_issue_iid": 99 }));
    let similar = json!({ "project_name": "Portail", "target_group_hint": "Mairie" });
    let calls = [
        ("k", "issues/assistant-close", close, 200),
        ("l", "issues/assistant-close", refused, 404),
        ("m", "projects/assistant-create", similar, 400),
    ];
    for (key, path, body, status) in &calls {
        assert_eq!(send(key, path, body).await.status, *status);
    }
    for (roots, statuses) in [(Some("ville"), [200, 404, 400]), (Some("ville/agenda"), [403, 403, 403])] {
        app::reload(&shared, &set(roots)).unwrap();
        for ((key, path, body, _), status) in calls.iter().zip(statuses) {
            let again = send(key, path, body).await;
            assert_eq!(
                (again.status.as_u16(), replayed(&again)),
                (status, true),
                "{roots:?} {path} {}",
                again.body
            );
            assert!(status != 403 || again.body["code"] == "outside_roots");
        }
    }
    assert_eq!(stage.writes().len(), 3, "{:?}", stage.writes());
}

#[tokio::test]
async fn a_write_that_a_form_settled_is_answered_again_before_anything_is_read_or_asked() {
    const TITLES: [&str; 3] = ["Un", "Erreur contact", "Erreur inscription"];
    let stage = Stage::set(portail_with(&TITLES), &[("policy.confirmation", "person")]).await;
    let client = Client { key: Some("k"), ..Client::of(&stage) };
    let issue = |more| with(confirmed(json!({ "resolved_issue_iid": 1 })), more);
    for (tool, arguments) in [
        ("assistant_update_issue", issue(json!({ "title": "Trois" }))),
        ("assistant_close_issue", issue(json!({}))),
        ("assistant_reopen_issue", issue(json!({}))),
        ("assistant_create_issue", new_issue("Fuite d'eau")),
        (
            "assistant_create_project",
            json!({ "confirm": true, "resolved_group": "ville", "project_name": "Site" }),
        ),
        (
            "assistant_bulk_close_issues",
            json!({ "project_hint": "portail", "issue_hints": ["erreur", "introuvable"] }),
        ),
    ] {
        let form = client.call(tool, arguments.clone()).await.form();
        let content: serde_json::Map<_, _> =
            form.fields().into_iter().map(|(name, choices)| (name, json!(choices[0].0))).collect();
        let yes = || accepted(json!(content));
        let done = client.answer(&form, yes()).await.done();
        let calls = stage.calls();
        for again in [client.answer(&form, yes()).await, client.call(tool, arguments.clone()).await] {
            let Outcome::Done(again) = again else { panic!("{tool} asks again") };
            assert_eq!(again["_meta"]["idempotent-replayed"], true, "{again}");
            assert_eq!(again["structuredContent"], done);
        }
        let other = with(arguments, json!({ "root_hint": "ville" }));
        assert_eq!(client.call(tool, other).await.refused(), "idempotency_key_reused");
        assert_eq!(stage.calls(), calls, "{tool}");
    }
    assert_eq!(stage.writes().len(), 6, "{:?}", stage.writes());
}

#[tokio::test]
async fn a_keyed_write_while_the_store_is_away_says_that_nothing_more_is_sent_since_it_may_have_been_done() {
    let settings = [("store.url", "redis://127.0.0.1:1"), ("messages.language", "en")];
    let stage = Stage::set(portail_with(&["Un"]), &settings).await;
    let answer = keyed(&stage, CREATE, "k", &new_issue("Fuite d'eau")).await;
    let detail = "The bridge's shared memory can't be reached: nothing more was sent to GitLab. \
                  Make the request again in a moment, under the same key if there was one.";
    assert_eq!((&answer.body["code"], &answer.body["detail"]), (&json!("store_unavailable"), &json!(detail)));
    answer.error(503);
    assert_eq!(stage.writes(), [""; 0]);
}

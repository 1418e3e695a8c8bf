//! What every route has in common: methods, bodies, errors, ids, guards.

use std::{collections::BTreeSet, time::Duration};

use axum::body::Body;
use gitlab_sandbox::World;
use http::{Request, StatusCode};
use passerelle::api;
use proptest::{prelude::*, test_runner::TestRunner};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    requests::rows,
    stage::{self, Stage, bridge, exchange, post, send},
    world::with,
};

const CREATE_PROJECT: &str = "projects/create";
const LIST: &str = "issues/assistant-list";
const CLOSE: &str = "issues/assistant-close";

fn request(method: &str, path: &str) -> Request<Body> {
    stage::request(method, path, &[], Body::empty())
}

/// A read with this header.
fn headed(path: &str, name: &str, value: &str) -> Request<Body> {
    stage::request("GET", path, &[(name, value)], Body::empty())
}

/// A listing with these headers and an empty object.
fn list(headers: &[(&str, &str)]) -> Request<Body> {
    stage::request("POST", "/api/v1/issues/assistant-list", headers, "{}")
}

#[tokio::test]
async fn every_operation_of_the_interface_has_its_route() {
    let stage = Stage::with(World::empty()).await;
    for row in rows() {
        let answer = stage.post(row.path, json!([])).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", row.path);
    }
}

#[tokio::test]
async fn an_unknown_route_is_404_and_another_method_405_in_json() {
    let stage = Stage::with(World::empty()).await;
    for path in
        ["/console", "/api/v1", "/api/v1/issues", "/api/v1/issues/close", "/api/v2/issues/create", "/health"]
    {
        stage.send(request("POST", path)).await.error(404);
    }
    for operation in api::operations() {
        for method in ["GET", "PUT", "DELETE", "PATCH"] {
            stage.send(request(method, operation.path)).await.error(405);
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_body_of_another_type_is_415() {
    let stage = Stage::with(World::empty()).await;
    for kind in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonp")]
    {
        let kind: Vec<_> = kind.map(|kind| ("content-type", kind)).into_iter().collect();
        stage.send(list(&kind)).await.error(415);
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"] {
        stage.send(list(&[("content-type", kind)])).await.ok();
    }
}

#[tokio::test]
async fn a_body_that_is_no_json_object_is_422_on_every_route() {
    let stage = Stage::with(World::empty()).await;
    let deep = "[".repeat(100_000);
    for operation in api::operations() {
        for body in ["", "{", "[]", "null", "\"text\"", "{\"project_hint\": }", "\u{0}", &deep] {
            let request = Request::post(operation.path).header("content-type", "application/json");
            stage.send(request.body(Body::from(body.to_owned())).unwrap()).await.error(422);
        }
    }
}

#[tokio::test]
async fn a_body_past_the_limit_is_413() {
    let stage = Stage::set(World::empty(), &[("server.body_limit_bytes", "1000")]).await;
    stage.post(CLOSE, json!({ "project_hint": "x".repeat(2_000) })).await.error(413);
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_408_and_takes_no_room_meanwhile() {
    let settings = [("server.max_in_flight", "1"), ("server.request_timeout", "2s")];
    let stage = Stage::set(World::empty(), &settings).await;
    let never = Body::from_stream(futures_util::stream::pending::<Result<&str, std::io::Error>>());
    let request = Request::post(format!("/api/v1/{CLOSE}")).header("content-type", "application/json");
    let (slow, quick) = tokio::join!(
        stage.send(request.body(never).unwrap()),
        stage.post(LIST, json!({ "project_hint": "portail" })),
    );
    quick.ok();
    slow.refused(408, "slow_body");
}

#[tokio::test]
async fn a_body_that_breaks_off_is_400() {
    let stage = Stage::with(World::empty()).await;
    let broken = futures_util::stream::iter([Ok("{"), Err(std::io::Error::other("reset"))]);
    let request = Request::post(format!("/api/v1/{CLOSE}")).header("content-type", "application/json");
    stage.send(request.body(Body::from_stream(broken)).unwrap()).await.error(400);
}

#[tokio::test]
async fn every_answer_carries_the_callers_request_id_or_a_new_one() {
    let stage = Stage::with(World::empty()).await;
    for path in ["/api/v1/issues/assistant-list", "/nowhere", "/health/live"] {
        let answer = stage.send(headed(path, "x-request-id", "caller-42")).await;
        assert_eq!(answer.headers["x-request-id"], "caller-42");
    }
    let long = "x".repeat(500);
    for odd in ["", "two words", "tab\there", &long] {
        let answer = stage.send(headed("/health/live", "x-request-id", odd)).await;
        assert_ne!(answer.headers["x-request-id"], odd);
        assert_eq!(answer.headers["x-request-id"].len(), 36);
    }
}

#[tokio::test]
async fn no_answer_is_taken_for_another_type_than_it_says() {
    let stage = Stage::with(World::empty()).await;
    for (method, path) in [
        ("POST", "/api/v1/groups/search"),
        ("GET", "/nowhere"),
        ("GET", "/metrics"),
        ("GET", "/health/live"),
        ("GET", "/mcp"),
    ] {
        let answer = exchange(&stage.bridge, request(method, path)).await;
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn with_auth_tokens_every_call_needs_one_of_them() {
    let stage = Stage::set(World::empty(), &[("server.auth_tokens", "alice:s3cret,other")]).await;
    let call = |token: Option<&str>| {
        let kind = [("content-type", "application/json")].into_iter();
        stage.send(list(&kind.chain(token.map(|token| ("authorization", token))).collect::<Vec<_>>()))
    };
    for refused in [
        None,
        Some("Bearer wrong"),
        Some("Bearer "),
        Some("s3cret"),
        Some("Basic s3cret"),
        Some("Bearer s3cre"),
    ] {
        let answer = call(refused).await;
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
        answer.error(401);
    }
    for accepted in ["Bearer s3cret", "bearer other"] {
        call(Some(accepted)).await.ok();
    }
    stage.send(request("POST", "/api/v1/nowhere")).await.error(401);
    assert_eq!(stage.get("/health/live").await.status, StatusCode::OK);
}

#[tokio::test]
async fn past_the_requests_in_flight_503_comes_at_once() {
    let stage = Stage::set(World::empty(), &[("server.max_in_flight", "1")]).await;
    let slow = ResponseTemplate::new(200).set_body_json(json!([])).set_delay(Duration::from_millis(300));
    stage.fault("GET /projects", 1, slow);
    let body = || json!({ "project_hint": "portail" });
    let (first, second) = tokio::join!(stage.post(LIST, body()), async {
        stage.got("", 1).await;
        stage.post(LIST, body()).await
    });
    first.ok();
    assert_eq!(second.headers["retry-after"], "1");
    second.error(503);
}

#[tokio::test]
async fn a_request_older_than_the_limit_gets_504() {
    let stage = Stage::set(World::empty(), &[("server.request_timeout", "50ms")]).await;
    stage.fault("GET /projects", 1, ResponseTemplate::new(200).set_delay(Duration::from_secs(5)));
    stage.post(LIST, json!({ "project_hint": "portail" })).await.error(504);
}

#[tokio::test]
async fn null_is_what_an_absent_field_is() {
    let stage = Stage::with(World::empty()).await;
    let body = json!({
        "project_hint": null, "issue_hint": null, "root_hint": null, "limit": null, "confirm": null,
        "resolved_project_path": null, "resolved_issue_iid": null, "dry_run": null,
    });
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "project_not_found");
}

#[tokio::test]
async fn a_field_that_a_write_does_not_know_is_422_and_the_nearest_is_listed_first() {
    let stage = Stage::with(World::sample()).await;
    for operation in api::operations().iter().filter(|operation| operation.effect.writes()) {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        for example in operation.examples() {
            let mut body: Value = serde_json::from_str(&example).unwrap();
            body["dryRun"] = json!(true);
            let detail = stage.post(path, body).await.error(422);
            assert!(detail.contains("« dryRun »") && detail.contains(": « dry_run »"), "{path}: {detail}");
        }
    }
    let lables = json!({ "issues": [{ "title": "a" }, { "title": "b", "lables": ["c"] }] });
    let detail = stage.post("issues/assistant-batch-create", lables).await.error(422);
    assert!(detail.contains("« issues[1].lables »") && detail.contains("« labels »"), "{detail}");
    let long = json!({ "x".repeat(100_000): null });
    assert!(stage.post(CLOSE, long).await.error(422).len() < 400);
    assert_eq!(stage.calls(), [""; 0], "nothing is looked up for it");
}

#[tokio::test]
async fn a_field_that_no_operation_knows_is_422_for_reads_too_and_those_of_others_are_ignored() {
    let stage = Stage::with(World::empty()).await;
    for operation in api::operations().iter().filter(|operation| !operation.effect.writes()) {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        let mut body: Value = serde_json::from_str(&operation.examples()[0]).unwrap();
        body["dry_run"] = json!(true);
        body["due_date"] = json!(12);
        stage.post(path, body.clone()).await.ok();
        body["colour"] = json!("blue");
        assert!(stage.post(path, body).await.error(422).contains("colour"));
    }
}

#[tokio::test]
async fn a_whole_number_may_be_written_with_a_point() {
    let stage = Stage::with(World::empty()).await;
    let body = json!({ "limit": 5.0, "resolved_issue_iid": 12.0 });
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "project_not_found");
}

#[tokio::test]
async fn a_field_out_of_its_bounds_is_422_and_named() {
    const CREATE: &str = "issues/create";
    const BULK: &str = "issues/assistant-bulk-close";
    const BATCH: &str = "issues/assistant-batch-create";
    const LABEL: &str = "issues/assistant-add-label";
    let stage = Stage::with(World::empty()).await;
    let long = "é".repeat(1_001);
    let issue = |more| with(json!({ "project_path": "a/b", "title": "t", "description": "d" }), more);
    let project = |more| with(json!({ "name": "a", "namespace_path": "a" }), more);
    for (path, body, field) in [
        (CLOSE, json!({ "project_hint": 5 }), "project_hint"),
        (CLOSE, json!({ "project_hint": long }), "project_hint"),
        (CLOSE, json!({ "issue_hint": ["a"] }), "issue_hint"),
        (CLOSE, json!({ "confirm": "yes" }), "confirm"),
        (CLOSE, json!({ "limit": 0 }), "limit"),
        (CLOSE, json!({ "limit": 1001 }), "limit"),
        (CLOSE, json!({ "limit": -1 }), "limit"),
        (CLOSE, json!({ "limit": 1.5 }), "limit"),
        (CLOSE, json!({ "limit": "5" }), "limit"),
        (CLOSE, json!({ "resolved_issue_iid": "5" }), "resolved_issue_iid"),
        (CLOSE, json!({ "resolved_issue_iid": 1e30 }), "resolved_issue_iid"),
        (CREATE, json!({ "project_path": "a/b", "title": "t" }), "description"),
        (CREATE, issue(json!({ "title": " " })), "title"),
        (CREATE, issue(json!({ "title": "é".repeat(256) })), "title"),
        (CREATE, issue(json!({ "title": null })), "title"),
        (CREATE, issue(json!({ "project_path": "" })), "project_path"),
        (CREATE, issue(json!({ "description": "d".repeat(20_001) })), "description"),
        (CREATE, issue(json!({ "labels": vec!["l"; 51] })), "labels"),
        (CREATE, issue(json!({ "labels": [1] })), "labels"),
        ("issues/assistant-create", json!({}), "title"),
        ("issues/assistant-create", json!({ "title": "é".repeat(256) }), "title"),
        (BULK, json!({}), "issue_hints"),
        (BULK, json!({ "issue_hints": null }), "issue_hints"),
        (BULK, json!({ "issue_hints": [] }), "issue_hints"),
        (BULK, json!({ "issue_hints": [" ", ""] }), "issue_hints"),
        (BULK, json!({ "issue_hints": vec!["a"; 101] }), "issue_hints"),
        (BULK, json!({ "issue_hints": "Un" }), "issue_hints"),
        (BULK, json!({ "issue_hints": [1] }), "issue_hints"),
        (BULK, json!({ "issue_hints": ["", "Un", long] }), "issue_hints[2]"),
        (BATCH, json!({}), "issues"),
        (BATCH, json!({ "issues": [] }), "issues"),
        (BATCH, json!({ "issues": "a" }), "issues"),
        (BATCH, json!({ "issues": vec![json!({ "title": "a" }); 101] }), "issues"),
        (BATCH, json!({ "issues": [5] }), "issues[0]"),
        (LIST, json!({ "state": long }), "state"),
        (LABEL, json!({ "label_name": long }), "label_name"),
        (LABEL, json!({}), "label_name"),
        (LABEL, json!({ "label_name": " " }), "label_name"),
        (
            "issues/assistant-bulk-add-label",
            json!({ "label_name": "a, b", "issue_hints": ["a"] }),
            "label_name",
        ),
        ("issues/assistant-add-label-all", json!({ "label_name": null }), "label_name"),
        ("issues/assistant-set-due-date", json!({}), "due_date"),
        ("issues/assistant-set-due-date", json!({ "due_date": null }), "due_date"),
        ("issues/assistant-assign", json!({ "issue_hint": "a" }), "assignee_hint"),
        (CREATE_PROJECT, project(json!({ "namespace_path": long })), "namespace_path"),
        (CREATE_PROJECT, project(json!({ "name": long })), "name"),
        (CREATE_PROJECT, project(json!({ "visibility": long })), "visibility"),
        (CREATE_PROJECT, json!({ "namespace_path": "a" }), "name"),
        (CREATE_PROJECT, json!({ "name": "a" }), "namespace_path"),
    ] {
        let detail = stage.post(path, body.clone()).await.error(422);
        assert!(detail.contains(&format!("« {field} »")), "{path} {body}: {detail}");
    }
    assert_eq!(stage.calls(), [""; 0], "a refused request never reaches the host");
}

#[tokio::test]
async fn a_hint_of_a_thousand_characters_once_trimmed_is_taken() {
    let stage = Stage::with(World::empty()).await;
    let hint = format!("  {}  ", "é".repeat(1_000));
    stage.post(LIST, json!({ "project_hint": hint, "limit": 1000 })).await.ok();
}

#[tokio::test]
async fn readiness_never_asks_the_host_and_stays_where_it_is_away() {
    let stage = Stage::with(World::empty()).await;
    let nowhere = bridge("http://127.0.0.1:9", &[]);
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(stage.get(path).await.status, StatusCode::OK);
        assert_eq!(send(&nowhere, request("GET", path)).await.status, StatusCode::OK);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn whether_the_host_can_be_used_is_asked_at_most_once_a_second() {
    let stage = Stage::with(World::empty()).await;
    for _ in 0..2 {
        let answer = stage.get("/health/host").await;
        assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("usable")));
    }
    assert_eq!(stage.calls(), ["GET /version"]);
}

#[tokio::test]
async fn a_host_whose_token_may_not_ask_for_the_version_can_be_used_where_a_read_works() {
    for (projects, status) in [(None, StatusCode::OK), (Some(403), StatusCode::SERVICE_UNAVAILABLE)] {
        let stage = Stage::with(World::empty()).await;
        stage.fault("GET /version", 1, ResponseTemplate::new(403));
        if let Some(refused) = projects {
            stage.fault("GET /projects", 1, ResponseTemplate::new(refused));
        }
        assert_eq!(stage.get("/health/host").await.status, status);
    }
}

#[tokio::test]
async fn why_the_host_cannot_be_used_is_told_to_callers_and_not_to_strangers() {
    let probe = |name: &str, value: &str| headed("/health/host", name, value);
    let told = async |settings: &[(&str, &str)], request| {
        let answer = send(&bridge("http://127.0.0.1:9", settings), request).await;
        answer.refused(503, "host_unavailable").contains("injoignable")
    };
    let tokens = [("server.auth_tokens", "alice:secret-of-alice")];
    assert!(told(&tokens, probe("authorization", "Bearer secret-of-alice")).await);
    assert!(!told(&tokens, probe("authorization", "Bearer secret-of-bob")).await);
    assert!(!told(&tokens, request("GET", "/health/host")).await);
    assert!(told(&[], request("GET", "/health/host")).await, "from this machine");
    assert!(!told(&[], probe("host", "attacker.example")).await);
    assert!(!told(&[("server.open", "true")], request("GET", "/health/host")).await);
}

#[tokio::test]
async fn that_the_host_refuses_the_bridge_is_told_by_a_code_of_its_own_and_not_to_strangers() {
    for (refused, name, code) in [
        (401, "localhost", "upstream_unauthorized"),
        (401, "attacker.example", "host_unavailable"),
        (403, "localhost", "host_unavailable"),
    ] {
        let stage = Stage::with(World::empty()).await;
        stage.fault("GET /version", 1, ResponseTemplate::new(refused));
        stage.fault("GET /projects", 1, ResponseTemplate::new(refused));
        stage.send(headed("/health/host", "host", name)).await.refused(503, code);
    }
}

#[tokio::test]
async fn whether_the_host_can_be_used_is_told_while_every_connection_to_it_is_taken() {
    let stage = Stage::set(World::empty(), &[("upstream.max_connections", "1")]).await;
    stage.fault("GET /groups", 1, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    let search = stage.post("groups/search", json!({}));
    let ready = async {
        stage.got("", 1).await;
        stage.get("/health/host").await.status
    };
    tokio::select! {
        _ = search => panic!("the host has not answered"),
        ready = ready => assert_eq!(ready, StatusCode::OK),
    }
}

#[tokio::test]
async fn a_host_that_refuses_the_connection_is_502_on_every_operation_that_asks_it() {
    let nowhere = bridge("http://127.0.0.1:9", &[("upstream.retries", "0")]);
    post(&nowhere, "groups/search", json!({})).await.refused(502, "upstream_error");
    post(&nowhere, LIST, json!({ "project_hint": "portail" })).await.error(502);
}

/// Random garbage: any JSON object of the interface's field names and any values.
fn garbage() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        prop_oneof![Just("portail"), Just("#1"), Just("a/../b"), Just("42"), Just("ville/portail")]
            .prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(field_name(), inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    });
    prop::collection::hash_map(field_name(), value, 0..8).prop_map(|map| map.into_iter().collect())
}

/// The name of a field of any request.
fn field_name() -> impl Strategy<Value = String> {
    let mut generator = SchemaGenerator::default();
    let schemas = api::operations().into_iter().map(|operation| operation.request_schema(&mut generator));
    let names = |schema: Schema| -> Vec<_> {
        schema.pointer("/properties").and_then(Value::as_object).unwrap().keys().cloned().collect()
    };
    let names: BTreeSet<_> = schemas.flat_map(names).collect();
    prop::sample::select(names.into_iter().collect::<Vec<_>>())
}

#[test]
fn random_json_on_every_route_never_gives_a_5xx() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stage = runtime.block_on(async {
        let mut world = World::empty();
        world.group("ville", "Ville");
        let portail = world.project("ville/portail", "Portail");
        world.issue(portail, "Page de connexion");
        Stage::with(world).await
    });
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() });
    for operation in api::operations() {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        let checked = runner.run(&garbage(), |body| {
            let answer = runtime.block_on(stage.post(path, body));
            prop_assert!(answer.status.as_u16() < 500, "{}: {}", answer.status, answer.body);
            prop_assert!(answer.body["success"].is_boolean());
            Ok(())
        });
        checked.unwrap_or_else(|failure| panic!("{path}: {failure}"));
    }
}

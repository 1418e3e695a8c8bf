//! Retries: only reads, within a budget; never a write that may have arrived.

use std::time::Duration;

use axum::Router;
use futures_util::{StreamExt, stream};
use gitlab_sandbox::World;
use passerelle::messages;
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

use crate::{
    process::{Server, http_client},
    stage::{Stage, bridge, fr, post},
    wire::{Misdeed, Wire},
    world::{PORTAIL, confirmed, portail, portail_and_agenda, portail_with},
};

const LIST: &str = "issues/assistant-list";
const CREATE: &str = "issues/assistant-create";

fn new_issue(title: &str) -> Value {
    confirmed(json!({ "title": title }))
}

/// A wire host of one project, and a bridge before it.
async fn host() -> (Wire, Router) {
    let host = Wire::of(portail()).await;
    let bridge = bridge(&host.uri, &[]);
    (host, bridge)
}

fn writes(host: &Wire) -> usize {
    host.calls().iter().filter(|call| call.starts_with("POST ")).count()
}

#[tokio::test]
async fn a_host_that_is_down_is_hardly_asked_more_under_load() {
    const CALLS: usize = 500;
    let stage = Stage::with(portail()).await;
    let down = ResponseTemplate::new(503).insert_header("retry-after", "0");
    stage.fault("GET ", usize::MAX, down);
    // Each call reads another project, since equal reads at the same time would be one call.
    let named = |number: usize| json!({ "project_hint": format!("Portail {number}") });
    let calls = stream::iter(0..CALLS).map(|number| stage.post(LIST, named(number)));
    let answers: Vec<_> = calls.buffer_unordered(32).collect().await;
    assert!(answers.iter().all(|answer| answer.status == 503));
    let asked = stage.calls().len();
    println!("{CALLS} calls of callers: {asked} of the host, {} without a budget", 3 * CALLS);
    // A fifth of the calls, and ten a second for as long as this takes on a slow machine.
    assert!(asked > CALLS && asked < 2 * CALLS, "{asked}");
}

#[tokio::test]
async fn a_host_that_closes_idle_connections_fails_no_call_and_gets_no_write_twice() {
    let (host, bridge) = host().await;
    for answers in 1..4 {
        host.close_after(answers);
        for number in 0..10 {
            post(&bridge, CREATE, new_issue(&format!("{answers} {number}"))).await.ok();
        }
    }
    assert_eq!(writes(&host), 30);
}

#[tokio::test]
async fn a_write_on_a_connection_that_breaks_is_not_sent_again() {
    let (host, bridge) = host().await;
    for misdeed in [Misdeed::Reset(Vec::new()), Misdeed::Close(Vec::new())] {
        // The connection is already open: a client might take the break for the end of an idle connection.
        post(&bridge, LIST, confirmed(json!({}))).await.ok();
        host.misbehave("POST ", misdeed);
        let detail = post(&bridge, CREATE, new_issue("Fuite")).await.error(502);
        assert!(detail.contains(&fr(&messages::PERHAPS_DONE)), "{detail}");
        assert_eq!(writes(&host), 1);
        host.behave();
    }
}

#[tokio::test]
async fn a_read_on_a_connection_that_breaks_is_sent_again() {
    let (host, bridge) = host().await;
    host.misbehave("GET ", Misdeed::Reset(Vec::new()));
    post(&bridge, LIST, confirmed(json!({}))).await.error(502);
    assert_eq!(host.calls().len(), 3);
}

#[tokio::test]
async fn a_list_of_groups_that_never_ends_ends() {
    let host = Wire::of(World::sample()).await;
    let bridge = bridge(&host.uri, &[]);
    let page = b"HTTP/1.1 200 OK\r\nx-next-page: 2\r\ncontent-length: 45\r\n\r\n[{\"id\":1,\"name\":\"Ville\",\"full_path\":\"ville\"}] ";
    host.misbehave("GET /groups", Misdeed::Close(page.to_vec()));
    let body = post(&bridge, "groups/search", json!({ "query": "ville" })).await.ok();
    assert_eq!(body["matches"].as_array().unwrap().len(), 1);
    assert!(host.calls().len() <= 1_000);
}

#[tokio::test]
async fn one_bulk_call_leaves_half_of_the_hosts_calls_to_others() {
    let mut world = portail_with(&["Un", "Deux", "Trois", "Quatre", "Cinq", "Six"]);
    world.label(PORTAIL, "bug", "#FF0000");
    let settings =
        [("upstream.max_connections", "4"), ("upstream.fan_out", "100"), ("resolution.widen", "false")];
    let stage = Stage::set(world, &settings).await;
    stage.fault("PUT ", usize::MAX, ResponseTemplate::new(500).set_delay(Duration::from_secs(60)));
    let bulk = stage.post("issues/assistant-add-label-all", confirmed(json!({ "label_name": "bug" })));
    let other = async {
        while stage.writes().len() < 2 {
            tokio::task::yield_now().await;
        }
        stage.post(LIST, confirmed(json!({}))).await.ok();
    };
    // The items of the bulk call wait for the host as long as a call may: the other call ends before them only if it gets a free
    // connection.
    tokio::select! {
        _ = bulk => panic!("the other call waited for the items"),
        () = other => assert_eq!(stage.writes().len(), 2),
    }
}

#[tokio::test]
async fn a_wait_longer_than_the_request_lasts_is_left_to_the_caller() {
    for asked in ["30", "99999999999999999999", "Fri, 31 Dec 2100 23:59:59 GMT"] {
        let stage = Stage::set(portail(), &[("server.request_timeout", "5s")]).await;
        stage.fault("GET ", 1, ResponseTemplate::new(429).insert_header("retry-after", asked));
        let answer = stage.post(LIST, confirmed(json!({}))).await;
        assert_eq!((answer.status.as_u16(), stage.calls().len()), (429, 1));
        assert_eq!(answer.headers["retry-after"], "10", "what is left of the pause");
    }
}

#[tokio::test]
async fn what_the_host_limits_holds_back_the_same_kind_of_call_for_ten_seconds_at_most() {
    let stage = Stage::with(portail_and_agenda()).await;
    let limited = ResponseTemplate::new(429).insert_header("retry-after", "3600");
    stage.fault("GET /projects/ville%2Fportail", 1, limited.clone());
    // Another project is the same kind of call.
    for path in ["ville/portail", "ville/portail", "ville/agenda"] {
        let answer = stage.post(LIST, json!({ "confirm": true, "resolved_project_path": path })).await;
        assert_eq!(answer.body["code"], "upstream_error");
        let told: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=10).contains(&told), "{told}");
        let detail = answer.error(429);
        assert!(detail.contains("d'attendre"), "{detail}");
    }
    assert_eq!(stage.calls().len(), 1, "{:?}", stage.calls());
    // Other kinds of calls go on, and the operators see what was held back.
    stage.post("groups/search", json!({ "query": "ville" })).await.ok();
    stage.post(LIST, json!({ "project_hint": "agenda" })).await.ok();
    let held =
        "passerelle_host_call_duration_seconds_count{route=\"GET /projects/:id\",status=\"held_back\"} 2";
    assert!(stage.metrics().await.contains(held));
}

#[tokio::test]
async fn a_write_that_the_host_limits_holds_back_writes_of_its_kind_alone() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault("POST ", 1, ResponseTemplate::new(429).insert_header("retry-after", "30"));
    for _ in 0..2 {
        let answer = stage.post(CREATE, new_issue("Fuite")).await;
        assert!(answer.headers.contains_key("retry-after"));
        answer.error(429);
    }
    assert_eq!(stage.count("POST "), 1);
    stage.post("issues/assistant-close", confirmed(json!({ "resolved_issue_iid": 1 }))).await.ok();
    assert_eq!(stage.count("PUT "), 1);
}

#[tokio::test]
async fn two_processes_wait_apart_before_they_try_again() {
    let host = MockServer::start().await;
    Mock::given(any()).respond_with(ResponseTemplate::new(503)).mount(&host).await;
    let settings =
        [("upstream.base_url", &*host.uri()), ("upstream.token", "secret-token"), ("log.format", "json")];
    let mut waits = Vec::new();
    for _ in 0..2 {
        let server = Server::start(&["serve"], &settings);
        let address = format!("{}/api/v1/{LIST}", server.address);
        let answer = http_client().post(address).json(&confirmed(json!({}))).send().await.unwrap();
        assert_eq!(answer.status(), 503);
        let log = server.stop();
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        waits.push(
            lines.filter_map(|line| line["fields"]["wait"].as_str().map(str::to_owned)).collect::<Vec<_>>(),
        );
    }
    let [one, other] = waits.as_slice() else { panic!("{waits:?}") };
    // Further lines of one outage are left out of the log.
    assert!(!one.is_empty() && !other.is_empty(), "{waits:?}");
    assert!(one.iter().zip(other).all(|(one, other)| one != other), "{waits:?}");
}

#[tokio::test]
async fn a_short_wait_that_the_host_asks_for_is_waited_for() {
    let stage = Stage::with(portail()).await;
    let limited = ResponseTemplate::new(429).insert_header("retry-after", "1");
    stage.fault("GET /projects/ville%2Fportail", 1, limited);
    stage.post(LIST, confirmed(json!({}))).await.ok();
    assert_eq!(stage.count("GET /projects/ville%2Fportail"), 2);
}

#[tokio::test]
async fn one_request_has_no_more_calls_in_flight_than_the_fan_out() {
    let stage = Stage::set(portail_with(&["Un"]), &[("upstream.fan_out", "2")]).await;
    // As long as a call may take: a third call could arrive in this time only if it was allowed.
    stage.fault(
        "GET /projects/101/",
        usize::MAX,
        ResponseTemplate::new(500).set_delay(Duration::from_secs(60)),
    );
    let summary = stage.post("projects/summary", confirmed(json!({})));
    let asked = async {
        stage.got("GET /projects/101/", 2).await;
        // Another request has its own.
        stage.post("groups/search", json!({ "query": "ville" })).await.ok();
    };
    tokio::select! {
        _ = summary => panic!("the host has not answered"),
        () = asked => assert_eq!(stage.count("GET /projects/101/"), 2),
    }
}

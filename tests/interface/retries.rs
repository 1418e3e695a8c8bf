//! Retries: only reads, within a budget; never a write that may have arrived.

use std::time::Duration;

use axum::Router;
use futures_util::{StreamExt, stream};
use gitlab_sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, bridge, post},
    wire::{Misdeed, Wire},
    world::{PORTAIL, confirmed, portail, portail_with},
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
    // A fifth of the calls, and a hundred for each ten seconds that this takes on a slow machine.
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
        assert!(detail.contains("vérifiez"), "{detail}");
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
    // Its items wait for the host as long as a call may: the other call can end before only if it gets a free connection.
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
        let told: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!(told >= 30, "{told}");
    }
}

#[tokio::test]
async fn a_host_that_limits_a_read_is_not_asked_again_before_its_time_is_over() {
    let stage = Stage::with(portail()).await;
    let limited = ResponseTemplate::new(429).insert_header("retry-after", "30");
    stage.fault("GET /projects/ville%2Fportail", 1, limited);
    for _ in 0..3 {
        let answer = stage.post(LIST, confirmed(json!({}))).await;
        assert_eq!(answer.body["code"], "upstream_error");
        let told: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=30).contains(&told), "{told}");
        answer.error(429);
    }
    assert_eq!(stage.calls().len(), 1, "{:?}", stage.calls());
    // Other reads go on, and the operators see what was held back.
    stage.post("groups/search", json!({ "query": "ville" })).await.ok();
    let held =
        "passerelle_host_call_duration_seconds_count{route=\"GET /projects/:id\",status=\"held_back\"} 2";
    assert!(stage.metrics().await.contains(held));
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
        while stage.count("GET /projects/101/") < 2 {
            tokio::task::yield_now().await;
        }
        // Another request has its own.
        stage.post("groups/search", json!({ "query": "ville" })).await.ok();
    };
    tokio::select! {
        _ = summary => panic!("the host has not answered"),
        () = asked => assert_eq!(stage.count("GET /projects/101/"), 2),
    }
}

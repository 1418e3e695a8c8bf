//! No caller takes the whole process: where there are several, each has at most half of the requests in flight, of the calls to the
//! host, and of the memory for bodies.

use std::{convert::Infallible, time::Duration};

use axum::body::Body;
use futures_util::{
    FutureExt, StreamExt,
    future::{BoxFuture, join_all},
    stream,
};
use http::Request;
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::{
    stage::{Answer, Stage},
    world::portail_with,
};

const TWO_CALLERS: &str = "alice:token-of-alice,bob:token-of-bob";
const SLOW: &str = "GET /projects/lent%2F";

/// A host whose projects of the group `lent` take as long as a call may.
async fn stage(callers: &str) -> Stage {
    let settings =
        [("server.auth_tokens", callers), ("upstream.max_connections", "4"), ("server.max_in_flight", "8")];
    let stage = Stage::set(portail_with(&["Fuite"]), &settings).await;
    stage.fault(SLOW, usize::MAX, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    stage
}

async fn list(stage: &Stage, caller: &str, project: String) -> Answer {
    let body = json!({ "confirm": true, "resolved_project_path": project }).to_string();
    send(stage, caller, "assistant-list", body.into()).await
}

async fn send(stage: &Stage, caller: &str, operation: &str, body: Body) -> Answer {
    let request = Request::post(format!("/api/v1/issues/{operation}"))
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer token-of-{caller}"));
    stage.send(request.body(body).unwrap()).await
}

/// This many requests of Alice's, each about another project that the host is slow to answer about.
fn slow(stage: &Stage, requests: usize) -> BoxFuture<'_, Vec<Answer>> {
    join_all((0..requests).map(|number| list(stage, "alice", format!("lent/{number}")))).boxed()
}

/// Answers of what is done while Alice's requests, in this many calls, wait for the host.
async fn beside<T>(stage: &Stage, requests: usize, calls: usize, done: impl Future<Output = T>) -> T {
    let done = async {
        stage.got(SLOW, calls).await;
        done.await
    };
    tokio::select! {
        _ = slow(stage, requests) => panic!("the host has not answered"),
        done = done => done,
    }
}

#[tokio::test]
async fn a_caller_that_waits_for_the_host_leaves_half_of_its_calls_to_others() {
    let stage = stage(TWO_CALLERS).await;
    let other = list(&stage, "bob", "ville/portail".to_owned());
    beside(&stage, 4, 2, other).await.ok();
    assert_eq!(stage.count(SLOW), 2, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_caller_that_takes_its_half_of_the_requests_is_refused_and_the_others_are_not() {
    let stage = stage(TWO_CALLERS).await;
    let answers = async {
        let own = list(&stage, "alice", "ville/portail".to_owned()).await;
        (own, list(&stage, "bob", "ville/portail".to_owned()).await)
    };
    let (own, other) = beside(&stage, 4, 2, answers).await;
    assert_eq!(own.body["code"], "overloaded");
    assert!(own.headers.contains_key("retry-after"));
    own.error(503);
    other.ok();
}

#[tokio::test]
async fn a_caller_whose_bodies_do_not_end_leaves_half_of_their_memory_to_others() {
    let stage = stage(TWO_CALLERS).await;
    let endless = || {
        let begun = stream::iter([Ok::<_, Infallible>(vec![b'x'; 10_000])]).chain(stream::pending());
        send(&stage, "alice", "assistant-create", Body::from_stream(begun))
    };
    let mut stalled = Box::pin(join_all((0..16).map(|_| endless())));
    assert!((&mut stalled).now_or_never().is_none());
    let large = json!({ "project_hint": "Portail", "title": "Rampe", "description": "y".repeat(15_000), "dry_run": true });
    tokio::select! {
        _ = stalled => panic!("no body ends"),
        answer = send(&stage, "bob", "assistant-create", large.to_string().into()) => answer.ok(),
    };
}

#[tokio::test]
async fn the_only_caller_may_take_all() {
    let stage = stage("alice:token-of-alice").await;
    beside(&stage, 8, 4, async {}).await;
    assert_eq!(stage.count(SLOW), 4);
}

//! What operators read in the log of a host that is away or refuses the token, and of callers without a token.

use std::{process::Command, time::Duration};

use serde_json::json;
use tokio::task::spawn_blocking;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{any, path},
};

use crate::process::{Server, before, http_client, passerelle};

const AWAY: &str = "the host can't be used";
const AGAIN: &str = "the host can be used again";

/// A host that answers everything like this from now on.
async fn answer(host: &MockServer, answer: ResponseTemplate) {
    host.reset().await;
    Mock::given(any()).respond_with(answer).mount(host).await;
}

fn well() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({ "version": "18.2.1" }))
}

fn refused() -> ResponseTemplate {
    ResponseTemplate::new(401).set_body_json(json!({ "message": "401 Unauthorized" }))
}

/// A search, which asks the host for its groups.
fn search(server: &Server) -> reqwest::RequestBuilder {
    let address = format!("{}/api/v1/groups/search", server.address);
    http_client().post(address).json(&json!({ "query": "ville" }))
}

/// Waits until the bridge found that its host can be used, or can't; `meanwhile` runs before each look.
#[expect(clippy::disallowed_methods, reason = "the bridge's own metrics are short")]
async fn until_usable(server: &Server, usable: u8, meanwhile: impl AsyncFn()) {
    let sample = format!("passerelle_host_usable {usable}\n");
    let metrics = async || {
        meanwhile().await;
        let answer = http_client().get(format!("{}/metrics", server.address)).send().await.unwrap();
        answer.text().await.unwrap()
    };
    while !metrics().await.contains(&sample) {}
}

async fn log_of(server: Server) -> Vec<String> {
    let log = spawn_blocking(|| server.stop()).await.unwrap();
    log.lines().map(str::to_owned).collect()
}

/// The lines that tell of the host, in order.
fn told(log: &[String]) -> Vec<&str> {
    let lines = log.iter().filter_map(|line| [AWAY, AGAIN].into_iter().find(|told| line.contains(told)));
    lines.collect()
}

#[tokio::test]
async fn a_host_that_can_t_be_used_at_the_start_is_told_in_one_line_with_the_sentence_of_check() {
    let host = MockServer::builder().start().await;
    answer(&host, refused()).await;
    let settings = [("upstream.base_url", &*host.uri()), ("upstream.token", "another-token")];
    let mut check = passerelle(&["check"], &settings);
    let checked = spawn_blocking(move || check.output().unwrap()).await.unwrap();
    let checked = String::from_utf8(checked.stdout).unwrap();
    let (_, problem) = checked.trim_end().split_once("FAILED  ").unwrap();
    let (line, mend) = problem.split_once("\n        ").unwrap();
    let server = Server::start(&["serve"], &settings);
    until_usable(&server, 0, async || ()).await;
    let log = log_of(server).await;
    assert_eq!(told(&log), [AWAY], "{log:?}");
    let warning = log.iter().find(|line| line.contains(AWAY)).unwrap();
    assert!(warning.contains("WARN") && warning.contains(&format!("{line}; {mend}")), "{warning}");
}

#[tokio::test]
async fn a_reload_tells_whether_the_host_can_be_used() {
    let host = MockServer::builder().start().await;
    answer(&host, well()).await;
    let server = Server::start(&["serve"], &before(&host.uri(), &[]));
    let reload = async || {
        Command::new("kill").args(["-HUP", &server.id().to_string()]).status().unwrap();
    };
    answer(&host, refused()).await;
    until_usable(&server, 0, &reload).await;
    answer(&host, well()).await;
    until_usable(&server, 1, &reload).await;
    let log = log_of(server).await;
    let told = told(&log);
    assert_eq!((told.first(), told.last()), (Some(&AWAY), Some(&AGAIN)), "{log:?}");
    assert_eq!(told.iter().filter(|line| **line == AGAIN).count(), 1, "{log:?}");
}

#[tokio::test]
async fn an_outage_is_told_when_it_begins_and_ends_and_few_lines_tell_of_its_calls() {
    let host = MockServer::builder().start().await;
    answer(&host, well()).await;
    let server = Server::start(&["serve"], &before(&host.uri(), &[("upstream.retries", "0")]));
    let call = async || {
        assert!(search(&server).send().await.unwrap().status().is_server_error());
    };
    let page =
        ResponseTemplate::new(503).set_body_raw("<html>", "text/html").insert_header("retry-after", "0");
    answer(&host, page).await;
    for _ in 0..10 {
        call().await;
    }
    until_usable(&server, 0, call).await;
    host.reset().await;
    Mock::given(path("/api/v4/version")).respond_with(well()).mount(&host).await;
    Mock::given(any()).respond_with(ResponseTemplate::new(200).set_body_json(json!([]))).mount(&host).await;
    let answered = async || drop(search(&server).send().await.unwrap());
    until_usable(&server, 1, answered).await;
    let log = log_of(server).await;
    assert_eq!(told(&log), [AWAY, AGAIN], "{log:?}");
    let of_calls = |line: &&String| ["is retried", "operation failed"].iter().any(|told| line.contains(told));
    assert!((1..10).contains(&log.iter().filter(of_calls).count()), "{log:?}");
}

#[tokio::test]
async fn an_outage_that_only_a_probe_meets_is_seen() {
    let host = MockServer::builder().start().await;
    answer(&host, well()).await;
    let server = Server::start(&["serve"], &before(&host.uri(), &[]));
    until_usable(&server, 1, async || ()).await;
    answer(&host, refused()).await;
    let probe = async || {
        http_client().get(format!("{}/health/host", server.address)).send().await.unwrap();
    };
    until_usable(&server, 0, &probe).await;
    answer(&host, well()).await;
    until_usable(&server, 1, probe).await;
    assert_eq!(told(&log_of(server).await).last(), Some(&AGAIN));
}

#[tokio::test]
async fn a_call_whose_caller_hangs_up_is_logged_with_its_request() {
    let host = MockServer::builder().start().await;
    answer(&host, well().set_delay(Duration::from_secs(600))).await;
    let front = [("callers.front.token", "s3cret"), ("callers.front.on_behalf_header", "x-user")];
    let server = Server::start(&["serve"], &before(&host.uri(), &front));
    let call =
        search(&server).bearer_auth("s3cret").header("x-request-id", "hung-up").header("x-user", "Jane");
    let is_asked = async || {
        let asked = host.received_requests().await.unwrap();
        asked.iter().any(|request| request.url.path().ends_with("/groups"))
    };
    tokio::select! {
        _ = call.send() => panic!("the host never answers"),
        () = async { while !is_asked().await {} } => {}
    }
    let log = log_of(server).await;
    let called = log.iter().find(|line| line.contains("called")).unwrap();
    assert!(called.contains("cancelled"), "{called}");
    assert!(called.contains("hung-up") && called.contains("Jane"), "{called}");
}

#[tokio::test]
async fn a_call_without_a_token_is_logged_with_its_senders_address_and_a_proxys_is_called_one() {
    let tokens = [("server.auth_tokens", "alice:s3cret-of-alice")];
    let server = Server::start(&["serve"], &before("http://127.0.0.1:9", &tokens));
    for forwarded in [None, Some("203.0.113.7")] {
        let mut call = search(&server);
        if let Some(forwarded) = forwarded {
            call = call.header("x-forwarded-for", forwarded);
        }
        assert_eq!(call.send().await.unwrap().status(), 401);
    }
    let log = log_of(server).await;
    let refused: Vec<_> = log.iter().filter(|line| line.contains("unauthorized")).collect();
    let [direct, proxied] = refused.as_slice() else { panic!("{log:?}") };
    assert!(direct.contains("peer=127.0.0.1:") && !direct.contains("proxy="), "{direct}");
    assert!(proxied.contains("proxy=127.0.0.1:") && !proxied.contains("peer="), "{proxied}");
}

#[tokio::test]
async fn a_call_past_its_callers_limit_and_one_that_can_t_be_read_are_logged_with_the_caller_and_the_operations_path()
 {
    let alice = [("callers.alice.token", "s3cret-of-alice"), ("callers.alice.requests_per_minute", "2")];
    let server = Server::start(&["serve"], &before("http://127.0.0.1:9", &alice));
    let address = format!("{}/api/v1/groups/search", server.address);
    for body in ["{", "{}", "{}"] {
        let call = http_client().post(&address).bearer_auth("s3cret-of-alice");
        call.header("content-type", "application/json").body(body).send().await.unwrap();
    }
    let log = log_of(server).await;
    for code in ["invalid_request", "rate_limited"] {
        let refused = log.iter().find(|line| line.contains(code)).unwrap();
        assert!(refused.contains("caller=\"alice\"") && refused.contains("groups/search"), "{refused}");
    }
}

//! The stop of the program: requests in flight are answered, no write is lost, and the exit code is 0.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use tokio::{net::TcpStream, task::spawn_blocking};
use wiremock::ResponseTemplate;

use crate::{
    process::{Server, before},
    server::{READY, ask, post},
    stage::Stage,
    world::{confirmed, portail_with},
};

/// A host with slow writes, and the program in front of it.
async fn before_a_slow_host(delay: Duration) -> (Stage, Arc<Server>) {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let created = ResponseTemplate::new(201)
        .set_body_json(json!({ "id": 7, "iid": 7, "title": "t", "web_url": "u" }))
        .set_delay(delay);
    stage.fault("POST ", usize::MAX, created);
    let server = Server::start(&["serve"], &before(&stage.server.uri(), &[]));
    (stage, Arc::new(server))
}

fn create() -> String {
    post("issues/assistant-create", &confirmed(json!({ "title": "t" })).to_string())
}

/// The program ends well by itself.
async fn ended(server: Arc<Server>) {
    let server = Arc::into_inner(server).unwrap();
    spawn_blocking(|| server.end()).await.unwrap();
}

/// Calls as long as connections can be made; returns how many writes were answered as done.
async fn writes_until_the_end(server: Arc<Server>) -> usize {
    let mut told = 0;
    while let Ok(mut connection) = TcpStream::connect(server.socket()).await {
        while let Some(answer) = ask(&mut connection, &create()).await {
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            told += 1;
            if answer.contains("connection: close") {
                break;
            }
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_load_every_write_that_the_host_got_is_answered() {
    let (stage, server) = before_a_slow_host(Duration::from_millis(20)).await;
    let callers: Vec<_> = (0..16).map(|_| tokio::spawn(writes_until_the_end(Arc::clone(&server)))).collect();
    stage.got("POST ", 100).await;
    server.terminate();
    let mut told = 0;
    for caller in callers {
        told += caller.await.unwrap();
    }
    println!("{told} writes told of {} that the host got", stage.count("POST "));
    assert_eq!(told, stage.count("POST "));
    ended(server).await;
}

#[tokio::test]
async fn a_second_signal_does_not_shorten_the_grace() {
    let (stage, server) = before_a_slow_host(Duration::from_millis(300)).await;
    let mut connection = TcpStream::connect(server.socket()).await.unwrap();
    let call = tokio::spawn(async move { ask(&mut connection, &create()).await });
    stage.got("POST ", 1).await;
    server.terminate();
    // The first signal was received.
    while TcpStream::connect(server.socket()).await.is_ok() {}
    server.terminate();
    assert!(call.await.unwrap().unwrap().starts_with("HTTP/1.1 200"));
    ended(server).await;
}

#[tokio::test]
async fn a_write_that_the_end_of_the_grace_gives_up_is_told_to_be_open_and_has_its_audit_line() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(30));
    stage.fault("PUT ", usize::MAX, slow);
    let server = Server::start(&["serve"], &before(&stage.server.uri(), &[("server.shutdown_grace", "2s")]));
    let mut connection = TcpStream::connect(server.socket()).await.unwrap();
    let close = post("issues/assistant-close", &confirmed(json!({ "resolved_issue_iid": 1 })).to_string());
    let call = tokio::spawn(async move { ask(&mut connection, &close).await });
    stage.got("PUT ", 1).await;
    let log = spawn_blocking(|| server.stop()).await.unwrap();
    let told = call.await.unwrap().unwrap();
    assert!(told.starts_with("HTTP/1.1 504") && told.contains("outcome_unknown"), "{told}");
    let line = log.lines().find(|line| line.contains("passerelle::audit"));
    assert!(line.unwrap().contains("given up before the host answered"), "{log}");
}

#[tokio::test]
async fn a_probe_on_a_kept_connection_gets_503_before_the_connection_ends() {
    let server = Server::start(&["demo"], &[]);
    let mut connection = TcpStream::connect(server.socket()).await.unwrap();
    assert!(ask(&mut connection, READY).await.unwrap().starts_with("HTTP/1.1 200"));
    server.terminate();
    let told = loop {
        let answer = ask(&mut connection, READY).await.unwrap();
        if !answer.starts_with("HTTP/1.1 200") {
            break answer;
        }
    };
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("stopping"), "{told}");
    assert!(told.contains("connection: close"), "{told}");
    spawn_blocking(|| server.end()).await.unwrap();
}

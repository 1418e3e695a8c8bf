//! Every fault of the host in every operation: the answer has a status of the table and a French sentence, no write is sent
//! twice, and the bridge works afterwards.
//!
//! Each fault is tried at one call of each operation, a different one each time; with `EVERY_CALL=1` at every call.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    time::Duration,
};

use axum::Router;
use futures_util::{StreamExt, stream};
use gitlab_sandbox::World;
use passerelle::api;
use serde_json::{Value, json};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};

use crate::{
    stage::{Answer, bridge, post},
    wire::{Misdeed, Wire},
};

/// A text that no caller may read.
const SECRET: &str = "Secret-de-famille";
/// Largest answer that is taken from the host, in bytes; the sample's own are smaller.
const LARGEST: usize = 200_000;

/// A fault, by name: what the host does, and the statuses that a caller may read for it.
struct Fault {
    name: String,
    misdeed: Misdeed,
    statuses: Vec<u16>,
    /// Whether only a time-out ends it.
    hangs: bool,
}

fn fault(name: impl Into<String>, misdeed: Misdeed, statuses: &[u16]) -> Fault {
    let hangs = matches!(misdeed, Misdeed::Hang(_) | Misdeed::Drip(..));
    Fault { name: name.into(), misdeed, statuses: statuses.to_vec(), hangs }
}

fn answered(status: u16, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len()).into_bytes()
}

fn json_of(status: u16, body: &str) -> Vec<u8> {
    answered(status, "content-type: application/json\r\n", body)
}

/// Faults that break the connection, or never end.
fn breaks() -> Vec<Fault> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let closes = |name, text: &str| fault(name, Misdeed::Close(text.into()), &[502]);
    let resets = |name, text: &str| fault(name, Misdeed::Reset(text.into()), &[502]);
    let hangs = |name, text: &str| fault(name, Misdeed::Hang(text.into()), &[502]);
    let drips = |name, start, piece| fault(name, Misdeed::Drip(start, piece), &[502]);
    let bomb = [format!("{head}content-encoding: gzip\r\n\r\n").as_bytes(), &bomb()].concat();
    vec![
        resets("reset after the request", ""),
        closes("closed after the request", ""),
        hangs("no answer", ""),
        hangs("half a status line", "HTTP/1."),
        hangs("a head without end", head),
        hangs("a body that stops", &format!("{head}content-length: 99\r\n\r\n[{{")),
        drips("a drip of bytes", b"HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n[", b" "),
        drips("a drip of headers", b"HTTP/1.1 200 OK\r\n", b"x: y\r\n"),
        drips("a drip of interim answers", b"", b"HTTP/1.1 103 Early\r\n\r\n"),
        closes("truncated", &format!("{head}content-length: 999\r\n\r\n[{{\"id\"")),
        resets("truncated and reset", &format!("{head}content-length: 999\r\n\r\n[{{")),
        closes("a broken chunk", &format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\n[]")),
        closes("a length too short", &format!("{head}content-length: 3\r\n\r\n[{{\"id\": 1}}]")),
        closes("two lengths", &format!("{head}content-length: 2\r\ncontent-length: 3\r\n\r\n[]")),
        closes("another protocol", "SSH-2.0-OpenSSH_9.9\r\n"),
        closes("garbage headers", "HTTP/1.1 200 OK\r\n\u{0}\u{1}: \u{2}\r\n\r\n[]"),
        closes("a flood of headers", &format!("{head}{}\r\n[]", "x: y\r\n".repeat(5_000))),
        closes("announced as huge", &format!("{head}content-length: 999999999999\r\n\r\n[")),
        closes("huge", &format!("{head}\r\n[\"{}\"]", "x".repeat(LARGEST))),
        fault("a bomb", Misdeed::Close(bomb), &[502]),
        closes("a false gzip", &format!("{head}content-encoding: gzip\r\n\r\n[]")),
    ]
}

/// An answer that is small when compressed and large when decompressed.
fn bomb() -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![b' '; 20 * LARGEST]).unwrap();
    encoder.finish().unwrap()
}

/// Answers that can't be used.
fn useless() -> Vec<Fault> {
    let closed = |name, answer| fault(name, Misdeed::Close(answer), &[502]);
    // A project without an id counts as not found, and so does an answer that is not an issue (interface, assistant-add-label 4).
    let perhaps_absent = |name, body: &str| fault(name, Misdeed::Close(json_of(200, body)), &[404, 502]);
    let html = format!("<html><body>{SECRET}</body></html>");
    let location = |to: &str| answered(301, &format!("location: {to}\r\n"), "");
    vec![
        closed("empty", json_of(200, "")),
        closed("HTML", answered(200, "content-type: text/html\r\n", &html)),
        perhaps_absent("a JSON text", &format!("\"{SECRET}\"")),
        perhaps_absent("a list of texts", &format!("[\"{SECRET}\"]")),
        perhaps_absent("null", "null"),
        perhaps_absent("a list of null", "[null]"),
        perhaps_absent("an object without fields", "{}"),
        perhaps_absent("null fields", &null_fields()),
        closed("deep", json_of(200, &"[".repeat(50_000))),
        closed("no UTF-8", [json_of(200, ""), vec![0xff; 9]].concat()),
        closed("moved to itself", location("?again=1")),
        closed("moved elsewhere", location("http://127.0.0.1:9/")),
        closed("moved nowhere", location("")),
        closed("found elsewhere", answered(302, "location: /users/sign_in\r\n", &html)),
    ]
}

/// An object all of whose fields are null.
fn null_fields() -> String {
    let fields =
        ["id", "iid", "name", "title", "state", "web_url", "path_with_namespace", "full_path", "labels"];
    Value::Object(fields.iter().map(|field| ((*field).to_owned(), Value::Null)).collect()).to_string()
}

/// Bodies of refusals, of the host and of proxies in front of it.
fn shapes() -> [String; 7] {
    [
        format!("{{\"message\": {{\"base\": [\"dit l'hôte\"]}}, \"other\": \"{SECRET}\"}}"),
        "{\"error\": \"dit l'hôte\"}".to_owned(),
        String::new(),
        format!("<html><body>{SECRET}</body></html>"),
        format!("\"{SECRET}\""),
        format!("{{\"message\": \"{SECRET}"),
        format!("{{\"message\": [[[[[[\"{SECRET}\"]]]]]]}}"),
    ]
}

fn refusal(status: u16, shape: &str) -> Fault {
    fault(format!("{status} {shape}"), Misdeed::Close(json_of(status, shape)), &[status])
}

/// Statuses that the bridge treats differently, with a message of the host and without one.
fn refusals() -> Vec<Fault> {
    let wait = |seconds: &str| Misdeed::Close(answered(429, &format!("retry-after: {seconds}\r\n"), ""));
    let [words, .., wordless] = shapes();
    let statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503, 599];
    let mut faults: Vec<_> = statuses.iter().map(|&status| refusal(status, &words)).collect();
    faults.push(refusal(500, &wordless));
    faults.extend(["0", "-1"].map(|seconds| fault(format!("429 for {seconds}"), wait(seconds), &[429])));
    faults
}

/// The first example of each operation: it does what the operation is for.
fn requests() -> Vec<(&'static str, Value)> {
    let operations = api::operations().into_iter();
    operations
        .map(|entry| {
            let path = entry.path.strip_prefix("/api/v1/").unwrap();
            (path, serde_json::from_str(entry.examples().first().unwrap()).unwrap())
        })
        .collect()
}

/// Two bridges in front of one host: one with long time-outs, one with short ones.
fn bridges(host: &Wire) -> [Router; 2] {
    let largest = LARGEST.to_string();
    ["1m", "600ms"].map(|time| {
        let settings = [
            ("upstream.timeout", time),
            ("server.request_timeout", "10m"),
            ("upstream.retries", "1"),
            ("upstream.max_response_bytes", &largest),
            ("resolution.widen", "false"),
        ];
        bridge(&host.uri, &settings)
    })
}

/// `METHOD /path` of a call.
fn route(call: &str) -> String {
    call.split(['?', '{']).next().unwrap().trim_end().to_owned()
}

/// How often each write arrived, by its path and its body.
fn writes(calls: &[String]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for call in calls.iter().filter(|call| !call.starts_with("GET ")) {
        *counts.entry(call.as_str()).or_default() += 1;
    }
    counts
}

/// Whether an answer with a success may report a failure: in a row of a bulk call, or where only something to show, or the
/// duplicates of a batch, could not be read.
fn is_borne(body: &Value) -> bool {
    body["members"].is_array()
        || body["message"].as_str().is_some_and(|said| said.contains("doublons n'ont pas pu"))
        || body["results"].as_array().is_some_and(|items| items.iter().any(|item| item["status"] == "error"))
}

#[track_caller]
fn check(answer: &Answer, fault: &Fault, group_search: bool, context: &str) {
    let text = answer.body.to_string();
    assert!(!text.contains(SECRET), "{context}: {text}");
    let status = answer.status.as_u16();
    if status == 200 {
        assert!(is_borne(&answer.body), "{context}: {text}");
        return;
    }
    // A listing of groups that fails is 502 in groups/search, whatever the host said.
    assert!(
        fault.statuses.contains(&status) || (group_search && status == 502),
        "{context}: {status} {text}"
    );
    assert_eq!(answer.body["success"], false, "{context}");
    let detail = answer.body["detail"].as_str().unwrap();
    assert!(detail.contains("GitLab") || detail.contains("introuvable"), "{context}: {detail}");
    assert!(detail.ends_with('.') || detail.contains("dit l'hôte"), "{context}: {detail}");
}

/// Tries the faults at the calls of one operation; returns how many were tried.
async fn walk(path: &'static str, request: Value, faults: &[Fault]) -> usize {
    let host = Wire::of(World::sample()).await;
    let [patient, hasty] = bridges(&host);
    let clean = post(&patient, path, request.clone()).await;
    assert_eq!(clean.status, 200, "{path}: {}", clean.body);
    let calls = host.calls();
    let (usual, routes) = (writes(&calls), calls.iter().map(|call| route(call)).collect::<BTreeSet<_>>());
    let mut tried = 0;
    let everywhere = every_call();
    for (place, call) in routes.iter().enumerate() {
        let here = |turn: usize| everywhere || turn % routes.len() == place;
        for (_, fault) in faults.iter().enumerate().filter(|(turn, _)| here(*turn)) {
            let context = format!("{path}, {call}: {}", fault.name);
            host.misbehave(call, fault.misdeed.clone());
            let bridge = if fault.hangs { &hasty } else { &patient };
            let answer = post(bridge, path, request.clone()).await;
            check(&answer, fault, path == "groups/search", &context);
            for (write, times) in writes(&host.calls()) {
                assert!(times <= usual.get(write).copied().unwrap_or(1), "{context}: {write} {times} times");
            }
            tried += 1;
        }
        host.behave();
        let after = post(&patient, path, request.clone()).await;
        assert_eq!(after.body["status"], clean.body["status"], "{path} after the faults of {call}");
        assert_eq!(after.status, 200, "{path} after the faults of {call}");
    }
    tried
}

/// Whether every fault is tried at every call.
fn every_call() -> bool {
    std::env::var_os("EVERY_CALL").is_some()
}

async fn walk_all(faults: Vec<Fault>) {
    let faults = &faults;
    let walks = stream::iter(requests()).map(|(path, request)| walk(path, request, faults));
    // Many run at once, since most of them wait for a time-out.
    let tried: usize = walks.buffer_unordered(12).collect::<Vec<_>>().await.into_iter().sum();
    println!("{tried} faults, of {} kinds", faults.len());
    assert!(tried >= faults.len() * api::operations().len());
}

#[tokio::test]
async fn a_host_that_breaks_off_or_never_ends_in_any_operation() {
    walk_all(breaks()).await;
}

#[tokio::test]
async fn a_host_that_answers_nothing_of_use_in_any_operation() {
    walk_all(useless()).await;
}

#[tokio::test]
async fn a_host_that_refuses_in_any_operation() {
    walk_all(refusals()).await;
}

#[tokio::test]
async fn a_refusal_of_any_status_and_any_body_to_a_read_and_a_write() {
    let host = Wire::of(World::sample()).await;
    let bridge = bridge(&host.uri, &[("upstream.retries", "0")]);
    let shapes = shapes();
    let path = "ville/numerique/portail-citoyen";
    let body = json!({ "confirm": true, "resolved_project_path": path, "resolved_issue_iid": 1 });
    for status in 400..600 {
        for (place, shape) in shapes.iter().enumerate() {
            // One call per fault, in turn, unless all are tried.
            if !every_call() && usize::from(status) % shapes.len() != place {
                continue;
            }
            let fault = refusal(status, shape);
            for (operation, call) in [("issues/assistant-list", "GET "), ("issues/assistant-close", "PUT ")] {
                host.misbehave(call, fault.misdeed.clone());
                check(&post(&bridge, operation, body.clone()).await, &fault, false, operation);
            }
        }
    }
}

#[tokio::test]
async fn a_host_that_takes_no_connection_in_any_operation() {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    let _listener = socket.listen(1).unwrap();
    // If the backlog is full, the system drops new connections without an answer.
    let mut crowd = Vec::new();
    while let Ok(connection) = timeout(Duration::from_millis(200), TcpStream::connect(address)).await {
        crowd.push(connection.unwrap());
    }
    let settings = [("upstream.connect_timeout", "20ms"), ("upstream.retries", "0")];
    let bridge = bridge(&format!("http://{address}"), &settings);
    for (path, request) in requests() {
        let answer = post(&bridge, path, request).await;
        let detail = answer.error(502);
        assert!(detail.contains("injoignable"), "{path}: {detail}");
    }
}

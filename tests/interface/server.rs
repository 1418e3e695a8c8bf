//! The server: slow and silent callers block nobody, and a stop loses no request.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use axum::{Router, body::Body, routing::get};
use futures_util::{StreamExt, stream};
use gitlab_sandbox::World;
use passerelle::{
    server::{Limits, serve},
    stop_signal::StopSignal,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Barrier, oneshot},
    task::JoinHandle,
};

use serde_json::json;

use crate::{
    process::Server,
    stage::{self, Stage, each, request, send},
    world::{BY_PATH, PORTAIL, assert_untouched, confirmed, portail_with},
};

const ROOT: &str = "GET / HTTP/1.1\r\nhost: b\r\n\r\n";
pub(crate) const READY: &str = "GET /health/ready HTTP/1.1\r\nhost: b\r\n\r\n";

/// What begins a stop, and its signal.
fn stopping() -> (oneshot::Sender<()>, StopSignal) {
    let (stop, stopped) = oneshot::channel();
    let stop_signal = StopSignal::after(async {
        let _ = stopped.await;
    });
    (stop, stop_signal)
}

/// A server of a router, its address, what begins its stop, and its end.
async fn listening(router: Router, limits: Limits) -> (String, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (stop, stop_signal) = stopping();
    (address, stop, tokio::spawn(serve(listener, router, stop_signal, limits)))
}

fn limits() -> Limits {
    Limits::new(Duration::from_secs(60), 1)
}

/// A route that answers once it may, and says that it was reached.
fn waiting(reached: &Arc<Barrier>, leave: &Arc<Barrier>) -> Router {
    let (reached, leave) = (Arc::clone(reached), Arc::clone(leave));
    Router::new().route(
        "/",
        get(async move || {
            reached.wait().await;
            leave.wait().await;
            "done"
        }),
    )
}

/// A call of an operation.
pub(crate) fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

/// Sends a request and reads its answer; `None` if the connection ended before.
pub(crate) async fn ask(connection: &mut TcpStream, request: &str) -> Option<String> {
    connection.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let read = connection.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        answer.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&answer);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if body.len() == length.parse::<usize>().unwrap() {
                return Some(text.into_owned());
            }
        }
    }
}

/// The answer on a connection of its own.
async fn answered(address: &str, request: &str) -> String {
    ask(&mut TcpStream::connect(address).await.unwrap(), request).await.unwrap()
}

#[tokio::test]
async fn at_a_stop_requests_in_flight_finish_and_new_connections_are_refused() {
    let (reached, leave) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let (address, stop, ended) = listening(waiting(&reached, &leave), limits()).await;
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let answer = tokio::spawn(async move { ask(&mut connection, ROOT).await });
    reached.wait().await;
    stop.send(()).unwrap();
    while TcpStream::connect(&address).await.is_ok() {}
    assert!(!ended.is_finished());
    leave.wait().await;
    let answer = answer.await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("done"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    ended.await.unwrap();
}

#[tokio::test]
async fn at_a_stop_readiness_is_503() {
    let stage = Stage::with(World::empty()).await;
    let (stop, mut stop_signal) = stopping();
    let bridge = stage.bridge_with(&[], stop_signal.clone());
    let ready = || request("GET", "/health/ready", &[], Body::empty());
    assert_eq!(send(&bridge, ready()).await.status, 200);
    stop.send(()).unwrap();
    stop_signal.given().await;
    send(&bridge, ready()).await.refused(503, "stopping");
}

#[tokio::test]
async fn near_the_end_of_the_grace_a_bulk_call_starts_no_item_and_says_which() {
    let stage = Stage::with(portail_with(&["Un", "Deux"])).await;
    let mut stop_signal = StopSignal::after(async {});
    stop_signal.given().await;
    // More than half of the grace has passed when the project is known, and not all of it.
    let project = json!({ "id": PORTAIL, "name": "Portail", "path_with_namespace": "ville/portail" });
    let late = wiremock::ResponseTemplate::new(200).set_body_json(project);
    stage.fault(BY_PATH, 1, late.set_delay(Duration::from_millis(1_100)));
    let bridge = stage.bridge_with(&[("server.shutdown_grace", "2s")], stop_signal);
    let body = confirmed(json!({ "issues": [{ "title": "a" }, { "title": "b" }] }));
    let body = stage::post(&bridge, "issues/assistant-batch-create", body).await.ok();
    assert_eq!(each(&body["results"], "status"), ["error", "error"]);
    assert_eq!(body["created_count"], 0);
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_stop_waits_for_a_write_whose_caller_gave_up() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let slow = wiremock::ResponseTemplate::new(201)
        .set_body_json(json!({ "id": 7, "iid": 7, "title": "t", "web_url": "u" }))
        .set_delay(Duration::from_millis(300));
    stage.fault("POST ", 1, slow);
    let (stop, stop_signal) = stopping();
    let bridge = stage.bridge_with(&[("server.request_timeout", "50ms")], stop_signal.clone());
    let body = confirmed(json!({ "title": "t" }));
    let create = async || {
        stage::post_with(&bridge, &[("idempotency-key", "k")], "issues/assistant-create", &body).await
    };
    create().await.error(504);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    stop.send(()).unwrap();
    serve(listener, bridge.clone(), stop_signal, limits()).await;
    let answer = create().await;
    assert_eq!(answer.headers["idempotent-replayed"], "true");
    assert_eq!(answer.ok()["issue"]["iid"], 7);
}

#[tokio::test]
async fn what_is_still_in_flight_after_the_grace_is_given_up() {
    let (reached, leave) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let short = Limits { grace: Duration::from_millis(100), ..limits() };
    let (address, stop, ended) = listening(waiting(&reached, &leave), short).await;
    let mut connection = TcpStream::connect(&address).await.unwrap();
    connection.write_all(ROOT.as_bytes()).await.unwrap();
    reached.wait().await;
    stop.send(()).unwrap();
    ended.await.unwrap();
}

/// Callers that send until no connection can be made any more; each of their requests must be answered.
struct Callers {
    answered: Arc<AtomicUsize>,
    tasks: Vec<JoinHandle<()>>,
}

impl Callers {
    fn of(address: &str, request: &'static str) -> Self {
        let answered = Arc::new(AtomicUsize::new(0));
        let call = |_| tokio::spawn(call(address.to_owned(), request, Arc::clone(&answered)));
        let tasks = (0..32).map(call).collect();
        Self { answered, tasks }
    }

    async fn reach(&self, answers: usize) {
        while self.answered.load(SeqCst) < answers {
            tokio::task::yield_now().await;
        }
    }

    async fn end(self) {
        for task in self.tasks {
            task.await.unwrap();
        }
        println!("{} requests of callers, each answered", self.answered.load(SeqCst));
    }
}

async fn call(address: String, request: &'static str, answered: Arc<AtomicUsize>) {
    'connections: loop {
        let Ok(mut connection) = TcpStream::connect(&address).await else { return };
        for place in 0.. {
            let Some(answer) = ask(&mut connection, request).await else {
                // Only a connection that the server never accepted may end without an answer.
                assert_eq!(place, 0, "a request was lost");
                return;
            };
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            answered.fetch_add(1, SeqCst);
            if answer.contains("connection: close") {
                continue 'connections;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_under_load_loses_no_accepted_request() {
    let stage = Stage::with(World::empty()).await;
    let (address, stop, ended) = listening(stage.bridge_with(&[], StopSignal::never()), limits()).await;
    let callers = Callers::of(&address, READY);
    callers.reach(1_000).await;
    stop.send(()).unwrap();
    callers.end().await;
    ended.await.unwrap();
}

#[tokio::test]
async fn a_head_that_does_not_come_ends_its_connection() {
    let (short, long) = (Duration::from_millis(100), Duration::from_secs(600));
    let half = "GET / HTTP/1.1\r\nhost: b\r\nx-slow: ";
    for (sent, idle, head) in [("", short, long), (half, long, short)] {
        let (address, _stop, _) = listening(Router::new(), Limits { idle, head, ..limits() }).await;
        let mut connection = TcpStream::connect(&address).await.unwrap();
        connection.write_all(sent.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        connection.read_to_end(&mut rest).await.unwrap();
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    }
}

#[tokio::test]
async fn a_head_has_its_time_from_its_first_byte_however_it_drips_and_an_idle_connection_has_more() {
    let short = Limits { head: Duration::from_millis(200), ..limits() };
    let (address, _stop, _) = listening(Router::new().route("/", get(async || "quick")), short).await;
    let idle = TcpStream::connect(&address).await.unwrap();
    let mut dripping = TcpStream::connect(&address).await.unwrap();
    // The second head of a connection is bounded as the first.
    assert!(ask(&mut dripping, ROOT).await.unwrap().ends_with("quick"));
    dripping.write_all(b"GET / HTTP/1.1\r\nx: ").await.unwrap();
    let mut end = [0; 1];
    loop {
        tokio::select! {
            read = dripping.read(&mut end) => {
                assert!(matches!(read, Ok(0) | Err(_)));
                break;
            }
            () = tokio::time::sleep(Duration::from_millis(20)) => {
                let _ = dripping.write_all(b"y").await;
            }
        }
    }
    let mut idle = idle;
    assert!(ask(&mut idle, ROOT).await.unwrap().ends_with("quick"));
}

#[tokio::test]
async fn the_heads_of_all_connections_hold_no_more_than_their_room_and_usual_ones_find_some() {
    let small = Limits { in_heads: 10_000, head: Duration::from_secs(600), ..limits() };
    let router = Router::new().route("/", get(async || "quick").post(async |body: String| body));
    let (address, _stop, _) = listening(router, small).await;
    let half = format!("GET / HTTP/1.1\r\nhost: b\r\nx: {}", "y".repeat(10_000));
    // A head that is pipelined behind a whole request is limited too.
    let behind = format!("{ROOT}{half}");
    let mut ends = Vec::new();
    for place in 0..10 {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let sent = if place % 2 == 0 { half.clone() } else { behind.clone() };
        ends.push(tokio::spawn(async move {
            let _ = connection.write_all(sent.as_bytes()).await;
            let _ = connection.read_to_end(&mut Vec::new()).await;
        }));
    }
    // At most two fit into the limit.
    while ends.iter().filter(|end| !end.is_finished()).count() > 2 {
        tokio::task::yield_now().await;
    }
    assert!(answered(&address, ROOT).await.ends_with("quick"));
    // The bytes of a body do not count.
    let body = "z".repeat(100_000);
    let request = format!("POST / HTTP/1.1\r\nhost: b\r\ncontent-length: 100000\r\n\r\n{body}");
    assert!(answered(&address, &request).await.ends_with(&body));
    // Their bytes are free again once their connections have closed.
    ends.iter().for_each(JoinHandle::abort);
    let whole = format!("{half}\r\n\r\n");
    while ask(&mut TcpStream::connect(&address).await.unwrap(), &whole).await.is_none() {}
}

#[tokio::test]
async fn a_head_past_16_kib_is_431() {
    let (address, _stop, _) = listening(Router::new().route("/", get(async || "quick")), limits()).await;
    for (bytes, status) in [(15_000, "200"), (17_000, "431")] {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let head = format!("GET / HTTP/1.1\r\nhost: b\r\nx: {}\r\n\r\n", "y".repeat(bytes));
        let _ = connection.write_all(head.as_bytes()).await;
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer[9..], status.as_bytes());
    }
}

#[tokio::test]
async fn the_connection_of_a_caller_who_reads_no_answer_is_closed() {
    let long = Router::new().route("/", get(async || vec![b'a'; 64 << 20]));
    let short = Limits { write: Duration::from_millis(100), ..limits() };
    let (address, stop, ended) = listening(long, short).await;
    let mut connection = TcpStream::connect(&address).await.unwrap();
    connection.write_all(ROOT.as_bytes()).await.unwrap();
    let mut head = [0; 15];
    connection.read_exact(&mut head).await.unwrap();
    stop.send(()).unwrap();
    // Within the grace, although the caller no longer reads.
    ended.await.unwrap();
}

#[tokio::test]
async fn at_the_limit_of_connections_idle_ones_are_closed_and_those_with_a_request_stay() {
    let (reached, leave) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    // An answer of which the rest takes long, as where a person is asked, is under way too.
    let finish = Arc::new(Barrier::new(2));
    let of_stream = Arc::clone(&finish);
    let streaming = async move || {
        let rest = stream::once(async move { of_stream.wait().await }).map(|_| "then the rest");
        Body::from_stream(stream::iter(["first, "]).chain(rest).map(Ok::<_, Infallible>))
    };
    let router =
        waiting(&reached, &leave).route("/quick", get(async || "quick")).route("/stream", get(streaming));
    let small = Limits { connections: 4, ..limits() };
    let (address, _stop, _) = listening(router, small).await;
    let mut busy = TcpStream::connect(&address).await.unwrap();
    let busy = tokio::spawn(async move { ask(&mut busy, ROOT).await });
    reached.wait().await;
    let mut stream = TcpStream::connect(&address).await.unwrap();
    stream.write_all(b"GET /stream HTTP/1.1\r\nhost: b\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut told = String::new();
    while !told.contains("first, ") {
        told.push(char::from(stream.read_u8().await.unwrap()));
    }
    let mut silent = Vec::new();
    for place in 0..20 {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        if place % 2 == 0 {
            connection.write_all(b"GET /quick HTTP/1.1\r\nhost:").await.unwrap();
        }
        silent.push(connection);
        let answer = answered(&address, "GET /quick HTTP/1.1\r\nhost: b\r\n\r\n").await;
        assert!(answer.ends_with("quick"), "{answer}");
    }
    leave.wait().await;
    assert!(busy.await.unwrap().unwrap().ends_with("done"));
    finish.wait().await;
    stream.read_to_string(&mut told).await.unwrap();
    assert!(told.contains("then the rest"), "{told}");
}

#[tokio::test]
async fn silent_connections_half_heads_and_half_bodies_block_no_other_caller() {
    // This process holds the other end of each.
    rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let demo = Server::start(&["demo"], &[("server.max_in_flight", "1")]);
    let list = json!({ "project_hint": "portail citoyen" }).to_string();
    let call = post("issues/assistant-list", &list);
    let half_body = &call[..call.len() - list.len() / 2];
    let mut held = Vec::new();
    for place in 0..2_000 {
        let mut connection = TcpStream::connect(demo.socket()).await.unwrap();
        let half = match place {
            0..30 => half_body,
            30..1_000 => "POST /api/v1/issues/assistant-list HTTP/1.1\r\nhost:",
            _ => "",
        };
        connection.write_all(half.as_bytes()).await.unwrap();
        held.push(connection);
    }
    let mut connection = TcpStream::connect(demo.socket()).await.unwrap();
    for request in [READY, &call] {
        let answer = ask(&mut connection, request).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

#[tokio::test]
async fn a_flood_of_headers_is_431_and_the_server_goes_on() {
    let stage = Stage::with(World::empty()).await;
    let (address, _stop, _) = listening(stage.bridge_with(&[], StopSignal::never()), limits()).await;
    let many = "x: y\r\n".repeat(200);
    let large = format!("x: {}\r\n", "y".repeat(1_000_000));
    for flood in [many, large] {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        let request = format!("GET /health/live HTTP/1.1\r\nhost: b\r\n{flood}\r\n");
        // The server may close the connection before it has read them all.
        let _ = connection.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = connection.read_to_end(&mut answer).await;
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 431"),
            "{}",
            String::from_utf8_lossy(&answer)
        );
    }
    assert!(answered(&address, READY).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_body_that_is_refused_is_read_so_that_its_sender_gets_the_answer() {
    let stage = Stage::with(World::empty()).await;
    for (settings, status) in [(&[][..], "413"), (&[("server.auth_tokens", "alice:one")][..], "401")] {
        let bridge = stage.bridge_with(settings, StopSignal::never());
        let (address, _stop, _) = listening(bridge, limits()).await;
        let answer = answered(&address, &post("groups/search", &"x".repeat(8 << 20))).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

#[test]
fn there_are_twice_as_many_connections_as_requests_at_once_or_more() {
    let limits = |requests| Limits::new(Duration::ZERO, requests).connections;
    assert_eq!([limits(1), limits(1_024), limits(5_000)], [3_000, 3_000, 10_000]);
}

#[tokio::test]
async fn a_head_in_two_pieces_finds_no_room_among_many_half_ones_and_one_in_one_piece_needs_none() {
    let small = Limits { in_heads: 10_000, head: Duration::from_secs(600), ..limits() };
    let (address, _stop, _) = listening(Router::new().route("/", get(async || "quick")), small).await;
    let mut ends = Vec::new();
    for _ in 0..10 {
        let mut connection = TcpStream::connect(&address).await.unwrap();
        ends.push(tokio::spawn(async move {
            connection.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            let _ = connection.read_to_end(&mut Vec::new()).await;
        }));
    }
    // Each counts as a page of memory.
    while ends.iter().filter(|end| !end.is_finished()).count() > 2 {
        tokio::task::yield_now().await;
    }
    assert!(answered(&address, ROOT).await.ends_with("quick"));
}

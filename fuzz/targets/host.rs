//! What the host answers: status, some headers and body.

#![no_main]

use std::sync::{LazyLock, Mutex, PoisonError};

use axum::{Router, body::Body};
use http::{Request, header};
use libfuzzer_sys::fuzz_target;
use passerelle_fuzz::{RUNTIME, bridge, send};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What the host answers to each call, and what stands in front of it.
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static BRIDGE: LazyLock<Router> = LazyLock::new(|| {
    RUNTIME.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream));
            }
        });
        bridge(&address)
    })
});

/// Answers one call and closes.
async fn answer(mut stream: TcpStream) {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read_buf(&mut head).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
    let answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let _ = stream.write_all(&answer).await;
    let _ = stream.shutdown().await;
}

const STATUSES: [u16; 12] = [200, 200, 200, 201, 204, 301, 304, 400, 404, 422, 429, 503];
const HEADERS: [&str; 8] =
    ["etag", "retry-after", "x-next-page", "x-total", "x-total-pages", "location", "x-request-id", "content-encoding"];
const CONFIRMED: &str =
    r#"{"confirm":true,"resolved_project_path":"a/b","resolved_group_path":"a","resolved_issue_iid":1,"label_name":"x"}"#;
const HINTED: &str = r#"{"project_hint":"portail","group_hint":"ville","query":"ville","issue_hint":"connexion"}"#;
const CALLS: [(&str, &str); 9] = [
    ("issues/assistant-list", CONFIRMED),
    ("issues/assistant-list-labels", CONFIRMED),
    ("issues/assistant-add-label", r#"{"confirm":true,"resolved_project_path":"a/b","resolved_issue_iid":1,"label_name":"x","dry_run":true}"#),
    ("projects/summary", r#"{"confirm":true,"resolved_project_path":"a/b"}"#),
    ("projects/assistant-list", r#"{"confirm":true,"resolved_group_path":"a"}"#),
    ("projects/assistant-tasks", HINTED),
    ("groups/search", HINTED),
    ("issues/create", r#"{"project_path":"a/b","title":"t","description":"d"}"#),
    ("projects/create", r#"{"name":"t","namespace_path":"a"}"#),
];

fuzz_target!(|input: (u8, u8, u8, &[u8], &[u8])| {
    let (status, name, call, value, body) = input;
    let status = STATUSES[usize::from(status) % STATUSES.len()];
    let mut bytes = format!("HTTP/1.1 {status} x\r\nconnection: close\r\n").into_bytes();
    if http::HeaderValue::from_bytes(value).is_ok() {
        bytes.extend_from_slice(HEADERS[usize::from(name) % HEADERS.len()].as_bytes());
        bytes.extend([b": ", value, b"\r\n"].concat());
    }
    bytes.extend([format!("content-length: {}\r\n\r\n", body.len()).as_bytes(), body].concat());
    let bridge = &*BRIDGE;
    *ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    let (path, body) = CALLS[usize::from(call) % CALLS.len()];
    let request = Request::post(format!("/api/v1/{path}"))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::HOST, "localhost")
        .body(Body::from(body))
        .unwrap();
    let (got, body) = RUNTIME.block_on(send(bridge, request));
    assert!(body["success"].is_boolean());
    let decided = [200, 400, 404, 409, 422, 429, 502, 503];
    assert!(decided.contains(&got.as_u16()), "{status} became {got}: {body}");
});

//! Bytes on a connection: the heads of requests.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use libfuzzer_sys::fuzz_target;
use passerelle::{
    server::{Limits, serve},
    stop_signal::StopSignal,
};
use passerelle_fuzz::{RUNTIME, bridge};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{Duration, timeout},
};

static ADDRESS: LazyLock<String> = LazyLock::new(|| {
    RUNTIME.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let router: Router = bridge("http://127.0.0.1:1");
        let limits = Limits::with_grace(Duration::from_secs(1));
        tokio::spawn(serve(listener, router, StopSignal::never(), limits));
        address
    })
});

/// What comes back for these bytes, until the server closes.
async fn sent(bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(ADDRESS.as_str()).await.unwrap();
    let mut answer = Vec::new();
    // The server may close before it has read all.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.expect("the server closes");
    answer
}

fuzz_target!(|bytes: &[u8]| {
    let address = ADDRESS.as_str();
    assert!(!address.is_empty());
    RUNTIME.block_on(async {
        let answer = sent(bytes).await;
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1."), "{:?}", String::from_utf8_lossy(&answer));
        let live = sent(b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await;
        assert!(live.starts_with(b"HTTP/1.1 200"));
    });
});

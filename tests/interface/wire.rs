//! A host that breaks HTTP, in front of the sandbox's sample: it sends what no correct server would.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use gitlab_sandbox::{Sandbox, World};
use http::Request;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufStream},
    net::{TcpListener, TcpStream},
    time::{Duration, sleep},
};

/// How the host breaks HTTP instead of answering.
#[derive(Debug, Clone)]
pub(crate) enum Misdeed {
    /// Sends this and closes.
    Close(Vec<u8>),
    /// Sends this and resets.
    Reset(Vec<u8>),
    /// Sends this and then nothing.
    Hang(Vec<u8>),
    /// Sends this, then further pieces without end.
    Drip(&'static [u8], &'static [u8]),
}

/// The host.
#[derive(Clone)]
pub(crate) struct Wire {
    pub(crate) uri: String,
    state: Arc<Mutex<State>>,
}

struct State {
    world: World,
    sandbox: Arc<Sandbox>,
    /// The start of the calls that get the misdeed.
    misdeed: Option<(String, Misdeed)>,
    /// Answers on one connection, after which it is closed.
    answers: usize,
    calls: Vec<String>,
}

impl Wire {
    /// A host of this world.
    pub(crate) async fn of(world: World) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let uri = format!("http://{}", listener.local_addr().unwrap());
        let sandbox = Arc::new(Sandbox::new(world.clone()));
        let state = State { world, sandbox, misdeed: None, answers: usize::MAX, calls: Vec::new() };
        let wire = Self { uri, state: Arc::new(Mutex::new(state)) };
        let host = wire.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let host = host.clone();
                // A broken connection is expected here.
                tokio::spawn(async move { drop(host.serve_connection(stream).await) });
            }
        });
        wire
    }

    /// From now on calls that start with `METHOD /path` get this misdeed. Everything else is reset.
    pub(crate) fn misbehave(&self, call: &str, misdeed: Misdeed) {
        self.behave();
        self.state.lock().unwrap().misdeed = Some((call.to_owned(), misdeed));
    }

    /// Resets the world and the log of calls.
    pub(crate) fn behave(&self) {
        let mut state = self.state.lock().unwrap();
        state.sandbox = Arc::new(Sandbox::new(state.world.clone()));
        state.misdeed = None;
        state.calls.clear();
    }

    /// Closes each connection after this many answers, without notice.
    pub(crate) fn close_after(&self, answers: usize) {
        self.state.lock().unwrap().answers = answers;
    }

    /// Every call that arrived whole, `METHOD /path?query` and its body.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.state.lock().unwrap().calls.clone()
    }

    async fn serve_connection(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufStream::new(stream);
        let answers = self.state.lock().unwrap().answers;
        for _ in 0..answers {
            let Some(request) = request_on(&mut stream).await? else { return Ok(()) };
            let (sandbox, misdeed) = self.note(&request);
            if let Some(misdeed) = misdeed {
                return misdeed.done_on(stream).await;
            }
            stream.write_all(&on_the_wire(&sandbox.answer(request))).await?;
            stream.flush().await?;
        }
        Ok(())
    }

    fn note(&self, request: &Request<Bytes>) -> (Arc<Sandbox>, Option<Misdeed>) {
        let target = request.uri().to_string();
        let line = format!("{} {}", request.method(), target.strip_prefix("/api/v4").unwrap_or(&target));
        let mut state = self.state.lock().unwrap();
        let misdeed = state.misdeed.clone().filter(|(call, _)| line.starts_with(call));
        state.calls.push(format!("{line} {}", String::from_utf8_lossy(request.body())));
        (Arc::clone(&state.sandbox), misdeed.map(|(_, misdeed)| misdeed))
    }
}

impl Misdeed {
    async fn done_on(self, mut stream: BufStream<TcpStream>) -> std::io::Result<()> {
        let (Self::Close(first) | Self::Reset(first) | Self::Hang(first)) = &self else {
            let Self::Drip(first, piece) = self else { return Ok(()) };
            stream.write_all(first).await?;
            loop {
                stream.write_all(piece).await?;
                stream.flush().await?;
                sleep(Duration::from_millis(20)).await;
            }
        };
        stream.write_all(first).await?;
        stream.flush().await?;
        match self {
            Self::Reset(_) => stream.get_ref().set_zero_linger(),
            Self::Hang(_) => std::future::pending().await,
            _ => stream.shutdown().await,
        }
    }
}

async fn request_on(stream: &mut BufStream<TcpStream>) -> std::io::Result<Option<Request<Bytes>>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return Ok(None),
        }
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.lines();
    let mut first = lines.next().unwrap().split(' ');
    let mut request = Request::builder().method(first.next().unwrap()).uri(first.next().unwrap());
    let mut length = 0;
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().unwrap();
        }
        request = request.header(name, value);
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some(request.body(Bytes::from(body)).unwrap()))
}

/// The bytes of an answer.
pub(crate) fn on_the_wire(answer: &http::Response<Bytes>) -> Vec<u8> {
    let mut text =
        format!("HTTP/1.1 {}\r\ncontent-length: {}\r\n", answer.status(), answer.body().len()).into_bytes();
    for (name, value) in answer.headers() {
        text.extend_from_slice(format!("{name}: ").as_bytes());
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\r\n");
    }
    text.extend_from_slice(b"\r\n");
    text.extend_from_slice(answer.body());
    text
}

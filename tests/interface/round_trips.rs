//! How many times an operation waits for the host: calls that do not need each other's answers go out together.
//!
//! The host of these tests answers in waves: it holds the calls of a wave until all of them have come. An operation that
//! sends them one after the other waits for ever, and one that sends calls of two waves at once is seen.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};

use axum::{Router, body::Body, extract::Request};
use gitlab_sandbox::{Sandbox, World};
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::{net::TcpListener, sync::Barrier};

use crate::{
    requests::{By, Row, row, rows},
    stage::{bridge, post},
    world::{PORTAIL, portail_and_agenda, with},
};

/// The chains of calls: operation, how the objects are named, calls of each wave.
fn chains() -> Vec<(&'static str, By, &'static [usize])> {
    let of = |row: Row| row.waits.into_iter().map(move |(by, waves)| (row.path, by, waves));
    rows().into_iter().flat_map(of).collect()
}

impl By {
    /// The request of a chain.
    fn request(&self, path: &str) -> Value {
        let Row { by_hint, by_path, .. } = row(path);
        match self {
            Self::Hint => by_hint.unwrap(),
            Self::Path => by_path.unwrap().0,
            Self::Fields(_, fields) => with(by_hint.unwrap(), serde_json::from_str(fields).unwrap()),
        }
    }

    /// Its name in `docs/performance.md`.
    fn text(&self, path: &str) -> &'static str {
        match self {
            Self::Hint => "by hint",
            Self::Path if self.request(path)["confirm"] == true => "confirmed",
            Self::Path => "by path",
            Self::Fields(text, _) => text,
        }
    }
}

/// The world of `portail_and_agenda` with three open issues, #1, #3 and #4.
fn world() -> World {
    let mut world = portail_and_agenda();
    world.issue(PORTAIL, "Lenteur");
    world.issue(PORTAIL, "Faute");
    world
}

/// A host that holds the calls of each wave until all have come, and counts those that came.
struct Waves {
    sandbox: Sandbox,
    sizes: &'static [usize],
    barriers: Vec<Barrier>,
    came: AtomicUsize,
    too_early: AtomicUsize,
}

impl Waves {
    async fn answer(&self, request: Request) -> http::Response<Body> {
        let place = self.came.fetch_add(1, SeqCst);
        let mut end = 0;
        for (size, barrier) in self.sizes.iter().zip(&self.barriers) {
            end += size;
            if place < end {
                barrier.wait().await;
                // A call that came before this wave was answered did not wait for its answers.
                self.too_early.fetch_max(self.came.load(SeqCst).saturating_sub(end), SeqCst);
                break;
            }
        }
        let (head, body) = request.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        self.sandbox.answer(Request::from_parts(head, body)).map(Body::from)
    }
}

async fn host(world: World, sizes: &'static [usize]) -> (Arc<Waves>, String) {
    let barriers = sizes.iter().map(|size| Barrier::new(*size)).collect();
    let sandbox = Sandbox::new(world);
    let waves = Waves { sandbox, sizes, barriers, came: AtomicUsize::new(0), too_early: AtomicUsize::new(0) };
    let waves = Arc::new(waves);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let served = Arc::clone(&waves);
    let router = Router::new().fallback(async move |request: Request| served.answer(request).await);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (waves, address)
}

#[tokio::test]
async fn calls_that_do_not_need_each_other_go_out_together() {
    for (path, by, sizes) in chains() {
        let mut world = world();
        if path == "groups/search" {
            for number in 0..230 {
                world.group(&format!("groupe-{number}"), "Groupe");
            }
        }
        let (waves, address) = host(world, sizes).await;
        let settings = [("upstream.retries", "0"), ("upstream.timeout", "10s")];
        let (request, by) = (by.request(path), by.text(path));
        let answer = post(&bridge(&address, &settings), path, request).await;
        assert_eq!(answer.status, 200, "{path} {by}: {}", answer.body);
        let body = answer.ok();
        assert_eq!(waves.came.load(SeqCst), sizes.iter().sum::<usize>(), "{path} {by}: {body}");
        assert_eq!(waves.too_early.load(SeqCst), 0, "{path} {by} could be shorter");
    }
}

/// The table of the chains, in Markdown.
pub(crate) fn table() -> String {
    let mut table = String::new();
    for (path, by, sizes) in chains() {
        let by = by.text(path);
        let waves: Vec<_> = sizes.iter().map(usize::to_string).collect();
        writeln!(table, "| `{path}` | {by} | {} | {} |", sizes.len(), waves.join(" → ")).unwrap();
    }
    table
}

//! How many times an operation waits for the host: calls that do not need each other's answers go out together.
//!
//! The host of these tests answers in waves: it holds the calls of a wave until all of them have come. An operation that sends
//! them one after the other waits for ever; one that sends calls of two waves at once fails the test.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
};

use axum::{Router, body::Body, extract::Request};
use gitlab_sandbox::{Sandbox, TOKEN, World};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Barrier};
use wiremock::ResponseTemplate;

use crate::{
    process::http_client,
    requests::{By, Row, row, rows},
    stage::{Stage, bridge, post},
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
    /// Whether it still answers at once, so that the bridge reads and keeps everything before the test.
    is_priming: AtomicBool,
    came: AtomicUsize,
    too_early: AtomicUsize,
}

impl Waves {
    async fn answer(&self, request: Request) -> http::Response<Body> {
        if !self.is_priming.load(SeqCst) {
            self.hold().await;
        }
        let (head, body) = request.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        self.sandbox.answer(Request::from_parts(head, body)).map(Body::from)
    }

    /// Holds a call until all of its wave have come.
    async fn hold(&self) {
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
    }
}

async fn host(world: World, sizes: &'static [usize]) -> (Arc<Waves>, String) {
    let barriers = sizes.iter().map(|size| Barrier::new(*size)).collect();
    let sandbox = Sandbox::new(world);
    let waves = Arc::new(Waves {
        sandbox,
        sizes,
        barriers,
        is_priming: AtomicBool::new(false),
        came: AtomicUsize::new(0),
        too_early: AtomicUsize::new(0),
    });
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

/// The same chains once the bridge keeps all that they read: the calls of each wave.
const CLOSE: &str = "issues/assistant-close";
const KEPT: [(&str, &str, &[usize]); 12] = [
    ("projects/summary", "by hint", &[8]),
    ("groups/search", "3 pages", &[3]),
    ("issues/assistant-list", "by hint", &[2]),
    ("issues/assistant-show", "by hint", &[4]),
    ("issues/assistant-create", "by hint, with a milestone", &[3, 1]),
    (CLOSE, "by hint", &[2, 1]),
    (CLOSE, "by words that are not its title", &[3, 1]),
    (CLOSE, "confirmed", &[1, 1]),
    ("issues/assistant-bulk-close", "by hint, 3 issues", &[4, 3]),
    ("issues/assistant-assign", "by hint", &[3, 1]),
    ("issues/assistant-add-label", "by hint", &[3, 1, 1]),
    ("issues/assistant-bulk-add-label", "by hint, 3 issues", &[5, 3, 3]),
];

#[tokio::test]
async fn what_kept_pages_lead_to_is_read_while_the_host_confirms_them() {
    for (path, name, sizes) in KEPT {
        let (_, by, _) =
            chains().into_iter().find(|(known, by, _)| *known == path && by.text(path) == name).unwrap();
        let mut world = world();
        if path == "groups/search" {
            for number in 0..230 {
                world.group(&format!("groupe-{number}"), "Groupe");
            }
        }
        let (waves, address) = host(world, sizes).await;
        let bridge = bridge(&address, &[("upstream.retries", "0"), ("upstream.timeout", "10s")]);
        waves.is_priming.store(true, SeqCst);
        // A preview reads what the change reads; a read takes no notice of the field.
        let preview = with(by.request(path), json!({ "dry_run": true }));
        assert_eq!(post(&bridge, path, preview).await.status, 200, "{path} {name}");
        waves.is_priming.store(false, SeqCst);
        let answer = post(&bridge, path, by.request(path)).await;
        assert_eq!(answer.status, 200, "{path} {name}: {}", answer.body);
        let came = (waves.came.load(SeqCst), waves.too_early.load(SeqCst));
        assert_eq!(came, (sizes.iter().sum::<usize>(), 0), "{path} {name}");
    }
}

#[tokio::test]
async fn the_other_state_is_read_beside_the_pool_if_no_listed_title_is_what_the_hint_says() {
    let close = CLOSE;
    for (name, sizes) in [("by hint", &[2, 1][..]), ("by words that are not its title", &[3, 1])] {
        let (_, by, _) =
            chains().into_iter().find(|(path, by, _)| *path == close && by.text(path) == name).unwrap();
        let (waves, address) = host(world(), sizes).await;
        let bridge = bridge(&address, &[("upstream.retries", "0"), ("upstream.timeout", "10s")]);
        waves.is_priming.store(true, SeqCst);
        let request = by.request(close);
        let listing = json!({ "project_hint": request["project_hint"] });
        assert_eq!(post(&bridge, "issues/assistant-list", listing).await.status, 200);
        waves.is_priming.store(false, SeqCst);
        assert_eq!(post(&bridge, close, request).await.ok()["status"], "closed", "{name}");
        let came = (waves.came.load(SeqCst), waves.too_early.load(SeqCst));
        assert_eq!(came, (sizes.iter().sum::<usize>(), 0), "{name}");
    }
}

/// Another client changes the host after the bridge has read it: the call, its body, what the bridge must then answer, its writes.
#[tokio::test]
async fn what_was_read_ahead_of_an_answer_that_has_changed_is_not_used() {
    let close = row(CLOSE).by_hint.unwrap();
    for (call, body, status, writes) in [
        ("PUT /projects/101/issues/1", json!({ "title": "Autre chose" }), "issue_not_found", 0),
        ("PUT /projects/101/issues/1", json!({ "state_event": "close" }), "issue_not_found", 0),
        (
            "PUT /projects/101/issues/3",
            json!({ "title": "Page de connexion" }),
            "issue_clarification_needed",
            0,
        ),
        ("PUT /projects/101/issues/3", json!({ "title": "Paiement refusé" }), "closed", 1),
        ("DELETE /projects/101", json!({}), "project_not_found", 0),
    ] {
        let stage = Stage::with(world()).await;
        let preview = with(close.clone(), json!({ "dry_run": true }));
        assert_eq!(stage.post(CLOSE, preview).await.ok()["status"], "preview");
        let (method, path) = call.split_once(' ').unwrap();
        let address = format!("{}/api/v4{path}", stage.server.uri());
        let other = http_client().request(method.parse().unwrap(), address).header("private-token", TOKEN);
        assert!(other.json(&body).send().await.unwrap().status().is_success(), "{call}");
        let before = stage.writes().len();
        let answer = stage.post(CLOSE, close.clone()).await.ok();
        assert_eq!(
            (answer["status"].as_str(), stage.writes().len() - before),
            (Some(status), writes),
            "{call} {body}"
        );
    }
}

#[tokio::test]
async fn a_read_ahead_that_fails_is_as_if_it_had_not_been_sent() {
    let close = row(CLOSE).by_hint.unwrap();
    for status in [429, 500, 503] {
        let stage = Stage::set(world(), &[("upstream.retries", "0")]).await;
        let preview = with(close.clone(), json!({ "dry_run": true }));
        assert_eq!(stage.post(CLOSE, preview).await.ok()["status"], "preview");
        stage.fault("GET /projects/101/issues", 1, ResponseTemplate::new(status));
        assert_eq!(stage.post(CLOSE, close.clone()).await.ok()["status"], "closed", "{status}");
        assert_eq!(stage.writes().len(), 1);
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

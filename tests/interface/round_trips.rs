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
    requests::{Row, row},
    stage::{bridge, post},
    world::{PORTAIL, portail_and_agenda, with},
};

/// How the request of a chain names its objects.
enum By {
    /// As the request by hint of the operation's row does.
    Hint,
    /// As the request by path of its row does.
    Path,
    /// As the request by hint does, with these fields, which are what the text says.
    Fields(&'static str, &'static str),
}

use By::{Fields, Hint, Path};

/// The chains of calls: operation, how the objects are named, calls of each wave.
const CHAINS: &[(&str, By, &[usize])] = &[
    ("projects/check-create", Hint, &[2]),
    ("projects/create", Path, &[1, 1]),
    ("projects/assistant-create", Hint, &[2, 1, 1]),
    ("projects/assistant-list", Hint, &[1, 2]),
    ("projects/assistant-list", Path, &[1, 1]),
    ("projects/assistant-tasks", Hint, &[1, 2]),
    ("projects/assistant-progress", Hint, &[1, 2]),
    ("projects/summary", Hint, &[1, 7]),
    ("projects/assistant-members", Hint, &[1, 1]),
    ("projects/assistant-milestones", Hint, &[1, 1]),
    ("groups/search", Fields("3 pages", "{}"), &[1, 2]),
    ("issues/create", Path, &[1, 1]),
    ("issues/assistant-list", Hint, &[1, 1]),
    ("issues/assistant-show", Hint, &[1, 1, 2]),
    ("issues/assistant-show", Path, &[1, 2]),
    (
        "issues/assistant-create",
        Fields("by hint, with a milestone", r#"{"title": "Agenda mobile"}"#),
        &[1, 4, 1],
    ),
    ("issues/assistant-create", Path, &[1, 1]),
    ("issues/assistant-close", Hint, &[1, 1, 1]),
    (
        "issues/assistant-close",
        Fields("by words that are not its title", r#"{"issue_hint": "les lenteurs"}"#),
        // A closed issue may fit better, so the closed issues are read too.
        &[1, 1, 1, 1],
    ),
    (
        "issues/assistant-close",
        Fields("by a number that a title may hold", r#"{"issue_hint": "ticket 3"}"#),
        &[1, 2, 1],
    ),
    ("issues/assistant-close", Path, &[1, 1]),
    ("issues/assistant-reopen", Hint, &[1, 1, 1]),
    (
        "issues/assistant-bulk-close",
        Fields("by hint, 3 issues", r##"{"issue_hints": ["Page de connexion", "#3", "#4"]}"##),
        &[1, 3, 3],
    ),
    ("issues/assistant-update", Hint, &[1, 1, 1]),
    ("issues/assistant-comment", Hint, &[1, 1, 1]),
    ("issues/assistant-set-due-date", Hint, &[1, 1, 1]),
    ("issues/assistant-assign", Hint, &[1, 2, 1]),
    ("issues/assistant-list-labels", Hint, &[1, 1]),
    // The labels are read again just before they are sent.
    ("issues/assistant-add-label", Hint, &[1, 2, 1, 1]),
    // The interface has the label ensured before the issue is fetched.
    ("issues/assistant-add-label", Path, &[1, 1, 1, 1]),
    (
        "issues/assistant-add-label",
        Fields("a new label", r#"{"label_name": "neuf", "create_label_if_missing": true}"#),
        &[1, 2, 1, 1, 1],
    ),
    (
        "issues/assistant-bulk-add-label",
        Fields("by hint, 3 issues", r##"{"issue_hints": ["Page de connexion", "#3", "#4"]}"##),
        &[1, 4, 3, 3],
    ),
    ("issues/assistant-add-label-all", Fields("by hint, 3 issues", "{}"), &[1, 2, 3, 3]),
    (
        "issues/assistant-batch-create",
        Fields("by hint, 2 issues in a milestone", r#"{"issues": [{"title": "Un"}, {"title": "Deux"}]}"#),
        &[1, 1, 1, 1],
    ),
];

impl By {
    /// The request of a chain.
    fn request(&self, path: &str) -> Value {
        let Row { by_hint, by_path, .. } = row(path);
        match self {
            Hint => by_hint.unwrap(),
            Path => by_path.unwrap().0,
            Fields(_, fields) => with(by_hint.unwrap(), serde_json::from_str(fields).unwrap()),
        }
    }

    /// Its name in `docs/performance.md`.
    fn text(&self, path: &str) -> &'static str {
        match self {
            Hint => "by hint",
            Path if self.request(path)["confirm"] == true => "confirmed",
            Path => "by path",
            Fields(text, _) => text,
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
    for (path, by, sizes) in CHAINS {
        let mut world = world();
        if *path == "groups/search" {
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
    for (path, by, sizes) in CHAINS {
        let by = by.text(path);
        let waves: Vec<_> = sizes.iter().map(usize::to_string).collect();
        writeln!(table, "| `{path}` | {by} | {} | {} |", sizes.len(), waves.join(" → ")).unwrap();
    }
    table
}

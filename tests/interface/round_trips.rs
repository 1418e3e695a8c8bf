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
use http_body_util::BodyExt;
use passerelle::sandbox::{Sandbox, World};
use serde_json::Value;
use tokio::{net::TcpListener, sync::Barrier};

use crate::stage::{bridge, post};

/// The chains of calls: operation, how the objects are named, request, calls of each wave.
const CHAINS: &[(&str, &str, &str, &[usize])] = &[
    ("projects/check-create", "by hint", r#"{"project_name": "Agenda", "target_group_hint": "Ville"}"#, &[2]),
    ("projects/create", "by path", r#"{"name": "Agenda", "namespace_path": "ville"}"#, &[1, 1]),
    (
        "projects/assistant-create",
        "by hint",
        r#"{"project_name": "Agenda", "target_group_hint": "Ville"}"#,
        &[2, 1, 1],
    ),
    ("projects/assistant-list", "by hint", r#"{"group_hint": "Ville"}"#, &[1, 2]),
    ("projects/assistant-list", "confirmed", r#"{"confirm": true, "resolved_group_path": "ville"}"#, &[1, 1]),
    ("projects/assistant-tasks", "by hint", r#"{"project_hint": "Portail"}"#, &[1, 2]),
    ("projects/assistant-progress", "by hint", r#"{"project_hint": "Portail"}"#, &[1, 2]),
    ("projects/summary", "by hint", r#"{"project_hint": "Portail"}"#, &[1, 6]),
    ("groups/search", "3 pages", r#"{"query": "Ville"}"#, &[1, 2]),
    (
        "issues/create",
        "by path",
        r#"{"project_path": "ville/portail", "title": "Titre", "description": "Texte"}"#,
        &[1, 1],
    ),
    ("issues/assistant-list", "by hint", r#"{"project_hint": "Portail"}"#, &[1, 1]),
    (
        "issues/assistant-create",
        "by hint, with a milestone",
        r#"{"project_hint": "Portail", "title": "Agenda mobile", "milestone_hint": "Sprint 1"}"#,
        &[1, 4, 1],
    ),
    (
        "issues/assistant-create",
        "confirmed",
        r#"{"confirm": true, "resolved_project_path": "ville/portail", "title": "Agenda"}"#,
        &[1, 1],
    ),
    (
        "issues/assistant-close",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne"}"#,
        &[1, 1, 1],
    ),
    (
        "issues/assistant-close",
        "confirmed",
        r#"{"confirm": true, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1}"#,
        &[1, 1],
    ),
    (
        "issues/assistant-reopen",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Ancien"}"#,
        &[1, 1, 1],
    ),
    (
        "issues/assistant-bulk-close",
        "by hint, 3 issues",
        r##"{"project_hint": "Portail", "issue_hints": ["Panne", "#2", "#3"]}"##,
        &[1, 3, 3],
    ),
    (
        "issues/assistant-update",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "title": "Autre"}"#,
        &[1, 1, 1],
    ),
    (
        "issues/assistant-comment",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "body": "Vu"}"#,
        &[1, 1, 1],
    ),
    (
        "issues/assistant-set-due-date",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "due_date": "2026-01-31"}"#,
        &[1, 1, 1],
    ),
    (
        "issues/assistant-assign",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "assignee_hint": "Agent"}"#,
        &[1, 2, 1],
    ),
    ("issues/assistant-list-labels", "by hint", r#"{"project_hint": "Portail"}"#, &[1, 1]),
    (
        "issues/assistant-add-label",
        "by hint",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "label_name": "urgent"}"#,
        &[1, 2, 1],
    ),
    (
        "issues/assistant-add-label",
        "confirmed",
        r#"{"confirm": true, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1, "label_name": "urgent"}"#,
        // The interface has the label ensured before the issue is fetched.
        &[1, 1, 1, 1],
    ),
    (
        "issues/assistant-add-label",
        "a new label",
        r#"{"project_hint": "Portail", "issue_hint": "Panne", "label_name": "neuf", "create_label_if_missing": true}"#,
        &[1, 2, 1, 1],
    ),
    (
        "issues/assistant-bulk-add-label",
        "by hint, 3 issues",
        r##"{"project_hint": "Portail", "issue_hints": ["Panne", "#2", "#3"], "label_name": "urgent"}"##,
        &[1, 4, 3],
    ),
    (
        "issues/assistant-add-label-all",
        "by hint, 3 issues",
        r#"{"project_hint": "Portail", "label_name": "urgent"}"#,
        &[1, 2, 3],
    ),
    (
        "issues/assistant-batch-create",
        "by hint, 2 issues in a milestone",
        r#"{"project_hint": "Portail", "milestone_hint": "Sprint 1", "issues": [{"title": "Un"}, {"title": "Deux"}]}"#,
        &[1, 1, 1, 1],
    ),
];

/// One project with a little of everything, and groups for three pages.
fn world() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    let project = world.project("ville/portail", "Portail");
    for title in ["Panne", "Lenteur", "Faute"] {
        world.issue(project, title);
    }
    world.closed_issue(project, "Ancien");
    world.milestone(project, "Sprint 1");
    world.label(project, "urgent", "#428BCA");
    let agent = world.user("agent", "Agent");
    world.member(project, agent, 30);
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
                // Whoever came before this wave was answered did not wait for its answers.
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
    for (path, by, request, sizes) in CHAINS {
        let mut world = world();
        if *path == "groups/search" {
            for number in 0..230 {
                world.group(&format!("groupe-{number}"), "Groupe");
            }
        }
        let (waves, address) = host(world, sizes).await;
        let settings = [("upstream.retries", "0"), ("upstream.timeout", "10s")];
        let answer =
            post(&bridge(&address, &settings), path, serde_json::from_str::<Value>(request).unwrap()).await;
        let body = answer.ok();
        assert_eq!(waves.came.load(SeqCst), sizes.iter().sum::<usize>(), "{path} {by}: {body}");
        assert_eq!(waves.too_early.load(SeqCst), 0, "{path} {by} could be shorter");
    }
}

/// The table of the chains, in Markdown.
pub(crate) fn table() -> String {
    let mut table = String::new();
    for (path, by, _, sizes) in CHAINS {
        let waves: Vec<_> = sizes.iter().map(usize::to_string).collect();
        writeln!(table, "| `{path}` | {by} | {} | {} |", sizes.len(), waves.join(" → ")).unwrap();
    }
    table
}

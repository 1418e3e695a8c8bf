//! Random input from callers and from the host causes no panic, no 5xx of the bridge itself, and no call to another path of the
//! host.
//!
//! Each target runs a few cases, or as many as `PROPTEST_CASES` says; `docs/trials.md` has how many were run.

use std::fmt::Debug;

use axum::{Router, body::Body};
use gitlab_sandbox::World;
use http::Request;
use passerelle::{
    api,
    gitlab::FullPath,
    matching::{DuplicateMatcher, Hint, Kind, Ranking, Text, normalise},
    service::IssueReference,
};
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::{
    stage::{bridge, post, send},
    wire::{Misdeed, Wire},
};

/// Valid and invalid texts of callers.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "..",
        "/",
        "%2f",
        "%00",
        "\0",
        "\r\n",
        "?",
        "#12",
        "&",
        " ",
        "\u{202e}",
        "e\u{301}",
        "ﬁ",
        "ß",
        "İ",
        "🔥",
        "42",
        "-",
        "'",
        "\"",
        "\\",
        "http://",
        "é",
        "sprint",
        "portail",
        "\u{feff}",
        "x-header: y",
        "private-token",
    ]);
    prop_oneof![
        "\\PC{0,40}",
        any::<String>(),
        prop::collection::vec(odd, 0..12).prop_map(|parts| parts.concat()),
    ]
}

/// A host that records the paths of its calls, and a bridge in front of it.
struct Fuzzed {
    runtime: Runtime,
    host: Wire,
    bridge: Router,
}

fn fuzzed() -> Fuzzed {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let host = runtime.block_on(Wire::of(World::sample()));
    let settings = [("upstream.retries", "0"), ("resolution.widen", "false")];
    let bridge = bridge(&host.uri, &settings);
    Fuzzed { runtime, host, bridge }
}

/// Runs a target on `PROPTEST_CASES` inputs, a few by default.
fn run<T: Debug>(input: impl Strategy<Value = T>, target: impl Fn(T) -> Result<(), TestCaseError>) {
    let cases = std::env::var("PROPTEST_CASES").map_or(24, |cases| cases.parse().unwrap());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    proptest::test_runner::TestRunner::new(config).run(&input, target).unwrap();
}

/// One of these requests (a path and a body), with some bytes changed or the end cut off.
fn spoiled(requests: Vec<(&'static str, String)>) -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let change = (any::<Index>(), any::<u8>());
    let spoiled = (prop::sample::select(requests), prop::collection::vec(change, 0..6), any::<u8>());
    spoiled.prop_map(|((path, body), changes, cut)| {
        let mut body = body.into_bytes();
        for (at, byte) in changes {
            let at = at.index(body.len());
            body[at] = byte;
        }
        if cut < 32 {
            body.truncate(usize::from(cut));
        }
        (path, body)
    })
}

/// What a caller posts as JSON.
fn posted(path: &str, body: Vec<u8>) -> Request<Body> {
    let request = Request::post(path)
        .header("host", "127.0.0.1:8080")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    request.body(Body::from(body)).unwrap()
}

#[test]
fn no_bytes_of_a_request_give_a_5xx() {
    let Fuzzed { runtime, host, bridge } = fuzzed();
    let examples =
        |entry: &api::Entry| entry.examples().into_iter().map(|example| (entry.path, example)).collect();
    let requests: Vec<_> = api::operations().iter().flat_map::<Vec<_>, _>(examples).collect();
    run(spoiled(requests), |(path, body)| {
        host.behave();
        let answer = runtime.block_on(send(&bridge, posted(path, body)));
        prop_assert!(answer.status.as_u16() < 500, "{}", answer.body);
        prop_assert!(answer.body["success"].is_boolean());
        Ok(())
    });
}

#[test]
fn no_bytes_of_a_tool_call_give_a_5xx() {
    let Fuzzed { runtime, host, bridge } = fuzzed();
    let message = |entry: &api::Entry| {
        let arguments: Value = serde_json::from_str(entry.examples().first().unwrap()).unwrap();
        let call = json!({ "name": entry.name, "arguments": arguments });
        ("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call }).to_string())
    };
    run(spoiled(api::operations().iter().map(message).collect()), |(path, body)| {
        host.behave();
        let answer = runtime.block_on(send(&bridge, posted(path, body)));
        prop_assert!(answer.status.as_u16() < 500, "{}", answer.body);
        prop_assert!(answer.body["error"]["code"] != -32603, "an internal error: {}", answer.body);
        Ok(())
    });
}

#[test]
fn no_text_changes_the_path_of_a_call_to_the_host() {
    let Fuzzed { runtime, host, bridge } = fuzzed();
    let known = ["/projects", "/groups", "/version"];
    run((text(), text()), |(path, words)| {
        host.behave();
        let confirmed = json!({ "confirm": true, "resolved_project_path": path, "resolved_issue_iid": 1, "title": "t",
            "label_name": words, "state": words, "resolved_group_path": path, "issue_hint": words });
        let hinted =
            json!({ "project_hint": path, "issue_hint": words, "group_hint": words, "query": words });
        for body in [confirmed, hinted] {
            for operation in [
                "issues/assistant-list",
                "issues/assistant-add-label",
                "projects/assistant-list",
                "groups/search",
            ] {
                let answer = runtime.block_on(post(&bridge, operation, body.clone()));
                prop_assert!(answer.status.as_u16() < 500, "{}", answer.body);
            }
        }
        for call in host.calls() {
            let target = call.split(' ').nth(1).unwrap();
            let (place, _) = target.split_once('?').unwrap_or((target, ""));
            prop_assert!(known.iter().any(|start| place.starts_with(start)), "{call}");
            prop_assert!(place.split('/').all(|segment| !matches!(segment, "." | "..")), "{call}");
            prop_assert!(place.matches('/').count() <= 4, "{call}");
            prop_assert!(!call.starts_with("GET /projects/") || !place.ends_with('/'), "{call}");
        }
        Ok(())
    });
}

#[test]
fn no_body_of_the_host_gives_a_500_or_breaks_a_line() {
    let Fuzzed { runtime, host, bridge } = fuzzed();
    let json = any::<Vec<u8>>()
        .prop_map(|bytes| bytes.iter().map(|byte| b"{}[]\",:1etnu\\ "[usize::from(*byte) % 14]).collect());
    let body = prop_oneof![
        any::<Vec<u8>>(),
        json,
        text().prop_map(|text| json!({ "message": text }).to_string().into_bytes())
    ];
    run((body, prop::sample::select(vec![200_u16, 201, 204, 400, 404, 422, 500, 503])), |(body, status)| {
        let mut answer =
            format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n\r\n", body.len()).into_bytes();
        answer.extend_from_slice(&body);
        host.misbehave("GET /projects/", Misdeed::Close(answer));
        let list = json!({ "confirm": true, "resolved_project_path": "ville/numerique/portail-citoyen" });
        let read = runtime.block_on(post(&bridge, "issues/assistant-list", list));
        let expected = [status, 502, 404, 200];
        prop_assert!(expected.contains(&read.status.as_u16()), "{status}: {} {}", read.status, read.body);
        let detail = read.body["detail"].as_str().unwrap_or_default();
        prop_assert!(!detail.chars().any(char::is_control) && detail.chars().count() < 700, "{detail:?}");
        Ok(())
    });
}

#[test]
fn no_text_breaks_matching() {
    run((text(), text()), |(hint, title)| {
        let text = Text::title(&title);
        let score = |hint: &Hint| {
            let ranking = Ranking::of(hint, Kind::Issue, [((), &text)]);
            ranking.nearest(1).first().map(|nearest| nearest.score.shown())
        };
        prop_assert!(score(&Hint::new(&hint)).is_none_or(|score| score <= 100));
        let same = Hint::new(&title);
        prop_assert!(same.is_blank() || score(&same) == Some(100), "{title:?}");
        let (duplicate, _) = DuplicateMatcher::new(&title).score(&Text::title(&hint));
        prop_assert!(duplicate.shown() <= 100);
        let folded = normalise(&title);
        prop_assert_eq!(normalise(&folded), folded.clone());
        Ok(())
    });
}

#[test]
fn no_text_is_a_path_or_a_reference_that_it_does_not_say() {
    run(text(), |text| {
        if let Ok(path) = FullPath::parse(&text) {
            prop_assert!(!path.as_str().split('/').any(|segment| matches!(segment, "" | "." | "..")));
            prop_assert!(!path.as_str().chars().any(char::is_control));
        }
        if let Some(IssueReference::Number(iid)) = IssueReference::parse(&text, "https://gitlab.example.com")
        {
            prop_assert!(text.contains(&iid.to_string()), "{text:?}");
        }
        Ok(())
    });
}

//! The suite against a real host (`passerelle check --write`): it passes with the sandbox, and each fact fails with a host
//! that breaks it.

mod breakages;

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use gitlab_sandbox::{HostVersion, World};
use passerelle::{
    api,
    gitlab::FullPath,
    live::{self, CannotBegin, Suite, Unmet},
    settings::Settings,
    stop_signal::StopSignal,
};
use serde_json::Value;

use breakages::{BREAKAGES, FAILS, How};

use crate::{
    process::{Server, before, output, passerelle},
    stage::{AnswerChange, Stage},
    world::with_groups,
};

/// Stands for a method: every call that changes something, except those with which the suite prepares a trial.
const WRITE: &str = "WRITE";

/// Makes the host break what is named: a method and a part of the path and query, and how such calls are answered.
fn break_calls(host: &Stage, broken: Option<(&'static str, How)>) {
    host.change_answers(broken.map(|(call, how)| -> AnswerChange {
        let (method, part) = call.split_once(' ').unwrap();
        Box::new(move |request, answer| {
            let of_bridge = || !String::from_utf8_lossy(&request.body).contains(live::MADE_FOR_TRIAL);
            let is_meant = if method == WRITE {
                request.method.as_str() != "GET" && of_bridge()
            } else {
                request.method.as_str() == method
            };
            if is_meant && request.url.as_str().contains(part) {
                how.change(answer);
            }
        })
    }));
}

/// A world with the group in which the suite works.
fn small() -> World {
    with_groups(&[("ville", "Ville")])
}

async fn try_to_begin(settings: &Settings) -> Result<Suite, CannotBegin> {
    Suite::begin(settings, &FullPath::parse("ville").unwrap(), StopSignal::never()).await
}

async fn begin(settings: &Settings) -> Suite {
    try_to_begin(settings).await.unwrap()
}

#[tokio::test]
async fn each_fact_holds_before_older_hosts_too_and_nothing_is_left() {
    for version in [(16, 0), (17, 11)] {
        let mut world = small();
        world.rules.version = HostVersion::new(version.0, version.1, 0);
        let before = world.paths();
        let host = Stage::with(world).await;
        let settings = host.settings(&[]);
        let suite = begin(&settings).await;
        for fact in live::facts() {
            let outcome = (fact.check)(&suite).await;
            let untried = version < (16, 7) && matches!(outcome, Err(Unmet::Untried(_)));
            assert!(outcome.is_ok() || untried, "{version:?}, {}: {outcome:?}", fact.name);
        }
        assert_eq!(suite.end().await, Ok(None));
        let after = host.read(World::paths);
        assert_eq!(before, after);
    }
}

#[tokio::test]
async fn each_fact_fails_before_a_host_that_breaks_it() {
    let host = Stage::with(small()).await;
    let settings = host.settings(&[]);
    let suite = begin(&settings).await;
    for fact in live::facts() {
        break_calls(&host, Some(breakage(fact.name)));
        let outcome = (fact.check)(&suite).await;
        break_calls(&host, None);
        assert!(matches!(outcome, Err(Unmet::Differs { .. })), "{}: {outcome:?}", fact.name);
    }
    assert_eq!(suite.end().await, Ok(None));
}

/// What breaks a fact. An operation fails where the host fails at its reads, or at its writes if it has some.
fn breakage(fact: &str) -> (&'static str, How) {
    let writes =
        |name: &str| api::operations().iter().any(|entry| entry.name == name && entry.effect.writes());
    match BREAKAGES.iter().find(|(name, ..)| *name == fact) {
        Some((_, call, how)) => (call, *how),
        None if writes(fact) => ("WRITE ", FAILS),
        None => ("GET ", FAILS),
    }
}

#[test]
fn each_fact_has_one_breakage_and_each_operation_is_a_fact() {
    let facts: Vec<_> = live::facts().iter().map(|fact| fact.name).collect();
    let broken: Vec<_> = BREAKAGES.iter().map(|(name, ..)| *name).collect();
    let operations: Vec<_> = api::operations().iter().map(|operation| operation.name).collect();
    assert_eq!(facts, [broken, operations].concat());
}

#[tokio::test]
async fn what_was_made_is_removed_also_when_the_suite_can_t_begin() {
    let host = Stage::with(small()).await;
    let before = host.read(World::paths);
    let settings = host.settings(&[]);
    break_calls(&host, Some(("POST /milestones", How::Answers(403, r#"{"message": "403 Forbidden"}"#))));
    let error = try_to_begin(&settings).await.unwrap_err();
    assert!(error.to_string().contains("403 Forbidden"), "{error}");
    assert_eq!(host.read(World::paths), before);
}

#[tokio::test]
async fn a_host_that_makes_a_group_elsewhere_is_not_written_to() {
    let host = Stage::with(small()).await;
    let settings = host.settings(&[]);
    break_calls(&host, Some(("POST /groups", How::Sets("/full_path", r#""ailleurs/essai""#))));
    let error = try_to_begin(&settings).await.unwrap_err();
    assert!(error.to_string().contains("in the group that was named"), "{error}");
}

#[tokio::test]
async fn a_group_of_others_that_the_host_calls_the_made_one_is_neither_written_to_nor_deleted() {
    let host = Stage::with(small()).await;
    let settings = host.settings(&[]);
    break_calls(&host, Some(("POST /groups", How::Sets("/id", "11"))));
    let error = try_to_begin(&settings).await.unwrap_err();
    assert!(error.to_string().contains("as this run made it"), "{error}");
    let writes = host.writes();
    assert_eq!(writes[0], "POST /groups");
    let deletes_own = |call: &String| {
        let path = call.split('?').next().unwrap();
        path.starts_with("DELETE /groups/") && !path.ends_with("/11")
    };
    assert!(writes.len() > 1 && writes.iter().skip(1).all(deletes_own), "{writes:?}");
    assert_eq!(host.read(World::paths), small().paths(), "the one that was made is found by its path");
}

#[tokio::test]
async fn what_no_longer_shows_what_the_suite_made_is_not_deleted() {
    for (field, value) in [("/id", "11"), ("/full_path", r#""ville/autre""#), ("/description", r#""Autre""#)]
    {
        let host = Stage::with(small()).await;
        let settings = host.settings(&[]);
        let suite = begin(&settings).await;
        break_calls(&host, Some(("GET /groups/", How::Sets(field, value))));
        let left = suite.end().await.unwrap_err();
        assert!(left.contains("is left"), "{left}");
        let writes = host.writes();
        assert!(writes.iter().all(|call| !call.starts_with("DELETE")), "{writes:?}");
    }
}

#[tokio::test]
async fn what_earlier_runs_left_is_named_and_stays() {
    let mut world = small();
    world.group("ville/passerelle-check-1", "passerelle-check-1");
    let before = world.paths();
    let host = Stage::with(world).await;
    let (code, told) = check(&host.server.uri(), "ville", &[]).await;
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("odd     write: earlier runs left ville/passerelle-check-1: delete"), "{told}");
    assert_eq!(host.read(World::paths), before);
}

#[tokio::test]
async fn a_signal_ends_the_command_after_it_has_removed_what_it_made() {
    for signal in ["-HUP", "-TERM", "-INT"] {
        let host = Stage::with(small()).await;
        let mut command = passerelle(&["check", "--write", "ville"], &before(&host.server.uri(), &[]));
        let run = move || {
            let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            lines.by_ref().map(Result::unwrap).find(|line| line.starts_with("ok      write: ")).unwrap();
            Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            let rest: Vec<_> = lines.map(Result::unwrap).collect();
            (child.wait().unwrap().code(), rest.join("\n"))
        };
        let (code, told) = tokio::task::spawn_blocking(run).await.unwrap();
        assert_eq!(code, Some(10), "{told}");
        assert!(told.contains("FAILED  facts: interrupted"), "{told}");
        assert_eq!(host.read(World::paths), small().paths(), "{signal}");
    }
}

/// Runs `passerelle check --write`; its exit code and what it printed.
async fn check(host: &str, group: &'static str, more: &[(&str, &str)]) -> (i32, String) {
    output(passerelle(&["check", "--write", group], &before(host, more))).await
}

#[tokio::test]
async fn the_command_prints_a_row_for_each_fact_and_ends_well() {
    let sandbox = Server::start(&["sandbox"], &[]);
    let (code, told) = check(&sandbox.address, "ville", &[]).await;
    assert_eq!(code, 0, "{told}");
    for fact in live::facts() {
        assert!(told.contains(&format!("ok      {}\n", fact.name)), "{}: {told}", fact.name);
    }
    assert!(
        told.ends_with(&format!("ok      facts: {} ok, 0 different, 0 untried\n", live::facts().len())),
        "{told}"
    );
}

#[tokio::test]
async fn the_command_tells_what_differs_and_fails() {
    let host = Stage::with(small()).await;
    break_calls(&host, Some(("GET /issues?per_page=1000", How::Header("x-per-page", Some("1000")))));
    let (code, told) = check(&host.server.uri(), "ville", &[]).await;
    assert_eq!(code, 10, "{told}");
    let rows: Vec<_> = told.lines().filter(|line| line.starts_with("differs ")).collect();
    assert_eq!(rows, ["differs a page has at most 100 rows"], "{told}");
    for line in ["relied on for: asking for full pages", "x-per-page: \"100\"", "seen: Some(\"1000\")"] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let held = live::facts().len() - 1;
    assert!(told.contains(&format!("FAILED  facts: {held} ok, 1 different, 0 untried")), "{told}");
}

#[tokio::test]
async fn the_command_writes_only_where_the_policy_lets_it() {
    let sandbox = Server::start(&["sandbox"], &[]);
    for (settings, why, mend) in [
        (("policy.roots", "ville/culture"), "outside policy.roots", "name a group within these roots"),
        (("policy.read_only", "true"), "policy.read_only is true", "set it to false for this run"),
    ] {
        let (code, told) = check(&sandbox.address, "ville", &[settings]).await;
        assert_eq!(code, 3, "{told}");
        assert!(told.contains(why) && told.contains(mend), "{told}");
    }
    let (code, told) = check(&sandbox.address, "absent", &[]).await;
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("the host shows no group at \"absent\""), "{told}");
}

impl How {
    /// Changes an answer of the sandbox.
    fn change(self, answer: &mut http::Response<bytes::Bytes>) {
        match self {
            Self::Answers(status, body) => {
                *answer.status_mut() = http::StatusCode::from_u16(status).unwrap();
                answer.headers_mut().insert("content-type", "application/json".parse().unwrap());
                answer.headers_mut().remove("etag");
                *answer.body_mut() = bytes::Bytes::from_static(body.as_bytes());
            }
            Self::Header(name, None) => {
                answer.headers_mut().remove(name);
            }
            Self::Header(name, Some(value)) => {
                answer.headers_mut().insert(name, value.parse().unwrap());
            }
            Self::Sets(pointer, value) => {
                let mut body: Value = serde_json::from_slice(answer.body()).unwrap_or_default();
                set(&mut body, pointer, serde_json::from_str(value).unwrap());
                answer.headers_mut().remove("etag");
                *answer.body_mut() = body.to_string().into();
            }
        }
    }
}

/// Sets a field of an object, which may be new; nothing if there is no such object.
fn set(body: &mut Value, pointer: &str, value: Value) {
    let (above, name) = pointer.rsplit_once('/').unwrap();
    if let Some(Value::Object(fields)) = body.pointer_mut(above) {
        fields.insert(name.to_owned(), value);
    }
}

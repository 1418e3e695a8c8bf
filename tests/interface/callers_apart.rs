//! Nothing of one caller is given to another: no answer, no kept page, no key, over HTTP and MCP alike. A caller with a token of
//! its own at the host acts there as itself.

use axum::body::Body;
use futures_util::future::join_all;
use gitlab_sandbox::{AccessToken, Owner, TOKEN, World};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    mcp::message,
    stage::{Stage, posted},
    world::{PORTAIL, portail_with},
};

/// A caller: its token for the bridge, and the token that the bridge sends to the host for it.
type Caller = (&'static str, &'static str);

/// Two callers with their own tokens at the host, two who share the technical one, and one without a name.
const CALLERS: [Caller; 5] = [
    ("token-of-alice", "glpat-of-alice"),
    ("token-of-bob", "glpat-of-bob"),
    ("token-of-carol", TOKEN),
    ("token-of-dan", TOKEN),
    ("token-of-nobody", TOKEN),
];
const SETTINGS: &[(&str, &str)] = &[
    ("callers.alice.token", "token-of-alice"),
    ("callers.alice.upstream_token", "glpat-of-alice"),
    ("callers.bob.token", "token-of-bob"),
    ("callers.bob.upstream_token", "glpat-of-bob"),
    ("callers.carol.token", "token-of-carol"),
    ("server.auth_tokens", "dan:token-of-dan,token-of-nobody"),
];

#[derive(Debug, Clone, Copy)]
enum Face {
    Http,
    Mcp,
}

const FACES: [Face; 2] = [Face::Http, Face::Mcp];

/// On the host Alice may do everything; Bob sees one project and may change nothing.
fn world() -> World {
    let mut world = portail_with(&["Fuite"]);
    let (alice, bob) = (world.user("alice", "Alice"), world.user("bob", "Bob"));
    world.members.insert((Owner::Project(PORTAIL), alice), 40);
    world.members.insert((Owner::Project(PORTAIL), bob), 10);
    let secret = world.project("ville/secret", "Secret");
    world.issue(secret, "Rien à voir");
    world.members.insert((Owner::Project(secret), alice), 40);
    world.token(AccessToken::personal("glpat-of-alice", alice));
    world.token(AccessToken::personal("glpat-of-bob", bob));
    world
}

async fn stage() -> Stage {
    Stage::set(world(), SETTINGS).await
}

/// The answer to a caller, and whether it is a stored one.
async fn ask(stage: &Stage, caller: Caller, face: Face, key: &str, body: &Value) -> (Value, bool) {
    let (operation, path) = match body.get("title") {
        Some(_) => ("assistant_create_issue", "issues/assistant-create"),
        None => ("assistant_list_issues", "issues/assistant-list"),
    };
    let call = json!({ "name": operation, "arguments": body });
    let message = message("tools/call", &call);
    let (path, body) = match face {
        Face::Http => (format!("/api/v1/{path}"), body),
        Face::Mcp => ("/mcp".to_owned(), &message),
    };
    let request = posted(&path)
        .header("mcp-protocol-version", "2025-06-18")
        .header("idempotency-key", key)
        .header("authorization", format!("Bearer {}", caller.0));
    let answer = stage.send(request.body(Body::from(body.to_string())).unwrap()).await;
    match face {
        Face::Http => (answer.body, answer.headers.contains_key("idempotent-replayed")),
        Face::Mcp => {
            let result = &answer.body["result"];
            let is_replayed = result["_meta"]["idempotent-replayed"] == true;
            (result["structuredContent"].clone(), is_replayed)
        }
    }
}

fn pairs() -> impl Iterator<Item = (Caller, Caller)> {
    CALLERS.into_iter().flat_map(|one| CALLERS.into_iter().map(move |other| (one, other)))
}

fn create() -> Value {
    json!({ "confirm": true, "resolved_project_path": "ville/portail", "title": "Panne" })
}

fn list() -> Value {
    json!({ "confirm": true, "resolved_project_path": "ville/portail" })
}

/// The tokens of the host's calls, in order, after the first `since` calls.
async fn shown(stage: &Stage, since: usize) -> Vec<String> {
    let requests = stage.server.received_requests().await.unwrap();
    let token = |request: &wiremock::Request| request.headers["private-token"].to_str().unwrap().to_owned();
    requests.iter().skip(since).map(token).collect()
}

#[tokio::test]
async fn no_key_of_one_caller_brings_the_answer_of_another() {
    let stage = stage().await;
    for (number, (one, other)) in pairs().enumerate() {
        for (first, second) in [(FACES[0], FACES[1]), (FACES[1], FACES[0]), (FACES[0], FACES[0])] {
            let key = format!("{number}-{first:?}-{second:?}");
            let (_, replayed) = ask(&stage, one, first, &key, &create()).await;
            assert!(!replayed);
            let writes = stage.writes().len();
            let (_, replayed) = ask(&stage, other, second, &key, &create()).await;
            assert_eq!(replayed, one == other, "{one:?} {other:?}");
            assert_eq!(stage.writes().len() > writes, one != other, "{one:?} {other:?}");
        }
    }
}

#[tokio::test]
async fn each_caller_acts_on_the_host_with_its_own_token_and_no_other() {
    let stage = stage().await;
    for caller in CALLERS {
        for face in FACES {
            for body in [create(), list(), json!({ "project_hint": "portail" })] {
                let before = stage.calls().len();
                ask(&stage, caller, face, "k", &body).await;
                let tokens = shown(&stage, before).await;
                assert!(tokens.iter().all(|token| token == caller.1), "{caller:?} {tokens:?}");
            }
        }
    }
}

#[tokio::test]
async fn no_page_that_was_read_for_one_token_answers_another() {
    let stage = stage().await;
    for (one, other) in pairs() {
        for (first, second) in [(Face::Http, Face::Mcp), (Face::Mcp, Face::Http)] {
            let secret = json!({ "confirm": true, "resolved_project_path": "ville/secret" });
            ask(&stage, one, first, "k", &secret).await;
            let (answer, _) = ask(&stage, other, second, "k", &secret).await;
            let may_see = other.1 != "glpat-of-bob";
            assert_eq!(answer.to_string().contains("Rien à voir"), may_see, "{one:?} {other:?}");
        }
    }
    let mut read = std::collections::HashSet::new();
    for request in stage.server.received_requests().await.unwrap() {
        let token = request.headers["private-token"].to_str().unwrap().to_owned();
        let known = !read.insert((token, request.url.to_string()));
        assert!(known || !request.headers.contains_key("if-none-match"), "{}", request.url);
    }
}

#[tokio::test]
async fn equal_reads_at_once_are_a_call_for_each_token() {
    let stage = stage().await;
    let slow = ResponseTemplate::new(404).set_delay(std::time::Duration::from_millis(300));
    stage.fault("GET /projects/ville%2Fportail", usize::MAX, slow);
    let list = list();
    let all = pairs().map(|(caller, _)| ask(&stage, caller, Face::Http, "k", &list));
    join_all(all).await;
    let mut tokens = shown(&stage, 0).await;
    tokens.sort();
    tokens.dedup();
    assert_eq!(tokens.len(), 3);
    assert!(stage.calls().len() < pairs().count(), "callers of one token share");
}

#[tokio::test]
async fn the_host_that_says_a_callers_token_again_is_not_repeated() {
    let stage = stage().await;
    let told = "glpat-of-alice and token-of-bob are no good";
    stage.refuse("GET /projects", 400, json!({ "message": told }));
    for caller in CALLERS {
        let (answer, _) = ask(&stage, caller, Face::Http, "k", &list()).await;
        let detail = answer["detail"].as_str().unwrap();
        assert!(detail.contains("*** and *** are no good"), "{detail}");
    }
}

#[tokio::test]
async fn a_search_that_the_host_limits_for_one_token_is_still_sent_with_another() {
    let mut world = world();
    (0..1_200).for_each(|number| {
        world.issue(PORTAIL, &format!("Point {number}"));
    });
    let stage = Stage::set(world, SETTINGS).await;
    let limited = ResponseTemplate::new(429).insert_header("retry-after", "60");
    let search = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&search=";
    stage.fault(search, 1, limited.clone());
    let close = json!({ "project_hint": "portail", "issue_hint": "verrière", "dry_run": true });
    let close_as = async |caller: Caller| {
        let token = format!("Bearer {}", caller.0);
        stage.post_with(&[("authorization", &token)], "issues/assistant-close", &close).await.ok();
        stage.count(search)
    };
    let [alice, bob, carol, ..] = CALLERS;
    let first = close_as(alice).await;
    assert_eq!(first, 1, "{:?}", stage.calls());
    assert_eq!(close_as(alice).await, first, "the host asked for a pause");
    assert!(close_as(bob).await > first && close_as(carol).await > first + 1);
}

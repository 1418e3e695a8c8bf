//! Repeated reads: the tag is sent, equal reads at the same time are one call, and no answer is out of date.

use std::{collections::HashSet, sync::Arc, time::Duration};

use futures_util::{
    FutureExt,
    future::{BoxFuture, join_all, ready},
};
use gitlab_sandbox::TOKEN;
use passerelle::{
    audit,
    gitlab::{
        CallContext, Client, Credential, FullPath, Iid, Instance, Issue, Project, ProjectId, WriteGuard,
        Writer,
    },
    settings::Settings,
    stop_signal::StopSignal,
};
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{any, header},
};

use crate::{
    stage::{Stage, each},
    world::{BY_PATH, PORTAIL, confirmed, hinted, portail, portail_with, with},
};

const LIST: &str = "issues/assistant-list";
const CLOSE: &str = "issues/assistant-close";
const ISSUES: &str = "GET /projects/101/issues?";
/// How long a slow host takes: far longer than a test needs to send all its requests.
const SLOW: Duration = Duration::from_secs(2);

async fn listed(stage: &Stage) -> Value {
    stage.post(LIST, confirmed(json!({ "state": "all" }))).await.ok()["issues"].clone()
}

fn titles(issues: &Value) -> Vec<&Value> {
    each(issues, "title")
}

/// The tags of the reads of issues; `None` for a read in full.
async fn tags(stage: &Stage) -> Vec<Option<String>> {
    let requests = stage.server.received_requests().await.unwrap();
    let of_issues = requests
        .iter()
        .filter(|request| request.method == http::Method::GET && request.url.path().ends_with("/issues"));
    let tag = |request: &wiremock::Request| {
        request.headers.get("if-none-match").map(|tag| tag.to_str().unwrap().to_owned())
    };
    of_issues.map(tag).collect()
}

/// A page of issues with one of this title, and these headers.
fn page(title: &str, headers: &[(&str, &str)]) -> ResponseTemplate {
    let mut page = ResponseTemplate::new(200)
        .set_body_json(json!([{ "id": 1, "iid": 1, "title": title, "state": "opened" }]));
    for (name, value) in headers {
        page = page.append_header(*name, *value);
    }
    page
}

fn unchanged(headers: &[(&str, &str)]) -> ResponseTemplate {
    headers
        .iter()
        .fold(ResponseTemplate::new(304), |answer, (name, value)| answer.append_header(*name, *value))
}

/// Somebody else changes the first issue on the host.
async fn renamed_elsewhere(stage: &Stage, title: &str) {
    let address = format!("{}/api/v4/projects/{PORTAIL}/issues/1", stage.server.uri());
    let sent =
        reqwest::Client::new().put(address).header("private-token", TOKEN).json(&json!({ "title": title }));
    assert!(sent.send().await.unwrap().status().is_success());
}

// Conditional reads

#[tokio::test]
async fn what_was_read_before_is_asked_for_by_its_tag_and_comes_without_a_body() {
    let stage = Stage::with(portail_with(&["Un", "Deux"])).await;
    let first = listed(&stage).await;
    assert_eq!(listed(&stage).await, first);
    let tags = tags(&stage).await;
    assert!(tags[0].is_none() && tags[1].as_ref().is_some_and(|tag| tag.starts_with("W/\"")), "{tags:?}");
    let metrics = stage.metrics().await;
    let unchanged = r#"route="GET /projects/:id/issues",status="304""#;
    assert!(metrics.lines().any(|line| line.contains(unchanged) && line.ends_with(" 1")), "{metrics}");
}

#[tokio::test]
async fn a_change_on_the_host_is_seen_at_once() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for title in ["Deux", "Trois", "Trois", "Quatre"] {
        listed(&stage).await;
        renamed_elsewhere(&stage, title).await;
        assert_eq!(titles(&listed(&stage).await), [title]);
    }
}

#[tokio::test]
async fn after_a_write_to_a_project_its_pages_are_read_in_full() {
    // A host whose tags never change would confirm anything.
    let stage = Stage::with(portail_with(&["Un"])).await;
    let tag = [("etag", "\"same\"")];
    stage.fault(ISSUES, 1, page("Un", &tag));
    stage.fault(ISSUES, 1, unchanged(&tag));
    assert_eq!(listed(&stage).await, listed(&stage).await);
    stage.post(CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))).await.ok();
    assert_eq!(listed(&stage).await[0]["state"], "closed");
    assert_eq!(tags(&stage).await.last(), Some(&None));
}

#[tokio::test]
async fn with_revalidate_off_or_without_room_for_what_was_read_nothing_is_asked_for_by_its_tag() {
    for setting in [("upstream.revalidate", "false"), ("upstream.kept_bytes", "1")] {
        let stage = Stage::set(portail_with(&["Un"]), &[setting]).await;
        assert_eq!(listed(&stage).await, listed(&stage).await);
        assert_eq!(tags(&stage).await, [None, None], "{setting:?}");
    }
}

#[tokio::test]
async fn the_pages_that_follow_are_those_that_the_304_tells_of() {
    let stage = Stage::with(portail()).await;
    let tag = ("etag", "\"a\"");
    stage.fault(ISSUES, 1, page("Un", &[tag, ("x-next-page", "")]));
    stage.fault(ISSUES, 1, unchanged(&[tag, ("x-next-page", "2")]));
    let truncated =
        async || stage.post(LIST, confirmed(json!({ "limit": 1 }))).await.ok()["truncated"].clone();
    assert_eq!((truncated().await, truncated().await), (false.into(), true.into()));
}

// Hosts that err

#[tokio::test]
async fn a_tag_that_is_none_is_not_asked_for() {
    for headers in [
        &[("etag", "a")][..],
        &[("etag", "")],
        &[("etag", "\"a\""), ("etag", "\"b\"")],
        &[("etag", "\"a\""), ("cache-control", "no-store")],
        &[],
    ] {
        let stage = Stage::with(portail()).await;
        stage.fault(ISSUES, 1, page("Un", headers));
        stage.fault(ISSUES, 1, page("Deux", headers));
        assert_eq!(titles(&listed(&stage).await), ["Un"]);
        assert_eq!(titles(&listed(&stage).await), ["Deux"]);
        assert_eq!(tags(&stage).await, [None, None], "{headers:?}");
    }
}

#[tokio::test]
async fn equal_tags_of_different_pages_mix_nothing_up() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let tag = [("etag", "W/\"1\"")];
    for answer in [page("Ouvert", &tag), page("Clos", &tag), unchanged(&tag), unchanged(&tag)] {
        stage.fault(ISSUES, 1, answer);
    }
    let list = async |state: &str| stage.post(LIST, confirmed(json!({ "state": state }))).await.ok();
    for _ in 0..2 {
        assert_eq!(titles(&list("opened").await["issues"]), ["Ouvert"]);
        assert_eq!(titles(&list("closed").await["issues"]), ["Clos"]);
    }
}

#[tokio::test]
async fn a_200_with_the_old_tag_is_taken_as_a_new_body() {
    let stage = Stage::with(portail()).await;
    let tag = [("etag", "\"same\"")];
    for title in ["Un", "Deux", "Trois"] {
        stage.fault(ISSUES, 1, page(title, &tag));
        assert_eq!(titles(&listed(&stage).await), [title]);
    }
}

#[tokio::test]
async fn a_weak_tag_and_a_strong_one_are_the_same() {
    let stage = Stage::with(portail()).await;
    stage.fault(ISSUES, 1, page("Un", &[("etag", "\"a\"")]));
    stage.fault(ISSUES, 1, unchanged(&[("etag", "W/\"a\"")]));
    assert_eq!(listed(&stage).await, listed(&stage).await);
    assert_eq!(stage.count(ISSUES), 2, "nothing is asked for again");
}

#[tokio::test]
async fn after_a_304_that_confirms_something_else_the_read_is_sent_in_full_and_no_tag_is_used() {
    let (tag, next) = (("etag", "\"a\""), ("x-next-page", ""));
    for wrong in [&[("etag", "\"b\""), next][..], &[("etag", "a"), next], &[next], &[tag]] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        stage.fault(ISSUES, 1, page("Ancien", &[tag, next]));
        stage.fault(ISSUES, 1, unchanged(wrong));
        assert_eq!(titles(&listed(&stage).await), ["Ancien"]);
        assert_eq!(titles(&listed(&stage).await), ["Un"], "{wrong:?}");
        listed(&stage).await;
        assert_eq!(tags(&stage).await, [None, Some("\"a\"".to_owned()), None, None]);
    }
}

#[tokio::test]
async fn a_304_that_nobody_asked_for_is_asked_for_again_once() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault(ISSUES, 1, unchanged(&[("etag", "\"a\"")]));
    assert_eq!(titles(&listed(&stage).await), ["Un"]);
    let stage = Stage::with(portail()).await;
    stage.fault(BY_PATH, usize::MAX, unchanged(&[]));
    let told = stage.post(LIST, confirmed(json!({}))).await.error(502);
    assert!(!told.contains("redirige"), "{told}");
    assert_eq!(stage.count(BY_PATH), 2);
}

#[tokio::test]
async fn a_304_to_a_write_is_a_failure_and_the_write_is_not_sent_again() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault("PUT ", usize::MAX, unchanged(&[("etag", "\"a\"")]));
    stage.post(CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))).await.error(502);
    assert_eq!(stage.count("PUT "), 1);
}

// Tokens

/// A host that answers each token with a project of its own, under one tag for all.
async fn host_of_two() -> MockServer {
    let host = MockServer::builder().start().await;
    let tag = "W/\"same\"";
    for (token, name) in [("token-of-one", "Un"), ("token-of-two", "Deux")] {
        let project = ResponseTemplate::new(200)
            .set_body_json(json!({ "id": 1, "name": name }))
            .insert_header("etag", tag)
            .set_delay(Duration::from_millis(50));
        let by_token = || Mock::given(any()).and(header("private-token", token));
        by_token()
            .and(header("if-none-match", tag))
            .respond_with(unchanged(&[("etag", tag)]))
            .with_priority(1)
            .mount(&host)
            .await;
        by_token().respond_with(project).mount(&host).await;
    }
    host
}

fn instance_of(host: &MockServer) -> Arc<Instance> {
    let overrides = [("upstream.base_url", host.uri()), ("upstream.token", TOKEN.to_owned())];
    let overrides = overrides.each_ref().map(|(key, value)| (*key, value.as_str()));
    let settings = Settings::load(None, &overrides).unwrap();
    Arc::new(Instance::new(&settings.upstream, &settings.require_host().unwrap(), []).unwrap())
}

/// The client of a new call, of a caller whose calls may take these places.
fn client_of(instance: &Arc<Instance>, of_caller: Option<Arc<Semaphore>>) -> Client {
    client_within(instance, Duration::from_secs(60), of_caller)
}

/// The same, of a call that has so much time.
fn client_within(instance: &Arc<Instance>, time: Duration, of_caller: Option<Arc<Semaphore>>) -> Client {
    let record = audit::Record::new(String::new(), "test", String::new());
    let deadline = std::time::Instant::now() + time;
    Client::new(
        Arc::clone(instance),
        CallContext::new(record, (deadline, StopSignal::never()), None, 1, of_caller),
        None,
    )
}

#[tokio::test]
async fn who_joins_a_read_that_fails_for_its_callers_lack_of_time_reads_again() {
    let host = MockServer::start().await;
    let once = Mock::given(any()).respond_with(ResponseTemplate::new(503)).up_to_n_times(1);
    once.mount(&host).await;
    let project = json!({ "id": 7, "name": "Portail", "path_with_namespace": "ville/portail" });
    Mock::given(any()).respond_with(ResponseTemplate::new(200).set_body_json(project)).mount(&host).await;
    let instance = instance_of(&host);
    let path = FullPath::parse("ville/portail").unwrap();
    // Less than the shortest wait before a further try.
    let hurried = client_within(&instance, Duration::from_millis(90), None);
    let (patient, late) = (client_of(&instance, None), client_of(&instance, None));
    let read = async |client: &Client| client.project::<Project>(&path).await;
    let (first, second, third) = tokio::join!(read(&hurried), read(&patient), read(&late));
    assert_eq!(first.unwrap_err().status(), Some(http::StatusCode::SERVICE_UNAVAILABLE));
    assert!(second.unwrap().is_some() && third.unwrap().is_some());
    assert_eq!(host.received_requests().await.unwrap().len(), 2, "they read again together");
}

#[tokio::test]
async fn no_answer_that_is_kept_or_shared_crosses_tokens() {
    let host = host_of_two().await;
    let instance = instance_of(&host);
    let name = async |token: &str| {
        let (token, context) = (Credential::new(&token.into()).unwrap(), client_of(&instance, None).context);
        let client = Client::new(Arc::clone(&instance), context, Some(token));
        let path = FullPath::parse("ville/portail").unwrap();
        client.project::<Project>(&path).await.unwrap().unwrap().name.clone()
    };
    let (one, two) = ("token-of-one", "token-of-two");
    for _ in 0..2 {
        let names = join_all([one, two, one, two].map(name)).await;
        assert_eq!(names, ["Un", "Deux", "Un", "Deux"]);
    }
    let requests = host.received_requests().await.unwrap();
    let asked_by_tag =
        requests.iter().filter(|request| request.headers.contains_key("if-none-match")).count();
    assert_eq!((requests.len(), asked_by_tag), (4, 2), "one call a token each time");
}

#[tokio::test]
async fn a_read_that_waited_while_a_write_ended_uses_no_page_from_before_it() {
    // A host whose tags never change would confirm anything.
    let host = MockServer::builder().start().await;
    let tag = [("etag", "\"same\"")];
    let issue = ResponseTemplate::new(200).set_body_json(json!({ "id": 1, "iid": 1, "title": "Un" }));
    let confirms = Mock::given(header("if-none-match", "\"same\"")).respond_with(unchanged(&tag));
    confirms.with_priority(1).mount(&host).await;
    Mock::given(any()).respond_with(issue.insert_header("etag", "\"same\"")).mount(&host).await;
    let instance = instance_of(&host);
    let client = |of_caller| client_of(&instance, of_caller);
    let (project, iid) = (ProjectId(1), Iid(1));
    client(None).issue::<Issue>(project, iid.into()).await.unwrap();
    let of_caller = Arc::new(Semaphore::new(0));
    let waiting_client = client(Some(Arc::clone(&of_caller)));
    let mut waiting = Box::pin(waiting_client.issue::<Issue>(project, iid.into()));
    assert!((&mut waiting).now_or_never().is_none(), "the caller's other calls leave no room");
    Writer::new(client(None), Vec::new()).create_note(project, iid.into(), "Vu").await.unwrap();
    of_caller.add_permits(1);
    waiting.await.unwrap();
    let requests = host.received_requests().await.unwrap();
    let tags: Vec<_> = requests.iter().map(|it| it.headers.contains_key("if-none-match")).collect();
    assert_eq!(tags, [false; 3]);
}

// Reads at the same time

#[tokio::test]
async fn two_hundred_equal_listings_at_once_are_a_call_for_each_page() {
    let stage = Stage::with(portail()).await;
    let found = ResponseTemplate::new(200).set_body_json(json!([{ "id": PORTAIL, "name": "Portail" }]));
    stage.fault(ISSUES, usize::MAX, page("Un", &[]).set_delay(SLOW));
    stage.fault("GET /projects?", 1, found.set_delay(SLOW));
    let callers = (0..200).map(|_| stage.post(LIST, hinted(json!({}))));
    let answers = join_all(callers).await;
    assert!(answers.into_iter().all(|answer| titles(&answer.ok()["issues"]) == ["Un"]));
    assert_eq!(stage.calls().len(), 2, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_failure_is_told_to_all_who_asked() {
    let stage = Stage::set(portail(), &[("upstream.retries", "0")]).await;
    stage.once(ISSUES, 503, json!({ "message": "Plus tard" }));
    let callers = (0..10).map(|_| stage.post(LIST, hinted(json!({}))));
    for answer in join_all(callers).await {
        assert!(answer.error(503).contains("Plus tard"));
    }
    assert_eq!(stage.count(ISSUES), 1);
    listed(&stage).await;
}

#[tokio::test]
async fn a_caller_that_gives_up_does_not_stop_the_call_of_the_others() {
    let stage = Stage::with(portail()).await;
    stage.fault(ISSUES, 1, page("Un", &[]).set_delay(SLOW));
    let (mut first, mut second) = (Box::pin(listed(&stage)), Box::pin(listed(&stage)));
    while stage.count(ISSUES) == 0 {
        assert!((&mut first).now_or_never().is_none() && (&mut second).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    drop(first);
    assert_eq!(titles(&second.await), ["Un"]);
    assert_eq!(stage.count(ISSUES), 1);
}

#[tokio::test]
async fn a_read_after_a_write_does_not_share_one_that_was_begun_before() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault(ISSUES, 1, page("Avant", &[]).set_delay(SLOW));
    let mut before = Box::pin(listed(&stage));
    while stage.count(ISSUES) == 0 {
        assert!((&mut before).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    stage.post(CLOSE, confirmed(json!({ "resolved_issue_iid": 1 }))).await.ok();
    assert_eq!(listed(&stage).await[0]["state"], "closed");
    assert_eq!(titles(&before.await), ["Avant"]);
}

#[tokio::test]
async fn a_change_does_not_decide_on_a_read_that_began_before_it() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    stage.fault(ISSUES, 1, page("Avant", &[]).set_delay(SLOW));
    let hint = || hinted(json!({ "issue_hint": "Avant" }));
    let mut before = Box::pin(stage.post(CLOSE, with(hint(), json!({ "dry_run": true }))));
    while stage.count(ISSUES) == 0 {
        assert!((&mut before).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    assert_eq!(stage.post(CLOSE, hint()).await.ok()["issue"], Value::Null);
    assert_eq!(before.await.ok()["status"], "preview");
    assert_eq!(stage.writes(), [""; 0]);
}

/// What has to last until a write has ended.
struct Lasts;

impl WriteGuard for Lasts {
    fn permits(&self) -> BoxFuture<'_, bool> {
        ready(true).boxed()
    }
}

#[tokio::test]
async fn what_guards_a_write_lasts_until_the_host_has_answered_even_if_its_caller_gave_up() {
    let host = MockServer::builder().start().await;
    let slow = ResponseTemplate::new(500).set_delay(SLOW / 10);
    Mock::given(any()).respond_with(slow).mount(&host).await;
    let client = client_of(&instance_of(&host), None);
    let guard = Arc::new(Lasts);
    client.context.guard_writes(&guard);
    let lasts = Arc::downgrade(&guard);
    let mut write = Box::pin(Writer::new(client, Vec::new()).create_note(ProjectId(1), Iid(1).into(), "Vu"));
    while host.received_requests().await.unwrap().is_empty() {
        assert!((&mut write).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    drop((write, guard));
    assert!(lasts.upgrade().is_some());
    while lasts.upgrade().is_some() {
        tokio::task::yield_now().await;
    }
}

/// Is asked whether a write may be sent, and answers late that it may.
#[derive(Default)]
struct Late {
    asked: Notify,
    answers: Notify,
}

impl WriteGuard for Late {
    fn permits(&self) -> BoxFuture<'_, bool> {
        async {
            self.asked.notify_one();
            self.answers.notified().await;
            true
        }
        .boxed()
    }
}

#[tokio::test]
async fn a_write_that_is_given_up_while_its_guard_is_asked_is_neither_sent_nor_counted() {
    let host = MockServer::builder().start().await;
    let client = client_of(&instance_of(&host), None);
    let (context, guard) = (Arc::clone(&client.context), Arc::new(Late::default()));
    context.guard_writes(&guard);
    tokio::select! {
        _ = Writer::new(client, Vec::new()).create_note(ProjectId(1), Iid(1).into(), "Vu") => unreachable!(),
        () = guard.asked.notified() => {}
    }
    guard.answers.notify_one();
    while Arc::strong_count(&guard) > 1 {
        tokio::task::yield_now().await;
    }
    assert!(host.received_requests().await.unwrap().is_empty());
    assert!(context.calls() == 0 && !context.has_settled_writes());
}

#[tokio::test]
async fn equal_writes_at_once_are_each_sent() {
    let stage = Stage::with(portail()).await;
    let issue = json!({ "project_path": "ville/portail", "title": "Titre", "description": "d" });
    let callers = (0..5).map(|_| stage.post("issues/create", issue.clone()));
    assert!(join_all(callers).await.iter().all(|answer| answer.status == 200));
    assert_eq!(stage.count("POST /projects/101/issues"), 5);
}

#[tokio::test]
async fn one_conversation_sends_each_unchanged_page_once() {
    let mut world = portail_with(&["Page de connexion", "Page de garde", "Menu"]);
    world.closed_issue(PORTAIL, "Ancien");
    let stage = Stage::with(world).await;
    let ask = json!({ "issue_hint": "page" });
    stage.post(LIST, hinted(json!({}))).await.ok();
    let unclear = stage.post(CLOSE, hinted(ask.clone())).await.ok();
    assert_eq!(unclear["status"], "issue_clarification_needed");
    stage.post(LIST, hinted(json!({}))).await.ok();
    stage.post(CLOSE, hinted(ask)).await.ok();
    let metrics = stage.metrics().await;
    let of = |status: &str| -> usize {
        let counts = metrics.lines().filter(|line| {
            line.contains("host_call_duration_seconds_count")
                // The page asks for it in the background.
                && !line.contains("personal_access_tokens")
                && line.contains(&format!("status=\"{status}\""))
        });
        counts.map(|line| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).sum()
    };
    let calls: Vec<_> =
        stage.calls().into_iter().filter(|call| !call.contains("personal_access_tokens")).collect();
    let different: HashSet<_> = calls.iter().collect();
    assert_eq!(of("200"), different.len(), "{calls:?}");
    assert_eq!(of("304"), calls.len() - different.len(), "{calls:?}");
}

//! A world of data behind a fake host, and the bridge in front of it.
//!
//! The host is a real HTTP server whose answers come from the sandbox's world; faults are data, and every call is logged.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Body};
use bytes::Bytes;
use gitlab_sandbox::{Sandbox, TOKEN, World};
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::BodyExt;
use passerelle::{app, language::Language, messages::Sentence, settings::Settings, stop_signal::StopSignal};
use serde::Serialize;
use serde_json::Value;
use tower::ServiceExt;
use wiremock::{Mock, MockServer, Respond, ResponseTemplate, matchers::any};

use crate::conformance;

/// The bridge, and the host behind it with its log of calls.
pub(crate) struct Stage {
    pub(crate) bridge: Router,
    host: Arc<Host>,
    pub(crate) server: MockServer,
}

/// What the bridge answered.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The request, for tests that fail.
    request: String,
    pub(crate) status: StatusCode,
    pub(crate) headers: http::HeaderMap,
    pub(crate) body: Value,
}

struct Host {
    sandbox: Sandbox,
    calls: Mutex<Vec<String>>,
    bodies: Mutex<Vec<Value>>,
    faults: Mutex<Vec<Fault>>,
    change: Mutex<Option<AnswerChange>>,
}

/// What changes answers of the host, by their requests.
pub(crate) type AnswerChange = Box<dyn Fn(&wiremock::Request, &mut Response<Bytes>) + Send>;

/// An answer of the host in place of its own, to calls that start like this, this many times.
struct Fault {
    call: String,
    times: usize,
    answer: ResponseTemplate,
}

impl Stage {
    /// A bridge with the default settings before this world.
    pub(crate) async fn with(world: World) -> Self {
        Self::set(world, &[]).await
    }

    /// A bridge with these settings before this world.
    pub(crate) async fn set(world: World, settings: &[(&str, &str)]) -> Self {
        // A mock server blocks when it is dropped: a test that never yields would use up tokio's budget and wait for ever.
        tokio::task::yield_now().await;
        // A server of its own: one from the pool may still receive calls that another test gave up.
        let server = MockServer::builder().start().await;
        let host = Arc::new(Host {
            sandbox: Sandbox::new(world),
            calls: Mutex::default(),
            bodies: Mutex::default(),
            faults: Mutex::default(),
            change: Mutex::default(),
        });
        Mock::given(any()).respond_with(Fake(Arc::clone(&host))).mount(&server).await;
        let bridge = bridge(&server.uri(), settings);
        Self { bridge, host, server }
    }

    /// Another bridge in front of the same host, with a stop signal.
    pub(crate) fn bridge_with(&self, settings: &[(&str, &str)], stop_signal: StopSignal) -> Router {
        bridge_with(&self.server.uri(), settings, stop_signal)
    }

    /// The settings of a bridge before this host.
    pub(crate) fn settings(&self, settings: &[(&str, &str)]) -> Settings {
        settings_before(&self.server.uri(), settings)
    }

    /// Posts a JSON body to a path below `/api/v1/`.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        post(&self.bridge, path, body).await
    }

    /// Posts a JSON body with these headers.
    pub(crate) async fn post_with(&self, headers: &[(&str, &str)], path: &str, body: &Value) -> Answer {
        post_with(&self.bridge, headers, path, body).await
    }

    /// Reads any path.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(request("GET", path, &[], Body::empty())).await
    }

    /// Sends any request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        send(&self.bridge, request).await
    }

    /// Sends any request whose answer is a text; returns its headers and the text.
    pub(crate) async fn text(&self, request: Request<Body>) -> (http::HeaderMap, String) {
        let response = exchange(&self.bridge, request).await;
        assert_eq!(response.status(), StatusCode::OK);
        let (head, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (head.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    /// What `GET /metrics` tells.
    pub(crate) async fn metrics(&self) -> String {
        self.text(request("GET", "/metrics", &[], Body::empty())).await.1
    }

    /// Makes the host answer calls that start with `METHOD /path` with this, this many times, in place of its own answer.
    pub(crate) fn fault(&self, call: impl Into<String>, times: usize, answer: ResponseTemplate) {
        self.host.faults.lock().unwrap().push(Fault { call: call.into(), times, answer });
    }

    /// Makes the host answer all calls that start with `METHOD /path` with this status and JSON body.
    pub(crate) fn refuse(&self, call: impl Into<String>, status: u16, body: Value) {
        self.fault(call, usize::MAX, ResponseTemplate::new(status).set_body_json(body));
    }

    /// Makes the host answer the next call that starts with `METHOD /path` with this status and JSON body.
    pub(crate) fn once(&self, call: impl Into<String>, status: u16, body: impl Serialize) {
        self.fault(call, 1, ResponseTemplate::new(status).set_body_json(body));
    }

    /// Changes the host's own answers from now on; no longer with `None`.
    pub(crate) fn change_answers(&self, change: Option<AnswerChange>) {
        *self.host.change.lock().unwrap() = change;
    }

    /// Every call that the host got, in order: `METHOD /path?query`, decoded, below `/api/v4`.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.host.calls.lock().unwrap().clone()
    }

    /// The writes, in order.
    pub(crate) fn writes(&self) -> Vec<String> {
        self.calls().into_iter().filter(|call| !call.starts_with("GET ")).collect()
    }

    /// The JSON bodies of the writes, in order.
    pub(crate) fn sent(&self) -> Vec<Value> {
        self.host.bodies.lock().unwrap().clone()
    }

    /// How many calls start with this text.
    pub(crate) fn count(&self, call: &str) -> usize {
        self.calls().iter().filter(|made| made.starts_with(call)).count()
    }

    /// Waits until the host got this many calls that start with this text.
    pub(crate) async fn got(&self, call: &str, times: usize) {
        while self.count(call) < times {
            tokio::task::yield_now().await;
        }
    }

    /// Every call that starts with this text, sorted, for calls that go out together.
    pub(crate) fn sorted(&self, call: &str) -> Vec<String> {
        let mut calls: Vec<_> = self.calls().into_iter().filter(|made| made.starts_with(call)).collect();
        calls.sort_unstable();
        calls
    }

    /// Reads the world of the host.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&World) -> T) -> T {
        self.host.sandbox.read(read)
    }
}

/// A bridge before any host.
pub(crate) fn bridge(host: &str, settings: &[(&str, &str)]) -> Router {
    bridge_with(host, settings, StopSignal::never())
}

fn bridge_with(host: &str, settings: &[(&str, &str)], stop_signal: StopSignal) -> Router {
    let settings = settings_before(host, settings);
    app::router(app::state(&settings).unwrap().with_stop_signal(stop_signal))
}

fn settings_before(host: &str, settings: &[(&str, &str)]) -> Settings {
    let mut overrides = vec![("upstream.base_url", host), ("upstream.token", TOKEN)];
    overrides.extend_from_slice(settings);
    Settings::load(None, &overrides).unwrap()
}

/// Posts a JSON body to a path of a bridge below `/api/v1/`.
pub(crate) async fn post(bridge: &Router, path: &str, body: Value) -> Answer {
    post_with(bridge, &[], path, &body).await
}

/// Posts a JSON body with these headers to a path of a bridge below `/api/v1/`.
pub(crate) async fn post_with(bridge: &Router, headers: &[(&str, &str)], path: &str, body: &Value) -> Answer {
    let headers = [&[("content-type", "application/json")], headers].concat();
    let posted = request("POST", &format!("/api/v1/{path}"), &headers, body.to_string());
    let mut answer = send(bridge, posted).await;
    conformance::check(path, answer.status, &answer.body);
    answer.request = format!("{path} {body}");
    answer
}

/// A request with these headers and this body.
pub(crate) fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(body.into()).unwrap()
}

/// A request with a JSON body to any path, as clients of MCP send it too.
pub(crate) fn posted(path: &str) -> http::request::Builder {
    Request::post(path)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
}

/// What a bridge answers to a request, which by default names this machine as its host.
pub(crate) async fn exchange(bridge: &Router, mut request: Request<Body>) -> Response<Body> {
    request.headers_mut().entry("host").or_insert(HeaderValue::from_static("127.0.0.1:8080"));
    bridge.clone().oneshot(request).await.unwrap()
}

/// Sends any request to a bridge. An answer without a JSON body reads as null. Tests read plain spaces where French has
/// non-breaking ones: that it has them is a test of its own (`language.rs`).
pub(crate) async fn send(bridge: &Router, request: Request<Body>) -> Answer {
    let asked = format!("{} {} {:?}", request.method(), request.uri(), request.headers());
    let response = exchange(bridge, request).await;
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let body = String::from_utf8_lossy(&body).replace('\u{a0}', " ");
    Answer {
        request: asked,
        status: head.status,
        headers: head.headers,
        body: serde_json::from_str(&body).unwrap_or(Value::Null),
    }
}

impl Answer {
    /// The body of a success; `success` is true in it.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}: {}", self.request, self.body);
        assert_eq!(self.body["success"], true, "{}: {}", self.request, self.body);
        self.body
    }

    /// The French sentence of an error of this status; the body has exactly the fields of an error.
    #[track_caller]
    pub(crate) fn error(self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}: {}", self.request, self.body);
        assert_eq!(fields(&self.body), ["code", "detail", "success"], "{}", self.request);
        assert_eq!(self.body["success"], false, "{}", self.request);
        self.body["detail"].as_str().unwrap().to_owned()
    }

    /// The same of an error of this code.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> String {
        assert_eq!(self.body["code"], code, "{}: {}", self.request, self.body);
        self.error(status)
    }
}

/// A sentence in French, with plain spaces as tests write them.
pub(crate) fn fr(sentence: &Sentence) -> String {
    sentence.say(Language::Fr).replace('\u{a0}', " ")
}

/// Whether the message of an answer or of a row holds this sentence.
#[track_caller]
pub(crate) fn says(answer: &Value, sentence: &Sentence) -> bool {
    answer["message"].as_str().unwrap().contains(&fr(sentence))
}

/// The names of an object's fields, sorted.
#[track_caller]
pub(crate) fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// One field of each object of a list.
#[track_caller]
pub(crate) fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[field]).collect()
}

/// A value and every value within it.
pub(crate) fn nested(value: &Value) -> Vec<&Value> {
    let inner: Vec<_> = match value {
        Value::Object(fields) => fields.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    [value].into_iter().chain(inner.into_iter().flat_map(nested)).collect()
}

struct Fake(Arc<Host>);

impl Respond for Fake {
    fn respond(&self, request: &wiremock::Request) -> ResponseTemplate {
        let call = line_of(request);
        self.0.calls.lock().unwrap().push(call.clone());
        if request.method != http::Method::GET {
            self.0.bodies.lock().unwrap().push(serde_json::from_slice(&request.body).unwrap_or(Value::Null));
        }
        if let Some(answer) = self.0.fault_of(&call) {
            return answer;
        }
        let mut answer = self.0.sandbox.answer(converted(request));
        if let Some(change) = &*self.0.change.lock().unwrap() {
            change(request, &mut answer);
        }
        template(&answer)
    }
}

impl Host {
    fn fault_of(&self, call: &str) -> Option<ResponseTemplate> {
        let mut faults = self.faults.lock().unwrap();
        let fault = faults.iter_mut().find(|fault| fault.times > 0 && call.starts_with(&fault.call))?;
        fault.times -= 1;
        Some(fault.answer.clone())
    }
}

fn line_of(request: &wiremock::Request) -> String {
    let path = request.url.path().strip_prefix("/api/v4").unwrap_or(request.url.path());
    let query: Vec<_> = request.url.query_pairs().map(|(name, value)| format!("{name}={value}")).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    format!("{} {path}{query}", request.method)
}

pub(crate) fn converted(request: &wiremock::Request) -> Request<Bytes> {
    let target = request
        .url
        .query()
        .map_or_else(|| request.url.path().to_owned(), |query| format!("{}?{query}", request.url.path()));
    let mut converted = Request::builder().method(request.method.clone()).uri(target);
    *converted.headers_mut().unwrap() = request.headers.clone();
    converted.body(Bytes::copy_from_slice(&request.body)).unwrap()
}

pub(crate) fn template(answer: &http::Response<Bytes>) -> ResponseTemplate {
    let mut template = ResponseTemplate::new(answer.status());
    for (name, value) in answer.headers() {
        template = template.append_header(name, value);
    }
    let kind =
        answer.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("text/plain");
    template.set_body_raw(answer.body().to_vec(), kind)
}

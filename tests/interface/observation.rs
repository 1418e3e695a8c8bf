//! What operators see: the metrics, and the trace that is passed on to the host. `program` tests the log.

use std::{collections::BTreeSet, fs, path::Path, sync::Arc};

use axum::body::Body;
use gitlab_sandbox::{TOKEN, World};
use http::Request;
use passerelle::app;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{stage::Stage, world::portail_with};

const CLOSE: &str = "issues/assistant-close";

fn close(hint: &str) -> Value {
    json!({ "project_hint": "portail", "issue_hint": hint })
}

fn request(path: &str) -> http::request::Builder {
    Request::post(format!("/api/v1/{path}")).header("content-type", "application/json")
}

/// The value of a sample, written as it stands in the text.
#[track_caller]
fn sample(metrics: &str, name: &str) -> Option<f64> {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map(|value| value.parse().unwrap())
}

/// The names of all metrics, without the endings of histograms.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let names = words.filter(|word| word.starts_with("passerelle_"));
    let base = |name: &str| {
        let ends = ["_bucket", "_count", "_sum"];
        ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
    };
    names.map(base).collect()
}

#[tokio::test]
async fn each_call_of_an_operation_is_counted_by_status_and_outcome() {
    let stage = Stage::with(portail_with(&["Panne de courant", "Fuite d'eau au sous-sol"])).await;
    stage.post(CLOSE, close("panne de courant")).await.ok();
    stage.post(CLOSE, close("rien de tel")).await.ok();
    let wrong =
        json!({ "confirm": true, "resolved_project_path": "ville/nulle-part", "resolved_issue_iid": 1 });
    stage.post(CLOSE, wrong).await.error(404);
    let metrics = stage.metrics().await;
    let calls = |status: u16| {
        let labels = format!("{{operation=\"assistant_close_issue\",status=\"{status}\"}}");
        sample(&metrics, &format!("passerelle_request_duration_seconds_count{labels}"))
    };
    assert_eq!((calls(200), calls(404)), (Some(2.0), Some(1.0)), "{metrics}");
    for outcome in ["closed", "issue_not_found", "project_not_found"] {
        let labels = format!("{{operation=\"assistant_close_issue\",outcome=\"{outcome}\"}}");
        assert_eq!(sample(&metrics, &format!("passerelle_outcomes_total{labels}")), Some(1.0), "{outcome}");
    }
    assert_eq!(sample(&metrics, "passerelle_requests_in_flight"), Some(0.0));
}

#[tokio::test]
async fn each_try_of_a_call_to_the_host_is_counted_by_route_and_status() {
    let stage = Stage::with(portail_with(&["Panne de courant"])).await;
    stage.fault("GET /projects?", 1, ResponseTemplate::new(503).insert_header("retry-after", "0"));
    stage.post(CLOSE, close("panne de courant")).await.ok();
    let metrics = stage.metrics().await;
    for (route, status) in
        [("GET /projects", "503"), ("GET /projects", "200"), ("PUT /projects/:id/issues/:issue_iid", "200")]
    {
        let labels = format!("{{route=\"{route}\",status=\"{status}\"}}");
        let count = sample(&metrics, &format!("passerelle_host_call_duration_seconds_count{labels}"));
        assert_eq!(count, Some(1.0), "{labels} {metrics}");
    }
    assert_eq!(sample(&metrics, "passerelle_host_retries_total{route=\"GET /projects\"}"), Some(1.0));
    assert_eq!(sample(&metrics, "passerelle_host_calls_in_flight"), Some(0.0));
}

#[tokio::test]
async fn what_never_reaches_an_operation_is_counted_by_its_code() {
    let stage = Stage::set(World::empty(), &[("server.auth_tokens", "alice:s3cret")]).await;
    stage.post(CLOSE, json!({})).await.error(401);
    stage.send(Request::post("/nowhere").body(Body::empty()).unwrap()).await.error(404);
    let metrics = stage.metrics().await;
    for code in ["unauthorized", "unknown_route"] {
        let name = format!("passerelle_failures_total{{code=\"{code}\"}}");
        assert_eq!(sample(&metrics, &name), Some(1.0), "{metrics}");
    }
}

/// Alice may ask once a minute; the other callers have no names.
const LIMITED: &[(&str, &str)] = &[
    ("callers.alice.token", "s3cret"),
    ("callers.alice.requests_per_minute", "1"),
    ("server.auth_tokens", "t1,t2"),
];

/// Two requests of each caller.
async fn ask_twice(stage: &Stage) {
    for token in ["s3cret", "t1", "t2"] {
        for _ in 0..2 {
            let request = request("groups/search").header("authorization", format!("Bearer {token}"));
            stage.send(request.body(Body::from(r#"{"query": "ville"}"#)).unwrap()).await;
        }
    }
}

#[tokio::test]
async fn calls_and_refusals_are_counted_by_the_callers_that_settings_name_and_the_others_together() {
    let stage = Stage::set(World::empty(), LIMITED).await;
    ask_twice(&stage).await;
    let metrics = stage.metrics().await;
    for (count, counted) in [
        ("calls_total{caller=\"alice\",status=\"200\"}", 1.0),
        ("calls_total{caller=\"unnamed\",status=\"200\"}", 4.0),
        ("refusals_total{caller=\"alice\",code=\"rate_limited\"}", 1.0),
    ] {
        let name = format!("passerelle_caller_{count}");
        assert_eq!(sample(&metrics, &name), Some(counted), "{name} in {metrics}");
    }
    assert_eq!(metrics.matches("passerelle_caller_calls_total{").count(), 2, "{metrics}");
}

#[tokio::test]
async fn second_looks_are_counted() {
    let stage = Stage::with(portail_with(&["Panne de courant"])).await;
    stage.post(CLOSE, json!({ "project_hint": "introuvable", "issue_hint": "panne" })).await.ok();
    let metrics = stage.metrics().await;
    let looks = "passerelle_second_looks_total{object=\"project\",found=\"false\"}";
    assert!(sample(&metrics, looks) >= Some(1.0), "{metrics}");
}

#[tokio::test]
async fn the_days_until_the_token_expires_are_told_once_the_host_said_so() {
    let mut world = World::empty();
    world.tokens[0].expires_at = Some("2999-01-01".to_owned());
    let stage = Stage::with(world).await;
    assert_eq!(sample(&stage.metrics().await, "passerelle_token_expiry_days"), None);
    let days = loop {
        tokio::task::yield_now().await;
        if let Some(days) = sample(&stage.metrics().await, "passerelle_token_expiry_days") {
            break days;
        }
    };
    assert!((300_000.0..400_000.0).contains(&days), "{days}");
    assert_eq!(stage.calls(), ["GET /personal_access_tokens/self"], "asked once, not at each scrape");
}

#[tokio::test]
async fn after_a_reload_the_expiry_of_the_token_before_is_not_told() {
    let mut world = World::empty();
    world.tokens[0].expires_at = Some("2999-01-01".to_owned());
    let mut stage = Stage::with(world).await;
    let bridge = Arc::new(app::state(&stage.settings(&[])).unwrap());
    stage.bridge = app::router(Arc::clone(&bridge));
    let days = async || sample(&stage.metrics().await, "passerelle_token_expiry_days");
    while days().await.is_none() {}
    app::reload(&bridge, &stage.settings(&[("upstream.token", "another")])).unwrap();
    bridge.count_reload(true);
    assert_eq!(days().await, None);
}

#[tokio::test]
async fn what_callers_write_is_no_label_and_secrets_are_not_told() {
    let stage = Stage::set(portail_with(&["Panne"]), &[("server.auth_tokens", "alice:s3cret")]).await;
    for path in ["/api/v1/panne-secrete", "/panne-secrete", "/api/v1/issues/panne-secrete"] {
        stage.send(Request::post(path).body(Body::empty()).unwrap()).await;
    }
    let body = close("panne-secrete");
    let call = request(CLOSE).header("authorization", "Bearer s3cret");
    stage.send(call.body(Body::from(body.to_string())).unwrap()).await.ok();
    let metrics = stage.metrics().await;
    // Callers' names come from the operator, so the metrics may show them.
    for told in ["panne-secrete", "s3cret", TOKEN, "portail"] {
        assert!(!metrics.contains(told), "{told} in {metrics}");
    }
}

#[tokio::test]
async fn dashboard_and_alerts_use_only_existing_metrics() {
    let stage = Stage::with(portail_with(&["Panne"])).await;
    stage.fault("GET /projects?", 1, ResponseTemplate::new(503).insert_header("retry-after", "0"));
    stage.post(CLOSE, json!({ "project_hint": "introuvable", "issue_hint": "panne" })).await.ok();
    stage.post(CLOSE, Value::Null).await.error(422);
    let mut told = names(&stage.metrics().await);
    // Some metrics exist only with a store; others need a caller that calls too often.
    let store = ("store.url", "redis://127.0.0.1:1");
    let shared = Stage::set(World::empty(), &[LIMITED, &[store]].concat()).await;
    ask_twice(&shared).await;
    told.extend(names(&shared.metrics().await));
    // Only hosts that give the token's expiry have this metric.
    told.insert("passerelle_token_expiry_days".to_owned());
    // Only the program as a whole counts the lines that its log loses.
    told.insert("passerelle_log_lines_lost_total".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy");
    for file in
        ["grafana/dashboards/passerelle.json", "prometheus/alerts.yml", "kubernetes-store/scaling.yaml"]
    {
        let used = names(&fs::read_to_string(root.join(file)).unwrap());
        assert!(!used.is_empty(), "{file}");
        let unknown: Vec<_> = used.difference(&told).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
}

#[tokio::test]
async fn a_well_formed_trace_is_handed_on_to_the_host_and_an_odd_one_is_not() {
    const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let stage = Stage::with(portail_with(&["Panne de courant", "Fuite d'eau"])).await;
    for (trace, key) in [(TRACE, None), (TRACE, Some("k")), ("00-odd", None)] {
        let before = stage.server.received_requests().await.unwrap().len();
        let body = json!({ "project_hint": "portail", "issue_hint": "fuite" });
        let mut request = request(CLOSE).header("traceparent", trace);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        stage.send(request.body(Body::from(body.to_string())).unwrap()).await.ok();
        let calls = stage.server.received_requests().await.unwrap().split_off(before);
        assert!(!calls.is_empty());
        for call in calls {
            let handed_on = call.headers.get("traceparent").map(|value| value.to_str().unwrap());
            assert_eq!(handed_on, Some(trace).filter(|&trace| trace == TRACE));
        }
    }
}

#[tokio::test]
async fn metrics_are_prometheus_text_and_open_metrics_for_those_who_ask() {
    let stage = Stage::with(World::empty()).await;
    let ask = async |accept: &str| {
        let request = Request::get("/metrics").header("accept", accept).body(Body::empty()).unwrap();
        let (headers, text) = stage.text(request).await;
        (headers["content-type"].to_str().unwrap().to_owned(), text)
    };
    let (kind, text) = ask("*/*").await;
    assert_eq!(kind, "text/plain; version=0.0.4; charset=utf-8");
    assert!(!text.contains("# EOF") && !text.contains("# UNIT"), "{text}");
    assert!(text.contains("# TYPE passerelle_build_info gauge"), "{text}");
    let (kind, text) = ask("application/openmetrics-text;version=1.0.0,text/plain;q=0.5").await;
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    assert!(text.ends_with("# EOF\n") && text.matches("# EOF").count() == 1, "{text}");
}

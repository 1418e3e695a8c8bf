//! The pages for people: what they may load, what they may run, and that they open without a token.

use std::io::Read;

use axum::{
    Router,
    body::{Body, Bytes},
};
use flate2::read::GzDecoder;
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::BodyExt;
use passerelle::api;
use serde_json::{Value, json};

use crate::{
    process::{Server, http_client},
    stage::{Stage, bridge, exchange, post, request},
    world::{hinted, portail_with, with},
};

/// The address of no host: the pages send nothing to the host.
const NO_HOST: &str = "http://127.0.0.1:9";
const GUARDED: &[(&str, &str)] = &[("server.auth_tokens", "secret-of-a-caller")];

/// A file of the pages, as a browser without a token gets it.
async fn page(path: &str, known: Option<&str>) -> (StatusCode, HeaderMap, String) {
    let known: Vec<_> = known.map(|tag| ("if-none-match", tag)).into_iter().collect();
    let (status, headers, text) = fetched(&bridge(NO_HOST, GUARDED), path, &known).await;
    (status, headers, String::from_utf8(text.to_vec()).unwrap())
}

async fn fetched(bridge: &Router, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Bytes) {
    let (head, body) = exchange(bridge, request("GET", path, headers, Body::empty())).await.into_parts();
    (head.status, head.headers, body.collect().await.unwrap().to_bytes())
}

/// Both pages and every file that they lead to, with its type and text.
async fn files() -> Vec<(String, String, String)> {
    let mut found = vec!["/".to_owned(), "/docs".to_owned()];
    let mut files = Vec::new();
    while let Some(path) = found.get(files.len()).cloned() {
        let (status, headers, text) = page(&path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        for leads in ["href=\"console/", "src=\"console/", "from './"] {
            for rest in text.split(leads).skip(1) {
                let name = rest.split(['"', '\'']).next().unwrap();
                let next = format!("/console/{name}");
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        files.push((path, headers["content-type"].to_str().unwrap().to_owned(), text));
    }
    files
}

#[tokio::test]
async fn the_pages_load_without_a_token_and_the_operations_need_one() {
    for path in ["/", "/docs", "/openapi.json"] {
        assert_eq!(page(path, None).await.0, StatusCode::OK, "{path}");
    }
    let bridge = bridge(NO_HOST, GUARDED);
    post(&bridge, "issues/assistant-list", json!({ "project_hint": "portail" })).await.error(401);
}

/// What the console knows of a bridge with these settings before it sends anything.
async fn about(settings: &[(&str, &str)]) -> Value {
    about_for("", settings).await
}

/// The same, asked with a token.
async fn about_for(token: &str, settings: &[(&str, &str)]) -> Value {
    read("/console/about.json", token, settings).await
}

/// The operations in the document that the holder of a token gets.
async fn served(token: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let document = read("/openapi.json", token, settings).await;
    let operations = document["paths"].as_object().unwrap().values().map(|path| &path["post"]["operationId"]);
    operations.filter_map(Value::as_str).map(str::to_owned).collect()
}

async fn read(path: &str, token: &str, settings: &[(&str, &str)]) -> Value {
    serde_json::from_slice(&bytes(path, token, settings).await).unwrap()
}

async fn bytes(path: &str, token: &str, settings: &[(&str, &str)]) -> Bytes {
    let token = format!("Bearer {token}");
    let (status, _, text) = fetched(&bridge(NO_HOST, settings), path, &[("authorization", &token)]).await;
    assert_eq!(status, StatusCode::OK);
    text
}

#[tokio::test]
async fn the_console_knows_what_the_policy_lets_through_before_it_sends_anything() {
    let open = about(&[]).await;
    let nobody = Value::Null;
    let expected =
        json!({ "read_only": false, "admitted": true, "client": nobody, "person": nobody, "sample": false });
    assert_eq!(open, expected);
    assert_eq!(served("", &[]).await.len(), api::operations().len());
    let bounded = &[("policy.read_only", "true"), ("policy.operations", "project_summary,search_groups")];
    assert_eq!(about(bounded).await["read_only"], true);
    assert_eq!(served("", bounded).await, ["project_summary", "search_groups"]);
    let for_models = String::from_utf8(bytes("/llms.txt", "", bounded).await.to_vec()).unwrap();
    assert_eq!(for_models.matches("`POST /api/v1/").count(), 2, "{for_models}");
}

#[tokio::test]
async fn the_console_knows_what_a_callers_own_policy_lets_through() {
    let settings = &[
        ("callers.reader.token", "secret-of-a-reader"),
        ("callers.reader.read_only", "true"),
        ("callers.reader.operations", "project_summary"),
        ("callers.writer.token", "secret-of-a-writer"),
    ];
    let reader = about_for("secret-of-a-reader", settings).await;
    assert_eq!((&reader["read_only"], &reader["admitted"]), (&json!(true), &json!(true)));
    assert_eq!(served("secret-of-a-reader", settings).await, ["project_summary"]);
    assert_eq!(about_for("secret-of-a-writer", settings).await["read_only"], false);
    assert_eq!(about_for("another", settings).await["admitted"], false);
    assert_eq!(served("another", settings).await.len(), api::operations().len());
}

/// An answer for a page that an English person reads.
async fn for_a_person(stage: &Stage, path: &str, body: &Value) -> Value {
    stage.post_with(&[("accept-language", "en"), ("prefer", "choices")], path, body).await.ok()
}

#[tokio::test]
async fn a_question_for_a_person_says_in_their_language_what_each_choice_puts_into_the_next_request() {
    let stage = Stage::with(portail_with(&["Panne du menu", "Panne du menu"])).await;
    let mut request = hinted(json!({ "issue_hint": "panne du menu" }));
    assert!(stage.post("issues/assistant-close", request.clone()).await.ok().get("choices").is_none());
    let asks = for_a_person(&stage, "issues/assistant-close", &request).await;
    assert!(asks["message"].as_str().unwrap().ends_with("which one is meant?"), "{asks}");
    assert_eq!(asks["choices"].as_array().unwrap().len(), 2);
    let chosen = &asks["choices"][0];
    assert_eq!(chosen["name"], "#2");
    request = with(request, chosen["fields"].clone());
    assert_eq!(for_a_person(&stage, "issues/assistant-close", &request).await["issue"]["iid"], 2);

    let rows = hinted(json!({ "issue_hints": ["panne", "zzz"], "dry_run": true }));
    let asks = for_a_person(&stage, "issues/assistant-bulk-close", &rows).await;
    let chosen = &asks["choices"][0];
    assert_eq!((&chosen["row"], &chosen["fields"]["issue_hints"]), (&json!(0), &json!(["#1"])), "{asks}");
}

#[tokio::test]
async fn every_file_says_what_it_is_and_what_it_may_do() {
    let files = files().await;
    assert!(files.len() > 10, "{files:?}");
    for (path, kind, text) in files {
        let expected = match path.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(kind, expected, "{path}");
        assert!(!text.is_empty(), "{path}");
        let (_, headers, _) = page(&path, None).await;
        assert_eq!(
            headers["content-security-policy"],
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn a_page_may_call_the_authorization_server_where_people_sign_in_on_it() {
    let issuer = ("oauth.issuer", "https://login.example.com/realms/team");
    let url = ("server.public_url", "https://p.example.com");
    let client = ("oauth.console_client", "passerelle-console");
    for (settings, origins, shown) in [
        (
            &[issuer, url, client][..],
            "connect-src 'self' https://login.example.com;",
            json!("passerelle-console"),
        ),
        (&[issuer, url], "connect-src 'self';", Value::Null),
        (&[client], "connect-src 'self';", Value::Null),
    ] {
        let (_, headers, _) = fetched(&bridge(NO_HOST, settings), "/", &[]).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains(origins), "{policy}");
        assert_eq!(about(settings).await["client"], shown);
    }
}

#[tokio::test]
async fn a_browser_that_has_a_file_is_told_so() {
    let (_, headers, _) = page("/", None).await;
    let tag = headers["etag"].to_str().unwrap();
    for known in [tag, tag.trim_start_matches("W/"), &format!("\"other\", {tag}"), "*"] {
        let (status, headers, text) = page("/", Some(known)).await;
        assert_eq!((status, text.as_str()), (StatusCode::NOT_MODIFIED, ""), "{known}");
        assert_eq!(headers["etag"], tag);
        assert!(headers.contains_key("content-security-policy"));
    }
    assert_eq!(page("/", Some("\"other\"")).await.0, StatusCode::OK);
    assert_ne!(page("/docs", None).await.1["etag"], tag);
}

#[tokio::test]
async fn pages_and_documents_are_sent_compressed_to_who_accepts_it_and_once() {
    let bridge = bridge(NO_HOST, &[]);
    let asked =
        async |path: &str, header: &str, value: &str| fetched(&bridge, path, &[(header, value)]).await;
    for path in
        ["/", "/docs", "/console/style.css", "/openapi.json", "/openapi.json?version=3.0", "/llms.txt"]
    {
        let (_, plain, text) = asked(path, "accept-encoding", "br, gzip;q=0").await;
        assert!(!plain.contains_key("content-encoding"), "{path}");
        let (_, headers, compressed) = asked(path, "accept-encoding", "br, GZip;q=0.5").await;
        assert_eq!(
            (&headers["content-encoding"], &headers["content-type"]),
            (&HeaderValue::from_static("gzip"), &plain["content-type"])
        );
        assert!(headers.get_all("vary").iter().any(|name| name == "accept-encoding"), "{path}");
        let mut read = Vec::new();
        GzDecoder::new(&*compressed).read_to_end(&mut read).unwrap();
        assert!(read == text && compressed.len() < text.len(), "{path}");
        let (status, _, rest) = asked(path, "if-none-match", headers["etag"].to_str().unwrap()).await;
        assert_eq!((status, rest.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
    }
}

#[tokio::test]
async fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
    for (path, kind, text) in files().await {
        if kind.starts_with("text/html") {
            for tag in text.split("<script").skip(1) {
                assert!(tag.starts_with(" type=\"module\" src=\"console/"), "{path}: {tag}");
                assert!(tag.split_once('>').unwrap().1.starts_with("</script>"), "{path}: {tag}");
            }
            assert!(!text.contains("<style") && !text.contains(" style="), "{path}");
            assert!(
                !text.split_whitespace().any(|word| word.starts_with("on") && word.contains('=')),
                "{path}"
            );
        }
        // The namespace of an SVG is only a name and is not loaded.
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http://", "https://", "src=\"//", " url(", ":url(", "@import"] {
            assert!(!text.contains(outside), "{path}: {outside}");
        }
    }
}

#[tokio::test]
async fn no_script_makes_markup_or_code_of_a_text() {
    for (path, _, text) in files().await {
        for way in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "DOMParser",
            "new Function",
        ] {
            assert!(!text.contains(way), "{path}: {way}");
        }
    }
}

#[tokio::test]
async fn the_console_of_the_demonstration_knows_that_its_host_is_a_sample() {
    let demo = Server::start(&["demo"], &[]);
    let address = format!("{}/console/about.json", demo.address);
    let response = http::Response::from(http_client().get(address).send().await.unwrap());
    let about = response.into_body().collect().await.unwrap().to_bytes();
    let about: Value = serde_json::from_slice(&about).unwrap();
    assert_eq!(about["sample"], true);
}

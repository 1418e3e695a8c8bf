//! The pages that people read: the console at `/` and the reference at `/docs`. The browser makes both from the `OpenAPI`
//! document. Their files are part of the binary and send requests to this bridge alone.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;

use crate::api::{AppState, faces::page::Page, operations};

/// What a page may do: load these files and call this bridge. A text of the host may be hostile: no text can run as a script.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// A file of the pages.
struct File {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const fn file(path: &'static str, kind: &'static str, text: &'static str) -> File {
    File { path, kind, text }
}

/// A script by its name, as the pages know it.
macro_rules! script {
    ($name:literal) => {
        file(concat!("/console/", $name, ".js"), SCRIPT, include_str!(concat!("console/", $name, ".js")))
    };
}

static FILES: [File; 26] = [
    file("/", HTML, include_str!("console/index.html")),
    file("/docs", HTML, include_str!("console/docs.html")),
    file("/console/icon.svg", IMAGE, include_str!("console/icon.svg")),
    file("/console/style.css", CSS, include_str!("console/style.css")),
    script!("before"),
    script!("call"),
    script!("console"),
    script!("description"),
    script!("docs"),
    script!("dom"),
    script!("evidence"),
    script!("field"),
    script!("filling"),
    script!("form"),
    script!("lists"),
    script!("meaning"),
    script!("next"),
    script!("outcome"),
    script!("records"),
    script!("refusal"),
    script!("sample"),
    script!("text"),
    script!("tone"),
    script!("view"),
    script!("vocabulary"),
    script!("welcome"),
];

/// What this bridge lets whoever asks do: the console says so before anything is sent.
#[derive(Debug, Serialize)]
struct ConsoleAccess {
    /// Whether writes are refused unless they only preview (`policy.read_only`).
    read_only: bool,
    /// The names of the operations that are served (`policy.operations`).
    operations: Vec<&'static str>,
    /// Whether the host is the demonstration's.
    sample: bool,
}

/// `GET /`, `GET /docs`, the files of both, and `GET /console/about.json`.
pub fn routes() -> Router<Arc<AppState>> {
    let about = Router::new().route("/console/about.json", get(about));
    FILES.iter().fold(about, |router, file| {
        let page = Arc::new(Page::new(file.kind, file.text));
        router.route(file.path, get(async move |asked: HeaderMap| guarded(page.answer(&asked))))
    })
}

async fn about(State(state): State<Arc<AppState>>, asked: HeaderMap) -> impl IntoResponse {
    // A page has no token at first: then what the bridge itself lets through, which no caller's own policy widens.
    let access = state.authenticate(&asked).await.unwrap_or_else(|_| Arc::clone(state.callers().anyone()));
    let policy = &access.policy;
    let served = operations().into_iter().filter(|entry| policy.serves(entry)).map(|entry| entry.name);
    let about =
        ConsoleAccess { read_only: policy.read_only, operations: served.collect(), sample: state.is_sample };
    ([(header::CACHE_CONTROL, "no-cache")], Json(about))
}

/// The page, which the browser must not let do more than [`CONTENT_SECURITY_POLICY`] says.
fn guarded(mut page: Response) -> Response {
    let fixed: [(HeaderName, &'static str); 3] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    page.headers_mut().extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    page
}

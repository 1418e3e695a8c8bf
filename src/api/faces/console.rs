//! The pages that people read: the console at `/` and the reference at `/docs`. The browser makes both from the `OpenAPI`
//! document. Their files are part of the binary and send requests to this bridge alone.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderValue, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;

use crate::api::{AppState, faces::page::FixedPage};

/// What a page may do: load these files, call this bridge, and the authorization server where people sign in on the page. A text of
/// the host may be hostile: no text can run as a script.
fn content_security_policy(state: &AppState) -> HeaderValue {
    let origin = |(issuer, _): (&str, &str)| {
        let issuer: Uri = issuer.parse().ok()?;
        Some(format!(" {}://{}", issuer.scheme_str()?, issuer.authority()?))
    };
    let issuer = state.console_client().and_then(origin).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'{issuer}; img-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    // An origin is ASCII; without a policy the browser would be told nothing.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

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

static FILES: [File; 24] = [
    file("/", HTML, include_str!("console/index.html")),
    file("/docs", HTML, include_str!("console/docs.html")),
    file("/console/icon.svg", IMAGE, include_str!("console/icon.svg")),
    file("/console/style.css", CSS, include_str!("console/style.css")),
    script!("after"),
    script!("call"),
    script!("combobox"),
    script!("console"),
    script!("description"),
    script!("docs"),
    script!("dom"),
    script!("field"),
    script!("finder"),
    script!("form"),
    script!("lists"),
    script!("outcome"),
    script!("records"),
    script!("refusal"),
    script!("samples"),
    script!("sign-in"),
    script!("text"),
    script!("tone"),
    script!("view"),
    script!("welcome"),
];

/// What this bridge lets whoever asks do: the console says so before anything is sent.
#[derive(Debug, Serialize)]
struct ConsoleAccess<'a> {
    /// Whether writes are refused unless they only preview (`policy.read_only`).
    read_only: bool,
    /// Whether it may call: it showed a good token, or none is needed.
    admitted: bool,
    /// The public client by which the page signs people in; none where it does not (`oauth.console_client`).
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<&'a str>,
    /// Who signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<&'a str>,
    /// Whether the host is the demonstration's.
    sample: bool,
}

/// `GET /`, `GET /docs`, the files of both, and `GET /console/about.json`.
pub fn routes(state: &AppState) -> Router<Arc<AppState>> {
    let about = Router::new().route("/console/about.json", get(about));
    let policy = content_security_policy(state);
    FILES.iter().fold(about, |router, file| {
        let page = Arc::new(FixedPage::new(file.kind, file.text));
        let policy = policy.clone();
        router.route(file.path, get(async move |asked: HeaderMap| guarded(page.answer(&asked), policy)))
    })
}

async fn about(State(state): State<Arc<AppState>>, asked: HeaderMap) -> impl IntoResponse {
    let (access, admitted) = state.access_of_reader(&asked).await;
    let about = ConsoleAccess {
        read_only: access.policy.read_only || !access.may_write,
        admitted,
        client: state.console_client().map(|(_, client)| client),
        person: access.caller.person(),
        sample: state.is_sample,
    };
    ([(header::CACHE_CONTROL, "no-cache")], Json(about)).into_response()
}

/// The page, which the browser must not let do more than this policy says.
fn guarded(mut page: Response, policy: HeaderValue) -> Response {
    page.headers_mut().extend([
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ]);
    page
}

//! The pages that people read: the console at `/` and the reference at `/docs`. Both are made of the `OpenAPI` document, in
//! the browser, by plain files that are part of the binary and ask nothing of anyone but this bridge.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::{
    Router,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// What a page may do: load these files and call this bridge. What the host says could be hostile; it can't run.
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

static FILES: [File; 13] = [
    file("/", HTML, include_str!("console/index.html")),
    file("/docs", HTML, include_str!("console/docs.html")),
    file("/console/icon.svg", IMAGE, include_str!("console/icon.svg")),
    file("/console/style.css", CSS, include_str!("console/style.css")),
    file("/console/console.js", SCRIPT, include_str!("console/console.js")),
    file("/console/docs.js", SCRIPT, include_str!("console/docs.js")),
    file("/console/description.js", SCRIPT, include_str!("console/description.js")),
    file("/console/dom.js", SCRIPT, include_str!("console/dom.js")),
    file("/console/form.js", SCRIPT, include_str!("console/form.js")),
    file("/console/call.js", SCRIPT, include_str!("console/call.js")),
    file("/console/next.js", SCRIPT, include_str!("console/next.js")),
    file("/console/outcome.js", SCRIPT, include_str!("console/outcome.js")),
    file("/console/records.js", SCRIPT, include_str!("console/records.js")),
];

/// `GET /`, `GET /docs` and the files of both.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, file| {
        let tag = tag(file.text);
        router.route(file.path, get(async move |asked: HeaderMap| answer(file, &tag, &asked)))
    })
}

/// The file, unless the browser has it.
fn answer(file: &File, tag: &str, asked: &HeaderMap) -> Response {
    let mut response = if is_known(tag, asked) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, file.kind)], file.text).into_response()
    };
    let fixed: [(HeaderName, &'static str); 4] = [
        // Asked again each time, since another version may stand here: the tag makes that cheap.
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let headers = response.headers_mut();
    headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    headers.extend(HeaderValue::from_str(tag).map(|tag| (header::ETAG, tag)));
    response
}

/// Names this text, the same in every replica of one build.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn is_known(tag: &str, asked: &HeaderMap) -> bool {
    let tags = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut tags = tags.flat_map(|value| value.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

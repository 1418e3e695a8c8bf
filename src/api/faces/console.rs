//! The pages that people read: the console at `/` and the reference at `/docs`. The browser makes both from the `OpenAPI`
//! document. Their files are part of the binary and send requests to this bridge alone.

use super::{page::FixedPage, prelude::*};

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
    // Can't fail, since an origin is ASCII. Without a policy the browser would allow everything, so the fallback allows nothing.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// A path, its media type, its text.
type File = (&'static str, &'static str, &'static str);

/// Scripts by their names, as the pages know them.
macro_rules! scripts {
    ($($name:literal)+) => {
        [$((concat!("/console/", $name, ".js"), "text/javascript; charset=utf-8", include_str!(concat!("console/", $name, ".js")))),+]
    };
}

static PAGES: [File; 4] = [
    ("/", "text/html; charset=utf-8", include_str!("console/index.html")),
    ("/docs", "text/html; charset=utf-8", include_str!("console/docs.html")),
    ("/console/icon.svg", "image/svg+xml", include_str!("console/icon.svg")),
    ("/console/style.css", "text/css; charset=utf-8", include_str!("console/style.css")),
];
static SCRIPTS: [File; 21] = scripts!(
    "after" "call" "combobox" "console" "description" "docs" "dom" "field"
    "finder" "form" "laid-out" "lists" "outcome" "records" "refusal" "samples" "sign-in"
    "text" "tone" "view" "welcome"
);

/// `GET /`, `GET /docs`, the files of both, and `GET /console/about.json`.
pub fn routes(state: &AppState) -> Router<Arc<AppState>> {
    let about = Router::new().route("/console/about.json", get(about));
    let policy = content_security_policy(state);
    PAGES.iter().chain(&SCRIPTS).fold(about, |router, (path, kind, text)| {
        let page = Arc::new(FixedPage::new(kind, *text));
        // What the browser must not let the page do.
        let headers = [
            (header::CONTENT_SECURITY_POLICY, policy.clone()),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ];
        router.route(path, get(async move |asked: HeaderMap| (headers, page.answer(&asked))))
    })
}

/// What the caller may do on this bridge: the console says so before anything is sent. Without `client` the page offers no
/// sign-in.
async fn about(State(state): State<Arc<AppState>>, asked: HeaderMap) -> impl IntoResponse {
    let (access, admitted) = state.access_of_reader(&asked).await;
    let about = json!({
        "read_only": access.policy.read_only || !access.may_write,
        "admitted": admitted,
        "client": state.console_client().map(|(_, client)| client),
        "person": access.caller.person(),
        "sample": state.is_sample,
    });
    ([(header::CACHE_CONTROL, "no-cache")], Json(about))
}

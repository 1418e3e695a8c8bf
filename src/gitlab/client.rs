//! The one place that sends: base URL, token, time-out, size cap, redirects, retries, decoding.

use std::{error::Error as _, fmt, fs, sync::Arc, time::Duration};

use backon::Retryable;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header::LOCATION};
use prometheus_client::registry::Registry;
use reqwest::{Certificate, Proxy, Response, Url, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::Semaphore;
use tower::retry::budget::{Budget, TpsBudget};
use tracing::Instrument;

use super::{
    Page, call_context,
    decode::{self, Arriving, List},
    error::{Error, Fault, message_of},
    metrics::CallMetrics,
    retry, trace,
};
use crate::{audit, settings};

/// How long an idle connection to the host is kept.
const IDLE: Duration = Duration::from_secs(30);

/// A client of one host. Clones share connections and limits.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    api: Url,
    token: SecretString,
    permits: Arc<Semaphore>,
    budget: Arc<TpsBudget>,
    retries: usize,
    max_response_bytes: usize,
    metrics: CallMetrics,
}

/// Why no client could be built of the settings.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// `upstream.ca_file` can't be read.
    #[error("upstream.ca_file: {0}")]
    CertificateAuthority(#[from] std::io::Error),
    /// The token, the proxy, the certificate or the TLS set-up is not usable.
    #[error("upstream: {0}")]
    Http(#[from] reqwest::Error),
    /// The token can't stand in a header.
    #[error("upstream.token: a character that can't stand in an HTTP header")]
    Token(#[from] http::header::InvalidHeaderValue),
}

/// A call, before it is sent.
pub(super) struct Request {
    call: &'static str,
    method: Method,
    path: String,
    query: Vec<(&'static str, String)>,
    body: Result<Option<Vec<u8>>, serde_json::Error>,
}

impl Request {
    pub(super) fn get(call: &'static str, path: impl Into<String>) -> Self {
        Self { call, method: Method::GET, path: path.into(), query: Vec::new(), body: Ok(None) }
    }

    pub(super) fn post(call: &'static str, path: impl Into<String>, body: impl Serialize) -> Self {
        Self { method: Method::POST, body: serde_json::to_vec(&body).map(Some), ..Self::get(call, path) }
    }

    pub(super) fn put(call: &'static str, path: impl Into<String>, body: impl Serialize) -> Self {
        Self { method: Method::PUT, ..Self::post(call, path, body) }
    }

    pub(super) fn delete(call: &'static str, path: impl Into<String>) -> Self {
        Self { method: Method::DELETE, ..Self::get(call, path) }
    }

    pub(super) fn query(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.query.push((name, value.to_string()));
        self
    }
}

/// A success of the host.
struct Reply<B> {
    headers: HeaderMap,
    body: B,
}

impl Client {
    /// Builds a client of the host.
    ///
    /// # Errors
    /// [`BuildError`], naming the setting.
    pub fn new(upstream: &settings::Upstream, host: &settings::Host) -> Result<Self, BuildError> {
        crate::tls::install();
        let mut token = HeaderValue::from_str(host.token.expose_secret())?;
        token.set_sensitive(true);
        let mut builder = reqwest::Client::builder()
            .default_headers(HeaderMap::from_iter([(http::HeaderName::from_static("private-token"), token)]))
            .user_agent(concat!("passerelle/", env!("CARGO_PKG_VERSION")))
            .timeout(upstream.timeout)
            .connect_timeout(upstream.connect_timeout)
            // Shorter than hosts keep theirs, so that a write seldom meets a connection that the host is closing.
            .pool_idle_timeout(IDLE)
            // What is tried again is decided here (`retry`).
            .retry(reqwest::retry::never())
            // A redirection would take the token along to whatever host it names.
            .redirect(Policy::none())
            .no_proxy();
        if host.api.scheme() == "http" && upstream.proxy.is_none() {
            // No TLS will be spoken: reading the system's certificates would be most of the start.
            builder = builder.tls_certs_only([]);
        }
        if let Some(file) = &upstream.ca_file {
            for certificate in Certificate::from_pem_bundle(&fs::read(file)?)? {
                builder = builder.add_root_certificate(certificate);
            }
        }
        if let Some(proxy) = &upstream.proxy {
            builder = builder.proxy(Proxy::all(proxy.clone())?);
        }
        Ok(Self {
            http: builder.build()?,
            api: host.api.clone(),
            token: host.token.clone(),
            permits: Arc::new(Semaphore::new(upstream.max_connections)),
            budget: Arc::new(retry::budget()),
            retries: upstream.retries,
            max_response_bytes: upstream.max_response_bytes,
            metrics: CallMetrics::new(upstream.max_connections),
        })
    }

    /// Where people look at the host: the API's address without `/api/v4`.
    #[must_use]
    pub fn web_address(&self) -> &str {
        let api = self.api.as_str().trim_end_matches('/');
        api.strip_suffix("/api/v4").unwrap_or(api)
    }

    /// Adds what counts the calls of this client and its clones.
    pub fn register(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }

    /// The head of whatever answers, sent once and judged by nobody yet.
    pub(super) async fn head(&self, request: Request) -> Result<(StatusCode, HeaderMap), Error> {
        let answer = async { self.exchange(&request, self.url_of(&request)?).await };
        let mut response = answer.await.map_err(|fault| self.error(&request, fault))?;
        Ok((response.status(), std::mem::take(response.headers_mut())))
    }

    /// One object.
    pub(super) async fn object<T: DeserializeOwned>(&self, request: Request) -> Result<T, Error> {
        let reply = self.send::<Vec<u8>>(&request).await?;
        decode::object(&reply.body).map_err(|fault| self.error(&request, fault))
    }

    /// One object, asked for once, past those who wait for a free connection.
    pub(super) async fn object_now<T: DeserializeOwned>(&self, request: Request) -> Result<T, Error> {
        let underway = self.metrics.begin(request.call);
        let reply = self.attempt::<Vec<u8>>(&request).await;
        underway.ended(&reply);
        reply.and_then(|reply| decode::object(&reply.body)).map_err(|fault| self.error(&request, fault))
    }

    /// One object, or none where the host answers 404.
    pub(super) async fn find<T: DeserializeOwned>(&self, request: Request) -> Result<Option<T>, Error> {
        match self.object(request).await {
            Ok(object) => Ok(Some(object)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// One page of a listing, of at most so many objects.
    pub(super) async fn page<T: DeserializeOwned>(
        &self,
        request: Request,
        number: u32,
        page_size: usize,
    ) -> Result<Page<T>, Error> {
        let request = request.query("per_page", page_size).query("page", number);
        let reply = self.send::<List<T>>(&request).await?;
        let items = reply.body.finish().map_err(|fault| self.error(&request, fault))?;
        Ok(Page::new(items, &reply.headers, number))
    }

    /// A success, whatever its body.
    pub(super) async fn acknowledge(&self, request: Request) -> Result<(), Error> {
        self.send::<Vec<u8>>(&request).await.map(drop)
    }

    /// What went wrong, as it may be told: a host may send back what it was sent.
    fn error(&self, request: &Request, fault: Fault) -> Error {
        Error { call: request.call, fault: fault.without(self.token.expose_secret()) }
    }

    /// Sends, and tries again where that is worth it.
    async fn send<B: Arriving>(&self, request: &Request) -> Result<Reply<B>, Error> {
        self.budget.deposit();
        (|| self.try_once(request))
            .retry(retry::waits(self.retries))
            .when(|fault| retry::is_worth_it(&request.method, fault))
            .adjust(|fault, wait| {
                // Rather the failure now than a wait that nobody sees the end of.
                let wait = retry::wait_asked_for(fault, wait).filter(|wait| call_context::lasts(*wait));
                wait.filter(|_| self.budget.withdraw())
            })
            .notify(|fault, wait| {
                tracing::warn!(call = request.call, %fault, ?wait, "the host is asked again");
                self.metrics.retried(request.call);
            })
            .await
            .map_err(|fault| self.error(request, fault))
            .inspect_err(|error| tracing::debug!(%error, "a call to the host failed"))
    }

    async fn try_once<B: Arriving>(&self, request: &Request) -> Result<Reply<B>, Fault> {
        let underway = self.metrics.begin(request.call);
        let _place = call_context::place().await;
        // The semaphore is never closed.
        let _permit =
            self.permits.acquire().await.map_err(|closed| Fault::Unreachable(closed.to_string()))?;
        call_context::sent(&request.method);
        let span = tracing::debug_span!("call to the host", call = request.call);
        let outcome = self.attempt(request).instrument(span).await;
        underway.ended(&outcome);
        call_context::ended(&request.method, &outcome);
        outcome
    }

    async fn attempt<B: Arriving>(&self, request: &Request) -> Result<Reply<B>, Fault> {
        let url = self.url_of(request)?;
        let sent = (request.method != Method::GET).then(|| audit::Sent::new(request.call, &request.path));
        let response = self.exchange(request, url).await;
        if let Some(sent) = sent {
            told(sent, &response);
        }
        let response = response?;
        match self.moved_to(request, &response) {
            Some(url) => self.read(self.exchange(request, url).await?).await,
            None => self.read(response).await,
        }
    }

    fn url_of(&self, request: &Request) -> Result<Url, Fault> {
        let address = format!("{}{}", self.api.as_str().trim_end_matches('/'), request.path);
        let mut url = Url::parse(&address).map_err(|fault| Fault::Unusable(fault.to_string()))?;
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&request.query);
        }
        Ok(url)
    }

    async fn exchange(&self, request: &Request, url: Url) -> Result<Response, Fault> {
        let mut builder = self.http.request(request.method.clone(), url);
        match &request.body {
            Ok(None) => {}
            Ok(Some(body)) => {
                builder = builder.header(http::header::CONTENT_TYPE, "application/json").body(body.clone());
            }
            Err(error) => return Err(Fault::Unusable(error.to_string())),
        }
        if let Some(trace) = call_context::trace() {
            builder = builder.header(trace::HEADER, trace);
        }
        builder.send().await.map_err(|error| fault_of(&error))
    }

    /// Where a moved project now stands: followed once, for a read, on the same origin.
    fn moved_to(&self, request: &Request, response: &Response) -> Option<Url> {
        if request.method != Method::GET || response.status() != StatusCode::MOVED_PERMANENTLY {
            return None;
        }
        let location = response.headers().get(LOCATION)?.to_str().ok()?;
        let url = response.url().join(location).ok()?;
        (url.origin() == self.api.origin()).then_some(url)
    }

    /// Reads the body under the cap before judging the status, so that an error keeps the host's message.
    async fn read<B: Arriving>(&self, mut response: Response) -> Result<Reply<B>, Fault> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        if status.is_success() {
            return Ok(Reply { headers, body: self.body_of(response).await? });
        }
        if !(status.is_client_error() || status.is_server_error()) {
            return Err(Fault::Redirected(status));
        }
        // The status is known: a body that breaks or overflows takes only the message away.
        let message = self.body_of::<Vec<u8>>(response).await.ok().as_deref().and_then(message_of);
        Err(Fault::Status { status, message, retry_after: retry::retry_after(&headers) })
    }

    async fn body_of<B: Arriving>(&self, mut response: Response) -> Result<B, Fault> {
        let most = self.max_response_bytes;
        if response.content_length().is_some_and(|announced| announced > most as u64) {
            return Err(Fault::TooLarge);
        }
        let (mut body, mut arrived) = (B::default(), 0);
        while let Some(chunk) = response.chunk().await.map_err(|error| fault_of(&error))? {
            arrived += chunk.len();
            if arrived > most {
                return Err(Fault::TooLarge);
            }
            body.push(&chunk);
        }
        Ok(body)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("api", &self.api.as_str()).finish_non_exhaustive()
    }
}

/// Tells the audit log how a write ended.
fn told(sent: audit::Sent<'_>, answer: &Result<Response, Fault>) {
    match answer {
        Ok(response) => {
            let host_request = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
            sent.ended(&response.status(), host_request);
        }
        Err(fault) => sent.ended(fault, None),
    }
}

fn fault_of(error: &reqwest::Error) -> Fault {
    if error.is_connect() {
        Fault::Unreachable(cause_of(error))
    } else if error.is_timeout() {
        Fault::TimedOut
    } else if error.is_decode() {
        Fault::Unusable(cause_of(error))
    } else {
        Fault::Interrupted(cause_of(error))
    }
}

/// The innermost cause, which says what happened; the outer ones repeat the address.
fn cause_of(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if error.source().is_some() { cause.to_string() } else { "unknown cause".to_owned() }
}

//! The only code that sends to the host: base URL, token, time-out, size cap, redirects, retries, decoding.

use std::{error::Error as _, fmt, sync::Arc};

use backon::Retryable;
use http::{HeaderMap, HeaderValue, StatusCode, header::LOCATION};
use prometheus_client::registry::Registry;
use reqwest::{Response, Url};
use secrecy::SecretString;
use tokio::sync::Semaphore;
use tower::retry::budget::{Budget, TpsBudget};
use tracing::Instrument;

use super::{
    BuildError, CallContext, Page,
    build::http_client,
    clean::Cleaner,
    decode::{self, Decoded},
    error::{Error, Fault, message_of},
    metrics::CallMetrics,
    request::Request,
    retry, trace,
};
use crate::{audit, settings};

/// Longest error body that is read for its message, in bytes.
const LONGEST_ERROR: usize = 64 << 10;
/// Largest announced size that room is made for before the body has come, in bytes.
const BELIEVED: usize = 1 << 20;

/// One host: its connections, its token, and the limits that all calls to it share. It can be asked directly what concerns no
/// call of an operation (readiness, `passerelle check`, the token's expiry); [`Client`] is for all else.
pub struct Instance {
    http: reqwest::Client,
    api: Url,
    cleaner: Cleaner,
    permits: Semaphore,
    budget: TpsBudget,
    retries: usize,
    max_response_bytes: usize,
    metrics: CallMetrics,
}

/// The host, as one call of an operation reads it. Clones share the call's context.
#[derive(Debug, Clone)]
pub struct Client {
    instance: Arc<Instance>,
    context: Arc<CallContext>,
}

/// A success of the host.
struct Reply {
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Instance {
    /// Prepares the connections to the host; none is made yet. `secrets` are replaced in what the host says, as
    /// its token is.
    ///
    /// # Errors
    /// [`BuildError`], naming the setting.
    pub fn new(
        upstream: &settings::Upstream,
        host: &settings::Host,
        secrets: impl IntoIterator<Item = SecretString>,
    ) -> Result<Self, BuildError> {
        let secrets = secrets.into_iter();
        Ok(Self {
            http: http_client(upstream, host)?,
            api: host.api.clone(),
            cleaner: Cleaner::new(secrets.chain([host.token.clone()])),
            permits: Semaphore::new(upstream.max_connections),
            budget: retry::budget(),
            retries: upstream.retries,
            max_response_bytes: upstream.max_response_bytes,
            metrics: CallMetrics::new(upstream.max_connections),
        })
    }

    /// The address of the host's pages: the API's without `/api/v4`.
    #[must_use]
    pub fn web_address(&self) -> &str {
        let api = self.api.as_str().trim_end_matches('/');
        api.strip_suffix("/api/v4").unwrap_or(api)
    }

    /// Adds what counts the calls to this host.
    pub fn register(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }

    /// The head of whatever answers, asked for once.
    pub(super) async fn head(&self, request: Request) -> Result<(StatusCode, HeaderMap), Error> {
        let answer = async { self.exchange(&request, self.url_of(&request)?, None).await };
        let mut response = answer.await.map_err(|fault| request.error(fault))?;
        Ok((response.status(), std::mem::take(response.headers_mut())))
    }

    /// One object, asked for once and at once: without waiting for a free connection.
    pub(super) async fn object<T: Decoded>(&self, request: Request) -> Result<T, Error> {
        let underway = self.metrics.begin(request.call);
        let answer = async {
            let response = self.exchange(&request, self.url_of(&request)?, None).await?;
            self.receive(&request, response, None).await
        };
        let reply = answer.await;
        underway.end(&reply);
        let object = async { self.decode(reply?.body, decode::object).await };
        object.await.map_err(|fault| request.error(fault))
    }

    /// The same, or `None` where the host answers 404.
    pub(super) async fn find<T: Decoded>(&self, request: Request) -> Result<Option<T>, Error> {
        found(self.object(request).await)
    }

    /// A text of the host's on one line, without secrets, cut at 512 characters.
    #[must_use]
    pub fn clean(&self, text: &str) -> String {
        self.cleaner.clean(text)
    }

    /// Decodes a body. What a decoder quotes of it is cleaned.
    async fn decode<T: Send + 'static>(
        &self,
        body: Vec<u8>,
        decode: impl FnOnce(&[u8]) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        decode::apart(body, decode).await.map_err(|fault| self.cleaner.clean_fault(fault))
    }

    fn url_of(&self, request: &Request) -> Result<Url, Fault> {
        let address = format!("{}{}", self.api.as_str().trim_end_matches('/'), request.path);
        let mut url = Url::parse(&address).map_err(|fault| Fault::Unusable(fault.to_string()))?;
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&request.query);
        }
        Ok(url)
    }

    /// Sends a request and waits for the head of the answer. Nothing else in the program sends to the host.
    async fn exchange(
        &self,
        request: &Request,
        url: Url,
        trace: Option<HeaderValue>,
    ) -> Result<Response, Fault> {
        let mut builder = self.http.request(request.method().clone(), url);
        if let Some(body) = request.write.as_ref().and_then(|write| write.body.clone()) {
            builder = builder.header(http::header::CONTENT_TYPE, "application/json").body(body);
        }
        if let Some(trace) = trace {
            builder = builder.header(trace::HEADER, trace);
        }
        builder.send().await.map_err(|error| self.fault_of(&error))
    }

    /// Reads an answer, through one redirection where it is allowed.
    async fn receive(
        &self,
        request: &Request,
        response: Response,
        trace: Option<HeaderValue>,
    ) -> Result<Reply, Fault> {
        match self.moved_to(request, &response) {
            Some(url) => self.read(self.exchange(request, url, trace).await?).await,
            None => self.read(response).await,
        }
    }

    /// The new address of a moved project: followed once, for a read, where it is one of the same host's API. Only path and query
    /// of `Location` are used, below the own base address (decisions, Finding the right object).
    fn moved_to(&self, request: &Request, response: &Response) -> Option<Url> {
        if request.is_write() || response.status() != StatusCode::MOVED_PERMANENTLY {
            return None;
        }
        let location = response.headers().get(LOCATION)?.to_str().ok()?;
        let target = response.url().join(location).ok()?;
        let rest = target.path().strip_prefix(self.api.path().trim_end_matches('/'))?;
        if target.origin() != self.api.origin() || !rest.starts_with('/') {
            return None;
        }
        let mut url = self.api.clone();
        url.set_path(target.path());
        url.set_query(target.query());
        Some(url)
    }

    /// Reads the body, up to the cap, before looking at the status, so that an error keeps the host's message.
    async fn read(&self, mut response: Response) -> Result<Reply, Fault> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        if status.is_success() {
            return Ok(Reply { headers, body: self.body_of(response, self.max_response_bytes).await? });
        }
        if !(status.is_client_error() || status.is_server_error()) {
            return Err(Fault::Redirected(status));
        }
        // The status is known: a body that breaks off or is too large costs the message alone.
        let message = self.body_of(response, LONGEST_ERROR).await.ok().as_deref().and_then(message_of);
        let fault = Fault::Status { status, message, retry_after: retry::retry_after(&headers) };
        Err(self.cleaner.clean_fault(fault))
    }

    async fn body_of(&self, mut response: Response, most: usize) -> Result<Vec<u8>, Fault> {
        let announced =
            response.content_length().map_or(0, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        if announced > most {
            return Err(Fault::TooLarge);
        }
        let mut body = Vec::with_capacity(announced.min(BELIEVED));
        while let Some(chunk) = response.chunk().await.map_err(|error| self.fault_of(&error))? {
            if chunk.len() > most - body.len() {
                return Err(Fault::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn fault_of(&self, error: &reqwest::Error) -> Fault {
        let cause = self.clean(&cause_of(error));
        if error.is_connect() {
            Fault::Unreachable(cause)
        } else if error.is_timeout() {
            Fault::TimedOut
        } else if error.is_decode() {
            Fault::Unusable(cause)
        } else {
            Fault::Interrupted(cause)
        }
    }
}

impl Client {
    /// The host, for the call of this context.
    #[must_use]
    pub fn new(instance: Arc<Instance>, context: Arc<CallContext>) -> Self {
        Self { instance, context }
    }

    /// The context of the call.
    #[must_use]
    pub fn context(&self) -> &CallContext {
        &self.context
    }

    /// The address of the host's pages: the API's without `/api/v4`.
    #[must_use]
    pub fn web_address(&self) -> &str {
        self.instance.web_address()
    }

    /// One object.
    pub(super) async fn object<T: Decoded>(&self, request: Request) -> Result<T, Error> {
        let reply = self.send(&request).await?;
        self.instance.decode(reply.body, decode::object).await.map_err(|fault| request.error(fault))
    }

    /// One object, or `None` where the host answers 404.
    pub(super) async fn find<T: Decoded>(&self, request: Request) -> Result<Option<T>, Error> {
        found(self.object(request).await)
    }

    /// One page of a listing, of at most `page_size` objects.
    pub(super) async fn page<T: Decoded>(
        &self,
        request: Request,
        number: u32,
        page_size: usize,
    ) -> Result<Page<T>, Error> {
        let request = request.query("per_page", page_size).query("page", number);
        let reply = self.send(&request).await?;
        let items = self.instance.decode(reply.body, move |body| decode::list(body, page_size)).await;
        let items = items.map_err(|fault| request.error(fault))?;
        Ok(Page::new(items, &reply.headers, number))
    }

    /// A success, whatever its body.
    pub(super) async fn acknowledge(&self, request: Request) -> Result<(), Error> {
        self.send(&request).await.map(drop)
    }

    /// Sends, and retries where that is allowed.
    async fn send(&self, request: &Request) -> Result<Reply, Error> {
        let instance = &*self.instance;
        instance.budget.deposit();
        (|| self.try_once(request))
            .retry(retry::waits(instance.retries))
            .when(|fault| retry::is_worth_it(request.method(), fault) && request.may_repeat_after(fault))
            .adjust(|fault, wait| {
                // The failure now is better than a wait that ends after the deadline.
                let wait =
                    retry::wait_asked_for(fault, wait).filter(|wait| self.context.has_time_after(*wait));
                wait.filter(|_| instance.budget.withdraw())
            })
            .notify(|fault, wait| {
                tracing::warn!(call = request.call, %fault, ?wait, "a call to the host is retried");
                instance.metrics.count_retry(request.call);
            })
            .await
            .map_err(|fault| request.error(fault))
            .inspect_err(|error| tracing::debug!(%error, "a call to the host failed"))
    }

    /// Sends once, when the call and the process have fewer calls in flight than they may have.
    async fn try_once(&self, request: &Request) -> Result<Reply, Fault> {
        let underway = self.instance.metrics.begin(request.call);
        let _share = self.context.acquire().await;
        // The semaphore is never closed.
        let _permit =
            self.instance.permits.acquire().await.map_err(|closed| Fault::Unreachable(closed.to_string()))?;
        self.context.count_sent(request);
        let span = tracing::debug_span!("call to the host", call = request.call);
        let outcome = self.attempt(request).instrument(span).await;
        underway.end(&outcome);
        self.context.count_outcome(request, &outcome);
        outcome
    }

    async fn attempt(&self, request: &Request) -> Result<Reply, Fault> {
        let url = self.instance.url_of(request)?;
        let trace = self.context.trace_header();
        let line = request
            .write
            .as_ref()
            .map(|write| audit::Line::new(self.context.audit(), &write.objects, request.call, &request.path));
        let response = self.instance.exchange(request, url, trace.clone()).await;
        if let Some(line) = line {
            self.complete(line, &response);
        }
        self.instance.receive(request, response?, trace).await
    }

    /// Completes the audit line of a write with its outcome.
    fn complete(&self, line: audit::Line<'_>, answer: &Result<Response, Fault>) {
        match answer {
            Ok(response) => {
                let id = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
                line.end(&response.status(), id.map(|id| self.instance.clean(id)));
            }
            Err(fault) => line.end(fault, None),
        }
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Instance").field("api", &self.api.as_str()).finish_non_exhaustive()
    }
}

/// 404 is an answer, not a failure.
fn found<T>(object: Result<T, Error>) -> Result<Option<T>, Error> {
    match object {
        Ok(object) => Ok(Some(object)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text of the innermost cause; the outer ones repeat the address.
fn cause_of(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if error.source().is_some() { cause.to_string() } else { "unknown cause".to_owned() }
}

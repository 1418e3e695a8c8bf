//! One host, and the only code that sends to it: base URL, token, size cap, redirects, decoding.

use arc_swap::ArcSwap;
use http::header::{IF_NONE_MATCH, LOCATION};
use prometheus_client::registry::Registry;
use reqwest::{Response, Url};
use secrecy::SecretString;
use tokio::sync::Semaphore;
use tower::retry::budget::TpsBudget;

use super::{
    answer::LARGE_AT_ONCE, clean::Cleaner, metrics::CallMetrics, outage::Outage, pauses::Pauses, prelude::*,
    single_flight::SingleFlight,
};
use crate::settings::SettingsError;

/// Longest error body that is read for its message, in bytes.
const LONGEST_ERROR: usize = 64 << 10;

/// One host: its connections, its token, and the limits that all calls to it share. It can be asked directly what concerns no
/// call of an operation (readiness, `passerelle check`, the token's expiry); `Client` is for all else.
pub struct Instance {
    http: ArcSwap<reqwest::Client>,
    /// `upstream.timeout` and `upstream.connect_timeout` of the start: locks and reports are timed by them.
    time_outs: [Duration; 2],
    api: Url,
    web_url: Option<String>,
    token: ArcSwap<Credential>,
    cleaner: ArcSwap<Cleaner>,
    pub(super) permits: Semaphore,
    /// Calls that may be in flight to it at once (`upstream.max_connections`).
    pub max_connections: usize,
    /// How long it asked to wait before calls.
    pub pauses: Pauses,
    pub(super) budget: TpsBudget,
    pub(super) retries: usize,
    pub(super) max_response_bytes: usize,
    /// One permit for each large body that may be in memory.
    large_bodies: Arc<Semaphore>,
    pub(super) metrics: CallMetrics,
    /// Whether it can be used.
    pub outage: Outage,
    pub(super) kept: KeptPages,
    /// The reads under way, by what is read and by how many writes had ended when the read was begun.
    pub(super) flights: SingleFlight<(Arc<ReadKey>, u64), Result<ReadAnswer, Failed>>,
}

/// A success of the host.
pub(super) struct HostResponse {
    pub(super) headers: HeaderMap,
    /// `None` for a 304: the kept answer is still current.
    pub(super) body: Option<Body>,
    /// Whether the host redirected to it.
    pub(super) is_moved: bool,
}

impl HostResponse {
    /// 200 for every success with a body: which 2xx it was depends on the route alone.
    pub(super) fn status(&self) -> StatusCode {
        if self.body.is_some() { StatusCode::OK } else { StatusCode::NOT_MODIFIED }
    }
}

impl Instance {
    /// Prepares the connections to the host; none is made yet. `secrets` are replaced in what the host says, as
    /// its token is.
    ///
    /// # Errors
    /// [`SettingsError`], naming the setting.
    pub fn new(
        upstream: &settings::Upstream,
        host: &settings::Host,
        secrets: impl IntoIterator<Item = SecretString>,
    ) -> Result<Self, SettingsError> {
        let secrets = secrets.into_iter();
        Ok(Self {
            http: ArcSwap::from_pointee(http_client(upstream, host.api.scheme() == "https")?),
            time_outs: [upstream.timeout, upstream.connect_timeout],
            api: host.api.clone(),
            web_url: upstream.web_url.clone(),
            token: ArcSwap::from_pointee(Credential::new(&host.token)?),
            cleaner: ArcSwap::from_pointee(Cleaner::new(secrets.chain([host.token.clone()]))),
            permits: Semaphore::new(upstream.max_connections),
            max_connections: upstream.max_connections,
            pauses: Pauses::default(),
            budget: retry::budget(),
            retries: upstream.retries,
            max_response_bytes: upstream.max_response_bytes,
            large_bodies: Arc::new(Semaphore::new(LARGE_AT_ONCE)),
            metrics: CallMetrics::new(),
            outage: Outage::default(),
            kept: KeptPages::new(upstream),
            flights: SingleFlight::default(),
        })
    }

    /// Replaces the token, the certificates and the proxy; calls under way still use the old ones. The secrets so
    /// far are still replaced in what the host says, beside these.
    ///
    /// # Errors
    /// [`SettingsError`], naming the setting: then all stays as it is.
    pub fn renew(
        &self,
        upstream: &settings::Upstream,
        host: &settings::Host,
        secrets: impl IntoIterator<Item = SecretString>,
    ) -> Result<(), SettingsError> {
        let [timeout, connect_timeout] = self.time_outs;
        let upstream = &settings::Upstream { timeout, connect_timeout, ..upstream.clone() };
        let (http, token) =
            (http_client(upstream, host.api.scheme() == "https")?, Credential::new(&host.token)?);
        let secrets = secrets.into_iter().chain([host.token.clone()]);
        self.cleaner.store(Arc::new(self.cleaner.load().with(secrets)));
        self.http.store(Arc::new(http));
        self.token.store(Arc::new(token));
        Ok(())
    }

    /// Whether this is the root of the host's API.
    pub fn is_at(&self, api: &Url) -> bool {
        self.api == *api
    }

    /// The address by which the bridge reaches the host: the API's without `/api/v4`.
    pub fn base_address(&self) -> &str {
        let api = self.api.as_str().trim_end_matches('/');
        api.strip_suffix("/api/v4").unwrap_or(api)
    }

    /// The address of the host's pages, as people know it: it begins the `web_url` of each object.
    pub fn web_address(&self) -> &str {
        self.web_url.as_deref().unwrap_or_else(|| self.base_address())
    }

    /// Registers the metrics of the calls to this host.
    pub fn register(&self, registry: &mut Registry) {
        self.metrics.register(registry, self.max_connections);
        self.outage.register(registry);
    }

    /// The technical token.
    pub fn technical_token(&self) -> Credential {
        Credential::clone(&self.token.load())
    }

    /// Reads one object with this token, with one try, and without waiting for a free connection.
    pub(super) async fn object<T: Readable>(&self, token: &Credential, request: Request) -> Result<T> {
        let underway = self.metrics.begin(request.call);
        let answer = async {
            let headers = token.headers();
            let response = self.exchange(&request, self.url_of(&request)?, headers.clone()).await?;
            self.receive(&request, response, headers).await
        };
        let reply = answer.await;
        underway.end(reply.as_ref().map(HostResponse::status));
        let reply = reply.map_err(|fault| request.error(fault))?;
        self.decode(&request, (reply.body.unwrap_or_default(), reply.is_moved), answer::object).await
    }

    /// A text of the host on one line, without secrets, cut at 512 characters.
    pub fn clean(&self, text: &str) -> String {
        self.cleaner.load().clean(text)
    }

    /// A text of a caller without secrets: a token may be pasted into it.
    pub fn hide_secrets(&self, text: String) -> String {
        self.cleaner.load().hide_secrets(text)
    }

    /// Decodes the body of the answer to a request, which has to be about what the request names unless that was moved. The
    /// decoder's message may quote the body, so it is cleaned.
    pub(super) async fn decode<T: Send + 'static>(
        &self,
        request: &Request,
        (body, is_moved): (Body, bool),
        decode: impl FnOnce(&[u8]) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T> {
        let subject = request.subject();
        let checked = move |body: &[u8]| subject.check(body, is_moved).and_then(|()| decode(body));
        let decoded = answer::apart(body, checked).await;
        decoded.map_err(|fault| request.error(self.cleaner.load().clean_fault(fault)))
    }

    pub(super) fn url_of(&self, request: &Request) -> Result<Url, Fault> {
        let address = format!("{}{}", self.api.as_str().trim_end_matches('/'), request.path);
        let mut url = Url::parse(&address).map_err(|fault| Fault::Unusable(fault.to_string()))?;
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(request.query.iter());
        }
        Ok(url)
    }

    /// Sends a request and waits for the head of the answer. Nothing else in the program sends to the host.
    pub(super) async fn exchange(
        &self,
        request: &Request,
        url: Url,
        headers: HeaderMap,
    ) -> Result<Response, Fault> {
        let mut builder = self.http.load().request(request.method.clone(), url).headers(headers);
        if let Some(body) = request.write.as_ref().and_then(|write| write.body.clone()) {
            builder = builder.header(http::header::CONTENT_TYPE, "application/json").body(body);
        }
        builder.send().await.map_err(|error| self.fault_of(&error))
    }

    /// Reads an answer, and follows one redirection if that is allowed. After a 304 that can't be used, the request is sent
    /// again once, for the full answer.
    pub(super) async fn receive(
        &self,
        request: &Request,
        mut response: Response,
        mut headers: HeaderMap,
    ) -> Result<HostResponse, Fault> {
        let moved = self.moved_to(request, &response);
        let is_moved = moved.is_some();
        if let Some(url) = moved {
            response = self.exchange(request, url, headers.clone()).await?;
        }
        if response.status() == StatusCode::NOT_MODIFIED && !request.is_write() {
            if request.kept.as_ref().is_some_and(|kept| kept.is_confirmed_by(response.headers())) {
                let headers = std::mem::take(response.headers_mut());
                return Ok(HostResponse { headers, body: None, is_moved });
            }
            if headers.remove(IF_NONE_MATCH).is_some() {
                self.kept.distrust();
            }
            response = self.exchange(request, response.url().clone(), headers).await?;
        }
        Ok(HostResponse { is_moved, ..self.read(response).await? })
    }

    /// The new address of what was moved. A redirection is followed once, for a read, to an address of the same host's API.
    /// Only path and query of `Location` are used, below the configured base address (decisions, Finding the right object).
    fn moved_to(&self, request: &Request, response: &Response) -> Option<Url> {
        if request.is_write() || response.status() != StatusCode::MOVED_PERMANENTLY {
            return None;
        }
        let location = response.headers().get(LOCATION)?.to_str().ok()?;
        let target = response.url().join(location).ok()?;
        let rest = target.path().strip_prefix(self.api.path().trim_end_matches('/'))?;
        // A host behind a proxy may not know by which scheme and port it is reached.
        let is_below = rest.starts_with('/') && !climbs(rest) && target.host() == self.api.host();
        if !(is_below && Subject::may_move(&request.path, rest)) {
            return None;
        }
        let mut url = self.api.clone();
        url.set_path(target.path());
        url.set_query(target.query());
        Some(url)
    }

    /// Reads the body, up to the size limit, before it looks at the status, so that an error keeps the host's message.
    async fn read(&self, mut response: Response) -> Result<HostResponse, Fault> {
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        if status.is_success() {
            let body = self.body_of(response, self.max_response_bytes).await?;
            return Ok(HostResponse { headers, body: Some(body), is_moved: false });
        }
        if status == StatusCode::NOT_MODIFIED {
            return Err(Fault::Unusable("an unasked 304".to_owned()));
        }
        if !(status.is_client_error() || status.is_server_error()) {
            return Err(Fault::Redirected(status));
        }
        // The status is known: if the body breaks off or is too large, only the message is lost.
        let message =
            self.body_of(response, LONGEST_ERROR).await.ok().and_then(|body| message_of(&body.bytes));
        let fault = Fault::Status { status, message, retry_after: retry::retry_after(&headers) };
        Err(self.cleaner.load().clean_fault(fault))
    }

    /// A whole body, up to this many bytes.
    pub(super) async fn body_of(&self, mut response: Response, most: usize) -> Result<Body, Fault> {
        let announced =
            response.content_length().map_or(0, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        if announced > most {
            return Err(Fault::TooLarge);
        }
        let mut body = Body::with_capacity(announced);
        while let Some(chunk) = response.chunk().await.map_err(|error| self.fault_of(&error))? {
            body.add(&chunk, most, &self.large_bodies).await?;
        }
        Ok(body)
    }

    fn fault_of(&self, error: &reqwest::Error) -> Fault {
        let cause = self.clean(&root_cause(error));
        match error {
            _ if error.is_connect() => Fault::Unreachable(cause),
            _ if error.is_timeout() => Fault::TimedOut,
            _ if error.is_decode() => Fault::Unusable(cause),
            _ => Fault::Interrupted(cause),
        }
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Instance").field("api", &self.api.as_str()).finish_non_exhaustive()
    }
}

/// Whether a path has a `.` or `..` segment once its separators are decoded, as a proxy in front of the host may do.
fn climbs(path: &str) -> bool {
    let decoded = urlencoding::decode_binary(path.as_bytes());
    decoded.split(|byte| matches!(byte, b'/' | b'\\')).any(|segment| matches!(segment, b"." | b".."))
}

/// Turns a 404 into `None`.
pub(crate) fn found<T>(object: Result<T>) -> Result<Option<T>> {
    object.map(Some).or_else(|error| if error.is_not_found() { Ok(None) } else { Err(error) })
}

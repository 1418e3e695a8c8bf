//! What is asked of the authorization server: where it does what, its keys, and whose an opaque token is. Answers are bounded in
//! time and size, redirections are not followed, and what names itself otherwise is not believed.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime},
};

use arc_swap::ArcSwapOption;
use reqwest::{RequestBuilder, StatusCode, Url, header};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::{sync::Semaphore, time::timeout};

use super::jwt::object;
use crate::{
    gitlab::{BuildError, http_client},
    settings::{SignInSettings, Upstream, is_loopback},
};

/// How long one question may take, from connecting to the last byte.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// For how long it is left alone after it failed to answer.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// Largest answer, in bytes.
const LARGEST: usize = 256 << 10;
/// Most questions under way.
const AT_ONCE: usize = 8;

/// Where the authorization server does what (RFC 8414).
#[derive(Debug, Clone, Deserialize)]
pub struct Metadata {
    issuer: String,
    jwks_uri: Option<String>,
    introspection_endpoint: Option<String>,
    /// Where people sign in.
    pub authorization_endpoint: Option<String>,
    /// Where clients get tokens.
    pub token_endpoint: Option<String>,
}

/// The authorization server.
pub(super) struct Issuer {
    client: reqwest::Client,
    /// Its name for itself.
    name: Arc<str>,
    metadata: ArcSwapOption<Metadata>,
    places: Semaphore,
    failed: Mutex<Option<Instant>>,
    /// By how many seconds its clock and this one were apart at its last answer.
    apart: AtomicU64,
}

impl Issuer {
    pub(super) fn new(settings: &SignInSettings, upstream: &Upstream) -> Result<Self, BuildError> {
        let name = Arc::clone(&settings.issuer);
        Ok(Self {
            client: http_client(upstream, name.starts_with("https:"))?,
            name,
            metadata: ArcSwapOption::empty(),
            places: Semaphore::new(AT_ONCE),
            failed: Mutex::default(),
            apart: AtomicU64::new(0),
        })
    }

    /// Its set of keys, as it stands at the address that its document names.
    pub(super) async fn keys(&self) -> Result<Map<String, Value>, String> {
        let read = async {
            let metadata = self.read_metadata().await?;
            let place = self.place(metadata.jwks_uri.as_deref(), "jwks_uri")?;
            self.ask(self.client.get(place)).await
        };
        self.bounded(read).await
    }

    /// What it says of an opaque token to the bridge's own client.
    pub(super) async fn introspect(
        &self,
        token: &str,
        (client, secret): &(String, SecretString),
    ) -> Result<Map<String, Value>, String> {
        let ask = async {
            let known = self.metadata.load_full();
            let metadata = if let Some(known) = known { known } else { self.read_metadata().await? };
            let place = self.place(metadata.introspection_endpoint.as_deref(), "introspection_endpoint")?;
            // RFC 6749, section 2.3.1: both are encoded before.
            let secret = urlencoding::encode(secret.expose_secret()).into_owned();
            let form = format!("token={}&token_type_hint=access_token", urlencoding::encode(token));
            let request = self.client.post(place).basic_auth(urlencoding::encode(client), Some(secret));
            self.ask(request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(form))
                .await
        };
        self.bounded(ask).await
    }

    /// Where it does what, as it last said.
    pub(super) async fn metadata(&self) -> Result<Arc<Metadata>, String> {
        match self.metadata.load_full() {
            Some(known) => Ok(known),
            None => self.bounded(self.read_metadata()).await,
        }
    }

    /// Asks within the bounds. After a failure it is left alone for a while; who would have asked then fails too.
    async fn bounded<T>(&self, asking: impl Future<Output = Result<T, String>>) -> Result<T, String> {
        let within = async {
            // The semaphore is never closed.
            let _place = self.places.acquire().await;
            if self.failed().is_some_and(|failed| failed.elapsed() < PAUSE) {
                return Err("it did not answer a moment ago".to_owned());
            }
            let answer = asking.await;
            if let Err(why) = &answer {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                tracing::warn!(issuer = %self.name, why, "the authorization server can't be used");
            }
            answer
        };
        timeout(LONGEST_WAIT, within).await.unwrap_or_else(|_| {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            Err(format!("no whole answer within {LONGEST_WAIT:?}"))
        })
    }

    pub(super) fn apart(&self) -> u64 {
        self.apart.load(Relaxed)
    }

    fn failed(&self) -> Option<Instant> {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document about itself: of OAuth (RFC 8414), else of `OpenID` Connect.
    async fn read_metadata(&self) -> Result<Arc<Metadata>, String> {
        let own = self.name.trim_end_matches('/');
        let scheme_end = own.find("://").map_or(0, |end| end + 3);
        let (start, rest) = own.split_at(scheme_end);
        let (host, path) = rest.find('/').map_or((rest, ""), |cut| rest.split_at(cut));
        let places = [
            format!("{start}{host}/.well-known/oauth-authorization-server{path}"),
            format!("{own}/.well-known/openid-configuration"),
        ];
        let mut problems = Vec::new();
        for place in places {
            match self.read_metadata_at(&place).await {
                Ok(metadata) => {
                    let metadata = Arc::new(metadata);
                    self.metadata.store(Some(Arc::clone(&metadata)));
                    return Ok(metadata);
                }
                Err(why) => problems.push(why),
            }
        }
        Err(problems.join("; "))
    }

    async fn read_metadata_at(&self, place: &str) -> Result<Metadata, String> {
        let document = Value::Object(self.ask(self.client.get(place)).await?);
        let metadata = Metadata::deserialize(document)
            .map_err(|_| format!("{place} describes no authorization server"))?;
        if *metadata.issuer != *self.name {
            return Err(format!("{place} calls itself {:?}", metadata.issuer));
        }
        Ok(metadata)
    }

    /// An address that its document names: over TLS, or on this machine where the server is there too.
    fn place(&self, told: Option<&str>, name: &str) -> Result<Url, String> {
        let place = told
            .and_then(|told| Url::parse(told).ok())
            .ok_or_else(|| format!("its document has no {name}"))?;
        let is_local = |url: &Url| url.scheme() == "http" && url.host_str().is_some_and(is_loopback);
        let own_is_local = Url::parse(&self.name).is_ok_and(|own| is_local(&own));
        if place.scheme() == "https" || (own_is_local && is_local(&place)) {
            return Ok(place);
        }
        Err(format!("its {name} is no https address"))
    }

    /// The JSON object that it answers. Of the token in a question nothing is told.
    async fn ask(&self, request: RequestBuilder) -> Result<Map<String, Value>, String> {
        let request = request.header(header::ACCEPT, "application/json");
        let mut response = request.send().await.map_err(|error| unreachable(&error))?;
        let date = response.headers().get(header::DATE).and_then(|date| date.to_str().ok());
        if let Some(date) = date.and_then(|date| httpdate::parse_http_date(date).ok()) {
            let now = SystemTime::now();
            let apart = now.duration_since(date).or_else(|_| date.duration_since(now)).unwrap_or_default();
            self.apart.store(apart.as_secs(), Relaxed);
        }
        let place = response.url().clone();
        match response.status() {
            StatusCode::OK => {}
            status if status.is_redirection() => {
                return Err(format!("{place} redirects, which is not followed"));
            }
            status => return Err(format!("{place} answers {status}")),
        }
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|error| unreachable(&error))? {
            if body.len() + part.len() > LARGEST {
                return Err(format!("{place} answers more than {LARGEST} bytes"));
            }
            body.extend_from_slice(&part);
        }
        object(&body).ok_or_else(|| format!("{place} answers no JSON object"))
    }
}

/// Why it can't be reached, with the cause that is deepest.
fn unreachable(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    format!("{}: {cause}", error.url().map_or("it", Url::as_str))
}

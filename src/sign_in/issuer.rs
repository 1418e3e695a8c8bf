//! Questions to the authorization server: its metadata, its keys, and whose an opaque token is. Answers are bounded in time and
//! size, redirections are not followed, and a document that names another issuer is refused.

use arc_swap::{ArcSwap, ArcSwapOption};
use parking_lot::Mutex;
use reqwest::{RequestBuilder, Response, StatusCode, Url, header};
use secrecy::{ExposeSecret, SecretString};
use tokio::{sync::Semaphore, time::timeout};

use super::prelude::*;

/// How long one question may take, from connecting to the last byte.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// For how long no question is sent after one failed.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
/// Largest answer, in bytes.
const LARGEST: usize = 256 << 10;
/// Most questions under way: about tokens of strangers, and all others.
const AT_ONCE: usize = 8;

/// The statuses by which it says that it can't read a token.
const UNREAD: [StatusCode; 4] = [
    StatusCode::BAD_REQUEST,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::URI_TOO_LONG,
    StatusCode::UNPROCESSABLE_ENTITY,
];

/// The addresses of its endpoints, by its metadata document (RFC 8414).
#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: Option<String>,
    introspection_endpoint: Option<String>,
}

/// Questions of one kind.
struct Questions {
    places: Semaphore,
    failed: Mutex<Option<Instant>>,
}

impl Default for Questions {
    fn default() -> Self {
        Self { places: Semaphore::new(AT_ONCE), failed: Mutex::default() }
    }
}

/// The authorization server.
pub(super) struct Issuer {
    client: ArcSwap<reqwest::Client>,
    /// Its name for itself.
    name: Arc<str>,
    metadata: ArcSwapOption<Metadata>,
    questions: Questions,
    /// Strangers have theirs apart: whatever tokens they make up, who is signed in stays so.
    questions_of_strangers: Questions,
    /// By how many seconds its clock and this one were apart at its last answer.
    pub(super) apart: AtomicU64,
}

impl Issuer {
    pub(super) fn new(settings: &SignInSettings, upstream: &Upstream) -> Result<Self, SettingsError> {
        let name = Arc::clone(&settings.issuer);
        Ok(Self {
            client: ArcSwap::from_pointee(http_client(upstream, name.starts_with("https:"))?),
            name,
            metadata: ArcSwapOption::empty(),
            questions: Questions::default(),
            questions_of_strangers: Questions::default(),
            apart: AtomicU64::new(0),
        })
    }

    /// Asks it with these certificates and through this proxy from now on.
    ///
    /// # Errors
    /// [`SettingsError`], naming the setting.
    pub(super) fn renew(&self, upstream: &Upstream) -> Result<(), SettingsError> {
        self.client.store(Arc::new(http_client(upstream, self.name.starts_with("https:"))?));
        Ok(())
    }

    /// Its set of keys, from the address that its metadata name.
    pub(super) async fn keys(&self) -> Result<Map<String, Value>, String> {
        let read = async {
            let metadata = self.read_metadata().await?;
            let place = self.place(metadata.jwks_uri.as_deref(), "jwks_uri")?;
            self.ask(self.client.load().get(place)).await
        };
        self.bounded(&self.questions, read).await
    }

    /// What it answers about an opaque token, of a person who is signed in or of a stranger.
    pub(super) async fn introspect(
        &self,
        (token, is_known): (&str, bool),
        (client, secret): &(String, SecretString),
    ) -> Result<Map<String, Value>, String> {
        let ask = async {
            let known = self.metadata.load_full();
            let metadata = if let Some(known) = known { known } else { self.read_metadata().await? };
            let place = self.place(metadata.introspection_endpoint.as_deref(), "introspection_endpoint")?;
            // RFC 6749, section 2.3.1: both are encoded before.
            let secret = urlencoding::encode(secret.expose_secret()).into_owned();
            let form = format!("token={}&token_type_hint=access_token", urlencoding::encode(token));
            let request =
                self.client.load().post(place).basic_auth(urlencoding::encode(client), Some(secret));
            let request =
                request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(form);
            let answer = self.send(request).await?;
            // It can't read this token. That says nothing about others, so it is no failure.
            let is_unread = UNREAD.contains(&answer.status());
            if is_unread { Ok(Map::new()) } else { self.read(answer).await }
        };
        self.bounded(if is_known { &self.questions } else { &self.questions_of_strangers }, ask).await
    }

    /// Asks within the bounds. After a failure no question is sent for a while: it fails too.
    async fn bounded<T>(
        &self,
        questions: &Questions,
        asking: impl Future<Output = Result<T, String>>,
    ) -> Result<T, String> {
        // A long wait for a place is no failure of the authorization server: many callers must not close it to all others.
        let Ok(_place) = timeout(LONGEST_WAIT, questions.places.acquire()).await else {
            return Err("too many questions wait for it".to_owned());
        };
        let failed = *questions.failed.lock();
        if failed.is_some_and(|failed| failed.elapsed() < PAUSE) {
            return Err("it did not answer a moment ago".to_owned());
        }
        let answer = timeout(LONGEST_WAIT, asking).await;
        let answer = answer.unwrap_or_else(|_| Err(format!("no whole answer within {LONGEST_WAIT:?}")));
        if let Err(why) = &answer {
            *questions.failed.lock() = Some(Instant::now());
            tracing::warn!(issuer = %self.name, why, "the authorization server can't be used");
        }
        answer
    }

    /// The document about itself: of OAuth (RFC 8414), else of `OpenID` Connect.
    async fn read_metadata(&self) -> Result<Arc<Metadata>, String> {
        let own = self.name.trim_end_matches('/');
        // The host ends at the first slash behind "https://".
        let (host, path) = own.split_at(own.match_indices('/').nth(2).map_or(own.len(), |(place, _)| place));
        let of_oauth = format!("{host}/.well-known/oauth-authorization-server{path}");
        let of_openid = format!("{own}/.well-known/openid-configuration");
        match self.read_metadata_at(&of_oauth).await {
            Err(why) => self.read_metadata_at(&of_openid).await.map_err(|other| format!("{why}; {other}")),
            read => read,
        }
    }

    async fn read_metadata_at(&self, place: &str) -> Result<Arc<Metadata>, String> {
        let document = Value::Object(self.ask(self.client.load().get(place)).await?);
        let metadata = Metadata::deserialize(document)
            .map_err(|_| format!("{place} describes no authorization server"))?;
        if *metadata.issuer != *self.name {
            return Err(format!("{place} calls itself {:?}", metadata.issuer));
        }
        let metadata = Arc::new(metadata);
        self.metadata.store(Some(Arc::clone(&metadata)));
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

    /// The JSON object that it answers. No error says anything of the token in a question.
    async fn ask(&self, request: RequestBuilder) -> Result<Map<String, Value>, String> {
        self.read(self.send(request).await?).await
    }

    /// Its answer, of any status.
    async fn send(&self, request: RequestBuilder) -> Result<Response, String> {
        let request = request.header(header::ACCEPT, "application/json");
        let response = request.send().await.map_err(|error| unreachable(&error))?;
        let date = response.headers().get(header::DATE).and_then(|date| date.to_str().ok());
        if let Some(date) = date.and_then(|date| httpdate::parse_http_date(date).ok()) {
            let now = SystemTime::now();
            let apart = now.duration_since(date).or_else(|_| date.duration_since(now)).unwrap_or_default();
            self.apart.store(apart.as_secs(), Relaxed);
        }
        Ok(response)
    }

    async fn read(&self, mut response: Response) -> Result<Map<String, Value>, String> {
        let place = response.url().clone();
        let status = response.status();
        if status.is_redirection() {
            return Err(format!("{place} redirects, which is not followed"));
        } else if status != StatusCode::OK {
            return Err(format!("{place} answers {status}"));
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

/// Why it can't be reached, by the innermost cause.
fn unreachable(error: &reqwest::Error) -> String {
    format!("{}: {}", error.url().map_or("it", Url::as_str), root_cause(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign_in::tests::settings;

    #[tokio::test]
    async fn a_long_wait_for_a_place_is_no_failure_of_the_authorization_server() {
        let settings = settings();
        let issuer = Issuer::new(&settings.sign_in().unwrap(), &settings.upstream).unwrap();
        let strangers = &issuer.questions_of_strangers;
        let others = strangers.places.acquire_many(8).await.unwrap();
        let ask = |questions| issuer.bounded(questions, async { Ok(()) });
        ask(strangers).await.unwrap_err();
        ask(&issuer.questions).await.unwrap();
        drop(others);
        ask(strangers).await.unwrap();
    }

    #[tokio::test]
    async fn a_question_about_a_stranger_that_fails_closes_it_to_strangers_alone() {
        let settings = settings();
        let issuer = Issuer::new(&settings.sign_in().unwrap(), &settings.upstream).unwrap();
        let ask = |questions, answer: Result<(), String>| issuer.bounded(questions, async { answer });
        ask(&issuer.questions_of_strangers, Err("413".to_owned())).await.unwrap_err();
        ask(&issuer.questions_of_strangers, Ok(())).await.unwrap_err();
        ask(&issuer.questions, Ok(())).await.unwrap();
    }
}

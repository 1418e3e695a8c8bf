//! What is read outside of calls: the host's version, the token and its owner, for `/health/host` and `passerelle check`; and calls
//! of any route, with the answer as the host gave it, for what tries the host itself.

use std::time::SystemTime;

use serde::Deserialize;
use serde_json::Value;

use super::prelude::*;

/// The host's version.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Version {
    /// Such as `18.2.1`.
    pub version: String,
}

impl Version {
    /// Its major and its minor number, if it has these.
    pub fn numbers(&self) -> Option<(u32, u32)> {
        let mut numbers = self.version.split(['.', '-']).map_while(|part| part.parse().ok());
        numbers.next().zip(numbers.next())
    }
}

/// The owner of the token.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TokenUser {
    /// The login name.
    pub username: String,
    /// Whether the user is an administrator.
    pub is_admin: Option<bool>,
    /// Whether it stands for a token of a project or a group.
    pub bot: Option<bool>,
    /// Where people look at the user: the address of the host's pages, `/` and the login name.
    pub web_url: Option<String>,
}

impl TokenUser {
    /// The address of the host's pages, as the host itself knows it; `None` if it does not say.
    pub fn pages(&self) -> Option<&str> {
        self.web_url.as_ref()?.strip_suffix(&self.username)?.strip_suffix('/')
    }
}

/// What the token may do.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TokenInfo {
    /// Such as `api` or `read_api`.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// `YYYY-MM-DD`; `None` for a token that does not expire.
    pub expires_at: Option<String>,
}

impl TokenInfo {
    /// When it expires: at the start of that day, in UTC. `None` if there is no date or it can't be read.
    pub fn expires(&self) -> Option<SystemTime> {
        humantime::parse_rfc3339(&format!("{}T00:00:00Z", self.expires_at.as_ref()?)).ok()
    }

    /// In how many whole days it expires; 0 if it has expired, `None` as [`Self::expires`].
    pub fn days_left(&self) -> Option<u64> {
        let left = self.expires()?.duration_since(SystemTime::now()).unwrap_or_default();
        Some(left.as_secs() / (24 * 60 * 60))
    }
}

impl Instance {
    /// The host's version: the cheapest call that needs a valid token.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn version(&self) -> Result<Version> {
        let request = Request::new("GET /version", &[]);
        let Version { version } = self.object(&self.technical_token(), request).await?;
        Ok(Version { version: self.clean(&version) })
    }

    /// Whether the host can be used: it tells its version or, where the token may not ask for that, lists projects.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn usable(&self) -> Result<()> {
        let refused = match self.version().await {
            Err(error) if error.status() == Some(StatusCode::FORBIDDEN) => error,
            answer => return answer.map(drop),
        };
        let call = RawCall::new(Method::GET, "/projects?membership=true&simple=true&per_page=1");
        let answer = self.raw(&self.technical_token(), call).await?;
        if answer.status.is_success() { Ok(()) } else { Err(refused) }
    }

    /// Status and headers of the answer at the address of the API, whoever answers there.
    ///
    /// # Errors
    /// [`super::Error`] if nothing answers.
    pub async fn first_answer(&self) -> Result<(StatusCode, HeaderMap)> {
        let request = Request::new("GET /version", &[]);
        let answer =
            async { self.exchange(&request, self.url_of(&request)?, self.technical_token().headers()).await };
        let mut response = answer.await.map_err(|fault| request.error(fault))?;
        Ok((response.status(), std::mem::take(response.headers_mut())))
    }

    /// A token's owner.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn user(&self, token: &Credential) -> Result<TokenUser> {
        let user: TokenUser = self.object(token, Request::new("GET /user", &[])).await?;
        Ok(TokenUser { username: self.clean(&user.username), ..user })
    }

    /// A token's scopes and expiry; `None` if the host does not know the route or the kind of token.
    ///
    /// # Errors
    /// As every call: [`super::Error`].
    pub async fn token(&self, token: &Credential) -> Result<Option<TokenInfo>> {
        let request = Request::new("GET /personal_access_tokens/self", &[]);
        let token: Option<TokenInfo> = found(self.object(token, request).await)?;
        Ok(token.map(|token| TokenInfo {
            scopes: token.scopes.iter().map(|scope| self.clean(scope)).collect(),
            expires_at: token.expires_at.map(|date| self.clean(&date)),
        }))
    }
}

/// The name of these calls in errors.
const CALL: &str = "a call to the host";

/// A call of any route.
#[derive(Debug, Clone)]
pub struct RawCall {
    /// Method and path, which is below the API, percent-encoded, with its query.
    line: (Method, String),
    header: Option<(HeaderName, HeaderValue)>,
    body: Option<Value>,
}

/// An answer as the host gave it.
#[derive(Debug, Clone)]
pub struct RawAnswer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body, up to `upstream.max_response_bytes`.
    pub body: Vec<u8>,
}

impl RawCall {
    /// A call without a body.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self { line: (method, path.into()), header: None, body: None }
    }

    /// Its method and path.
    pub fn line(&self) -> String {
        format!("{} {}", self.line.0, self.line.1)
    }

    /// The same with a JSON body.
    pub fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// The same with a header beside the token's.
    pub fn header(self, name: HeaderName, value: HeaderValue) -> Self {
        Self { header: Some((name, value)), ..self }
    }
}

impl Instance {
    /// Sends a call once, with this token. Nothing is followed, tried again or kept.
    ///
    /// # Errors
    /// [`super::Error`] if nothing answers, or if the body can't be read.
    pub async fn raw(&self, token: &Credential, call: RawCall) -> Result<RawAnswer> {
        let RawCall { line: (method, path), header, body } = call;
        let body = body.map(|body| body.to_string().into_bytes());
        let write = (method != Method::GET).then(|| Write { body, objects: Vec::new() });
        let request = Request { path: path.into(), method, write, ..Request::new(CALL, &[]) };
        let mut headers = token.headers();
        headers.extend(header);
        let answer = async {
            let mut response = self.exchange(&request, self.url_of(&request)?, headers).await?;
            let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
            let body = self.body_of(response, self.max_response_bytes).await?.bytes;
            Ok(RawAnswer { status, headers, body })
        };
        answer.await.map_err(|fault| request.error(fault))
    }
}

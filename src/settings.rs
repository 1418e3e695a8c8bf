//! Typed settings: layered, checked as a whole at the start, with secrets that can't print.
//!
//! Sources, a later one overrides an earlier one: `config/default.toml` (compiled in), the operator's file, `PASSERELLE__SECTION__KEY`, overrides from code.
//!
//! - [`layers`]: collects the layers, hands out one key at a time, refuses what nobody asked for
//! - [`values`]: from one text to one typed value
//! - [`callers`]: who may call, and within what
//! - [`files`]: what the settings name by path; [`reading`]: files that may hang
//! - [`error`]: the one line that stops the start

mod caller;
mod callers;
mod digest;
mod error;
mod files;
mod layers;
mod mcp;
mod reading;
mod store;
#[cfg(test)]
mod tests;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use secrecy::SecretString;

pub use caller::Caller;
pub use error::SettingsError;
use layers::Layers;
pub use mcp::{Confirmation, Mcp, Toolset};
pub use reading::read_file;
pub use store::{Store, StoreKey};

use crate::language::Language;

/// All that an operator can set.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The listening side.
    pub server: Server,
    /// The side towards the host.
    pub upstream: Upstream,
    /// What replicas share.
    pub store: Store,
    /// How objects are found.
    pub resolution: Resolution,
    /// What the bridge may do.
    pub policy: Policy,
    /// What callers read.
    pub messages: Messages,
    /// Settings of the MCP face.
    pub mcp: Mcp,
    /// What is logged, and how.
    pub log: Log,
    /// The keys that [`Settings::require_host`] misses.
    missing: Vec<&'static str>,
    /// A digest of the value of each key, and of what the secret files of the store hold.
    digests: BTreeMap<String, u64>,
}

/// The listening side.
#[derive(Debug, Clone)]
pub struct Server {
    /// Where to listen: an IP address or `localhost`.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Longest accepted request body, in bytes, at least 1.
    pub body_limit_bytes: usize,
    /// Requests served at once, at least 1.
    pub max_in_flight: usize,
    /// How long one request may take, above zero.
    pub request_timeout: Duration,
    /// How long a stop lets requests in flight finish, above zero.
    pub shutdown_grace: Duration,
    /// How long a repeated write gets its first answer again, above zero.
    pub idempotency_ttl: Duration,
    /// Most answers kept for repeated writes, at least 1.
    pub idempotency_entries: usize,
    /// Who may call; empty when nobody has to show a token. `server.auth_tokens` come before those of the file, and both before
    /// `[callers.NAME]`.
    pub callers: Vec<Caller>,
    /// Whether to serve off the loopback address without callers.
    pub open: bool,
    /// Origins of browser pages that may call, as a browser writes them; empty for none but the bridge's own.
    pub cors_origins: Vec<String>,
}

/// The side towards the host.
#[derive(Clone)]
pub struct Upstream {
    /// The host and its token; [`Settings::require_host`] says what is missing.
    pub host: Option<Host>,
    /// One call, connect to last byte, above zero.
    pub timeout: Duration,
    /// The connection alone, above zero.
    pub connect_timeout: Duration,
    /// Calls in flight at once, whole process, at least 1.
    pub max_connections: usize,
    /// Calls that one request may have in flight, at least 1.
    pub fan_out: usize,
    /// Extra tries of a read, at least 0.
    pub retries: usize,
    /// Longest accepted body, in bytes, at least 1.
    pub max_response_bytes: usize,
    /// Whether what was read before is asked for again with its `ETag`.
    pub revalidate: bool,
    /// Most bytes of decoded answers that are kept for that, at least 1.
    pub kept_bytes: usize,
    /// A private certificate authority: a readable file with at least one PEM certificate.
    pub ca_file: Option<PathBuf>,
    /// An outbound proxy, `http` or `https`; may carry the proxy's credentials.
    pub proxy: Option<reqwest::Url>,
}

/// The host, and the token that opens it.
#[derive(Debug, Clone)]
pub struct Host {
    /// The root of the REST API: `http` or `https`, ends in `/api/v4`, without credentials, query or fragment.
    pub api: reqwest::Url,
    /// The technical token: visible ASCII, never empty.
    pub token: SecretString,
}

/// How objects are found.
#[derive(Debug, Clone)]
pub struct Resolution {
    /// Whether to look past the first page before answering not-found or acting on a weak match.
    pub widen: bool,
}

/// What the bridge may do.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Whether every operation that changes something is refused, unless it only previews.
    pub read_only: bool,
    /// Full-path prefixes that the bridge may touch, without slashes around them; empty for all.
    pub roots: Vec<String>,
    /// Names of the operations that are served, not yet held against the operations that exist; empty for all.
    pub operations: Vec<String>,
    /// Who confirms over MCP.
    pub confirmation: Confirmation,
}

/// What callers read.
#[derive(Debug, Clone)]
pub struct Messages {
    /// The language of sentences; `None` for the one that each request prefers.
    pub language: Option<Language>,
}

/// What is logged, and how.
#[derive(Debug, Clone)]
pub struct Log {
    /// The shape of a line.
    pub format: LogFormat,
    /// A `tracing` filter that parses.
    pub filter: String,
}

/// The shape of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For a person's eyes.
    Text,
    /// One JSON object a line.
    Json,
}

impl Settings {
    /// Layers the defaults, `file`, the process's environment and `overrides` (`section.key`, written as in a
    /// variable; an empty one takes the key away), and checks everything that is present.
    ///
    /// # Errors
    /// Every key that is unknown or whose value is not allowed, or a file that can't be read.
    pub fn load(file: Option<&Path>, overrides: &[(&str, &str)]) -> Result<Self, SettingsError> {
        Self::layered(file, std::env::vars_os(), overrides)
    }

    /// The same for a bridge that serves its host: what that takes stands among what is wrong, so that all of it is told at once.
    ///
    /// # Errors
    /// As above, and those of [`Settings::require_guard`] and [`Settings::require_host`].
    pub fn load_to_serve(file: Option<&Path>, overrides: &[(&str, &str)]) -> Result<Self, SettingsError> {
        let (settings, mut layers) = Self::taken_from(file, std::env::vars_os(), overrides)?;
        layers.refuse_lacking(&settings);
        layers.verdict()?;
        Ok(settings)
    }

    fn layered(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        overrides: &[(&str, &str)],
    ) -> Result<Self, SettingsError> {
        let (settings, layers) = Self::taken_from(file, environment, overrides)?;
        layers.verdict()?;
        Ok(settings)
    }

    /// The settings, with defaults in place of what is refused, and the layers that know what that is.
    fn taken_from(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        overrides: &[(&str, &str)],
    ) -> Result<(Self, Layers), SettingsError> {
        let mut layers = Layers::defaults()?;
        if let Some(path) = file {
            layers.add_file(path)?;
        }
        layers.add_environment(environment)?;
        layers.add_overrides(overrides);
        let digests = layers.digests();
        let mut settings = Self { digests, ..Self::read(&mut layers)? };
        for (key, content) in settings.store.digests() {
            settings.digests.entry(key.to_owned()).and_modify(|digest| *digest ^= content);
        }
        Ok((settings, layers))
    }

    fn read(from: &mut Layers) -> Result<Self, SettingsError> {
        let store = Store::read(from);
        let server = Server::read(from, &store)?;
        let (host, missing) = Host::read(from);
        Ok(Self {
            server,
            upstream: Upstream::read(from, host)?,
            store,
            resolution: Resolution { widen: from.required("resolution.widen", values::boolean)? },
            policy: Policy::read(from)?,
            messages: Messages { language: from.required("messages.language", values::language)? },
            mcp: Mcp::read(from)?,
            log: Log::read(from)?,
            missing,
            digests: BTreeMap::new(),
        })
    }

    /// The keys whose values are others than in these settings, in order.
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let keys: BTreeSet<_> = self.digests.keys().chain(before.digests.keys()).collect();
        let is_other = |key: &&String| self.digests.get(*key) != before.digests.get(*key);
        keys.into_iter().filter(is_other).cloned().collect()
    }

    /// The host to serve.
    ///
    /// # Errors
    /// The keys that have to be set for it.
    pub fn require_host(&self) -> Result<&Host, SettingsError> {
        self.upstream.host.as_ref().ok_or_else(|| SettingsError::missing(self.missing.clone()))
    }

    /// Whether it is safe to listen: on a loopback address, with tokens, or open on purpose.
    ///
    /// # Errors
    /// Anyone who reaches the address could act with the host's token.
    pub fn require_guard(&self) -> Result<(), SettingsError> {
        let Server { host, callers, open, .. } = &self.server;
        if *open || !callers.is_empty() || is_loopback(host) {
            return Ok(());
        }
        Err(SettingsError::Unguarded { host: host.clone() })
    }
}

/// Whether this is a name or an address of this machine alone.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    host == values::LOCALHOST || host.parse().is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback())
}

impl Store {
    fn read(from: &mut Layers) -> Self {
        let ca_file = from.optional("store.ca_file", values::path);
        if let Some(path) = &ca_file {
            from.of_file(files::check_certificates("store.ca_file", path));
        }
        let key = from.optional("store.key_file", values::path);
        let key = key.and_then(|path| from.of_file(files::store_key("store.key_file", &path)));
        Self { url: files::secret_at(from, "store.url", values::store_url), ca_file, key }
    }
}

/// How long answers are kept in a store: callers who were gone for a night find theirs.
const KEPT_IN_STORE: Duration = Duration::from_secs(24 * 60 * 60);

impl Server {
    fn read(from: &mut Layers, store: &Store) -> Result<Self, SettingsError> {
        let is_default = !from.is_given("server.idempotency_ttl");
        let idempotency_ttl = from.required("server.idempotency_ttl", values::duration)?;
        let in_store = is_default && store.url.is_some();
        Ok(Self {
            host: from.required("server.host", values::listen_host)?,
            port: from.required("server.port", values::port)?,
            body_limit_bytes: from.required("server.body_limit_bytes", values::size)?,
            max_in_flight: from.required("server.max_in_flight", values::count)?,
            request_timeout: from.required("server.request_timeout", values::duration)?,
            shutdown_grace: from.required("server.shutdown_grace", values::duration)?,
            idempotency_ttl: if in_store { KEPT_IN_STORE } else { idempotency_ttl },
            idempotency_entries: from.required("server.idempotency_entries", values::count)?,
            callers: Caller::read_all(from),
            open: from.required("server.open", values::boolean)?,
            cors_origins: from.list("server.cors_origins", values::origin),
        })
    }
}

impl Upstream {
    fn read(from: &mut Layers, host: Option<Host>) -> Result<Self, SettingsError> {
        let ca_file = from.optional("upstream.ca_file", values::path);
        if let Some(path) = &ca_file {
            from.of_file(files::check_certificates("upstream.ca_file", path));
        }
        Ok(Self {
            host,
            timeout: from.required("upstream.timeout", values::duration)?,
            connect_timeout: from.required("upstream.connect_timeout", values::duration)?,
            max_connections: from.required("upstream.max_connections", values::count)?,
            fan_out: from.required("upstream.fan_out", values::count)?,
            retries: from.required("upstream.retries", values::count_or_none)?,
            max_response_bytes: from.required("upstream.max_response_bytes", values::size)?,
            revalidate: from.required("upstream.revalidate", values::boolean)?,
            kept_bytes: from.required("upstream.kept_bytes", values::size)?,
            ca_file,
            proxy: from.optional("upstream.proxy", values::proxy),
        })
    }
}

/// By hand, since a proxy's address may hold a password.
impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upstream")
            .field("host", &self.host)
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("max_connections", &self.max_connections)
            .field("fan_out", &self.fan_out)
            .field("retries", &self.retries)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("revalidate", &self.revalidate)
            .field("kept_bytes", &self.kept_bytes)
            .field("ca_file", &self.ca_file)
            .field("proxy", &self.proxy.as_ref().map(|url| error::masked(url.as_str())))
            .finish()
    }
}

impl Host {
    /// The host if it is whole, else the keys that it lacks.
    fn read(from: &mut Layers) -> (Option<Self>, Vec<&'static str>) {
        let api = from.optional("upstream.base_url", values::api_root);
        let token = files::token_at(from, "upstream.token");
        match (api, token) {
            (Some(api), Some(token)) => (Some(Self { api, token }), vec![]),
            (None, Some(_)) => (None, vec!["upstream.base_url"]),
            (Some(_), None) => (None, vec!["upstream.token"]),
            (None, None) => (None, vec!["upstream.base_url", "upstream.token"]),
        }
    }
}

impl Policy {
    fn read(from: &mut Layers) -> Result<Self, SettingsError> {
        Ok(Self {
            read_only: from.required("policy.read_only", values::boolean)?,
            roots: from.list_not_blank("policy.roots", values::root),
            operations: from.list_not_blank("policy.operations", values::name),
            confirmation: from.required("policy.confirmation", mcp::confirmation)?,
        })
    }
}

impl Log {
    fn read(from: &mut Layers) -> Result<Self, SettingsError> {
        Ok(Self {
            format: from.required("log.format", values::log_format)?,
            filter: from.required("log.filter", values::log_filter)?,
        })
    }
}

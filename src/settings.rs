//! Typed settings: layered, checked as a whole at the start, with secrets that can't print.
//!
//! Sources, a later one overrides an earlier one: `config/default.toml` (compiled in), the operator's file, `PASSERELLE__SECTION__KEY`, overrides from code.
//!
//! The sections below are the table of settings: a field is a key, and its row says how the key is read. What a key means to an operator stands in
//! `config/default.toml`, which the page of settings is made of.
//!
//! - [`layers`]: collects the layers, hands out one key at a time, refuses keys that no setting reads
//! - [`values`]: from one text to one typed value
//! - [`callers`]: who may call, and within what; [`sign_in`]: the people of an authorization server
//! - [`files`]: what the settings name by path; [`reading`]: files that may hang
//! - [`error`]: the one line that stops the start

mod callers;
mod error;
mod files;
mod layers;
mod reading;
mod sign_in;
#[cfg(test)]
mod tests;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;
use secrecy::{SecretSlice, SecretString};

pub use callers::CallerSettings;
use error::{HOST_NEEDED, missing};
pub use error::{SettingsError, bad_certificates};
use layers::Layers;
pub use reading::read_file;
pub use sign_in::SignInSettings;
pub use values::{Confirmation, LogFormat, ProxyAddress, Toolset, plain_url};

use crate::{language::Language, matching::Names};

/// The sections of the settings: `field: Type = how(parser)` is read by that method of [`Layers`] from the key `section.field`.
macro_rules! sections {
    ($($(#[$about:meta])* $name:ident {
        $($(#[$meaning:meta])* $field:ident: $type:ty = $how:ident$(($parse:path))?,)*
    })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub struct $name {
            $($(#[$meaning])* pub $field: $type,)*
        }

        impl $name {
            fn read(from: &mut Layers, section: &str) -> Self {
                Self { $($field: from.$how(&format!("{section}.{}", stringify!($field)) $(, $parse)?),)* }
            }

            /// Each field as text.
            #[cfg(test)]
            fn shown(&self, section: &str) -> BTreeMap<String, String> {
                let fields = [$((stringify!($field), format!("{:?}", self.$field)),)*];
                fields.map(|(field, value)| (format!("{section}.{field}"), value)).into()
            }
        }
    )*};
}

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
    /// The keys of sign-in as they were set; [`Settings::sign_in`] gives what they mean together.
    pub oauth: OAuth,
    /// What callers read.
    pub messages: Messages,
    /// Settings of the MCP face.
    pub mcp: Mcp,
    /// What is logged, and how.
    pub log: Log,
    /// A digest of the value of each key, and of what the files that they name hold.
    digests: BTreeMap<String, u64>,
}

sections! {
    /// The listening side.
    Server {
        /// Where to listen: an IP address or `localhost`.
        host: String = required(values::listen_host),
        /// The port; 0 takes a free one.
        port: u16 = required(values::port),
        /// Longest accepted request body, in bytes, at least 1.
        body_limit_bytes: usize = required(values::size),
        /// Requests served at once, at least 1.
        max_in_flight: usize = required(values::count),
        /// How long one request may take, above zero.
        request_timeout: Duration = required(values::duration),
        /// How long a stop lets requests in flight finish, above zero.
        shutdown_grace: Duration = required(values::duration),
        /// How long a repeated write gets its first answer again, above zero.
        idempotency_ttl: Duration = required(values::duration),
        /// Most answers kept for repeated writes, at least 1.
        idempotency_entries: usize = required(values::count),
        /// Who may call; empty when nobody has to show a token. `server.auth_tokens` come before those of the file, and both before
        /// `[callers.NAME]`.
        callers: Vec<CallerSettings> = callers,
        /// The address by which callers reach the bridge, without a slash at its end.
        public_url: Option<String> = optional(values::public_url),
        /// Whether to serve off the loopback address without callers.
        open: bool = required(values::boolean),
        /// Origins of browser pages that may call, as a browser writes them; empty for none but the bridge's own.
        cors_origins: Vec<String> = list(values::origin),
    }

    /// The side towards the host.
    Upstream {
        /// The root of the REST API: `http` or `https`, ends in `/api/v4`, without credentials, query or fragment.
        base_url: Option<Url> = optional(values::api_root),
        /// The address of the host's pages, without a slash at its end; `None` where it is that of the API without `/api/v4`.
        web_url: Option<String> = optional(values::public_url),
        /// The technical token: visible ASCII, never empty.
        token: Option<SecretString> = secret(values::token),
        /// One call, connect to last byte, above zero.
        timeout: Duration = required(values::duration),
        /// The connection alone, above zero.
        connect_timeout: Duration = required(values::duration),
        /// Calls in flight at once, whole process, at least 1.
        max_connections: usize = required(values::count),
        /// Calls that one request may have in flight, at least 1.
        fan_out: usize = required(values::count),
        /// Extra tries of a read, at least 0.
        retries: usize = required(values::count_or_none),
        /// Longest accepted body, in bytes, at least 1.
        max_response_bytes: usize = required(values::size),
        /// Whether what was read before is asked for again with its `ETag`.
        revalidate: bool = required(values::boolean),
        /// Most bytes of answers that are kept for that, at least 1.
        kept_bytes: usize = required(values::size),
        /// A private certificate authority: a readable file with at least one PEM certificate.
        ca_file: Option<PathBuf> = certificates,
        /// An outbound proxy, `http` or `https`; may carry the proxy's credentials.
        proxy: Option<ProxyAddress> = optional(values::proxy),
    }

    /// What replicas share.
    #[derive(Default)]
    Store {
        /// The address of a Redis or Valkey server, which may hold a password; `None` where each process has its own memory.
        url: Option<SecretString> = secret(values::store_url),
        /// A private certificate authority for `rediss`: a readable file with at least one PEM certificate.
        ca_file: Option<PathBuf> = certificates,
        /// The key that encrypts answers in the store and seals forms. Without it or a store answers are not encrypted, and each process
        /// seals its forms with a key of its own.
        key: Option<SecretSlice<u8>> = store_key,
    }

    /// How objects are found.
    Resolution {
        /// Whether to look past the first page before answering not-found or acting on a weak match.
        widen: bool = required(values::boolean),
        /// A team's own words; empty where no file names them.
        names: Names = names,
    }

    /// What the bridge may do.
    Policy {
        /// Whether every operation that changes something is refused, unless it only previews.
        read_only: bool = required(values::boolean),
        /// Full-path prefixes that the bridge may touch, without slashes around them; empty for all.
        roots: Vec<String> = list_not_blank(values::root),
        /// Names of the operations that are served, not yet compared with the operations that exist; empty for all.
        operations: Vec<String> = list_not_blank(values::name),
        /// Who confirms over MCP.
        confirmation: Confirmation = required(values::confirmation),
    }

    /// The authorization server whose people sign in.
    OAuth {
        /// Its address, letter by letter as it stands in its tokens: `https`, or a loopback address.
        issuer: Option<String> = optional(values::issuer),
        /// The audience of its tokens; `None` for `server.public_url`, with and without `/mcp`.
        audience: Option<String> = optional(values::name),
        /// The bridge's own client there, for opaque tokens.
        introspection_client: Option<String> = optional(values::name),
        /// That client's secret.
        introspection_client_secret: Option<SecretString> = secret(values::token),
        /// The claim with the person's name.
        name_claim: String = required(values::name),
        /// The claim with the person's groups.
        groups_claim: String = required(values::name),
        /// The scopes of which one lets a token change something, and read.
        scopes_write: Vec<String> = list_not_blank(values::scope),
        /// The scopes of which one lets a token read.
        scopes_read: Vec<String> = list_not_blank(values::scope),
        /// The caller of those who are in no group of a caller.
        default_caller: Option<String> = optional(values::name),
        /// The console's public client.
        console_client: Option<String> = optional(values::name),
    }

    /// What callers read.
    Messages {
        /// The language of sentences; `None` for the one that each request prefers.
        language: Option<Language> = required(values::language),
    }

    /// Settings of the MCP face.
    Mcp {
        /// Which operations are listed as tools.
        toolset: Toolset = required(values::toolset),
        /// How long a form may be answered, above zero.
        form_ttl: Duration = required(values::duration),
    }

    /// What is logged, and how.
    Log {
        /// The shape of a line.
        format: LogFormat = required(values::log_format),
        /// A `tracing` filter that parses.
        filter: String = required(values::log_filter),
    }
}

/// The host, and the token that opens it.
#[derive(Debug, Clone)]
pub struct Host {
    /// `upstream.base_url`.
    pub api: Url,
    /// `upstream.token`.
    pub token: SecretString,
}

/// How long answers are kept in a store: long enough for a caller that comes back the next day.
const KEPT_IN_STORE: Duration = Duration::from_secs(24 * 60 * 60);

impl Settings {
    /// Layers the defaults, `file`, the process's environment and `overrides` (`section.key`, written as in a
    /// variable; an empty one takes the key away), and checks everything that is present.
    ///
    /// # Errors
    /// Every key that is unknown or whose value is not allowed, or a file that can't be read.
    pub fn load(file: Option<&Path>, overrides: &[(&str, &str)]) -> Result<Self, SettingsError> {
        Self::layered(file, std::env::vars_os(), overrides, false)
    }

    /// The same for a bridge that serves a host. What is missing for that is reported with everything else that is wrong.
    ///
    /// # Errors
    /// As above, and those of [`Settings::require_guard`] and [`Settings::require_host`].
    pub fn load_to_serve(file: Option<&Path>, overrides: &[(&str, &str)]) -> Result<Self, SettingsError> {
        Self::layered(file, std::env::vars_os(), overrides, true)
    }

    fn layered(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
        overrides: &[(&str, &str)],
        serves: bool,
    ) -> Result<Self, SettingsError> {
        let mut layers = Layers::new(file, environment, overrides).map_err(SettingsError)?;
        let settings = Self::read(&mut layers);
        if serves {
            layers.refuse_lacking(&settings);
        }
        layers.verdict().map(|digests| Self { digests, ..settings }).map_err(SettingsError)
    }

    /// The settings; what is refused is noted.
    fn read(from: &mut Layers) -> Self {
        let kept_by_default = !from.is_given("server.idempotency_ttl");
        let mut server = Server::read(from, "server");
        let store = Store::read(from, "store");
        if kept_by_default && store.url.is_some() {
            server.idempotency_ttl = KEPT_IN_STORE;
        }
        let oauth = OAuth::read(from, "oauth");
        oauth.complete(from, &mut server);
        Self {
            server,
            oauth,
            upstream: Upstream::read(from, "upstream"),
            store,
            resolution: Resolution::read(from, "resolution"),
            policy: Policy::read(from, "policy"),
            messages: Messages::read(from, "messages"),
            mcp: Mcp::read(from, "mcp"),
            log: Log::read(from, "log"),
            digests: BTreeMap::new(),
        }
    }

    /// The keys whose values differ from those of these settings, in order.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let keys: BTreeSet<_> = self.digests.keys().chain(before.digests.keys()).collect();
        let is_other = |key: &&String| self.digests.get(*key) != before.digests.get(*key);
        keys.into_iter().filter(is_other).cloned().collect()
    }

    /// The host to serve.
    ///
    /// # Errors
    /// The keys that have to be set for it.
    pub fn require_host(&self) -> Result<Host, SettingsError> {
        let Upstream { base_url, token, .. } = &self.upstream;
        let host = base_url.clone().zip(token.clone()).map(|(api, token)| Host { api, token });
        let keys = || self.missing().collect::<Vec<_>>().join(", ");
        host.ok_or_else(|| SettingsError(missing(&keys(), HOST_NEEDED)))
    }

    /// The keys that [`Settings::require_host`] needs and that are not set.
    fn missing(&self) -> impl Iterator<Item = &'static str> {
        let Upstream { base_url, token, .. } = &self.upstream;
        let lacking = [("upstream.base_url", base_url.is_none()), ("upstream.token", token.is_none())];
        lacking.into_iter().filter_map(|(key, is_lacking)| is_lacking.then_some(key))
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
        Err(SettingsError(format!(
            "server.host: {host:?} is off the loopback address, where anyone could act with the host's token; set \
             server.auth_tokens or server.auth_tokens_file, listen on 127.0.0.1, or accept it with server.open=true"
        )))
    }
}

/// Whether this is a name or an address of this machine alone.
pub fn is_loopback(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    host == values::LOCALHOST || host.parse().is_ok_and(|ip: IpAddr| ip.to_canonical().is_loopback())
}

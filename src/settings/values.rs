//! From one text, already trimmed, to one typed value. An error says what is wrong and what is allowed.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::{
    Url,
    header::{self, HeaderName},
};
use secrecy::SecretString;
use tracing_subscriber::filter::{LevelFilter, Targets};

use super::{error::masked, is_loopback};
use crate::language::Language;

/// A value, or what is wrong with the text and what is allowed.
pub(super) type Parsed<T> = Result<T, &'static str>;

/// The one name that may stand for an address to listen on.
pub(super) const LOCALHOST: &str = "localhost";

/// The root of the host's REST API under its base address.
const API: &str = "/api/v4";

/// Counts end here, far above any use, so that no sum or permit count of them can overflow.
const MOST: usize = u32::MAX as usize;

/// Durations end here, so that no moment that is counted from now is past what clocks hold.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

pub(super) fn boolean(text: &str) -> Parsed<bool> {
    text.to_ascii_lowercase().parse().map_err(|_| "is no boolean; write true or false")
}

pub(super) fn port(text: &str) -> Parsed<u16> {
    text.parse().map_err(|_| "is no port; write a whole number from 0 to 65535")
}

pub(super) fn count(text: &str) -> Parsed<usize> {
    count_or_none(text)
        .ok()
        .filter(|number| *number > 0)
        .ok_or("is no count; write a whole number from 1 to 4294967295")
}

/// A number of bytes: plain, or with a unit.
pub(super) fn size(text: &str) -> Parsed<usize> {
    let problem = "is no size; write bytes from 1 to 4294967295, or a unit, like 64KiB or 32MiB";
    let size: bytesize::ByteSize = text.parse().map_err(|_| problem)?;
    usize::try_from(size.as_u64()).ok().filter(|bytes| (1..=MOST).contains(bytes)).ok_or(problem)
}

pub(super) fn count_or_none(text: &str) -> Parsed<usize> {
    let problem = "is no count; write a whole number from 0 to 4294967295";
    text.parse().ok().filter(|number| *number <= MOST).ok_or(problem)
}

pub(super) fn duration(text: &str) -> Parsed<Duration> {
    // humantime lets a bare zero pass without a unit; it is refused with the other zeros.
    let problem = "is no duration; write it with its unit, like 500ms, 15s or 2m, above zero and up to 365d";
    let allowed = |duration: &Duration| !duration.is_zero() && *duration <= LONGEST;
    humantime::parse_duration(text).ok().filter(allowed).ok_or(problem)
}

pub(super) fn listen_host(text: &str) -> Parsed<String> {
    let problem =
        "is no address to listen on; write an IP address, like 127.0.0.1, 0.0.0.0 or ::1, or localhost";
    let host = text.to_ascii_lowercase();
    if host == LOCALHOST || host.parse::<IpAddr>().is_ok() { Ok(host) } else { Err(problem) }
}

pub(super) fn path(text: &str) -> Parsed<PathBuf> {
    if text.is_empty() { Err("is blank; name a readable file") } else { Ok(PathBuf::from(text)) }
}

pub(super) fn token(text: &str) -> Parsed<SecretString> {
    if text.is_empty() {
        return Err("is empty; write the token");
    }
    let problem =
        "holds a character that no HTTP header takes; write visible ASCII characters without spaces";
    if text.bytes().all(|byte| byte.is_ascii_graphic()) { Ok(text.into()) } else { Err(problem) }
}

pub(super) fn store_url(text: &str) -> Parsed<SecretString> {
    let schemes =
        ["redis://", "rediss://", "valkey://", "valkeys://", "unix://", "redis+unix://", "valkey+unix://"];
    let problem =
        "is no address of a store; write redis://, rediss:// or unix://, like redis://127.0.0.1:6379";
    let is_known = schemes.iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if is_known { Ok(text.into()) } else { Err(problem) }
}

pub(super) fn api_root(text: &str) -> Parsed<Url> {
    let problem = "is no host's address; write http or https, like https://gitlab.example.com, without credentials, query or fragment";
    let mut url = plain_url(text).ok_or(problem)?;
    let path = url.path().trim_end_matches('/');
    let path = format!("{}{API}", path.strip_suffix(API).unwrap_or(path));
    url.set_path(&path);
    Ok(url)
}

/// The address of a proxy, which prints without the credentials that it may hold.
#[derive(Clone)]
pub struct ProxyAddress(pub Url);

impl fmt::Debug for ProxyAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&masked(self.0.as_str()))
    }
}

pub(super) fn proxy(text: &str) -> Parsed<ProxyAddress> {
    let problem = "is no proxy's address; write http or https, like http://proxy.example.com:3128";
    http_url(text).map(ProxyAddress).ok_or(problem)
}

/// The address of an authorization server, letter by letter: its tokens hold it so.
pub(super) fn issuer(text: &str) -> Parsed<String> {
    let problem = "is no authorization server's address; write https, like https://login.example.com/realms/team, without credentials, query or fragment";
    let is_safe = |url: &Url| url.scheme() == "https" || url.host_str().is_some_and(is_loopback);
    plain_url(text).filter(is_safe).map(|_| text.to_owned()).ok_or(problem)
}

pub(super) fn public_url(text: &str) -> Parsed<String> {
    let problem = "is no address; write http or https, like https://passerelle.example.com, without credentials, query or fragment";
    plain_url(text).map(|_| text.trim_end_matches('/').to_owned()).ok_or(problem)
}

/// One scope, in the characters that a challenge can quote.
pub(super) fn scope(text: &str) -> Parsed<String> {
    let problem = "is no scope; write visible ASCII characters without spaces, quotes or backslashes";
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\');
    if !text.is_empty() && text.bytes().all(is_plain) { Ok(text.to_owned()) } else { Err(problem) }
}

/// A header that holds a name, and no secret.
pub(super) fn header(text: &str) -> Parsed<HeaderName> {
    let secret = [header::AUTHORIZATION, header::PROXY_AUTHORIZATION, header::COOKIE];
    let name = HeaderName::try_from(text).ok().filter(|name| !secret.contains(name));
    name.ok_or("is no header for a name; write one like x-forwarded-user")
}

/// An address of HTTP without what has no place in one that others compare: credentials, a query, a fragment.
pub fn plain_url(text: &str) -> Option<Url> {
    http_url(text)
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .filter(|url| url.query().is_none() && url.fragment().is_none())
}

fn http_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

pub(super) fn origin(text: &str) -> Parsed<String> {
    let problem = "is no origin of a page; write its scheme, host and port if it has one, like https://app.example.com, and no *";
    let url = http_url(text).ok_or(problem)?;
    let origin = url.origin().ascii_serialization();
    // A path, a user or a query would be dropped, although its writer meant something by it.
    if origin.eq_ignore_ascii_case(text.trim_end_matches('/')) { Ok(origin) } else { Err(problem) }
}

pub(super) fn root(text: &str) -> Parsed<String> {
    let path = text.trim_matches(|c: char| c == '/' || c.is_whitespace());
    // Dropping a blank one could leave no root at all, and that would open every group.
    let is_none = |segment: &str| matches!(segment, "" | "." | "..") || segment.contains(char::is_whitespace);
    let problem = "names no group or project; write a full path, like team/tools, without blanks and without empty, . or .. \
                   segments";
    if path.split('/').any(is_none) { Err(problem) } else { Ok(path.to_owned()) }
}

pub(super) fn name(text: &str) -> Parsed<String> {
    if text.is_empty() { Err("is blank; write a name, or leave the entry out") } else { Ok(text.to_owned()) }
}

/// Which operations are listed as tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Toolset {
    /// All that are served.
    #[default]
    All,
    /// The ten that conversations use most.
    Core,
}

/// Who confirms over MCP what changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Confirmation {
    /// Whoever calls, a model too.
    #[default]
    Caller,
    /// The client's user alone, in a form.
    Person,
}

/// The shape of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// For a person's eyes.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

pub(super) fn language(text: &str) -> Parsed<Option<Language>> {
    let languages = [("fr", Some(Language::Fr)), ("en", Some(Language::En)), ("auto", None)];
    one_of(languages, text, "is no language; write fr, en or auto")
}

pub(super) fn toolset(text: &str) -> Parsed<Toolset> {
    let sets = [("all", Toolset::All), ("core", Toolset::Core)];
    one_of(sets, text, "is no set of tools; write all or core")
}

pub(super) fn confirmation(text: &str) -> Parsed<Confirmation> {
    let who = [("caller", Confirmation::Caller), ("person", Confirmation::Person)];
    one_of(who, text, "confirms nothing; write caller or person")
}

pub(super) fn log_format(text: &str) -> Parsed<LogFormat> {
    let formats = [("text", LogFormat::Text), ("json", LogFormat::Json)];
    one_of(formats, text, "is no log format; write text or json")
}

fn one_of<T, const N: usize>(values: [(&str, T); N], text: &str, problem: &'static str) -> Parsed<T> {
    let value = values.into_iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
    value.map(|(_, value)| value).ok_or(problem)
}

pub(super) fn log_filter(text: &str) -> Parsed<String> {
    let problem = "is no tracing filter; write a level, like info, or directives, like info,passerelle=debug";
    // A word that is no level would be taken for a target, so that a misspelt level would switch the log off.
    let is_clear =
        |directive: &str| directive.contains('=') || directive.trim().parse::<LevelFilter>().is_ok();
    let is_filter = !text.is_empty() && text.parse::<Targets>().is_ok() && text.split(',').all(is_clear);
    if is_filter { Ok(text.to_owned()) } else { Err(problem) }
}

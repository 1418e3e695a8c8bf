//! The lines that stop the start: one for each thing that is wrong.

use std::{fmt::Display, path::Path};

/// Two underscores: a Kubernetes service called `passerelle` puts `PASSERELLE_PORT` and its like into every pod.
pub(super) const PREFIX: &str = "PASSERELLE__";

/// What to give where the host is not named.
pub(super) const HOST_NEEDED: &str = "give the host's address as upstream.base_url and its technical token as upstream.token \
                                      or upstream.token_file (passerelle demo needs neither)";

/// Why the settings can't be used: a line for each thing that is wrong. A secret's value is never part of it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(pub String);

/// The last part of the keys whose value is a secret. A problem with such a value is reported without the value.
const SECRET: [&str; 4] = ["token", "upstream_token", "auth_tokens", "introspection_client_secret"];

/// What has no default and was not given: the keys, and what to give.
pub(super) fn missing(keys: &str, need: &str) -> String {
    format!("{keys}: required and not set; {need}")
}

/// `value` is not allowed as `key`.
pub(super) fn refused(key: &str, value: &str, problem: impl Display) -> String {
    refused_at(key, "", value, problem)
}

/// The same with the place of the value among several: ` (entry 2)`, ` (line 3)`.
pub(super) fn refused_at(key: &str, place: &str, value: &str, problem: impl Display) -> String {
    let value = match key.rsplit('.').next() {
        Some(last) if SECRET.contains(&last) => "its value".to_owned(),
        // Whichever the key: an address that holds credentials may stand anywhere by mistake.
        _ => format!("{:?}", masked(value)),
    };
    format!("{}{place}: {value} {problem}", key.escape_debug())
}

/// The settings file at `path` can't be used.
pub(super) fn unusable(path: &Path, problem: &str) -> String {
    format!("settings file {:?} {problem}", path.to_string_lossy())
}

/// The certificates in the file of a key can't be used.
pub fn bad_certificates(key: &str, file: &Path, why: &dyn Display) -> SettingsError {
    let problem =
        format!("holds no certificates that can be used ({why}); write PEM with CERTIFICATE blocks");
    SettingsError(refused(key, &file.to_string_lossy(), problem))
}

/// A text without what may be a credential in an address: all before an `@`, all after a `?` or `#`.
pub(super) fn masked(text: &str) -> String {
    let (scheme, rest) = text.split_at(text.find("://").map_or(0, |place| place + "://".len()));
    let (user, rest) = rest.rsplit_once('@').map_or(("", rest), |(_, rest)| ("***@", rest));
    let shown = rest.split_inclusive(['?', '#']).next().unwrap_or_default();
    let cut = if shown.ends_with(['?', '#']) { "***" } else { "" };
    format!("{scheme}{user}{shown}{cut}")
}

//! The lines that stop the start: one for each thing that is wrong.

use std::path::Path;

/// Two underscores: a Kubernetes service called `passerelle` puts `PASSERELLE_PORT` and its like into every pod.
pub(super) const PREFIX: &str = "PASSERELLE__";

/// What to give where the host is not named.
pub(super) const HOST_NEEDED: &str = "give the host's address as upstream.base_url and its technical token as upstream.token \
                                      or upstream.token_file (passerelle demo needs neither)";

/// Why the settings can't be used. Displays as one line, or one for each of several; a secret's value is never part of it.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A value that is not allowed, or a file named by one.
    #[error("{place}: {value} {problem}")]
    Refused {
        /// The key, and the entry or line where there are several.
        place: String,
        /// The value in quotes, or a word for it if it is secret.
        value: String,
        /// What is wrong and what is allowed.
        problem: String,
    },
    /// A key that means nothing.
    #[error("{key}: no such setting{}", near.as_ref().map(|near| format!("; did you mean {near}?")).unwrap_or_default())]
    Unknown {
        /// The key as it was written.
        key: String,
        /// A key that looks like it.
        near: Option<String>,
    },
    /// Anything else, as one line.
    #[error("{0}")]
    Line(String),
    /// All that is wrong.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<SettingsError>),
}

/// The last part of the keys whose value is a secret. A problem with such a value is reported without the value.
const SECRET: [&str; 4] = ["token", "upstream_token", "auth_tokens", "introspection_client_secret"];

/// The keys whose values are addresses, where credentials may hide.
const ADDRESS: [&str; 5] =
    ["oauth.issuer", "server.public_url", "store.url", "upstream.base_url", "upstream.proxy"];

impl SettingsError {
    /// The key that somebody who wrote an unknown one meant, as far as it can be told.
    pub(super) fn meant(&self) -> Option<String> {
        let Self::Unknown { near: Some(near), .. } = self else { return None };
        let variable = near.strip_prefix(PREFIX).map(|name| name.to_lowercase().replace("__", "."));
        Some(variable.unwrap_or_else(|| near.clone()))
    }

    /// What has no default and was not given: the keys, and what to give.
    pub(super) fn missing(keys: &str, need: &str) -> Self {
        Self::Line(format!("{keys}: required and not set; {need}"))
    }

    /// `value` is not allowed as `key`.
    pub(super) fn refused(key: &str, value: &str, problem: impl Into<String>) -> Self {
        let value = match key.rsplit('.').next() {
            Some(last) if SECRET.contains(&last) => "its value".to_owned(),
            _ if ADDRESS.contains(&key) => format!("{:?}", masked(value)),
            _ => format!("{value:?}"),
        };
        Self::Refused { place: key.escape_debug().to_string(), value, problem: problem.into() }
    }

    /// Says where among several the refused value stands: `entry 2`, `line 3`.
    pub(super) fn at(mut self, what: &str, index: usize) -> Self {
        if let Self::Refused { place, .. } = &mut self {
            *place = format!("{place} ({what} {})", index + 1);
        }
        self
    }

    /// The settings file at `path` can't be used.
    pub(super) fn file(path: &Path, problem: impl Into<String>) -> Self {
        Self::Line(format!("settings file {:?} {}", path.to_string_lossy(), problem.into()))
    }
}

/// A text without what may be a credential in an address: all before an `@`, all after a `?` or `#`.
pub(super) fn masked(text: &str) -> String {
    let (scheme, rest) = text.split_at(text.find("://").map_or(0, |place| place + "://".len()));
    let (user, rest) = rest.rsplit_once('@').map_or(("", rest), |(_, rest)| ("***@", rest));
    let shown = rest.split_inclusive(['?', '#']).next().unwrap_or_default();
    let cut = if shown.ends_with(['?', '#']) { "***" } else { "" };
    format!("{scheme}{user}{shown}{cut}")
}

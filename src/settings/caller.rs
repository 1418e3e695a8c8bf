//! One who may call.

use secrecy::SecretString;

/// Who may call: what it shows as `Authorization: Bearer TOKEN`, and what narrows `policy` for it.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Whom the token stands for, if the operator said so; never blank.
    pub name: Option<String>,
    /// Its tokens, at least one; several while one is replaced by another. Visible ASCII, never empty.
    pub tokens: Vec<SecretString>,
    /// The caller's own token at the host, instead of the technical one.
    pub upstream_token: Option<SecretString>,
    /// Whether operations that change something are refused to it.
    pub read_only: bool,
    /// Full-path prefixes that it may touch, inside `policy.roots`; empty for all of those.
    pub roots: Vec<String>,
    /// The operations that it may call, of those that `policy.operations` serves; empty for all of those.
    pub operations: Vec<String>,
    /// Requests that it may make in a minute, at least 1; `None` for no limit.
    pub requests_per_minute: Option<usize>,
}

impl Caller {
    /// One that `policy` alone limits.
    pub(super) fn unlimited(name: Option<String>, token: SecretString) -> Self {
        Self {
            name,
            tokens: vec![token],
            upstream_token: None,
            read_only: false,
            roots: Vec::new(),
            operations: Vec::new(),
            requests_per_minute: None,
        }
    }
}

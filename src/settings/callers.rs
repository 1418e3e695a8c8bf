//! Who may call, and within what: `server.auth_tokens`, its file, and the tables `[callers.NAME]`.

use std::collections::BTreeMap;

use reqwest::header::HeaderName;
use secrecy::{ExposeSecret, SecretString};

use super::{
    Layers,
    values::{self, Parsed, token},
};

/// Who may call: what it shows as `Authorization: Bearer TOKEN`, and what narrows `policy` for it.
#[derive(Debug, Clone, Default)]
pub struct CallerSettings {
    /// Whom the token stands for, if the operator said so; never blank.
    pub name: Option<String>,
    /// Its tokens; several while one is replaced by another, none where its people sign in. Visible ASCII, never empty.
    pub tokens: Vec<SecretString>,
    /// The caller's own token at the host, instead of the technical one.
    pub upstream_token: Option<SecretString>,
    /// Whether operations that change something are refused to it.
    pub read_only: bool,
    /// Full-path prefixes that it may touch, inside `policy.roots`; empty for all of those.
    pub roots: Vec<String>,
    /// The operations that it may call, of those that `policy.operations` serves; empty for all of those.
    pub operations: Vec<String>,
    /// Requests that it may make at once, and that come back evenly in a minute, at least 1; `None` for no limit.
    pub requests_per_minute: Option<usize>,
    /// The groups at the authorization server whose members are this caller.
    pub oauth_groups: Vec<String>,
    /// Whether those who sign in and are in no group of a caller are this one.
    pub is_default: bool,
    /// The header in which it names the person that it speaks for.
    pub on_behalf_header: Option<HeaderName>,
}

impl Layers {
    /// All callers, with tokens that tell them apart.
    pub(super) fn callers(&mut self, _: &str) -> Vec<CallerSettings> {
        let mut callers = self.list_not_blank("server.auth_tokens", caller_token);
        callers.extend(self.caller_tokens("server.auth_tokens_file").unwrap_or_default());
        let tables = self.caller_tables();
        // With one name for both, answers that were kept for one would be given to the other.
        let is_taken = |name: &&String| callers.iter().any(|caller| caller.name.as_ref() == Some(name));
        for name in tables.iter().filter(is_taken) {
            let problem = "server.auth_tokens names a caller of this name too; give each one of its own";
            self.refuse(format!("callers.{name}: {problem}"));
        }
        callers.extend(tables.into_iter().map(|name| self.caller(name)).collect::<Vec<_>>());
        self.refuse_shared_tokens(&callers);
        callers
    }

    /// The caller of one table.
    fn caller(&mut self, name: String) -> CallerSettings {
        let key = |field: &str| format!("callers.{name}.{field}");
        CallerSettings {
            tokens: self.tokens(&key("token")),
            upstream_token: self.secret(&key("upstream_token"), values::token),
            read_only: self.required(&key("read_only"), values::boolean),
            roots: self.list_not_blank(&key("roots"), values::root),
            operations: self.list_not_blank(&key("operations"), values::name),
            requests_per_minute: self.optional(&key("requests_per_minute"), values::count),
            oauth_groups: self.list_not_blank(&key("oauth_groups"), values::name),
            is_default: false,
            on_behalf_header: self.optional(&key("on_behalf_header"), values::header),
            name: Some(name),
        }
    }

    fn refuse_shared_tokens(&mut self, callers: &[CallerSettings]) {
        let mut holders = BTreeMap::new();
        for caller in callers {
            let name = caller.name.as_deref().unwrap_or("a caller without a name");
            for other in caller.tokens.iter().filter_map(|token| holders.insert(token.expose_secret(), name))
            {
                let problem = "have the same token; give each caller one of its own";
                self.refuse(format!("server.auth_tokens, callers: {other} and {name} {problem}"));
            }
        }
    }
}

/// `name:token` or `token`.
pub(super) fn caller_token(text: &str) -> Parsed<CallerSettings> {
    let Some((name, secret)) = text.split_once(':') else {
        return Ok(CallerSettings { tokens: vec![token(text)?], ..CallerSettings::default() });
    };
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err("has no name before its colon; write name:token, or the token alone");
    }
    let tokens = vec![token(secret.trim())?];
    Ok(CallerSettings { name: Some(name.to_owned()), tokens, ..CallerSettings::default() })
}

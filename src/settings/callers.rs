//! Who may call, and within what: `server.auth_tokens`, its file, and the tables `[callers.NAME]`.

use secrecy::{ExposeSecret, SecretString};

use super::{Layers, SettingsError, caller::Caller, files, values};

impl Caller {
    /// All callers, with tokens that tell them apart.
    pub(super) fn read_all(from: &mut Layers) -> Vec<Self> {
        let mut callers = from.list_not_blank("server.auth_tokens", values::caller_token);
        if let Some(path) = from.optional("server.auth_tokens_file", values::path) {
            let more = from.of_file(files::caller_tokens("server.auth_tokens_file", &path));
            callers.extend(more.unwrap_or_default());
        }
        let tables = from.tables("callers");
        // What was kept for one would be the other's too, whatever narrows it.
        for name in
            tables.iter().filter(|name| callers.iter().any(|caller| caller.name.as_ref() == Some(name)))
        {
            from.refuse(SettingsError::SharedName { name: name.clone() });
        }
        callers.extend(tables.into_iter().filter_map(|name| Self::read(from, name)).collect::<Vec<_>>());
        refuse_shared_tokens(from, &callers);
        callers
    }

    /// The caller of one table. `None` where it has no token, which is refused: a table without one lets nobody in, and the
    /// bridge might be open to all.
    fn read(from: &mut Layers, name: String) -> Option<Self> {
        let key = |field: &str| format!("callers.{name}.{field}");
        let tokens = files::tokens_at(from, &key("token"));
        if tokens.is_empty() {
            let need = "give the caller's token, or token_file";
            from.refuse(SettingsError::Missing { keys: vec![key("token")], need });
        }
        let caller = Self {
            upstream_token: files::token_at(from, &key("upstream_token")),
            read_only: from.optional(&key("read_only"), values::boolean).unwrap_or_default(),
            roots: from.list_not_blank(&key("roots"), values::root),
            operations: from.list_not_blank(&key("operations"), values::name),
            requests_per_minute: from.optional(&key("requests_per_minute"), values::count),
            tokens,
            name: Some(name),
        };
        (!caller.tokens.is_empty()).then_some(caller)
    }
}

fn refuse_shared_tokens(from: &mut Layers, callers: &[Caller]) {
    let name = |caller: &Caller| caller.name.clone().unwrap_or_else(|| "a caller without a name".to_owned());
    let tokens = || callers.iter().flat_map(|caller| caller.tokens.iter().map(move |token| (caller, token)));
    for (index, (caller, token)) in tokens().enumerate() {
        let same = |(_, other): &(_, &SecretString)| other.expose_secret() == token.expose_secret();
        if let Some((other, _)) = tokens().take(index).find(same) {
            from.refuse(SettingsError::SharedToken { first: name(other), second: name(caller) });
        }
    }
}

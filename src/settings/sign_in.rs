//! Sign-in: what the settings of the authorization server mean together, and for the callers.

use std::sync::Arc;

use secrecy::SecretString;

use super::{
    CallerSettings, Layers, OAuth, Server, Settings,
    error::{missing, refused},
};

/// The caller of everybody who signs in, where no caller has groups.
const EVERYBODY: &str = "oauth";

/// The authorization server, and what its tokens mean here.
#[derive(Debug, Clone)]
pub struct SignInSettings {
    /// The address of the authorization server, letter by letter as it stands in its tokens.
    pub issuer: Arc<str>,
    /// The address by which callers reach the bridge, without a slash at its end.
    pub public_url: String,
    /// The audiences that mean this bridge, at least one.
    pub audiences: Vec<String>,
    /// The bridge's own client at the authorization server, with its secret; `None` where opaque tokens are refused.
    pub introspection: Option<(String, SecretString)>,
    /// The rest.
    pub oauth: OAuth,
}

impl Settings {
    /// How people sign in; `None` without an authorization server.
    pub fn sign_in(&self) -> Option<SignInSettings> {
        let (oauth, public_url) = (self.oauth.clone(), self.server.public_url.clone()?);
        let both = || vec![format!("{public_url}/mcp"), public_url.clone()];
        Some(SignInSettings {
            issuer: oauth.issuer.as_deref()?.into(),
            audiences: oauth.audience.clone().map_or_else(both, |named| vec![named]),
            introspection: oauth.introspection_client.clone().zip(oauth.introspection_client_secret.clone()),
            oauth,
            public_url,
        })
    }
}

impl OAuth {
    /// Checks that these settings fit together, and marks the caller for people in no group. A table of a caller that lets nobody
    /// in is refused: without that caller the bridge might be open to all.
    pub(super) fn complete(&self, from: &mut Layers, server: &mut Server) {
        if self.issuer.is_some() {
            self.check(from, server);
            self.name_default(from, &mut server.callers);
        }
        let signs_in = |caller: &CallerSettings| caller.is_default || !caller.oauth_groups.is_empty();
        server.callers.retain(|caller| {
            let is_let_in = !caller.tokens.is_empty() || (self.issuer.is_some() && signs_in(caller));
            if let Some(name) = caller.name.as_ref().filter(|_| !is_let_in) {
                let key = format!("callers.{name}.token");
                // A token that is given was refused by itself.
                if !from.is_given(&key) {
                    from.refuse(missing(&key, "give the caller's token, or token_file"));
                }
            }
            is_let_in
        });
    }

    fn check(&self, from: &mut Layers, server: &Server) {
        let (client, secret) =
            (self.introspection_client.is_some(), self.introspection_client_secret.is_some());
        let own = "tokens are made for the address by which callers reach the bridge";
        let pair = "the bridge's own client takes both";
        let lacking = [
            (server.public_url.is_none(), "server.public_url", own),
            (client && !secret, "oauth.introspection_client_secret_file", pair),
            (secret && !client, "oauth.introspection_client", pair),
        ];
        for (_, key, need) in lacking.into_iter().filter(|(is_lacking, ..)| *is_lacking) {
            from.refuse(missing(key, need));
        }
    }

    fn name_default(&self, from: &mut Layers, callers: &mut Vec<CallerSettings>) {
        let has_groups = callers.iter().any(|caller| !caller.oauth_groups.is_empty());
        let everybody = || (!has_groups).then(|| EVERYBODY.to_owned());
        let Some(name) = self.default_caller.clone().or_else(everybody) else { return };
        if let Some(known) = callers.iter_mut().find(|caller| caller.name.as_ref() == Some(&name)) {
            known.is_default = true;
        } else if self.default_caller.is_some() {
            let problem = "is no caller; name a table of [callers]";
            from.refuse(refused("oauth.default_caller", &name, problem));
        } else {
            callers.push(CallerSettings { name: Some(name), is_default: true, ..CallerSettings::default() });
        }
    }
}

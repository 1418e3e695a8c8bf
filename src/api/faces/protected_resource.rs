//! The documents about this resource (RFC 9728): which authorization server gives tokens for it, and of which scopes.

use super::prelude::*;
use crate::{
    api::gate::sign_in::{RESOURCE, scopes},
    settings::SignInSettings,
};

/// One document for the whole bridge and one for MCP, where people sign in; else none.
pub fn routes(state: &AppState) -> Router<Arc<AppState>> {
    let Some(sign_in) = &state.sign_in else { return Router::new() };
    ["", MCP].into_iter().fold(Router::new(), |router, path| {
        let document = document(&sign_in.settings, path);
        router.route(&format!("{RESOURCE}{path}"), get(async move || Json(document)))
    })
}

fn document(settings: &SignInSettings, path: &str) -> Value {
    json!({
        "resource": format!("{}{path}", settings.public_url),
        "authorization_servers": [&*settings.issuer],
        "scopes_supported": scopes(settings),
        "bearer_methods_supported": ["header"],
        "resource_name": "Passerelle",
    })
}

//! From a request's token to its caller, and the answer to a request without a good token (decisions, section 9).

use super::{AppState, callers::Access, prelude::*};
use crate::{
    settings,
    sign_in::{Person, Scope, SignIn, TokenRefusal},
};

/// Where the documents about this resource stand (RFC 9728); `/mcp` after it for that of MCP.
pub(in crate::api) const RESOURCE: &str = "/.well-known/oauth-protected-resource";
/// Where MCP is served.
pub(in crate::api) const MCP: &str = "/mcp";

/// Why the sender of a request is refused, and what is wrong with the token that it shows.
pub(in crate::api) type Denied = (Failure, Option<&'static str>);

impl AppState {
    /// Who sent a request with these headers: the holder of a caller's own token, or a person who signed in.
    ///
    /// # Errors
    /// 401 without a good token where one is needed; 403 for a person whose groups fit no caller, or whose token has no scope;
    /// 503 while the authorization server has to be asked and can't be.
    pub(in crate::api) async fn authenticate(&self, headers: &HeaderMap) -> Result<Arc<Access>, Denied> {
        let callers = self.callers();
        if !callers.need_token() {
            return Ok(Arc::clone(&callers.anyone));
        }
        let mut shown = headers.get_all(header::AUTHORIZATION).iter();
        let token = shown.next().and_then(bearer).ok_or_else(|| (Failure::unauthorized(), None))?;
        if self.sign_in.is_some() && shown.next().is_some() {
            return Err((Failure::unauthorized(), Some("two tokens at once")));
        }
        if let Some(access) = callers.holder(token) {
            let named = access.on_behalf(headers).map(|name| self.shared.instance.hide_secrets(name));
            Span::current().record("on_behalf", named);
            return Ok(access);
        }
        let sign_in = self.sign_in.as_ref().ok_or_else(|| (Failure::unauthorized(), None))?;
        let person = sign_in.verify(token).await.map_err(|refusal| match refusal {
            TokenRefusal::Invalid(why) => (Failure::unauthorized(), Some(why)),
            TokenRefusal::Away(wait) => (Failure::sign_in_unavailable().after(wait), None),
        })?;
        if person.scope == Scope::None {
            return Err((Failure::insufficient_scope(), None));
        }
        let access = callers.of_person(person).ok_or_else(|| (Failure::no_caller(), None))?;
        Span::current().record("person", access.caller.person());
        Ok(Arc::new(access))
    }

    /// The name of the caller that a person is; `None` if they are none's and every call is refused.
    pub fn caller_of_person(&self, person: Arc<Person>) -> Option<Arc<str>> {
        self.callers().of_person(person).map(|access| access.caller.label)
    }

    /// The issuer and the public client by which pages sign people in; `None` where they don't.
    pub(in crate::api) fn console_client(&self) -> Option<(&str, &str)> {
        let settings = &self.sign_in.as_ref()?.settings;
        Some((&settings.issuer, settings.oauth.console_client.as_deref()?))
    }

    /// What the reader of a page may do, and whether they may call at all. A page has no token at first: then it is what the
    /// bridge allows in general, which no caller's own policy widens.
    pub(in crate::api) async fn access_of_reader(&self, headers: &HeaderMap) -> (Arc<Access>, bool) {
        let known = self.authenticate(headers).await.ok();
        let is_known = known.is_some();
        (known.unwrap_or_else(|| Arc::clone(&self.callers().anyone)), is_known)
    }

    /// The response. One that refuses for lack of a good token, for this reason if one was shown, or for lack of scope gets the
    /// challenge that says how to get a good one.
    pub(super) fn challenge(
        &self,
        mut response: Response,
        why: Option<&'static str>,
        path: &str,
        wanted: Scope,
    ) -> Response {
        let error = match response.extensions().get().map(|failure: &Failure| &*failure.code) {
            Some(code) if code == Code::InsufficientScope.name() => {
                "error=\"insufficient_scope\", ".to_owned()
            }
            Some(code) if code == Code::Unauthorized.name() => why
                .map(|why| format!("error=\"invalid_token\", error_description=\"{why}\", "))
                .unwrap_or_default(),
            _ => return response,
        };
        let challenge = self.sign_in.as_ref().map_or("Bearer".to_owned(), |SignIn { settings, .. }| {
            let resource = if path == MCP { MCP } else { "" };
            let place = format!("{}{RESOURCE}{resource}", settings.public_url);
            // It names both scopes to clients that only read too: most ask once.
            let scopes = match wanted {
                Scope::Write => settings.oauth.scopes_write.join(" "),
                _ => scopes(settings).join(" "),
            };
            format!("Bearer {error}resource_metadata=\"{place}\", scope=\"{scopes}\"")
        });
        let challenge =
            HeaderValue::try_from(challenge).map(|challenge| (header::WWW_AUTHENTICATE, challenge));
        response.headers_mut().extend(challenge);
        response
    }
}

/// The scopes that the settings name, those for reading first.
pub(in crate::api) fn scopes(settings: &settings::SignInSettings) -> Vec<&str> {
    settings.oauth.scopes_read.iter().chain(&settings.oauth.scopes_write).map(String::as_str).collect()
}

fn bearer(value: &HeaderValue) -> Option<&str> {
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

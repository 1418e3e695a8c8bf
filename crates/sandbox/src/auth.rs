//! Finds the token of a call, and checks that it allows the route.

use http::{HeaderMap, Method, header};

use super::{
    World,
    params::Params,
    refusal::Refusal,
    tokens::{AccessToken, GRANULAR},
};

/// What a route requires of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Right {
    /// The boundary of a fine-grained permission: `project`, `group`, `user`, `instance`.
    pub(super) boundary: &'static str,
    /// The permission that a fine-grained token needs, as GitLab names it.
    pub(super) permission: &'static str,
    /// Which scopes beside `api` and `read_api` allow the route.
    pub(super) scopes: Scopes,
}

/// The scopes that allow a route beside `api` and, for reads, `read_api`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scopes {
    /// No other.
    Api,
    /// Also `read_user`.
    User,
    /// Any.
    Any,
}

/// The index of a request's token among the world's tokens; `None` without a token, since public data need none.
///
/// # Errors
///
/// 401 if the host does not know the token, does not accept it in that header, or if it is expired or revoked.
pub(super) fn authenticate(
    world: &World,
    headers: &HeaderMap,
    params: &Params,
) -> Result<Option<usize>, Refusal> {
    let Some((sent, is_bearer)) = sent_token(headers, params).filter(|(sent, _)| !sent.is_empty()) else {
        return Ok(None);
    };
    let mut known = world.tokens.iter().enumerate();
    let (place, token) = known
        .find(|(_, token)| token.value == sent && token.kind.is_taken(is_bearer))
        .ok_or_else(Refusal::unauthorized)?;
    if token.revoked {
        return Err(Refusal::invalid_token("Token was revoked. You have to re-authorize from the user."));
    }
    if token.expires_at.as_ref().is_some_and(|expiry| *expiry <= world.now().date()) {
        return Err(Refusal::invalid_token(
            "Token is expired. You can either do re-authorization or token refresh.",
        ));
    }
    Ok(Some(place))
}

/// Checks that a token allows a route.
///
/// # Errors
///
/// 403 if its scopes, or its permissions if it is a fine-grained one, do not suffice.
pub(super) fn authorise(token: &AccessToken, method: &Method, right: Right) -> Result<(), Refusal> {
    let Right { boundary, permission, scopes } = right;
    if token.has_scope(GRANULAR) {
        return if token.permissions.iter().any(|held| held == permission) {
            Ok(())
        } else {
            Err(Refusal::insufficient_granular_scope(boundary, permission))
        };
    }
    let is_open = match scopes {
        Scopes::Api => false,
        Scopes::User => token.has_scope("read_user"),
        Scopes::Any => true,
    };
    let reads = matches!(*method, Method::GET | Method::HEAD);
    if is_open || token.has_scope("api") || (reads && token.has_scope("read_api")) {
        Ok(())
    } else {
        Err(Refusal::insufficient_scope())
    }
}

/// The token of a request, and whether it is sent as `Bearer`.
fn sent_token(headers: &HeaderMap, params: &Params) -> Option<(String, bool)> {
    if let Some(token) = headers.get("private-token") {
        return Some((token.to_str().ok()?.to_owned(), false));
    }
    if let Some(authorization) = headers.get(header::AUTHORIZATION) {
        return Some((authorization.to_str().ok()?.strip_prefix("Bearer ")?.to_owned(), true));
    }
    Some((params.text("private_token")?, false))
}

//! Finds the token of a call, and checks that it allows the route.

use http::{HeaderMap, Method, header};

use super::{prelude::*, tokens::GRANULAR};

/// The token of a request.
///
/// # Errors
///
/// 401 if there is none, if the host does not know it or does not accept it in that header, or if it is expired or revoked.
pub(super) fn authenticate(world: &World, headers: &HeaderMap) -> Result<AccessToken, ApiError> {
    let (sent, is_bearer) = sent_token(headers).ok_or_else(ApiError::unauthorized)?;
    let is_sent = |token: &&AccessToken| token.value == sent && token.kind.is_taken(is_bearer);
    let token = world.tokens.iter().find(is_sent).ok_or_else(ApiError::unauthorized)?;
    let why = if token.revoked {
        "Token was revoked. You have to re-authorize from the user."
    } else if token.expires_at.as_ref().is_some_and(|expiry| *expiry <= world.now().date()) {
        "Token is expired. You can either do re-authorization or token refresh."
    } else {
        return Ok(token.clone());
    };
    let body = json!({ "error": "invalid_token", "error_description": why });
    Err(ApiError::json(StatusCode::UNAUTHORIZED, &body))
}

/// Checks that the token of a call allows its route.
///
/// # Errors
///
/// 403 if its scopes, or its permissions if it is a fine-grained one, do not suffice.
pub(super) fn authorise(ApiCall { method, route, token, .. }: &ApiCall) -> Result<(), ApiError> {
    let refused = |body: Value| Err(ApiError::json(StatusCode::FORBIDDEN, &body));
    if token.has_scope(GRANULAR) {
        let [boundary, permission] = route.right;
        if token.permissions.iter().any(|held| held == permission) {
            return Ok(());
        }
        let why = format!(
            "Access denied: This operation requires a fine-grained personal access token with the following \
             {boundary} permissions: [{permission}]."
        );
        return refused(json!({ "error": "insufficient_granular_scope", "error_description": why }));
    }
    let is_open = route.pattern == "/personal_access_tokens/self"
        || (matches!(route.pattern, "/version" | "/user") && token.has_scope("read_user"));
    if is_open || token.has_scope("api") || (*method == Method::GET && token.has_scope("read_api")) {
        return Ok(());
    }
    let why = "The request requires higher privileges than provided by the access token.";
    refused(json!({ "error": "insufficient_scope", "error_description": why, "scope": "api" }))
}

/// The token of a request, and whether it is sent as `Bearer`.
fn sent_token(headers: &HeaderMap) -> Option<(&str, bool)> {
    if let Some(token) = headers.get("private-token") {
        return Some((token.to_str().ok()?, false));
    }
    Some((headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?, true))
}

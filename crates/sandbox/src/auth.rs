//! Finds the token of a call, and checks that it allows the route.

use http::{HeaderMap, Method, StatusCode, header};
use serde_json::{Value, json};

use super::{
    World,
    api_error::ApiError,
    params::Params,
    routes::{OWN_TOKEN, RouteMatch, USER, VERSION},
    tokens::{AccessToken, GRANULAR},
};

/// The index of a request's token among the world's tokens; `None` without a token, since public data need none.
///
/// # Errors
///
/// 401 if the host does not know the token, does not accept it in that header, or if it is expired or revoked.
pub(super) fn authenticate(
    world: &World,
    headers: &HeaderMap,
    params: &Params,
) -> Result<Option<usize>, ApiError> {
    let Some((sent, is_bearer)) = sent_token(headers, params).filter(|(sent, _)| !sent.is_empty()) else {
        return Ok(None);
    };
    let mut known = world.tokens.iter().enumerate();
    let (place, token) = known
        .find(|(_, token)| token.value == sent && token.kind.is_taken(is_bearer))
        .ok_or_else(ApiError::unauthorized)?;
    let why = if token.revoked {
        "Token was revoked. You have to re-authorize from the user."
    } else if token.expires_at.as_ref().is_some_and(|expiry| *expiry <= world.now().date()) {
        "Token is expired. You can either do re-authorization or token refresh."
    } else {
        return Ok(Some(place));
    };
    let body = json!({ "error": "invalid_token", "error_description": why });
    let challenge =
        format!(r#"Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="{why}""#);
    Err(ApiError::json(StatusCode::UNAUTHORIZED, &body).header("www-authenticate", &challenge))
}

/// The user of a token, if it allows a route.
///
/// # Errors
///
/// 403 if its scopes, or its permissions if it is a fine-grained one, do not suffice.
pub(super) fn authorise(token: &AccessToken, method: &Method, route: &RouteMatch) -> Result<u64, ApiError> {
    let refused = |body: Value| Err(ApiError::json(StatusCode::FORBIDDEN, &body));
    if token.has_scope(GRANULAR) {
        let [boundary, permission] = route.right;
        if token.permissions.iter().any(|held| held == permission) {
            return Ok(token.user_id);
        }
        let why = format!(
            "Access denied: This operation requires a fine-grained personal access token with the following \
             {boundary} permissions: [{permission}]."
        );
        return refused(json!({ "error": "insufficient_granular_scope", "error_description": why }));
    }
    let is_open = match route.pattern {
        VERSION | USER => token.has_scope("read_user"),
        OWN_TOKEN => true,
        _ => false,
    };
    let reads = matches!(*method, Method::GET | Method::HEAD);
    if is_open || token.has_scope("api") || (reads && token.has_scope("read_api")) {
        return Ok(token.user_id);
    }
    let why = "The request requires higher privileges than provided by the access token.";
    refused(json!({ "error": "insufficient_scope", "error_description": why, "scope": "api" }))
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

//! The routes about the host's version, the caller, and the caller's token; users as other resources embed them.

use super::prelude::*;

const REVISION: &str = "5a8d11b9e2f";

/// A user as other resources embed it.
pub(super) fn basic(world: &World, call: &ApiCall, id: u64) -> Value {
    let Some(user) = world.users.get(&id) else { return Value::Null };
    let shown = record(call, "user", json!(user), "");
    if user.blocked { with(shown, json!({ "state": "blocked" })) } else { shown }
}

/// `GET /version`.
#[expect(clippy::unnecessary_wraps, reason = "every route is handled by a function of this type")]
pub(super) fn version(world: &World, _: &ApiCall) -> HandlerResult {
    Ok(ok(&json!({ "version": world.rules.version.to_string(), "revision": REVISION })))
}

/// `GET /user`.
pub(super) fn current(world: &World, call: &ApiCall) -> HandlerResult {
    let user = world.users.get(&call.caller()).ok_or_else(ApiError::unauthorized)?;
    let own = json!({
        "created_at": user.created_at,
        "confirmed_at": user.created_at,
        "bot": user.bot,
        "namespace_id": user.id,
    });
    Ok(ok(&record(call, "account", with(basic(world, call, user.id), own), "")))
}

/// `GET /personal_access_tokens/self`: for tokens that are stored as personal access tokens, which those of bots are.
pub(super) fn token(world: &World, call: &ApiCall) -> HandlerResult {
    if !call.token.kind.is_personal_access_token() {
        let text = "400 Bad request - This endpoint requires token type to be a personal access token";
        return Err(ApiError::bad_request(text));
    }
    let more = json!({ "description": null, "last_used_at": world.now(), "active": true });
    Ok(ok(&with(json!(call.token), more)))
}

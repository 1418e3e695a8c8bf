//! The routes about the host's version, the caller, and the caller's token; users as other resources embed them.

use serde_json::{Value, json};

use super::{
    HandlerResult, World,
    answer::{Answer, constant_fields, with},
    api_call::ApiCall,
    refusal::Refusal,
};

const REVISION: &str = "5a8d11b9e2f";

/// A user as other resources embed it.
pub(super) fn basic(world: &World, call: &ApiCall, id: u64) -> Value {
    world.find_user(id).map_or(Value::Null, |user| {
        json!({
            "id": user.id,
            "username": user.username,
            "public_email": "",
            "name": user.name,
            "state": if user.blocked { "blocked" } else { "active" },
            "locked": false,
            "avatar_url": call.web_url(&format!("uploads/-/system/user/avatar/{id}/avatar.png")),
            "web_url": call.web_url(&user.username),
        })
    })
}

/// `GET /version`.
pub(super) fn version(world: &World, call: &ApiCall) -> HandlerResult {
    call.user()?;
    Ok(Answer::ok(&json!({ "version": world.rules.version.to_string(), "revision": REVISION })))
}

/// `GET /user`.
pub(super) fn current(world: &World, call: &ApiCall) -> HandlerResult {
    let user = world.find_user(call.user()?).ok_or_else(Refusal::unauthorized)?;
    let email = format!("{}@sandbox.invalid", user.username);
    let account = json!({
        "created_at": user.created_at,
        "bot": user.bot,
        "email": email,
        "commit_email": email,
        "confirmed_at": user.created_at,
        "namespace_id": user.id,
    });
    Ok(Answer::ok(&with(with(basic(world, call, user.id), constant_fields("account")), account)))
}

/// `GET /personal_access_tokens/self`: for tokens that are stored as personal access tokens, which those of bots are.
pub(super) fn token(world: &World, call: &ApiCall) -> HandlerResult {
    let user = world.find_user(call.user()?).ok_or_else(Refusal::unauthorized)?;
    let place = call.token.ok_or_else(Refusal::unauthorized)?;
    let token = world.tokens.get(place).ok_or_else(Refusal::unauthorized)?;
    if !token.kind.is_personal_access_token() {
        let text = "400 Bad request - This endpoint requires token type to be a personal access token";
        return Err(Refusal::bad_request(text));
    }
    Ok(Answer::ok(&json!({
        "id": place + 1,
        "name": token.name,
        "revoked": token.revoked,
        "created_at": user.created_at,
        "description": null,
        "scopes": token.scopes,
        "user_id": token.user_id,
        "last_used_at": world.now(),
        "active": true,
        "expires_at": token.expires_at,
    })))
}

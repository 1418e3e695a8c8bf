//! `POST /projects/:id/access_tokens`.

use serde_json::json;

use super::find::find_with_level;
use crate::{
    access,
    answer::{Answer, Reply},
    call::Call,
    fault::Fault,
    models::Owner,
    tokens::{AccessToken, TokenKind},
    world::World,
};

/// Makes a token of a project, with a bot user that is a member there.
pub(crate) fn create_token(world: &mut World, call: &Call) -> Reply {
    let id = find_with_level(world, call, access::MAINTAINER)?.id;
    let name = call.params.required("name")?;
    let scopes =
        call.params.list("scopes").ok_or_else(|| Fault::Parameter("scopes is missing".to_owned()))?;
    let expires_at = call.params.date("expires_at")?;
    let level = call.params.id("access_level")?.and_then(|level| u8::try_from(level).ok());
    let level = level.unwrap_or(access::MAINTAINER);
    let user_id = world.bot(Owner::Project(id), level);
    let place = world.tokens.len() + 1;
    let value = format!("sandbox-project-token-{place}");
    let made = AccessToken {
        name: name.clone(),
        kind: TokenKind::Project,
        scopes: scopes.clone(),
        expires_at: expires_at.clone(),
        ..AccessToken::personal(&value, user_id)
    };
    world.token(made);
    Ok(Answer::created(json!({
        "id": place,
        "name": name,
        "revoked": false,
        "active": true,
        "scopes": scopes,
        "user_id": user_id,
        "access_level": level,
        "expires_at": expires_at,
        "token": value,
    })))
}

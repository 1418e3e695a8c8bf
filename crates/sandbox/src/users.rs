//! Users as other resources embed them.

use serde_json::{Value, json};

use super::{call::Call, world::World};

/// A user as other resources embed it.
pub(super) fn basic(world: &World, call: &Call, id: u64) -> Value {
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

//! Who calls, and who belongs to a project; also the host's version.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    fault::{Fault, Missing},
    http::{Answer, Call, Reply},
    models::{Project, User},
    pagination::paginate,
    projects,
    search::Search,
    world::World,
};

const VERSION: &str = "18.5.1";
const REVISION: &str = "5a8d11b9e2f";

/// `GET /version`.
pub(super) fn version(_: &World, call: &Call) -> Reply {
    call.user()?;
    Ok(Answer::ok(json!({ "version": VERSION, "revision": REVISION })))
}

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

/// `GET /user`.
pub(super) fn current(world: &World, call: &Call) -> Reply {
    let user = world.find_user(call.user()?).ok_or(Fault::Unauthorized)?;
    let mut shown = basic(world, call, user.id);
    if let (Value::Object(fields), Value::Object(more)) = (&mut shown, account(user)) {
        fields.extend(more);
    }
    Ok(Answer::ok(shown))
}

fn account(user: &User) -> Value {
    let email = format!("{}@sandbox.invalid", user.username);
    json!({
        "created_at": user.created_at,
        "bio": "",
        "bot": false,
        "is_admin": false,
        "email": email,
        "commit_email": email,
        "confirmed_at": user.created_at,
        "current_sign_in_at": null,
        "last_sign_in_at": null,
        "last_activity_on": null,
        "color_scheme_id": 1,
        "theme_id": 1,
        "preferred_language": "fr",
        "projects_limit": 100_000,
        "can_create_group": true,
        "can_create_project": true,
        "two_factor_enabled": true,
        "external": false,
        "private_profile": false,
        "identities": [],
        "namespace_id": user.id,
    })
}

/// `GET /personal_access_tokens/self`.
pub(super) fn token(world: &World, call: &Call) -> Reply {
    let user = world.find_user(call.user()?).ok_or(Fault::Unauthorized)?;
    let token = &world.token;
    Ok(Answer::ok(json!({
        "id": 1,
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

/// The members of a project and of the groups above, each with its best level.
fn levels(world: &World, project: &Project) -> BTreeMap<u64, u8> {
    let owners: Vec<_> = world.owners(project).collect();
    let mut levels: BTreeMap<u64, u8> = BTreeMap::new();
    for ((owner, user), level) in &world.members {
        if owners.contains(owner) {
            let best = levels.entry(*user).or_default();
            *best = (*best).max(*level);
        }
    }
    levels
}

/// `GET /projects/:id/members/all/:user_id`.
pub(super) fn show_member(world: &World, call: &Call) -> Reply {
    let project = projects::find(world, call)?;
    let id = call.integer_segment("user_id")?;
    let level = levels(world, project).get(&id).copied();
    let found = world.find_user(id).zip(level);
    let (user, level) = found.ok_or(Fault::NotFound(Missing::Record))?;
    Ok(Answer::ok(member(world, call, user, level)))
}

/// `GET /projects/:id/members/all`: those of the groups above too.
pub(super) fn members(world: &World, call: &Call) -> Reply {
    let levels = levels(world, projects::find(world, call)?);
    let search = call.params.text("query").as_deref().and_then(Search::parse);
    let wanted: Option<Vec<String>> = call.params.list("user_ids");
    let rows: Vec<_> = levels
        .into_iter()
        .filter_map(|(id, level)| Some((world.find_user(id)?, level)))
        .filter(|(user, _)| {
            search.as_ref().is_none_or(|search| search.matches([user.name.as_str(), user.username.as_str()]))
        })
        .filter(|(user, _)| wanted.as_ref().is_none_or(|ids| ids.contains(&user.id.to_string())))
        .collect();
    paginate(call, &rows, |(user, level)| member(world, call, user, *level))
}

fn member(world: &World, call: &Call, user: &User, level: u8) -> Value {
    let mut shown = basic(world, call, user.id);
    if let Value::Object(fields) = &mut shown {
        fields.insert("access_level".to_owned(), json!(level));
        fields.insert("created_at".to_owned(), json!(user.created_at));
        fields.insert("created_by".to_owned(), Value::Null);
        fields.insert("expires_at".to_owned(), Value::Null);
        fields.insert("membership_state".to_owned(), json!("active"));
    }
    shown
}

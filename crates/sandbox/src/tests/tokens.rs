use serde_json::{Value, json};

use super::{Got, request, send_as};
use crate::{AccessToken, AccessTokenKind, Sandbox, World};

const SELF: &str = "/personal_access_tokens/self";

/// A token of each kind.
fn sandbox() -> Sandbox {
    let data = json!({
        "projects": [{ "path": "ville/portail", "name": "Portail", "issues": ["a"] }],
        "tokens": [
            { "value": "personal", "user": "agent" },
            { "value": "reader", "scopes": ["read_user"] },
            { "value": "project", "kind": "project", "of": "ville/portail", "access_level": 30 },
            { "value": "group", "kind": "group", "of": "ville" },
            { "value": "oauth", "kind": "oauth" },
            { "value": "deploy", "kind": "deploy", "scopes": ["read_repository"] },
            { "value": "job", "kind": "job" },
            { "value": "fine", "scopes": ["granular"], "permissions": ["Project: Read", "Work Item: Read"] },
            { "value": "old", "expires_at": "today-1" },
            { "value": "new", "expires_at": "today+1" },
            { "value": "gone", "revoked": true },
        ],
    });
    Sandbox::new(World::from_json(&data.to_string()).unwrap())
}

fn read(token: &str, path: &str) -> Got {
    send_as(&sandbox(), token, "GET", path, None)
}

fn statuses(token: &str) -> [u16; 4] {
    ["/version", "/user", SELF, "/projects/101/issues"].map(|path| read(token, path).status.as_u16())
}

#[test]
fn each_kind_of_token_opens_its_own_routes() {
    assert_eq!(statuses("sandbox-token"), [200, 200, 200, 200]);
    assert_eq!(statuses("personal"), [200, 200, 200, 404], "the user of this one sees no private project");
    assert_eq!(statuses("reader"), [200, 200, 200, 403]);
    assert_eq!(statuses("project"), [200, 200, 200, 200]);
    assert_eq!(statuses("group"), [200, 200, 200, 200]);
    assert_eq!(statuses("oauth"), [401, 401, 401, 401], "in this header the host looks for none");
    assert_eq!(statuses("deploy"), [401, 401, 401, 401]);
    assert_eq!(statuses("job"), [401, 401, 401, 401]);
    assert_eq!(statuses("fine"), [403, 403, 403, 200]);
    assert_eq!(statuses("old"), [401, 401, 401, 401]);
    assert_eq!(statuses("new"), [200, 200, 200, 200]);
    assert_eq!(statuses("gone"), [401, 401, 401, 401]);
}

#[test]
fn what_is_no_personal_access_token_is_not_described() {
    let bearer = |token: &str, path: &str| -> Got {
        let value = format!("Bearer {token}");
        sandbox().answer(request("GET", path, &[("authorization", &value)], None)).into()
    };
    assert_eq!(bearer("oauth", "/user").body["username"], "passerelle");
    let got = bearer("oauth", SELF);
    let text = "400 Bad request - This endpoint requires token type to be a personal access token";
    assert_eq!((got.status.as_u16(), got.body), (400, json!({ "message": text })));
    assert_eq!(bearer("personal", SELF).status, 200, "a personal one is, wherever it stands");
    assert_eq!(bearer("job", "/version").status, 401);
}

#[test]
fn a_fine_grained_token_is_told_which_permission_lacks() {
    let refused = |method: &str, path: &str, body: Option<Value>| {
        let got = send_as(&sandbox(), "fine", method, path, body);
        assert_eq!((got.status.as_u16(), &got.body["error"]), (403, &json!("insufficient_granular_scope")));
        got.body["error_description"].as_str().unwrap().to_owned()
    };
    let needs = |boundary: &str, permission: &str| {
        format!(
            "Access denied: This operation requires a fine-grained personal access token with the following {boundary} \
             permissions: [{permission}]."
        )
    };
    assert_eq!(refused("GET", "/version", None), needs("instance", "Metadata: Read"));
    assert_eq!(refused("GET", "/user", None), needs("user", "User: Read"));
    assert_eq!(refused("GET", SELF, None), needs("user", "Personal Access Token: Read"));
    let create = refused("POST", "/projects/101/issues", Some(json!({ "title": "b" })));
    assert_eq!(create, needs("project", "Work Item: Create"));
}

#[test]
fn a_fine_grained_token_shows_one_scope() {
    let mut world = World::empty();
    let user = world.token_user();
    let (scopes, permissions) = (vec!["granular".to_owned()], vec!["Personal Access Token: Read".to_owned()]);
    world.token(AccessToken { scopes, permissions, ..AccessToken::personal("fine", user) });
    let got = send_as(&Sandbox::new(world), "fine", "GET", SELF, None);
    assert_eq!(got.body["scopes"], json!(["granular"]));
}

#[test]
fn a_projects_token_stands_for_a_bot_that_is_a_member_there() {
    let user = read("project", "/user").body;
    assert_eq!((&user["bot"], &user["username"]), (&json!(true), &json!("project_101_bot_1")));
    let members = read("project", "/projects/101/members/all").body;
    let bot = members.as_array().unwrap().iter().find(|member| member["id"] == user["id"]).unwrap();
    assert_eq!(bot["access_level"], 30);
    assert_eq!(read("project", SELF).body["user_id"], user["id"]);
}

#[test]
fn a_token_of_the_usual_value_replaces_the_usual_one() {
    let data = r#"{ "tokens": [{ "value": "sandbox-token", "scopes": ["read_api"] }] }"#;
    let world = World::from_json(data).unwrap();
    assert_eq!(world.tokens.len(), 1);
    let got =
        send_as(&Sandbox::new(world), "sandbox-token", "POST", "/projects", Some(json!({ "name": "x" })));
    assert_eq!(got.body["error"], "insufficient_scope");
}

#[test]
fn a_world_with_a_token_of_an_unknown_project_is_refused() {
    let data = r#"{ "tokens": [{ "value": "x", "kind": "group", "of": "ville" }] }"#;
    let error = World::from_json(data).unwrap_err().to_string();
    assert_eq!(error, "the data are no valid world: the token \"x\" is of no group of theirs");
    assert_eq!(AccessTokenKind::default(), AccessTokenKind::Personal);
}

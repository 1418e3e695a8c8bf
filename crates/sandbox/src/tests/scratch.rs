use serde_json::json;

use super::{get, one_project, post, send_as, send_put};
use crate::{Sandbox, TOKEN};

/// A host with a subgroup `ville/essai` that a call made, and its id.
fn subgroup() -> (Sandbox, u64, u64) {
    let (sandbox, project) = one_project();
    let above = get(&sandbox, "/groups/ville").body["id"].clone();
    let body = json!({ "name": "Essai", "path": "essai", "parent_id": above, "visibility": "public" });
    let got = post(&sandbox, "/groups", body);
    assert_eq!((got.status.as_u16(), &got.body["full_path"]), (201, &json!("ville/essai")));
    assert_eq!(got.body["visibility"], "private", "not above that of the group above");
    (sandbox, project, got.body["id"].as_u64().unwrap())
}

fn delete(sandbox: &Sandbox, path: &str) -> u16 {
    send_as(sandbox, TOKEN, "DELETE", path, None).status.as_u16()
}

#[test]
fn a_group_is_made_once_in_a_group_that_the_caller_sees() {
    let (sandbox, ..) = subgroup();
    let above = get(&sandbox, "/groups/ville").body["id"].clone();
    let again = json!({ "name": "Essai", "path": "essai", "parent_id": above });
    assert_eq!(post(&sandbox, "/groups", again).status, 400);
    assert_eq!(
        post(&sandbox, "/groups", json!({ "name": "Essai", "path": "essai", "parent_id": 0 })).status,
        403
    );
    assert_eq!(post(&sandbox, "/groups", json!({ "name": "Essai" })).status, 400);
}

#[test]
fn a_project_that_moves_redirects_from_its_old_path() {
    let (sandbox, project, group) = subgroup();
    let moved = send_put(&sandbox, &format!("/projects/{project}/transfer"), json!({ "namespace": group }));
    assert_eq!(
        (moved.status.as_u16(), &moved.body["path_with_namespace"]),
        (200, &json!("ville/essai/portail"))
    );
    assert_eq!(get(&sandbox, "/projects/ville%2Fportail").status, 301);
    assert_eq!(get(&sandbox, "/projects/ville%2Fessai%2Fportail").status, 200);
    let nowhere =
        send_put(&sandbox, &format!("/projects/{project}/transfer"), json!({ "namespace": "ailleurs" }));
    assert_eq!((nowhere.status.as_u16(), &nowhere.body["message"]), (404, &json!("404 Namespace Not Found")));
}

#[test]
fn what_is_deleted_stays_under_another_name_until_it_is_removed_for_good() {
    let (sandbox, _, group) = subgroup();
    let body = json!({ "name": "Budget", "path": "budget", "namespace_id": group });
    let project = post(&sandbox, "/projects", body).body["id"].clone();
    assert_eq!(get(&sandbox, &format!("/projects/{project}")).status, 200);
    assert_eq!(delete(&sandbox, &format!("/groups/{group}")), 202);
    let path = format!("ville/essai-deletion_scheduled-{group}");
    assert_eq!(get(&sandbox, &format!("/groups/{group}")).body["full_path"], path);
    assert_eq!(delete(&sandbox, &format!("/groups/{group}")), 400);
    let full_path = urlencoding::encode(&path).into_owned();
    let removal = |path: &str| format!("/groups/{group}?permanently_remove=true&full_path={path}");
    assert_eq!(delete(&sandbox, &removal("ville")), 400);
    assert_eq!(delete(&sandbox, &removal(&full_path)), 202);
    assert_eq!(get(&sandbox, &format!("/groups/{group}")).status, 404);
    assert_eq!(get(&sandbox, &format!("/projects/{project}")).status, 404);
}

#[test]
fn a_group_has_labels_and_milestones_that_its_projects_have() {
    let (sandbox, project) = one_project();
    let label = json!({ "name": "Accueil", "color": "#112233" });
    assert_eq!(post(&sandbox, "/groups/ville/labels", label.clone()).status, 201);
    assert_eq!(post(&sandbox, "/groups/ville/labels", label).status, 409);
    assert_eq!(get(&sandbox, &format!("/projects/{project}/labels")).all("name"), ["Accueil"]);
    assert_eq!(post(&sandbox, "/groups/ville/milestones", json!({ "title": "2030" })).status, 201);
    let own = json!({ "title": "Sprint 1", "due_date": "2030-01-31" });
    assert_eq!(
        post(&sandbox, &format!("/projects/{project}/milestones"), own).body["due_date"],
        "2030-01-31"
    );
    let all = get(&sandbox, &format!("/projects/{project}/milestones?include_ancestors=true"));
    assert_eq!(all.all("title"), ["Sprint 1", "2030"]);
}

#[test]
fn a_token_of_a_project_belongs_to_a_bot_with_the_given_level() {
    let (sandbox, project) = one_project();
    let body = json!({ "name": "essai", "scopes": ["api"], "access_level": 10, "expires_at": "2999-01-01" });
    let made = post(&sandbox, &format!("/projects/{project}/access_tokens"), body);
    assert_eq!((made.status.as_u16(), &made.body["access_level"]), (201, &json!(10)));
    let token = made.body["token"].as_str().unwrap();
    let label = json!({ "name": "neuf", "color": "#ff0000" });
    let path = format!("/projects/{project}/labels");
    assert_eq!(send_as(&sandbox, token, "POST", &path, Some(label)).status, 403);
}

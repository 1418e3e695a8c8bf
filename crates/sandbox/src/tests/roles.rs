use serde_json::{Value, json};

use super::{get, label_names, one_project, post, send_put};
use crate::{Owner, Sandbox, Visibility, World, access};

/// A public project with a label, a milestone and one issue of somebody else; the caller has this level in it, 0 for none.
fn public_project(level: u8) -> (Sandbox, u64, u64) {
    let (sandbox, id) = one_project();
    let milestone = sandbox.edit(|world| {
        let group = world.find_group("ville").unwrap().id;
        let user = world.token_user();
        world.members.remove(&(Owner::Group(group), user));
        world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
        if level > 0 {
            world.members.insert((Owner::Project(id), user), level);
        }
        let other = world.user("autre", "Autre");
        world.label(id, "bug", "#ff0000");
        world.issue_with(id, json!({ "title": "d'un autre" })).unwrap();
        world.issues.get_mut(&(id, 1)).unwrap().author_id = other;
        world.milestone(id, "Sprint 1")
    });
    (sandbox, id, milestone)
}

fn create(level: u8) -> (Sandbox, u64, Value) {
    let (sandbox, id, milestone) = public_project(level);
    let user = sandbox.read(World::token_user);
    let body = json!({
        "title": "a", "labels": "bug,neuf", "milestone_id": milestone, "assignee_ids": [user], "due_date": "2025-10-01",
    });
    let got = post(&sandbox, &format!("/projects/{id}/issues"), body);
    assert_eq!(got.status, 201);
    (sandbox, id, got.body)
}

#[test]
fn what_a_stranger_sets_on_a_new_issue_vanishes() {
    let (sandbox, id, issue) = create(0);
    assert_eq!(issue["labels"], json!([]));
    assert_eq!(
        (&issue["milestone"], &issue["assignees"], &issue["due_date"]),
        (&json!(null), &json!([]), &json!(null))
    );
    assert_eq!(label_names(&sandbox, id), ["bug"]);
}

#[test]
fn a_guest_sets_what_exists_on_a_new_issue_and_makes_no_label() {
    let (sandbox, id, issue) = create(access::GUEST);
    assert_eq!(issue["labels"], json!(["bug"]));
    assert_eq!(issue["milestone"]["title"], "Sprint 1");
    assert_eq!(
        (&issue["assignees"][0]["username"], &issue["due_date"]),
        (&json!("passerelle"), &json!("2025-10-01"))
    );
    assert_eq!(label_names(&sandbox, id), ["bug"]);
}

#[test]
fn a_planner_makes_labels() {
    let (sandbox, id, issue) = create(access::PLANNER);
    assert_eq!(issue["labels"], json!(["bug", "neuf"]));
    assert_eq!(label_names(&sandbox, id), ["bug", "neuf"]);
}

#[test]
fn a_guest_changes_the_text_and_state_of_their_own_issue_alone() {
    let (sandbox, id, issue) = create(access::GUEST);
    let path = format!("/projects/{id}/issues/{}", issue["iid"]);
    let body = json!({
        "title": "b", "labels": "", "milestone_id": 0, "assignee_ids": [], "due_date": "", "state_event": "close",
    });
    let got = send_put(&sandbox, &path, body);
    assert_eq!(
        (got.status.as_u16(), &got.body["title"], &got.body["state"]),
        (200, &json!("b"), &json!("closed"))
    );
    for field in ["labels", "milestone", "assignees", "due_date"] {
        assert_eq!(got.body[field], issue[field], "{field} stays");
    }
}

#[test]
fn a_guest_changes_no_issue_of_others_unless_it_is_assigned_to_them() {
    let (sandbox, id, _) = public_project(access::GUEST);
    let path = format!("/projects/{id}/issues/1");
    assert_eq!(send_put(&sandbox, &path, json!({ "title": "b" })).status, 403);
    sandbox.edit(|world| {
        let user = world.token_user();
        world.issues.get_mut(&(id, 1)).unwrap().assignee_id = Some(user);
    });
    assert_eq!(send_put(&sandbox, &path, json!({ "title": "b" })).status, 200);
}

#[test]
fn guests_make_no_labels_by_themselves() {
    let (sandbox, id, _) = public_project(access::GUEST);
    let label = json!({ "name": "neuf", "color": "#ff0000" });
    assert_eq!(post(&sandbox, &format!("/projects/{id}/labels"), label).status, 403);
}

#[test]
fn who_writes_is_who_called() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "a");
        let user = world.user("agent", "Agent");
        world.members.insert((Owner::Project(id), user), access::DEVELOPER);
        world.token(crate::AccessToken::personal("agent-token", user));
    });
    let send =
        |method, path: &str, body| super::send_as(&sandbox, "agent-token", method, path, Some(body)).body;
    let path = format!("/projects/{id}/issues/1");
    assert_eq!(send("PUT", &path, json!({ "state_event": "close" }))["closed_by"]["username"], "agent");
    assert_eq!(
        send("POST", &format!("{path}/notes"), json!({ "body": "Vu" }))["author"]["username"],
        "agent"
    );
    assert_eq!(get(&sandbox, &path).body["author"]["username"], "passerelle");
}

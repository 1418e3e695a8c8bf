use serde_json::{Value, json};

use super::{get, get_as_stranger, issue, label_names, one_project, post, send_as, send_put};
use crate::{IssueState, Owner, Sandbox, TOKEN, Visibility, access};

fn titles(sandbox: &Sandbox, id: u64, query: &str) -> String {
    get(sandbox, &format!("/projects/{id}/issues?{query}")).all("title").join(" ")
}

#[test]
fn states_are_few_and_the_empty_one_is_none() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "a");
        world.closed_issue(id, "b");
    });
    assert_eq!(titles(&sandbox, id, ""), "b a");
    assert_eq!(titles(&sandbox, id, "state=all"), "b a");
    assert_eq!(titles(&sandbox, id, "state=opened"), "a");
    assert_eq!(titles(&sandbox, id, "state=closed"), "b");
    for state in ["", "active"] {
        let got = get(&sandbox, &format!("/projects/{id}/issues?state={state}"));
        assert_eq!(
            (got.status.as_u16(), got.body),
            (400, json!({ "error": "state does not have a valid value" }))
        );
    }
}

#[test]
fn filters_narrow_lists_and_counts_alike() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.milestone(id, "Sprint 1");
        let user = world.user("agent", "Agent");
        world.members.insert((Owner::Project(id), user), access::DEVELOPER);
        world
            .issue_with(id, json!({ "title": "a", "labels": ["bug", "front"], "due_date": "2025-08-01" }))
            .unwrap();
        world
            .issue_with(
                id,
                json!({ "title": "b", "labels": ["bug"], "milestone": "Sprint 1", "assignee": "agent" }),
            )
            .unwrap();
        world.issue_with(id, json!({ "title": "c", "state": "closed", "due_date": "2030-01-01" })).unwrap();
    });
    let cases = [
        ("labels=bug", "b a"),
        ("labels=bug,front", "a"),
        ("labels=Bug", ""),
        ("labels=None", "c"),
        ("milestone=Sprint%201", "b"),
        ("milestone=None", "c a"),
        ("assignee_id=None", "c a"),
        ("assignee_username[]=agent", "b"),
        ("iids[]=1&iids[]=3", "c a"),
    ];
    for (query, expected) in cases {
        assert_eq!(titles(&sandbox, id, query), expected, "{query}");
        let got = get(&sandbox, &format!("/projects/{id}/issues_statistics?{query}"));
        let count = expected.split_whitespace().count();
        assert_eq!(got.body["statistics"]["counts"]["all"], count, "{query}");
    }
    for (query, expected) in [("due_date=overdue", "a"), ("due_date=0", "b")] {
        assert_eq!(titles(&sandbox, id, query), expected, "{query}");
        let got = get(&sandbox, &format!("/projects/{id}/issues_statistics?{query}"));
        assert_eq!(got.body["statistics"]["counts"]["all"], 3, "a count does not know {query}");
    }
}

#[test]
fn statistics_count_by_state() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "a");
        world.issue(id, "b");
        world.closed_issue(id, "c");
    });
    let expected = json!({ "statistics": { "counts": { "all": 3, "closed": 1, "opened": 2 } } });
    assert_eq!(get(&sandbox, &format!("/projects/{id}/issues_statistics")).body, expected);
}

#[test]
fn the_search_looks_at_titles_alone_when_told_so() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "Page de connexion");
        world.issue_with(id, json!({ "title": "Autre", "description": "Voir la connexion" })).unwrap();
    });
    assert_eq!(titles(&sandbox, id, "search=connexion"), "Autre Page de connexion");
    assert_eq!(titles(&sandbox, id, "search=connexion&in=title"), "Page de connexion");
}

#[test]
fn the_order_can_be_chosen() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue_with(id, json!({ "title": "b", "due_date": "2025-10-02" })).unwrap();
        world.issue_with(id, json!({ "title": "Élan", "due_date": "2025-10-01" })).unwrap();
        world.issue(id, "z");
    });
    send_put(&sandbox, &format!("/projects/{id}/issues/1"), json!({ "labels": "x" }));
    assert_eq!(titles(&sandbox, id, "order_by=updated_at"), "b z Élan");
    assert_eq!(titles(&sandbox, id, "order_by=due_date&sort=asc"), "Élan b z");
    assert_eq!(titles(&sandbox, id, "order_by=due_date&sort=desc"), "b Élan z");
}

#[test]
fn an_absent_issue_has_its_own_wording() {
    let (sandbox, id) = one_project();
    let got = get(&sandbox, &format!("/projects/{id}/issues/9"));
    assert_eq!((got.status.as_u16(), got.body), (404, json!({ "message": "404 Not found" })));
    assert_eq!(get(&sandbox, "/projects/9/issues/9").body, json!({ "message": "404 Project Not Found" }));
}

#[test]
fn a_new_issue_makes_the_labels_that_it_names() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        let group = world.group("ville", "Ville");
        world.group_label(group, "urgent", "#ff0000");
    });
    let body = json!({ "title": "  Panne  ", "labels": "urgent, neuf", "state_event": "close" });
    let got = post(&sandbox, &format!("/projects/{id}/issues"), body);
    assert_eq!((got.status.as_u16(), &got.body["iid"]), (201, &json!(1)));
    assert_eq!(got.body["title"], "Panne");
    assert_eq!(got.body["state"], "opened");
    assert_eq!(got.body["labels"], json!(["neuf", "urgent"]));
    assert_eq!(got.body["web_url"], "http://host:8081/ville/portail/-/issues/1");
    assert_eq!(label_names(&sandbox, id), ["neuf"]);
}

#[test]
fn titles_are_needed_and_bounded() {
    let (sandbox, id) = one_project();
    let send = |body: Value| {
        let got = post(&sandbox, &format!("/projects/{id}/issues"), body);
        (got.status.as_u16(), got.body)
    };
    assert_eq!(send(json!({})), (400, json!({ "error": "title is missing" })));
    assert_eq!(send(json!({ "title": " " })), (400, json!({ "message": { "title": ["can't be blank"] } })));
    assert_eq!(
        send(json!({ "title": "é".repeat(256) })),
        (400, json!({ "message": { "title": ["is too long (maximum is 255 characters)"] } }))
    );
    assert_eq!(send(json!({ "title": "é".repeat(255) })).0, 201);
}

#[test]
fn a_milestone_of_a_group_above_is_taken_and_a_foreign_one_ignored() {
    let (sandbox, id) = one_project();
    let (above, foreign) = sandbox.edit(|world| {
        let group = world.group("ville", "Ville");
        let other = world.project("autre/projet", "Projet");
        (world.group_milestone(group, "Rentrée"), world.milestone(other, "Rentrée"))
    });
    let create = |milestone: u64| {
        let body = json!({ "title": "a", "milestone_id": milestone });
        post(&sandbox, &format!("/projects/{id}/issues"), body).body["milestone"]["id"].clone()
    };
    assert_eq!(create(above), above);
    assert_eq!(create(foreign), json!(null));
    assert_eq!(create(4242), json!(null));
}

#[test]
fn archived_projects_take_no_issues() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.projects.get_mut(&id).unwrap().archived = true);
    let got = post(&sandbox, &format!("/projects/{id}/issues"), json!({ "title": "a" }));
    assert_eq!((got.status.as_u16(), got.body), (403, json!({ "message": "403 Forbidden" })));
}

#[test]
fn closing_twice_changes_nothing() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let path = format!("/projects/{id}/issues/1");
    let first = send_put(&sandbox, &path, json!({ "state_event": "close" }));
    assert_eq!((first.status.as_u16(), &first.body["state"]), (200, &json!("closed")));
    assert_eq!(first.body["closed_at"], first.body["updated_at"]);
    let second = send_put(&sandbox, &path, json!({ "state_event": "close" }));
    assert_eq!((second.status.as_u16(), &second.body), (200, &first.body));
    let third = send_put(&sandbox, &path, json!({ "state_event": "reopen" }));
    assert_eq!((&third.body["state"], &third.body["closed_at"]), (&json!("opened"), &json!(null)));
    assert_eq!(send_put(&sandbox, &path, json!({ "state_event": "shut" })).status, 400);
}

#[test]
fn labels_are_replaced_added_and_removed() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue_with(id, json!({ "title": "a", "labels": ["a", "b"] })).unwrap());
    let set =
        |body: Value| send_put(&sandbox, &format!("/projects/{id}/issues/1"), body).body["labels"].clone();
    assert_eq!(set(json!({ "add_labels": "c,d" })), json!(["a", "b", "c", "d"]));
    assert_eq!(set(json!({ "remove_labels": ["a"] })), json!(["b", "c", "d"]));
    assert_eq!(set(json!({ "labels": ["z"] })), json!(["z"]));
    assert_eq!(set(json!({ "labels": "" })), json!([]));
}

#[test]
fn dates_milestones_and_assignees_are_set_and_cleared() {
    let (sandbox, id) = one_project();
    let (sprint, user, stranger) = sandbox.edit(|world| {
        world.issue(id, "a");
        let user = world.user("agent", "Agent");
        world.members.insert((Owner::Project(id), user), access::REPORTER);
        (world.milestone(id, "Sprint 1"), user, world.user("ailleurs", "Ailleurs"))
    });
    let set = |body: Value| send_put(&sandbox, &format!("/projects/{id}/issues/1"), body).body;
    let all = json!({ "due_date": "2025-10-01", "milestone_id": sprint, "assignee_ids": [user, 1] });
    let shown = set(all);
    assert_eq!(shown["due_date"], "2025-10-01");
    assert_eq!(shown["milestone"]["title"], "Sprint 1");
    assert_eq!(shown["assignees"].as_array().unwrap().len(), 1);
    assert_eq!(shown["assignee"]["username"], "agent");
    let shown = set(json!({ "due_date": "", "milestone_id": 0, "assignee_ids": [] }));
    assert_eq!(
        (&shown["due_date"], &shown["milestone"], &shown["assignee"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert_eq!(set(json!({ "assignee_ids": [stranger] }))["assignees"], json!([]));
    assert_eq!(set(json!({ "due_date": "2025-02-30" })), json!({ "error": "due_date is invalid" }));
}

#[test]
fn a_change_must_change_something() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let got = send_put(&sandbox, &format!("/projects/{id}/issues/1"), json!({}));
    assert_eq!(got.status, 400);
    assert!(
        got.body["error"].as_str().unwrap().ends_with("are missing, at least one parameter must be provided")
    );
}

#[test]
fn whoever_cannot_read_the_project_leaves_the_assignee_as_it_was() {
    let (sandbox, id) = one_project();
    let (member, stranger, blocked) = sandbox.edit(|world| {
        let users = ["agent", "inconnu", "parti"].map(|name| world.user(name, name));
        let [member, stranger, blocked] = users;
        world.members.insert((Owner::Project(id), member), access::DEVELOPER);
        world.members.insert((Owner::Project(id), blocked), access::DEVELOPER);
        world.users.get_mut(&blocked).unwrap().blocked = true;
        world.issue_with(id, json!({ "title": "a", "assignee": "agent" })).unwrap();
        (member, stranger, blocked)
    });
    for user in [stranger, blocked, 999] {
        let path = format!("/projects/{id}/issues/1");
        let shown = send_put(&sandbox, &path, json!({ "assignee_ids": [user] })).body;
        assert_eq!(shown["assignee"]["id"], member, "{user}");
    }
}

#[test]
fn confidential_issues_are_for_members() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue_with(id, json!({ "title": "a", "confidential": true })).unwrap();
        world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
    });
    assert_eq!(titles(&sandbox, id, ""), "a");
    assert_eq!(get_as_stranger(&sandbox, &format!("/projects/{id}/issues")).body, json!([]));
    assert_eq!(get_as_stranger(&sandbox, &format!("/projects/{id}/issues/1")).status, 404);
}

#[test]
fn time_is_the_worlds_own() {
    let run = || {
        let (sandbox, id) = one_project();
        post(&sandbox, &format!("/projects/{id}/issues"), json!({ "title": "a" })).body
    };
    assert_eq!(run(), run());
    assert_eq!(run()["created_at"].as_str().unwrap().len(), "2025-09-01T08:00:00.000Z".len());
}

#[test]
fn an_issue_is_not_deleted_here() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let got = send_as(&sandbox, TOKEN, "DELETE", &format!("/projects/{id}/issues/1"), None);
    assert_eq!(got.status, 405);
    assert_eq!(issue(&sandbox, id, 1).state, IssueState::Opened);
}

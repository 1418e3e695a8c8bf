use serde_json::{Value, json};

use super::{issue, label_names, one_project, post, send_put};
use crate::Sandbox;

fn issue_with(labels: &[&str]) -> (Sandbox, u64) {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue_with(id, json!({ "title": "a", "labels": labels })).unwrap());
    (sandbox, id)
}

fn change((sandbox, id): &(Sandbox, u64), body: Value) -> Value {
    send_put(sandbox, &format!("/projects/{id}/issues/1"), body).body["labels"].clone()
}

#[test]
fn of_one_scope_the_label_that_is_sent_last_wins() {
    let (sandbox, id) = one_project();
    let create = |labels: &str| {
        let body = json!({ "title": "a", "labels": labels });
        post(&sandbox, &format!("/projects/{id}/issues"), body).body["labels"].clone()
    };
    assert_eq!(create("prio::haute,prio::basse,bug"), json!(["bug", "prio::basse"]));
    assert_eq!(create("prio::basse,prio::haute"), json!(["prio::haute"]));
    assert_eq!(create("prio::haute,etat::neuf"), json!(["etat::neuf", "prio::haute"]));
    assert_eq!(create("a::b::c,a::d"), json!(["a::b::c", "a::d"]), "the last `::` ends the scope");
}

#[test]
fn a_label_that_is_added_replaces_the_one_of_its_scope() {
    let issue = issue_with(&["prio::basse", "bug"]);
    assert_eq!(change(&issue, json!({ "add_labels": "prio::haute" })), json!(["bug", "prio::haute"]));
    let merged = json!({ "labels": "bug,prio::haute,prio::basse" });
    assert_eq!(change(&issue, merged), json!(["bug", "prio::basse"]), "the whole set, the new one last");
    let first = json!({ "labels": "prio::haute,bug,prio::basse" });
    assert_eq!(
        change(&issue, first),
        json!(["bug", "prio::basse"]),
        "the order sent counts, not what is new"
    );
}

#[test]
fn two_of_one_scope_stay_while_neither_is_new() {
    let issue = issue_with(&["prio::basse", "prio::haute"]);
    assert_eq!(change(&issue, json!({ "add_labels": "bug" })), json!(["bug", "prio::basse", "prio::haute"]));
}

#[test]
fn scopes_do_not_exclude_labels_on_the_free_tier() {
    let issue = issue_with(&["prio::basse"]);
    issue.0.edit(|world| world.rules.scoped_labels = false);
    assert_eq!(change(&issue, json!({ "add_labels": "prio::haute" })), json!(["prio::basse", "prio::haute"]));
}

#[test]
fn an_issue_has_no_more_labels_than_the_host_allows() {
    let (sandbox, id) = issue_with(&["a", "b"]);
    sandbox.edit(|world| world.rules.max_labels = Some(3));
    let path = format!("/projects/{id}/issues/1");
    let refusal = json!({ "message": "Cannot add more than 3 labels to a work item." });
    let got = send_put(&sandbox, &path, json!({ "add_labels": "c,d", "title": "b" }));
    assert_eq!((got.status.as_u16(), &got.body), (400, &refusal));
    assert_eq!(issue(&sandbox, id, 1).title, "a", "nothing was changed");
    assert_eq!(send_put(&sandbox, &path, json!({ "add_labels": "c" })).status, 200);
    let got = post(&sandbox, &format!("/projects/{id}/issues"), json!({ "title": "x", "labels": "a,b,c,d" }));
    assert_eq!((got.status.as_u16(), &got.body), (400, &refusal));
    assert!(sandbox.read(|world| !world.issues.contains_key(&(id, 2))));
    assert_eq!(label_names(&sandbox, id), ["a", "b", "c"], "a refused label is not made");
}

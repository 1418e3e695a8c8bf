use serde_json::json;

use super::{Got, one_project, send_at};
use crate::{AccessToken, Moment, Owner, Sandbox, access};

fn limited() -> (Sandbox, u64) {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.rules.rate_limits = true);
    (sandbox, id)
}

/// How many of these reads are answered within the first minute.
fn answered(sandbox: &Sandbox, path: &str, tries: usize) -> usize {
    (0..tries).filter(|_| send_at(sandbox, 59, "GET", path, None).status == 200).count()
}

fn refused(got: &Got) {
    assert_eq!((got.status.as_u16(), got.header("retry-after")), (429, Some("60")));
    let text = "This endpoint has been requested too many times. Try again later.";
    assert_eq!(got.body, json!({ "message": { "error": text } }));
}

#[test]
fn thirty_searches_of_issues_a_minute_are_answered() {
    let (sandbox, id) = limited();
    let path = format!("/projects/{id}/issues?search=panne");
    assert_eq!(answered(&sandbox, &path, 31), 30);
    refused(&send_at(&sandbox, 59, "GET", &path, None));
    refused(&send_at(&sandbox, 59, "GET", &format!("/projects/{id}/issues_statistics?search=x"), None));
    assert_eq!(
        send_at(&sandbox, 59, "GET", &format!("/projects/{id}/issues"), None).status,
        200,
        "plain lists"
    );
    assert_eq!(send_at(&sandbox, 59, "GET", "/projects?search=panne", None).status, 200, "other searches");
    assert_eq!(send_at(&sandbox, 60, "GET", &path, None).status, 200, "the next minute");
}

#[test]
fn a_search_that_is_answered_with_304_counts_too() {
    let (sandbox, id) = limited();
    let path = format!("/projects/{id}/issues?search=panne");
    let tag = send_at(&sandbox, 0, "GET", &path, None).header("etag").unwrap().to_owned();
    let again = || {
        let headers = [("private-token", super::TOKEN), ("if-none-match", tag.as_str())];
        sandbox.answer_at(super::request("GET", &path, &headers, None), Moment(1)).status().as_u16()
    };
    assert_eq!((1..30).filter(|_| again() == 304).count(), 29);
    assert_eq!(again(), 429);
}

#[test]
fn each_user_has_their_own_limit() {
    let (sandbox, id) = limited();
    sandbox.edit(|world| {
        let user = world.user("agent", "Agent");
        world.members.insert((Owner::Project(id), user), access::REPORTER);
        world.token(AccessToken::personal("second", user));
    });
    let path = format!("/projects/{id}/issues?search=panne");
    assert_eq!(answered(&sandbox, &path, 31), 30);
    let request = super::request("GET", &path, &[("private-token", "second")], None);
    assert_eq!(sandbox.answer_at(request, Moment(59)).status(), 200);
}

#[test]
fn two_hundred_pages_of_groups_a_minute_are_answered() {
    let (sandbox, _) = limited();
    assert_eq!(answered(&sandbox, "/groups?all_available=true&per_page=1", 201), 200);
    refused(&send_at(&sandbox, 59, "GET", "/groups?page=201", None));
    assert_eq!(send_at(&sandbox, 59, "GET", "/groups/ville", None).status, 200);
}

#[test]
fn two_hundred_issues_a_minute_are_created_in_a_project() {
    let (sandbox, id) = limited();
    let other = sandbox.edit(|world| world.project("ville/autre", "Autre"));
    let create = |reference: &str| {
        send_at(&sandbox, 0, "POST", &format!("/projects/{reference}/issues"), Some(json!({ "title": "a" })))
    };
    let by_id = (0..150).filter(|_| create(&id.to_string()).status == 201).count();
    let by_path = (0..51).filter(|_| create("ville%2Fportail").status == 201).count();
    assert_eq!((by_id, by_path), (150, 50));
    refused(&create(&id.to_string()));
    assert_eq!(create(&other.to_string()).status, 201);
}

#[test]
fn nothing_is_limited_unless_asked_for() {
    let (sandbox, id) = one_project();
    assert_eq!(answered(&sandbox, &format!("/projects/{id}/issues?search=panne"), 40), 40);
}

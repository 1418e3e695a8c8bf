use serde_json::json;

use super::{get, get_with, one_project, post, send_put};
use crate::{Sandbox, World};

#[test]
fn every_success_has_a_weak_tag_and_must_be_revalidated() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "a");
        world.milestone(id, "Sprint 1");
        world.label(id, "bug", "#ff0000");
    });
    let paths = [
        "/version",
        "/user",
        "/personal_access_tokens/self",
        "/projects",
        "/projects/101",
        "/projects/101/members/all",
        "/projects/101/members/all/1",
        "/groups",
        "/groups/ville",
        "/groups/ville/projects",
        "/projects/101/issues",
        "/projects/101/issues_statistics",
        "/projects/101/issues/1",
        "/projects/101/issues/1/notes",
        "/projects/101/labels",
        "/projects/101/labels/bug",
        "/projects/101/milestones",
        "/projects/101/milestones/20001",
    ];
    for path in paths {
        let got = get(&sandbox, path);
        assert_eq!(got.status, 200, "{path}");
        let tag = got.header("etag").unwrap();
        assert!(tag.len() == 36 && tag.starts_with("W/\"") && tag.ends_with('"'), "{path}: {tag}");
        assert_eq!(got.header("cache-control"), Some("max-age=0, private, must-revalidate"), "{path}");
        let again = get_with(&sandbox, path, &[("if-none-match", tag)]);
        assert_eq!(again.status, 304, "{path}");
    }
}

#[test]
fn whoever_sends_the_tag_again_gets_headers_and_no_body() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let path = format!("/projects/{id}/issues?per_page=1");
    let first = get(&sandbox, &path);
    let tag = first.header("etag").unwrap();
    let again = get_with(&sandbox, &path, &[("if-none-match", tag)]);
    assert_eq!((again.status.as_u16(), again.response.body().len()), (304, 0));
    assert_eq!((again.header("etag"), again.header("content-type")), (Some(tag), None));
    assert_eq!(again.header("x-next-page"), first.header("x-next-page"));
}

#[test]
fn no_other_tag_is_taken_for_it() {
    let (sandbox, id) = one_project();
    let path = format!("/projects/{id}");
    let tag = get(&sandbox, &path).header("etag").unwrap().to_owned();
    let strong = tag.trim_start_matches("W/").to_owned();
    for other in ["*", &strong, &format!("{tag}, \"x\""), "W/\"0\""] {
        assert_eq!(get_with(&sandbox, &path, &[("if-none-match", other)]).status, 200, "{other}");
    }
}

#[test]
fn a_change_changes_the_tag() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| world.issue(id, "a"));
    let path = format!("/projects/{id}/issues");
    let tag = get(&sandbox, &path).header("etag").unwrap().to_owned();
    send_put(&sandbox, &format!("{path}/1"), json!({ "title": "b" }));
    let got = get_with(&sandbox, &path, &[("if-none-match", &tag)]);
    assert_eq!((got.status.as_u16(), got.all("title")), (200, vec!["b"]));
    assert_ne!(got.header("etag"), Some(tag.as_str()));
}

#[test]
fn errors_and_what_is_only_accepted_have_no_tag() {
    let (sandbox, id) = one_project();
    let created = post(&sandbox, &format!("/projects/{id}/issues"), json!({ "title": "a" }));
    assert!(created.header("etag").is_some(), "what is created has one");
    let body = json!({ "body": "/close" });
    let accepted = post(&sandbox, &format!("/projects/{id}/issues/1/notes"), body);
    assert_eq!(accepted.status, 202);
    let refused = [
        get(&sandbox, "/projects/999"),
        get(&sandbox, "/nothing"),
        get(&Sandbox::new(World::empty()), "/groups?per_page=0"),
        accepted,
    ];
    for got in refused {
        assert_eq!(
            (got.header("etag"), got.header("cache-control")),
            (None, Some("no-cache")),
            "{}",
            got.body
        );
    }
}

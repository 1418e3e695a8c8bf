use serde_json::json;

use super::{get, one_project, send_put};
use crate::{FaultKind, Sandbox, World};

#[test]
fn an_update_meets_a_resource_lock_as_often_as_asked() {
    let (sandbox, id) = one_project();
    sandbox.edit(|world| {
        world.issue(id, "a");
        world.fault("PUT /projects/101/issues", 1, FaultKind::ResourceLock);
    });
    let path = format!("/projects/{id}/issues/1");
    let locked = send_put(&sandbox, &path, json!({ "title": "b" }));
    assert_eq!(
        (locked.status.as_u16(), locked.body),
        (409, json!({ "message": "409 Conflict: Resource lock" }))
    );
    assert_eq!(sandbox.issue(id, 1).unwrap().title, "a", "nothing was changed");
    assert_eq!(send_put(&sandbox, &path, json!({ "title": "b" })).status, 200);
}

#[test]
fn a_network_in_front_of_the_host_answers_with_a_page() {
    let (sandbox, _) = one_project();
    sandbox.edit(|world| world.fault("GET /projects/ville/portail", 1, FaultKind::Cloudflare));
    assert_eq!(get(&sandbox, "/projects").status, 200, "another call");
    let got = get(&sandbox, "/projects/ville%2Fportail");
    assert_eq!((got.status.as_u16(), got.header("server")), (403, Some("cloudflare")));
    assert_eq!(got.header("content-type"), Some("text/html; charset=UTF-8"));
    assert!(got.response.body().starts_with(b"<!DOCTYPE html>"));
}

#[test]
fn the_general_throttle_answers_in_plain_text_and_asks_for_an_hour() {
    let world = World::from_json(r#"{ "faults": [{ "call": "GET /", "times": 2, "kind": "throttled" }] }"#);
    let sandbox = Sandbox::new(world.unwrap());
    for _ in 0..2 {
        let got = get(&sandbox, "/projects");
        assert_eq!((got.status.as_u16(), got.header("retry-after")), (429, Some("3600")));
        assert_eq!(
            (got.header("content-type"), got.response.body().as_ref()),
            (Some("text/plain"), &b"Retry later"[..])
        );
    }
    assert_eq!(get(&sandbox, "/projects").status, 200);
}

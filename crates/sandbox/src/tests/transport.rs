use serde_json::json;

use super::{Got, get, get_as_stranger, issue, one_project, post, request, send_as};
use crate::{Sandbox, TOKEN, Visibility, World};

fn refused(got: &Got, status: u16, body: &serde_json::Value) {
    assert_eq!((got.status.as_u16(), &got.body), (status, body));
}

#[test]
fn a_wrong_token_is_refused_everywhere_and_so_is_none() {
    let sandbox = Sandbox::new(World::empty());
    for path in ["/version", "/projects", "/nothing/here"] {
        for token in ["wrong", ""] {
            let got = send_as(&sandbox, token, "GET", path, None);
            refused(&got, 401, &json!({ "message": "401 Unauthorized" }));
        }
        let got: Got = sandbox.answer(request("GET", path, &[], None)).into();
        refused(&got, 401, &json!({ "message": "401 Unauthorized" }));
    }
}

#[test]
fn a_stranger_sees_what_is_not_private() {
    let mut world = World::empty();
    world.project("ville/secret", "Secret");
    for visibility in [Visibility::Internal, Visibility::Public] {
        let project = world.project(&format!("ville/{visibility:?}"), "Ouvert");
        world.projects.get_mut(&project).unwrap().visibility = visibility;
    }
    let got = get_as_stranger(&Sandbox::new(world), "/projects");
    assert_eq!(got.all("path"), ["Public", "Internal"]);
}

#[test]
fn bearer_is_as_good_as_private_token() {
    let sandbox = Sandbox::new(World::empty());
    let request = http::Request::builder()
        .uri("/api/v4/user")
        .header("authorization", format!("Bearer {TOKEN}"))
        .body(bytes::Bytes::new());
    assert_eq!(sandbox.answer(request.unwrap()).status(), 200);
}

#[test]
fn a_token_past_its_day_or_withdrawn_says_so() {
    let mut world = World::empty();
    world.tokens[0].expires_at = Some("2025-09-01".to_owned());
    let got = get(&Sandbox::new(world.clone()), "/user");
    assert_eq!(got.status, 401);
    assert_eq!(got.body["error"], "invalid_token");
    world.tokens[0].expires_at = None;
    world.tokens[0].revoked = true;
    let got = get(&Sandbox::new(world), "/user");
    assert_eq!(got.body["error_description"], "Token was revoked. You have to re-authorize from the user.");
}

#[test]
fn a_token_that_only_reads_writes_nothing() {
    let mut world = World::empty();
    world.tokens[0].scopes = vec!["read_api".to_owned()];
    let sandbox = Sandbox::new(world);
    assert_eq!(get(&sandbox, "/projects").status, 200);
    let got = post(&sandbox, "/projects", json!({ "name": "X" }));
    assert_eq!((got.status.as_u16(), &got.body["error"]), (403, &json!("insufficient_scope")));
}

#[test]
fn the_token_tells_its_scopes() {
    let got = get(&Sandbox::new(World::empty()), "/personal_access_tokens/self");
    assert_eq!(got.body["scopes"], json!(["api"]));
    assert_eq!(got.body["active"], true);
    assert_eq!(got.body["expires_at"], json!(null));
}

#[test]
fn an_unknown_route_has_its_own_wording() {
    let sandbox = Sandbox::new(World::empty());
    for path in ["/nothing", "/projects/", "/projects/a/b/c", "/groups/ville/numerique"] {
        refused(&get(&sandbox, path), 404, &json!({ "error": "404 Not Found" }));
    }
}

#[test]
fn a_known_route_with_another_method_is_not_allowed() {
    let got = send_as(&Sandbox::new(World::empty()), TOKEN, "DELETE", "/groups", None);
    refused(&got, 405, &json!({ "error": "405 Not Allowed" }));
}

#[test]
fn bad_json_is_refused_and_forms_are_read() {
    let (sandbox, id) = one_project();
    let send = |kind: &str, body: &'static str| {
        let request = http::Request::post(format!("/api/v4/projects/{id}/issues"))
            .header("private-token", TOKEN)
            .header("content-type", kind)
            .body(bytes::Bytes::from_static(body.as_bytes()));
        sandbox.answer(request.unwrap()).status().as_u16()
    };
    assert_eq!(send("application/json; charset=utf-8", "{"), 400);
    assert_eq!(
        send("application/x-www-form-urlencoded", "title=L%27%C3%A9t%C3%A9+vient&labels[]=a&labels[]=b"),
        201
    );
    let issue = issue(&sandbox, id, 1);
    assert_eq!(issue.title, "L'été vient");
    assert_eq!(issue.labels.into_iter().collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn pages_carry_their_headers() {
    let mut world = World::empty();
    for number in 0..45 {
        world.project(&format!("ville/p{number}"), &format!("P{number}"));
    }
    let sandbox = Sandbox::new(world);
    let got = get(&sandbox, "/projects?simple=true&per_page=20&page=2");
    let headers = ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"];
    let values: Vec<_> = headers.iter().map(|name| got.header(name).unwrap()).collect();
    assert_eq!(values, ["2", "20", "3", "1", "45", "3"]);
    let link = got.header("link").unwrap();
    assert!(
        link.contains("<http://host:8081/api/v4/projects?page=3&per_page=20&simple=true>; rel=\"next\""),
        "{link}"
    );
    assert!(link.contains("rel=\"last\""));
    let last = get(&sandbox, "/projects?page=3&per_page=20");
    assert_eq!(last.header("x-next-page"), Some(""));
    let past = get(&sandbox, "/projects?page=9");
    assert_eq!((past.status.as_u16(), past.body), (200, json!([])));
}

#[test]
fn page_sizes_are_lowered_to_100_and_0_is_refused() {
    let sandbox = Sandbox::new(World::empty());
    assert_eq!(get(&sandbox, "/groups?per_page=1000").header("x-per-page"), Some("100"));
    let got = get(&sandbox, "/groups?per_page=0");
    refused(&got, 400, &json!({ "error": "per_page has a value not allowed" }));
    assert_eq!(get(&sandbox, "/groups?per_page=-1").status, 400);
    assert_eq!(get(&sandbox, "/groups?page=0").status, 400);
    assert_eq!(get(&sandbox, "/groups?page=x").body, json!({ "error": "page is invalid" }));
}

#[test]
fn more_than_ten_thousand_rows_are_not_counted() {
    let mut world = World::empty();
    let id = world.project("ville/grand", "Grand");
    for _ in 0..10_001 {
        world.issue(id, "Encore");
    }
    let got = get(&Sandbox::new(world), &format!("/projects/{id}/issues?per_page=100"));
    assert_eq!((got.header("x-total"), got.header("x-total-pages")), (None, None));
    assert_eq!(got.header("x-next-page"), Some("2"));
    assert!(!got.header("link").unwrap().contains("rel=\"last\""));
}

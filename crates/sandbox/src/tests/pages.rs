use bytes::Bytes;
use serde_json::json;

use super::{get, one_project, post};
use crate::{Sandbox, World};

/// Status and text of what a browser without a token gets.
fn browse(sandbox: &Sandbox, path: &str, language: &str) -> (u16, String) {
    let request =
        http::Request::builder().uri(path).header("host", "host:8081").header("accept-language", language);
    let response = sandbox.answer(request.body(Bytes::new()).unwrap());
    (response.status().as_u16(), String::from_utf8(response.body().to_vec()).unwrap())
}

#[test]
fn every_address_in_an_answer_leads_to_a_page() {
    let sandbox = Sandbox::new(World::sample());
    for path in [
        "/projects",
        "/groups",
        "/projects/ville%2Fnumerique%2Fportail-citoyen/issues",
        "/projects/ville%2Fnumerique%2Fportail-citoyen/milestones",
        "/projects/ville%2Fnumerique%2Fportail-citoyen/members/all",
    ] {
        let rows = get(&sandbox, path);
        for row in rows.body.as_array().unwrap() {
            let address = row["web_url"].as_str().unwrap().strip_prefix("http://host:8081").unwrap();
            let (status, page) = browse(&sandbox, address, "fr");
            assert_eq!(status, 200, "{address}");
            let name = row.get("title").or_else(|| row.get("name")).unwrap().as_str().unwrap();
            assert!(page.contains(&name.replace('&', "&amp;").replace('"', "&quot;")), "{address}: {page}");
        }
    }
}

#[test]
fn a_page_shows_an_issue_as_it_is_now_in_the_language_of_the_browser() {
    let (sandbox, id) = one_project();
    let issue = json!({ "title": "<script>alert(1)</script>", "labels": "bug" });
    assert_eq!(post(&sandbox, &format!("/projects/{id}/issues"), issue).status, 201);
    let (_, page) = browse(&sandbox, "/ville/portail/-/issues/1", "en-GB,en;q=0.9");
    assert!(page.contains("#1 &lt;script&gt;") && !page.contains("<script>"), "{page}");
    assert!(page.contains("<p>Open</p>") && page.contains("bug"), "{page}");
    super::send_put(&sandbox, &format!("/projects/{id}/issues/1"), json!({ "state_event": "close" }));
    let (_, page) = browse(&sandbox, "/ville/portail/-/issues/1", "fr");
    assert!(page.contains("<p>Fermé</p>"), "{page}");
}

#[test]
fn no_page_shows_what_the_first_token_does_not() {
    let mut world = World::empty();
    world.project("ville/secret", "Secret");
    let stranger = world.user("autre", "Autre");
    world.tokens[0].user_id = stranger;
    let sandbox = Sandbox::new(world);
    for path in
        ["/ville/secret", "/groups/ville", "/nothing", "/ville/secret/-/issues/1", "/ville/secret/-/issues/x"]
    {
        assert_eq!(browse(&sandbox, path, "fr"), (404, r#"{"error":"404 Not Found"}"#.to_owned()), "{path}");
    }
}

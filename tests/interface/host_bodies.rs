//! How much of the host's bodies is kept.

use serde_json::json;

use crate::{
    stage::Stage,
    world::{hinted, portail},
};

const LIST: &str = "issues/assistant-list";

#[tokio::test]
async fn a_page_ends_at_the_objects_that_were_asked_for() {
    let stage = Stage::with(portail()).await;
    let issues: Vec<_> =
        (1..=5).map(|iid| json!({ "id": iid, "iid": iid, "title": format!("Titre {iid}") })).collect();
    stage.refuse("GET /projects/101/issues", 200, json!(issues));
    let body = stage.post(LIST, hinted(json!({ "limit": 2 }))).await.ok();
    assert_eq!(body["issues"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_name_without_end_is_cut() {
    let stage = Stage::with(portail()).await;
    let issue = json!({ "id": 1, "iid": 1, "title": "é".repeat(100_000) });
    stage.refuse("GET /projects/101/issues", 200, json!([issue]));
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    assert_eq!(body["issues"][0]["title"], "é".repeat(1_024));
}

#[tokio::test]
async fn an_error_body_past_64_kb_is_not_read_for_its_message() {
    let stage = Stage::with(portail()).await;
    let body = |size: usize| json!({ "message": "Trop long", "more": vec![0; size / 2] });
    for (size, told) in [(60_000, true), (70_000, false)] {
        stage.once("GET /projects?", 400, body(size));
        let detail = stage.post(LIST, hinted(json!({}))).await.error(400);
        assert_eq!(detail.contains("Trop long"), told, "{detail}");
    }
}

//! Labels: further pages, then one search.

use gitlab_sandbox::World;
use serde_json::json;
use wiremock::ResponseTemplate;

use super::{NARROW, broken};
use crate::stage::{Answer, Stage};

const ADD_LABEL: &str = "issues/assistant-add-label";

/// Project 101 with an issue #1, and more labels than a page holds; `Zone urgente` is the last.
fn labels(number: u32) -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.issue(portail, "Affiche");
    for number in 1..=number {
        world.label(portail, &format!("autre {number:03}"), "#112233");
    }
    world.label(portail, "Zone urgente", "#112233");
    world
}

async fn add_label(stage: &Stage, name: &str, create: bool) -> Answer {
    let body = json!({
        "project_hint": "portail", "issue_hint": "affiche", "label_name": name, "create_label_if_missing": create,
    });
    stage.post(ADD_LABEL, body).await
}

#[tokio::test]
async fn a_label_of_the_first_page_is_one_read() {
    let stage = Stage::with(labels(150)).await;
    assert_eq!(add_label(&stage, "autre 001", false).await.ok()["labels"], json!(["autre 001"]));
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

#[tokio::test]
async fn a_label_past_the_first_page_is_looked_for_before_one_is_created_or_missed() {
    for create in [false, true] {
        let stage = Stage::with(labels(150)).await;
        assert_eq!(add_label(&stage, "zone urgente", create).await.ok()["labels"], json!(["Zone urgente"]));
        assert_eq!(stage.count("POST "), 0);
        assert_eq!(stage.count("GET /projects/101/labels"), 2);
    }
}

#[tokio::test]
async fn a_label_is_missed_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(labels(50)).await;
    add_label(&stage, "xylophone", false).await.error(404);
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

#[tokio::test]
async fn no_label_is_missed_or_created_where_a_further_page_could_not_be_read() {
    for create in [false, true] {
        let mut world = labels(150);
        world.issue(101, "Autre chose");
        let stage = Stage::with(world).await;
        let first = json!([{ "id": 1, "name": "autre 001" }]);
        let first = ResponseTemplate::new(200).set_body_json(first).append_header("x-next-page", "2");
        stage.fault("GET /projects/101/labels", 1, first);
        stage.refuse("GET /projects/101/labels?", 500, broken());
        add_label(&stage, "xylophone", create).await.error(500);
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn without_widen_labels_are_one_page() {
    let stage = Stage::set(labels(150), NARROW).await;
    add_label(&stage, "zone urgente", false).await.error(404);
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

#[tokio::test]
async fn the_label_of_that_very_name_is_used_wherever_it_stands() {
    let mut world = labels(150);
    world.label(101, "ZONE URGENTE", "#112233");
    let stage = Stage::with(world).await;
    assert_eq!(add_label(&stage, "ZONE URGENTE", false).await.ok()["labels"], json!(["ZONE URGENTE"]));
    let stage = Stage::with(labels(150)).await;
    assert_eq!(add_label(&stage, "Autre 001", false).await.ok()["labels"], json!(["autre 001"]));
    assert_eq!(stage.count("GET /projects/101/labels"), 2, "\"Autre 001\" may stand on the second page");
}

#[tokio::test]
async fn past_a_thousand_labels_one_is_searched_with_accents_or_without() {
    for stored in ["Zone de sécurité", "zone de securite"] {
        let mut world = labels(1_050);
        world.label(101, stored, "#112233");
        let stage = Stage::with(world).await;
        assert_eq!(add_label(&stage, "zone de sécurité", false).await.ok()["labels"], json!([stored]));
        assert_eq!(stage.count("GET /projects/101/labels?per_page=100&page="), 10);
        assert_eq!(stage.count("GET /projects/101/labels?search="), 2, "as typed, and cut without accents");
    }
}

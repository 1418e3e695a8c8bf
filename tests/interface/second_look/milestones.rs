//! Milestones: further pages, those of the groups above among them, then one search.

use gitlab_sandbox::World;
use passerelle::messages::unclear::NOT_ALL_READ;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{NARROW, broken};
use crate::{
    stage::{Stage, says},
    world::with,
};

const BATCH: &str = "issues/assistant-batch-create";

/// Project 101 with a milestone `Version 3`, and its group with `Grand lancement`.
fn milestones() -> World {
    let mut world = World::empty();
    let ville = world.group("ville", "Ville");
    let portail = world.project("ville/portail", "Portail");
    world.milestone(portail, "Version 3");
    world.group_milestone(ville, "Grand lancement");
    world
}

async fn batch(stage: &Stage, milestone: &str) -> Value {
    let body =
        json!({ "project_hint": "portail", "milestone_hint": milestone, "issues": [{ "title": "Affiche" }] });
    stage.post(BATCH, body).await.ok()
}

#[tokio::test]
async fn an_exact_milestone_is_one_read() {
    let stage = Stage::with(milestones()).await;
    assert_eq!(batch(&stage, "version 3").await["milestone"]["title"], "Version 3");
    assert_eq!(stage.count("GET /projects/101/milestones"), 1);
}

#[tokio::test]
async fn a_milestone_that_the_project_lacks_is_looked_for_in_the_groups_above() {
    let stage = Stage::with(milestones()).await;
    let answer = batch(&stage, "grand lancement").await;
    assert_eq!(answer["milestone"]["title"], "Grand lancement");
    assert_eq!(answer["results"][0]["milestone_assigned"], true);
    let reads: Vec<_> = stage.calls().into_iter().filter(|call| call.contains("/milestones?")).collect();
    assert_eq!(reads.len(), 2);
    assert!(
        !reads[0].contains("include_ancestors=true") && reads[1].contains("include_ancestors=true"),
        "{reads:?}"
    );
}

#[tokio::test]
async fn a_milestone_that_is_nowhere_is_not_searched_where_all_were_read() {
    let stage = Stage::with(milestones()).await;
    assert_eq!(batch(&stage, "xylophone").await["status"], "milestone_not_found");
    assert_eq!(stage.count("GET /projects/101/milestones"), 2, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_second_look_at_milestones_that_fails_counts_as_empty_and_is_told() {
    for (path, fields, status) in [
        (BATCH, json!({ "issues": [{ "title": "Affiche" }] }), "milestone_not_found"),
        ("issues/assistant-create", json!({ "title": "Affiche" }), "created"),
    ] {
        let stage = Stage::with(milestones()).await;
        let none = ResponseTemplate::new(200).set_body_json(json!([]));
        stage.fault("GET /projects/101/milestones", 1, none);
        stage.refuse("GET /projects/101/milestones", 500, broken());
        let hints = json!({ "project_hint": "portail", "milestone_hint": "grand lancement" });
        let answer = stage.post(path, with(fields, hints)).await.ok();
        assert_eq!(answer["status"], status);
        assert!(says(&answer, &NOT_ALL_READ), "{answer}");
    }
}

#[tokio::test]
async fn without_widen_milestones_are_the_projects_own() {
    let stage = Stage::set(milestones(), NARROW).await;
    assert_eq!(batch(&stage, "grand lancement").await["status"], "milestone_not_found");
    assert_eq!(stage.count("GET /projects/101/milestones"), 1);
}

#[tokio::test]
async fn a_host_before_16_7_is_asked_for_the_groups_milestones_in_its_own_words() {
    let stage = Stage::with(milestones()).await;
    let own = ResponseTemplate::new(200)
        .set_body_json(json!([{ "id": 1, "title": "Version 3", "project_id": 101 }]));
    stage.fault("GET /projects/101/milestones?include_ancestors", usize::MAX, own);
    assert_eq!(batch(&stage, "grand lancement").await["milestone"]["title"], "Grand lancement");
    assert_eq!(stage.count("GET /projects/101/milestones?include_parent_milestones=true&"), 1);
}

#[tokio::test]
async fn a_milestone_past_the_first_page_is_found_on_a_further_one() {
    let mut world = milestones();
    for number in 1..=250 {
        world.milestone(101, &format!("Étape {number:03}"));
    }
    world.milestone(101, "Grande bascule");
    let stage = Stage::with(world).await;
    assert_eq!(batch(&stage, "grande bascule").await["milestone"]["title"], "Grande bascule");
    assert_eq!(stage.count("GET /projects/101/milestones?include_ancestors=true&per_page=100&page="), 3);
    assert!(!stage.calls().iter().any(|call| call.contains("search=grande")));
}

#[tokio::test]
async fn before_a_change_the_twin_of_an_exact_milestone_is_looked_for() {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    for number in 1..=110 {
        world.milestone(portail, &format!("Étape {number:03}"));
    }
    world.milestone(portail, "Étape 001");
    let stage = Stage::with(world).await;
    let answer = batch(&stage, "étape 001").await;
    assert_eq!(answer["status"], "milestone_clarification_needed");
    assert_eq!(answer["candidate_milestones"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn past_a_thousand_milestones_one_search_asks_for_the_most_telling_word() {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    for number in 1..=1_050 {
        world.milestone(portail, &format!("Étape {number:04}"));
    }
    world.milestone(portail, "Grande bascule");
    let stage = Stage::with(world).await;
    assert_eq!(batch(&stage, "grande bascule").await["milestone"]["title"], "Grande bascule");
    let searches: Vec<_> = stage
        .calls()
        .into_iter()
        .filter(|call| call.contains("/milestones?") && call.contains("search="))
        .collect();
    assert_eq!(
        searches,
        ["GET /projects/101/milestones?search=bascule&include_ancestors=true&per_page=100&page=1"]
    );
}

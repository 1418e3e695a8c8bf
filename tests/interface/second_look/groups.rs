//! Groups: further pages, then one search.

use gitlab_sandbox::World;
use serde_json::{Value, json};

use super::{NARROW, broken};
use crate::stage::Stage;

const LIST: &str = "projects/assistant-list";
const CHECK: &str = "projects/check-create";
const CREATE: &str = "projects/assistant-create";

/// Groups `g-1` to `g-N`, then `zone`, the last of the host's list.
fn groups(number: u32) -> World {
    let mut world = World::empty();
    for number in 1..=number {
        world.group(&format!("g-{number}"), &format!("Autre {number}"));
    }
    world.group("zone", "Zone franche");
    world
}

async fn group(stage: &Stage, hint: &str) -> Value {
    stage.post(LIST, json!({ "group_hint": hint })).await.ok()
}

#[tokio::test]
async fn an_exact_group_is_one_page_even_where_the_host_has_more() {
    let stage = Stage::with(groups(60)).await;
    assert_eq!(group(&stage, "autre 1").await["resolved_group"], "g-1");
    assert_eq!(stage.count("GET /groups?"), 1);
}

#[tokio::test]
async fn a_group_of_a_further_page_is_found_there() {
    // 150 groups, a page of 100.
    let stage = Stage::with(groups(149)).await;
    assert_eq!(group(&stage, "zone franche").await["resolved_group"], "zone");
    assert_eq!(stage.count("GET /groups?all_available=true&per_page=100&page=2"), 1, "{:?}", stage.calls());
    let counted = "passerelle_second_looks_total{object=\"group\",found=\"true\"} 1";
    assert!(stage.metrics().await.contains(counted));
}

#[tokio::test]
async fn a_full_page_without_headers_may_not_be_the_last_however_large_it_was_to_be() {
    let stage = Stage::with(groups(149)).await;
    let full: Vec<_> = (1_000..1_100)
        .map(|id| json!({ "id": id, "name": format!("Autre {id}"), "full_path": format!("g/{id}") }))
        .collect();
    stage.once("GET /groups?all_available", 200, full);
    let answer = stage.post(LIST, json!({ "group_hint": "zone franche", "limit": 200 })).await.ok();
    assert_eq!(answer["resolved_group"], "zone");
}

#[tokio::test]
async fn a_group_is_missed_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(groups(10)).await;
    assert_eq!(group(&stage, "xylophone").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn a_group_that_is_on_no_page_is_neither_read_again_nor_searched() {
    let stage = Stage::with(groups(149)).await;
    assert_eq!(group(&stage, "xylophone").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 2, "{:?}", stage.calls());
    // A first page that is not full holds all groups too.
    let stage = Stage::with(groups(10)).await;
    let body = json!({ "project_name": "Nouveau", "target_group_hint": "xylophone" });
    assert_eq!(stage.post(CHECK, body).await.ok()["status"], "group_not_found");
    assert_eq!(stage.count("GET /groups?"), 1, "{:?}", stage.calls());
}

#[tokio::test]
async fn after_a_smaller_page_the_pages_are_full_ones() {
    let stage = Stage::with(groups(149)).await;
    let body = json!({ "project_name": "Nouveau", "target_group_hint": "zone franche" });
    assert_eq!(stage.post(CHECK, body).await.ok()["resolved_group"], "zone");
    let reads: Vec<_> = stage.calls().into_iter().filter(|call| call.starts_with("GET /groups?")).collect();
    let page = |size, number| format!("GET /groups?all_available=true&per_page={size}&page={number}");
    assert_eq!(reads, [page(50, 1), page(100, 1), page(100, 2)]);
}

#[tokio::test]
async fn up_to_two_thousand_groups_are_read_and_none_is_searched() {
    let stage = Stage::with(groups(1_200)).await;
    assert_eq!(group(&stage, "zone franche").await["resolved_group"], "zone");
    assert_eq!(stage.count("GET /groups?all_available=true&per_page=100&page="), 13);
    assert_eq!(stage.count("GET /groups?search="), 0);
}

#[tokio::test]
async fn past_two_thousand_groups_one_search_asks_for_the_most_telling_word() {
    let stage = Stage::with(groups(2_100)).await;
    assert_eq!(group(&stage, "zone franche").await["resolved_group"], "zone");
    assert_eq!(stage.count("GET /groups?all_available=true&per_page=100&page="), 20);
    assert_eq!(stage.count("GET /groups?search="), 1, "{:?}", stage.calls().last());
    assert_eq!(stage.count("GET /groups?search=franche&"), 1);
}

#[tokio::test]
async fn past_two_thousand_groups_a_path_and_a_short_name_are_found_however_many_share_a_word() {
    let mut world = groups(2_100);
    for (path, name) in [("org", "Organisation"), ("org/paie", "Paie"), ("zrh", "RH")] {
        world.group(path, name);
    }
    let stage = Stage::with(world).await;
    for (hint, path) in [("org/paie", "org/paie"), ("RH", "zrh"), ("org", "org")] {
        let answer = group(&stage, hint).await;
        assert_eq!(answer["resolved_group"], path, "{hint}: {answer}");
    }
}

#[tokio::test]
async fn a_second_look_at_groups_that_fails_counts_as_empty() {
    let stage = Stage::with(groups(149)).await;
    stage.refuse("GET /groups?all_available=true&per_page=100&page=2", 500, broken());
    stage.refuse("GET /groups?search", 500, broken());
    assert_eq!(group(&stage, "zone franche").await["status"], "not_found");
}

#[tokio::test]
async fn without_widen_a_group_is_one_page() {
    let stage = Stage::set(groups(149), NARROW).await;
    assert_eq!(group(&stage, "zone franche").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn before_a_change_the_twin_of_an_exact_group_is_looked_for() {
    let mut world = groups(149);
    // The host sorts by name, then by id: the first hundred hold one of them.
    world.group("a", "Autre 1");
    let stage = Stage::with(world).await;
    let body =
        json!({ "project_name": "Nouveau", "target_group_hint": "autre 1", "limit": 5, "dry_run": true });
    let answer = stage.post(CREATE, body).await.ok();
    assert_eq!(answer["status"], "clarification_needed");
    assert_eq!(answer["candidate_groups"].as_array().unwrap().len(), 2);
}

//! The projects that words may mean, and all of them.

use gitlab_sandbox::{Owner, Visibility, World};
use passerelle::messages;
use serde_json::{Value, json};

use super::{numerique, twin_groups};
use crate::{
    stage::{Stage, each, fields, fr, says},
    world::shown,
};

const FIND: &str = "projects/find";

const FIND_FIELDS: [&str; 8] = [
    "candidate_groups",
    "message",
    "projects",
    "status",
    "success",
    "suggested_groups",
    "suggested_projects",
    "truncated",
];

/// Three projects whose names hold "portail", one in a group of its own, and one whose name does not.
fn portails() -> World {
    let mut world = World::empty();
    world.group("ville", "Mairie");
    world.group("region", "Région");
    world.project("ville/portail-citoyen", "Portail citoyen");
    world.project("ville/agents/portail-agents", "Portail des agents");
    world.project("region/portail", "Portail");
    world.project("ville/cantine", "Cantine");
    world
}

async fn find(stage: &Stage, request: Value) -> Value {
    let answer = stage.post(FIND, request).await.ok();
    assert_eq!(fields(&answer), FIND_FIELDS);
    answer
}

fn paths(answer: &Value) -> Vec<&str> {
    each(&answer["projects"], "path_with_namespace").into_iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn projects_are_found_best_first_with_the_scores_of_their_resolution() {
    let stage = Stage::with(portails()).await;
    let answer = find(&stage, json!({ "query": "portail" })).await;
    assert_eq!(paths(&answer)[0], "region/portail");
    assert_eq!(paths(&answer).len(), 3);
    let resolved = json!({ "project_hint": "portail", "root_hint": "ville" });
    let asked = stage.post("projects/assistant-progress", resolved).await.ok();
    let scored = |list: &Value| -> Vec<Value> { list.as_array().unwrap().clone() };
    let among = find(&stage, json!({ "query": "portail", "root_hint": "ville" })).await;
    assert_eq!(scored(&among["projects"]), scored(&asked["candidate_projects"]));
    insta::assert_json_snapshot!("found", shown(&stage, &answer));
}

#[tokio::test]
async fn what_nothing_fits_is_not_found_and_comes_with_the_nearest() {
    let stage = Stage::with(portails()).await;
    let answer = find(&stage, json!({ "query": "xylophone" })).await;
    assert_eq!(answer["status"], "nothing_found");
    assert_eq!(answer["projects"], json!([]));
    insta::assert_json_snapshot!("nothing_found", shown(&stage, &answer));
}

#[tokio::test]
async fn a_blank_query_lists_all_projects_last_active_first_without_a_score() {
    for query in [json!(null), json!("  "), json!("!?")] {
        let mut world = portails();
        let cantine = world.find_project("ville/cantine").unwrap().id;
        world.issue(cantine, "Menus");
        let stage = Stage::with(world).await;
        let answer = find(&stage, json!({ "query": query, "limit": 3 })).await;
        assert_eq!(answer["status"], "found");
        assert_eq!(paths(&answer)[0], "ville/cantine", "{query}");
        assert_eq!((paths(&answer).len(), &answer["truncated"]), (3, &json!(true)));
        assert!(each(&answer["projects"], "score").into_iter().all(Value::is_null));
        let listing = "GET /projects?simple=true&order_by=last_activity_at&sort=desc&per_page=3&page=1";
        assert_eq!(stage.count(listing), 1, "{:?}", stage.calls());
    }
}

#[tokio::test]
async fn a_listing_of_more_than_a_page_reads_on() {
    let mut world = World::empty();
    for number in 1..=230 {
        world.project(&format!("ville/projet-{number}"), "Projet");
    }
    let stage = Stage::with(world).await;
    let answer = find(&stage, json!({ "limit": 150 })).await;
    assert_eq!((paths(&answer).len(), &answer["truncated"]), (150, &json!(true)));
    let answer = find(&stage, json!({ "limit": 1000 })).await;
    assert_eq!((paths(&answer).len(), &answer["truncated"]), (230, &json!(false)));
}

#[tokio::test]
async fn a_group_holds_what_is_below_it() {
    let stage = Stage::with(portails()).await;
    let answer = find(&stage, json!({ "query": "portail", "group_hint": "Mairie" })).await;
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville"]);
    let mut found = paths(&answer);
    found.sort_unstable();
    assert_eq!(found, ["ville/agents/portail-agents", "ville/portail-citoyen"]);
    let group = &answer["candidate_groups"][0]["id"];
    assert_eq!(
        stage.count(&format!("GET /groups/{group}/projects?search=portail")),
        1,
        "{:?}",
        stage.calls()
    );
    assert_eq!(stage.count("GET /projects?search"), 0, "what is elsewhere is not read");
    let answer = find(&stage, json!({ "group_hint": "Mairie" })).await;
    assert_eq!(paths(&answer).len(), 3);
}

#[tokio::test]
async fn a_group_that_is_not_sure_is_asked_for_or_not_found() {
    let stage = Stage::with(twin_groups()).await;
    let answer = find(&stage, json!({ "query": "portail", "group_hint": "support" })).await;
    assert_eq!(answer["status"], "group_clarification_needed");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a/support", "b/support"]);
    let answer = find(&stage, json!({ "query": "portail", "group_hint": "xylophone" })).await;
    assert_eq!(answer["status"], "group_not_found");
    assert_eq!(answer["candidate_groups"], json!([]));
    let path = json!({ "query": "portail", "group_hint": "a/support" });
    assert_eq!(find(&stage, path).await["status"], "nothing_found", "a path answers the question");
}

#[tokio::test]
async fn a_root_hint_restricts_searches_and_listings() {
    let stage = Stage::with(portails()).await;
    for query in ["portail", ""] {
        let answer = find(&stage, json!({ "query": query, "root_hint": "region" })).await;
        assert_eq!(paths(&answer), ["region/portail"]);
    }
}

#[tokio::test]
async fn a_path_or_an_address_finds_that_project_alone() {
    let stage = Stage::with(portails()).await;
    let address = format!("{}/ville/cantine", stage.server.uri());
    for query in [address.as_str(), "ville/cantine"] {
        let answer = find(&stage, json!({ "query": query })).await;
        assert_eq!((paths(&answer)[0], &answer["projects"][0]["score"]), ("ville/cantine", &json!(100)));
    }
}

#[tokio::test]
async fn nothing_outside_of_the_roots_is_found_listed_or_suggested() {
    let mut world = portails();
    for number in 1..=60 {
        let id = world.project(&format!("autres/portail-{number}"), &format!("Portail {number}"));
        world.projects.get_mut(&id).unwrap().visibility = Visibility::Public;
    }
    for roots in ["ville", "ville,region", "ville/portail-citoyen", "region/portail,ville"] {
        let stage = Stage::set(world.clone(), &[("policy.roots", roots)]).await;
        for query in ["portail", "xylophone", ""] {
            let answer = find(&stage, json!({ "query": query, "limit": 50 })).await;
            let roots: Vec<_> = roots.split(',').collect();
            let shown = each(&answer["suggested_projects"], "path_with_namespace");
            let shown = shown.into_iter().filter_map(Value::as_str).chain(paths(&answer));
            let outside: Vec<_> =
                shown.filter(|path| !roots.iter().any(|root| path.starts_with(root))).collect();
            assert_eq!(outside, [""; 0], "{roots:?} {query:?}");
            assert_eq!(paths(&answer).is_empty(), query == "xylophone", "{roots:?} {query:?}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_projects_of_several_roots_are_merged_by_their_last_activity() {
    let mut world = portails();
    let portail = world.find_project("region/portail").unwrap().id;
    world.issue(portail, "Menus");
    let stage = Stage::set(world, &[("policy.roots", "ville,region")]).await;
    let answer = find(&stage, json!({})).await;
    assert_eq!((paths(&answer)[0], paths(&answer).len()), ("region/portail", 4));
    assert_eq!(stage.count("GET /projects"), 0, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_project_that_is_about_to_be_deleted_is_not_found() {
    let mut world = portails();
    let portail = world.find_project("region/portail").unwrap().id;
    world.schedule_deletion(Owner::Project(portail));
    let stage = Stage::with(world).await;
    for query in ["portail", ""] {
        let answer = find(&stage, json!({ "query": query })).await;
        assert!(!paths(&answer).iter().any(|path| path.starts_with("region")), "{answer}");
    }
}

#[tokio::test]
async fn projects_that_are_left_out_take_no_place_of_others() {
    let mut world = portails();
    for path in ["ville/portail-citoyen", "ville/agents/portail-agents", "ville/cantine"] {
        let project = world.find_project(path).unwrap().id;
        world.schedule_deletion(Owner::Project(project));
        let stage = Stage::with(world.clone()).await;
        let answer = find(&stage, json!({ "limit": 1 })).await;
        assert_eq!(paths(&answer).len(), 1, "{answer}");
    }
    let (stage, page) = (Stage::with(world).await, "GET /projects?order_by=last_activity_at&sort=desc");
    assert_eq!(paths(&find(&stage, json!({ "limit": 1 })).await), ["region/portail"]);
    assert!(stage.count(page) <= 2, "a page of one, then a full one: {:?}", stage.calls());
}

#[tokio::test]
async fn projects_that_are_left_out_on_a_further_page_take_no_place_of_others() {
    let mut world = World::empty();
    world.group("ville", "Mairie");
    for number in 0..330 {
        let project = world.project(&format!("ville/p{number}"), &format!("Projet {number}"));
        if (150..200).contains(&number) {
            world.schedule_deletion(Owner::Project(project));
        }
    }
    let stage = Stage::with(world).await;
    assert_eq!(paths(&find(&stage, json!({ "limit": 200 })).await).len(), 200);
}

#[tokio::test]
async fn more_than_the_limit_is_told() {
    let stage = Stage::with(portails()).await;
    let answer = find(&stage, json!({ "query": "portail", "limit": 2 })).await;
    assert_eq!((paths(&answer).len(), &answer["truncated"]), (2, &json!(true)));
    assert!(answer["message"].as_str().unwrap().contains(&fr(&messages::MORE)));
    for limit in [json!(0), json!(1001), json!("2")] {
        stage.post(FIND, json!({ "limit": limit })).await.error(422);
    }
}

#[tokio::test]
async fn the_hosts_failures_are_forwarded_and_those_of_a_second_look_are_borne() {
    let stage = Stage::with(numerique()).await;
    stage.refuse("GET /projects", 403, json!({ "message": "403 Forbidden" }));
    for query in ["portail", ""] {
        stage.post(FIND, json!({ "query": query })).await.error(403);
    }
    stage.refuse("GET /groups", 500, json!({}));
    stage.post(FIND, json!({ "group_hint": "Mairie" })).await.error(500);
    let stage = Stage::with(portails()).await;
    stage.refuse("GET /projects?search=portial", 200, json!([]));
    stage.refuse("GET /projects?search=port&", 429, json!({}));
    let answer = find(&stage, json!({ "query": "portial" })).await;
    assert_eq!(paths(&answer).len(), 3, "{answer} {:?}", stage.calls());
    assert_eq!(answer["truncated"], true, "{answer}");
    stage.refuse("GET /projects?search=xylo&", 429, json!({}));
    let answer = find(&stage, json!({ "query": "xylophone" })).await;
    assert!(says(&answer, &messages::unclear::NOT_ALL_READ), "{answer}");
}

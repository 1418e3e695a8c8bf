//! Checking a new project: its group, and similar projects.

use gitlab_sandbox::{Owner, World};
use passerelle::messages::taken;
use serde_json::{Value, json};

use super::{ASSISTED, IMPATIENT, go_out_together, numerique, twin_groups};
use crate::{
    stage::{Stage, each, fields, says},
    world::shown,
};

const CHECK: &str = "projects/check-create";

async fn check(stage: &Stage, body: Value) -> Value {
    stage.post(CHECK, body).await.ok()
}

#[tokio::test]
async fn the_suggested_path_is_the_slug_of_the_name() {
    let stage = Stage::with(numerique()).await;
    for (name, slug) in [
        ("Portail Citoyen", "portail-citoyen"),
        ("  Élections   européennes ", "elections-europeennes"),
        ("L'école & la mairie", "l-ecole-la-mairie"),
        ("v2.0_beta", "v2.0_beta"),
        ("-- déjà vu ...", "deja-vu"),
    ] {
        assert_eq!(check(&stage, json!({ "project_name": name })).await["suggested_project_path"], slug);
    }
}

#[tokio::test]
async fn a_name_that_gives_no_slug_is_400_before_any_call() {
    let stage = Stage::with(numerique()).await;
    for name in ["", "   ", "!!!", " ._- "] {
        let body = json!({
            "project_name": name, "target_group_hint": "Mairie", "resolved_group": "ville", "confirm": false,
        });
        stage.post(CHECK, body.clone()).await.error(400);
        stage.post(ASSISTED, body.clone()).await.error(400);
        let mut confirmed = body;
        confirmed["confirm"] = json!(true);
        stage.post(ASSISTED, confirmed).await.error(400);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn check_create_asks_for_one_page_of_five_times_the_limit_at_least_fifty() {
    for (limit, size) in
        [(json!(null), 50), (json!(1), 50), (json!(10), 50), (json!(11), 55), (json!(20), 100)]
    {
        let stage = Stage::with(numerique()).await;
        let body = json!({ "project_name": " Portail ", "target_group_hint": "Mairie", "limit": limit });
        check(&stage, body).await;
        assert_eq!(
            stage.sorted(""),
            [
                format!("GET /groups?all_available=true&per_page={size}&page=1"),
                format!(
                    "GET /projects?search=Portail&simple=true&order_by=last_activity_at&sort=desc&per_page={size}&page=1"
                ),
            ]
        );
    }
}

#[tokio::test]
async fn groups_and_similar_projects_are_asked_for_together() {
    let stage = Stage::set(numerique(), IMPATIENT).await;
    let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie" });
    go_out_together(&stage, CHECK, body, &["GET /groups?", "GET /projects?"]).await;
}

#[tokio::test]
async fn a_clear_group_makes_the_check_ready_and_stands_alone() {
    let stage = Stage::with(numerique()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "Numérique" })).await;
    assert_eq!(answer["status"], "ready");
    assert_eq!(answer["resolved_group"], "ville/numerique");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville/numerique"]);
    insta::assert_json_snapshot!("ready", shown(&stage, &answer));
}

#[tokio::test]
async fn a_path_that_a_project_has_is_said_to_be_taken() {
    let mut world = numerique();
    world.project("ville/numerique/budget", "Budget");
    let stage = Stage::with(world).await;
    let answer = check(&stage, json!({ "project_name": "Budget", "target_group_hint": "Numérique" })).await;
    assert_eq!(answer["status"], "ready");
    assert!(says(&answer, &taken("ville/numerique/budget")), "{answer}");
}

#[tokio::test]
async fn an_ambiguous_group_shows_all_candidates_and_resolves_none() {
    let stage = Stage::with(twin_groups()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "support" })).await;
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a/support", "b/support"]);
    insta::assert_json_snapshot!("ambiguous_group", shown(&stage, &answer));
}

#[tokio::test]
async fn no_candidate_group_is_group_not_found() {
    let stage = Stage::with(numerique()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "xylophone" })).await;
    assert_eq!(
        each(&answer["similar_projects"], "name"),
        ["Portail"],
        "similar projects are shown all the same"
    );
    insta::assert_json_snapshot!("group_not_found", shown(&stage, &answer));
}

#[tokio::test]
async fn similar_projects_are_sorted_by_score_then_path_and_cut_to_the_limit() {
    let mut world = World::empty();
    for group in ["c", "a", "d", "b"] {
        world.project(&format!("{group}/portail"), "Portail");
    }
    let described = world.project("a/compta", "Xylophone");
    world.projects.get_mut(&described).unwrap().description = Some("à côté du portail".to_owned());
    let leaving = world.project("a/vieux-portail", "Portail");
    world.schedule_deletion(Owner::Project(leaving));
    let stage = Stage::with(world).await;
    let body =
        |limit: usize, root: &str| json!({ "project_name": "portail", "limit": limit, "root_hint": root });
    for (limit, root, paths) in [
        (10, "", vec!["a/portail", "b/portail", "c/portail", "d/portail"]),
        (3, "", vec!["a/portail", "b/portail", "c/portail"]),
        (10, "/B/", vec!["b/portail"]),
        (10, "e", vec![]),
    ] {
        let answer = check(&stage, body(limit, root)).await;
        assert_eq!(each(&answer["similar_projects"], "path_with_namespace"), paths);
        for similar in answer["similar_projects"].as_array().unwrap() {
            assert_eq!(fields(similar), ["id", "name", "path_with_namespace", "score", "web_url"]);
            assert_eq!(similar["score"], 100, "what is shown is never above 100");
        }
    }
}

#[tokio::test]
async fn a_check_whose_reads_fail_forwards_the_hosts_status() {
    for call in ["GET /groups", "GET /projects"] {
        let stage = Stage::with(numerique()).await;
        stage.refuse(call, 403, json!({ "message": "403 Forbidden" }));
        let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie" });
        for path in [CHECK, ASSISTED] {
            let detail = stage.post(path, body.clone()).await.error(403);
            assert!(detail.contains("403 Forbidden"), "{detail}");
        }
        assert_eq!(stage.writes(), [""; 0]);
    }
}

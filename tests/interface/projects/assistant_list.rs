//! The projects of a group.

use passerelle::messages;
use serde_json::json;

use super::{IMPATIENT, go_out_together, numerique, twin_groups};
use crate::{
    stage::{Answer, Stage, each, fields, fr},
    world::shown,
};

const LIST: &str = "projects/assistant-list";

async fn list_at(stage: &Stage, path: &str) -> Answer {
    stage.post(LIST, json!({ "confirm": true, "resolved_group_path": path })).await
}

#[tokio::test]
async fn a_confirmed_listing_with_a_blank_path_is_400() {
    let stage = Stage::with(numerique()).await;
    for path in ["", "  ", " // "] {
        list_at(&stage, path).await.error(400);
    }
    stage.post(LIST, json!({ "confirm": true })).await.error(400);
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_listing_reads_the_group_and_one_page_of_its_own_projects() {
    for (limit, size) in [(json!(null), 20), (json!(1), 1), (json!(100), 100), (json!(101), 100)] {
        let stage = Stage::with(numerique()).await;
        let body = json!({ "confirm": true, "resolved_group_path": "/ville/numerique/ ", "limit": limit });
        stage.post(LIST, body).await.ok();
        assert_eq!(
            stage.calls(),
            [
                "GET /groups/ville%2Fnumerique?with_projects=false".to_owned(),
                format!(
                    "GET /groups/12/projects?include_subgroups=false&with_shared=false&simple=true&order_by=name&\
                     sort=asc&per_page={size}&page=1"
                ),
            ]
        );
    }
}

#[tokio::test]
async fn a_confirmed_listing_is_resolved_without_candidates() {
    let stage = Stage::with(numerique()).await;
    let answer = list_at(&stage, "Ville/Numerique").await.ok();
    assert_eq!(answer["candidate_groups"], json!([]));
    insta::assert_json_snapshot!("confirmed", shown(&stage, &answer));
}

#[tokio::test]
async fn a_group_found_by_hint_is_the_one_candidate_of_its_listing() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "numérique" })).await.ok();
    assert_eq!(answer["resolved_group"], "ville/numerique");
    assert_eq!(each(&answer["projects"], "name"), ["Agenda", "Portail"]);
    insta::assert_json_snapshot!("resolved", shown(&stage, &answer));
}

#[tokio::test]
async fn a_group_found_by_hint_is_looked_up_while_its_projects_are_read() {
    let stage = Stage::set(numerique(), IMPATIENT).await;
    let body = json!({ "group_hint": "numérique" });
    go_out_together(&stage, LIST, body, &["GET /groups/ville%2Fnumerique", "GET /groups/12/projects"]).await;
}

#[tokio::test]
async fn a_listing_without_a_group_is_not_found() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "xylophone" })).await.ok();
    insta::assert_json_snapshot!("not_found", shown(&stage, &answer));
}

#[tokio::test]
async fn a_listing_of_one_of_several_groups_asks_which() {
    let stage = Stage::with(twin_groups()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "support" })).await.ok();
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a/support", "b/support"]);
    insta::assert_json_snapshot!("clarification_needed", shown(&stage, &answer));
}

#[tokio::test]
async fn a_listing_holds_neither_subgroups_nor_what_is_shared_into_the_group() {
    let mut world = numerique();
    let other = world.project("ailleurs/invite", "Invité");
    let numerique = world.find_group("ville/numerique").unwrap().id;
    world.shares.insert((other, numerique));
    world.project("ville/numerique/mobile/appli", "Appli");
    let stage = Stage::with(world).await;
    assert_eq!(
        each(&list_at(&stage, "ville/numerique").await.ok()["projects"], "name"),
        ["Agenda", "Portail"]
    );
}

#[tokio::test]
async fn listed_projects_have_every_field_and_zero_where_the_host_counts_no_issues() {
    let stage = Stage::with(numerique()).await;
    stage.refuse(
        "GET /groups/12/projects",
        200,
        json!([
            { "id": 1, "name": "a", "path_with_namespace": "v/a", "web_url": "w", "visibility": "public" },
            { "id": 2, "name": "b", "path_with_namespace": "v/b", "web_url": "w", "open_issues_count": null },
            { "id": 3, "name": "c", "path_with_namespace": "v/c", "web_url": "w", "open_issues_count": 7 },
        ]),
    );
    let answer = list_at(&stage, "ville/numerique").await.ok();
    for project in answer["projects"].as_array().unwrap() {
        assert_eq!(
            fields(project),
            ["id", "name", "open_issues_count", "path_with_namespace", "visibility", "web_url"]
        );
    }
    assert_eq!(each(&answer["projects"], "open_issues_count"), [0, 0, 7]);
    assert_eq!(each(&answer["projects"], "visibility"), ["public", "", ""]);
}

#[tokio::test]
async fn a_listing_is_sorted_by_lower_cased_name() {
    let stage = Stage::with(numerique()).await;
    let named = |id: u64, name: &str| json!({ "id": id, "name": name });
    stage.refuse(
        "GET /groups/12/projects",
        200,
        json!([
            named(1, "beta"),
            named(2, "Zeta"),
            named(3, "ALPHA"),
            named(4, "gamma"),
            named(5, "alpha 2")
        ]),
    );
    let answer = list_at(&stage, "ville/numerique").await.ok();
    assert_eq!(each(&answer["projects"], "name"), ["ALPHA", "alpha 2", "beta", "gamma", "Zeta"]);
}

#[tokio::test]
async fn a_listing_says_when_the_host_has_more() {
    let stage = Stage::with(numerique()).await;
    let body =
        |limit: u64| json!({ "confirm": true, "resolved_group_path": "ville/numerique", "limit": limit });
    let all = stage.post(LIST, body(2)).await.ok();
    assert_eq!(all["truncated"], false);
    let cut = stage.post(LIST, body(1)).await.ok();
    assert_eq!(cut["truncated"], true);
    assert!(cut["message"].as_str().unwrap().contains(&fr(&messages::MORE)), "{}", cut["message"]);
}

#[tokio::test]
async fn a_group_without_projects_is_resolved_and_empty() {
    let stage = Stage::with(numerique()).await;
    let answer = list_at(&stage, "ville").await.ok();
    assert_eq!((&answer["status"], &answer["projects"]), (&json!("resolved"), &json!([])));
    assert_eq!(answer["message"], "Le groupe « ville » ne contient aucun projet.");
}

#[tokio::test]
async fn a_group_look_up_that_fails_forwards_its_status_and_an_invalid_object_is_502() {
    for (status, body, given) in [
        (401, json!({ "message": "401 Unauthorized" }), 401),
        (403, json!({ "message": "403 Forbidden" }), 403),
        (404, json!({ "message": "404 Group Not Found" }), 404),
        (500, json!({ "message": "500 Internal Server Error" }), 500),
        (200, json!([]), 502),
        (200, json!({}), 502),
        (200, json!({ "id": "12" }), 502),
        (200, json!([12, "Numérique", "ville/numerique"]), 502),
    ] {
        let stage = Stage::with(numerique()).await;
        stage.refuse("GET /groups/ville", status, body.clone());
        let answer = list_at(&stage, "ville/numerique").await;
        assert_eq!(answer.status, given, "{body}: {}", answer.body);
        let detail = answer.error(given);
        if let Some(message) = body["message"].as_str() {
            assert!(detail.contains(message), "{detail}");
        }
        let by_hint = stage.post(LIST, json!({ "group_hint": "numérique" })).await;
        assert_eq!(by_hint.status, given, "{body}: {}", by_hint.body);
    }
}

#[tokio::test]
async fn a_listing_has_the_projects_of_the_group_that_now_stands_at_the_path() {
    let mut world = numerique();
    let now = world.group("ville/autre", "Numérique");
    let stage = Stage::with(world).await;
    stage.refuse(
        "GET /groups/ville",
        200,
        json!({ "id": now, "name": "Numérique", "full_path": "ville/numerique" }),
    );
    stage.refuse("GET /groups/12/projects", 404, json!({ "message": "404 Group Not Found" }));
    let answer = stage.post(LIST, json!({ "group_hint": "ville/numerique" })).await.ok();
    assert_eq!((&answer["status"], &answer["projects"]), (&json!("resolved"), &json!([])));
}

#[tokio::test]
async fn a_project_listing_that_fails_forwards_its_status() {
    let stage = Stage::with(numerique()).await;
    stage.refuse("GET /groups/12/projects", 403, json!({ "message": "403 Forbidden" }));
    list_at(&stage, "ville/numerique").await.error(403);
}

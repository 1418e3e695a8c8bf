//! Creating a project in the group that words mean.

use serde_json::{Value, json};

use super::{ASSISTED, create::creating, numerique, twin_groups};
use crate::{
    stage::{Stage, each},
    world::{shown, with_groups},
};

fn assisted(hint: &str) -> Value {
    json!({ "project_name": "Budget participatif", "target_group_hint": hint })
}

#[tokio::test]
async fn assistant_create_checks_the_visibility_first_in_every_mode() {
    let stage = Stage::with(numerique()).await;
    for body in [
        json!({ "project_name": "Budget", "target_group_hint": "Mairie", "visibility": "secret" }),
        json!({ "project_name": "", "visibility": "secret" }),
        json!({ "project_name": "Budget", "confirm": true, "resolved_group": "ville", "visibility": "secret" }),
        json!({ "project_name": "", "confirm": true, "resolved_group": "", "visibility": "secret" }),
    ] {
        let detail = stage.post(ASSISTED, body).await.error(400);
        assert!(detail.contains("secret"), "{detail}");
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_creation_with_a_blank_group_is_400() {
    let stage = Stage::with(numerique()).await;
    for group in [json!(null), json!(""), json!(" / ")] {
        let body = json!({ "project_name": "Budget", "confirm": true, "resolved_group": group });
        stage.post(ASSISTED, body).await.error(400);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_creation_creates_in_that_group_without_looking() {
    let stage = Stage::with(numerique()).await;
    let body = json!({
        "project_name": " Budget Participatif ", "description": " Voter ", "visibility": "internal",
        "initialize_with_readme": true, "confirm": true, "resolved_group": "/ville/numerique/",
        "target_group_hint": "xylophone",
    });
    let answer = stage.post(ASSISTED, body).await.ok();
    assert_eq!(stage.calls(), ["GET /groups/ville%2Fnumerique?with_projects=false", "POST /projects"]);
    assert_eq!(
        stage.sent(),
        [json!({
            "name": "Budget Participatif", "path": "budget-participatif", "namespace_id": 12,
            "description": "Voter", "visibility": "internal", "initialize_with_readme": true,
        })]
    );
    assert_eq!((&answer["candidate_groups"], &answer["similar_projects"]), (&json!([]), &json!([])));
    insta::assert_json_snapshot!("confirmed", shown(&stage, &answer));
}

#[tokio::test]
async fn the_errors_of_a_confirmed_creation_propagate() {
    let confirmed =
        |group: &str| json!({ "project_name": "Budget", "confirm": true, "resolved_group": group });
    let stage = Stage::with(numerique()).await;
    stage.post(ASSISTED, confirmed("nulle/part")).await.error(404);
    let stage = creating(json!({ "id": 200, "path_with_namespace": "autre/budget" })).await;
    stage.post(ASSISTED, confirmed("ville")).await.error(409);
    assert_eq!(stage.writes(), ["POST /projects", "DELETE /projects/200"]);
    let stage = creating(json!({ "id": 200, "path_with_namespace": "ville/budget" })).await;
    stage.post(ASSISTED, confirmed("ville")).await.error(502);
}

#[tokio::test]
async fn a_clear_group_gets_the_project_at_once() {
    let stage = Stage::with(numerique()).await;
    let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie", "visibility": "private" });
    let answer = stage.post(ASSISTED, body).await.ok();
    assert_eq!(answer["status"], "created");
    assert_eq!(answer["resolved_group"], "ville");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville"]);
    assert_eq!(each(&answer["similar_projects"], "path_with_namespace"), ["ville/numerique/portail"]);
    assert_eq!(stage.writes(), ["POST /projects"]);
    assert!(stage.read(|world| world.find_project("ville/portail").is_some()));
    insta::assert_json_snapshot!("created", shown(&stage, &answer));
}

#[tokio::test]
async fn an_ambiguous_group_asks_before_creating() {
    let stage = Stage::with(twin_groups()).await;
    let answer = stage.post(ASSISTED, assisted("support")).await.ok();
    assert_eq!(answer["status"], "clarification_needed");
    assert_eq!((&answer["project"], &answer["resolved_group"]), (&Value::Null, &Value::Null));
    assert_eq!(stage.writes(), [""; 0]);
    insta::assert_json_snapshot!("clarification_needed", shown(&stage, &answer));
}

#[tokio::test]
async fn without_a_group_nothing_is_created() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(ASSISTED, assisted("xylophone")).await.ok();
    assert_eq!(answer["status"], "group_not_found");
    assert_eq!((&answer["project"], &answer["resolved_group"]), (&Value::Null, &Value::Null));
    assert_eq!(stage.writes(), [""; 0]);
    insta::assert_json_snapshot!("group_not_found", shown(&stage, &answer));
}

#[tokio::test]
async fn a_blank_group_hint_creates_nothing_even_where_there_is_one_group() {
    let stage = Stage::with(with_groups(&[("ville", "Ville")])).await;
    for hint in ["", "  ", "!!!"] {
        let answer = stage.post(ASSISTED, assisted(hint)).await.ok();
        assert_ne!(answer["status"], "created");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

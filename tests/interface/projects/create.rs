//! Creating a project in a group given by its path.

use passerelle::messages;
use serde_json::{Value, json};

use super::numerique;
use crate::{
    stage::{Stage, fr},
    world::shown,
};

const CREATE: &str = "projects/create";

fn new_project() -> Value {
    json!({
        "name": "Budget participatif", "path": "budget", "namespace_path": "ville/numerique",
        "description": "Voter", "visibility": "private", "initialize_with_readme": true,
    })
}

fn new_project_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = new_project();
    body[field] = value.into();
    body
}

/// What the host answers to `POST /projects` for [`new_project`].
fn created() -> Value {
    json!({
        "id": 200, "name": "Budget participatif", "path_with_namespace": "ville/numerique/budget",
        "web_url": "http://host/ville/numerique/budget",
    })
}

/// A stage whose host answers a creation like this.
pub(super) async fn creating(answer: Value) -> Stage {
    let stage = Stage::with(numerique()).await;
    stage.once("POST /projects", 201, answer);
    stage
}

#[tokio::test]
async fn create_looks_the_namespace_up_and_sends_the_project_with_its_id() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(CREATE, new_project()).await.ok();
    assert_eq!(
        stage.calls(),
        ["GET /groups/ville%2Fnumerique?with_projects=false", "POST /projects"],
        "nothing else is asked"
    );
    assert_eq!(
        stage.sent(),
        [json!({
            "name": "Budget participatif", "path": "budget", "namespace_id": 12, "description": "Voter",
            "visibility": "private", "initialize_with_readme": true,
        })]
    );
    assert!(stage.read(|world| world.find_project("ville/numerique/budget").is_some()));
    insta::assert_json_snapshot!("created", shown(&stage, &answer));
}

#[tokio::test]
async fn create_needs_a_name_and_a_namespace_and_defaults_the_rest() {
    let stage = Stage::with(numerique()).await;
    stage.post(CREATE, json!({ "name": "Budget", "namespace_path": "ville" })).await.ok();
    assert_eq!(
        stage.sent(),
        [json!({
            "name": "Budget", "path": "budget", "namespace_id": 11, "description": "", "visibility": "private",
            "initialize_with_readme": false,
        })]
    );
}

#[tokio::test]
async fn what_is_sent_of_a_new_project_is_trimmed() {
    let stage = Stage::with(numerique()).await;
    let body = json!({
        "name": "  Budget ", "path": " budget-2 ", "namespace_path": " /ville/numerique/ ",
        "description": " Voter\n", "visibility": " PUBLIC ",
    });
    stage.post(CREATE, body).await.ok();
    assert_eq!(stage.count("GET /groups/ville%2Fnumerique?"), 1);
    let sent = &stage.sent()[0];
    let texts = [&sent["name"], &sent["path"], &sent["description"], &sent["visibility"]];
    assert_eq!(texts, ["Budget", "budget-2", "Voter", "public"]);
}

#[tokio::test]
async fn a_new_project_that_breaks_a_rule_is_400_before_any_call() {
    let stage = Stage::with(numerique()).await;
    for (field, value) in [
        ("namespace_path", ""),
        ("namespace_path", " / "),
        ("visibility", "secret"),
        ("visibility", ""),
        ("name", "  "),
        ("path", "!!!"),
        ("path", "._-"),
    ] {
        stage.post(CREATE, new_project_with(field, value)).await.error(400);
    }
    stage.post(CREATE, json!({ "name": "!!!", "namespace_path": "ville" })).await.error(400);
    stage.post(CREATE, json!({ "name": "!!!", "path": "a/b", "namespace_path": "ville" })).await.error(400);
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn each_visibility_is_taken_trimmed_and_lower_cased() {
    for (given, sent) in [
        (json!("private"), "private"),
        (json!(" Internal "), "internal"),
        (json!("PUBLIC"), "public"),
        (json!(null), "private"),
    ] {
        let stage = Stage::with(numerique()).await;
        stage.post(CREATE, new_project_with("visibility", given)).await.ok();
        assert_eq!(stage.sent()[0]["visibility"], sent);
    }
}

#[tokio::test]
async fn the_path_is_derived_from_path_or_with_a_slash_or_blank_from_the_name() {
    for (path, slug) in [
        ("budget", "budget"),
        ("  Budget  \t 2025 ", "budget-2025"),
        ("Éditique", "editique"),
        ("a&&(b)", "a-b"),
        ("a -- b", "a-b"),
        ("-._budget_.-", "budget"),
        ("v1.2_x", "v1.2_x"),
        ("ville/budget", "budget-participatif"),
        ("/", "budget-participatif"),
        ("  ", "budget-participatif"),
    ] {
        let mut answer = created();
        answer["path_with_namespace"] = json!(format!("ville/numerique/{slug}"));
        let stage = creating(answer).await;
        stage.post(CREATE, new_project_with("path", path)).await.ok();
        assert_eq!(stage.sent()[0]["path"], slug, "{path:?}");
    }
}

#[tokio::test]
async fn a_namespace_that_is_no_object_with_an_integer_id_is_502() {
    for answer in [
        json!([]),
        json!([12, "Numérique", "ville/numerique"]),
        json!([{ "id": 12 }]),
        json!("ville"),
        json!(12),
        json!(null),
        json!({}),
        json!({ "id": null }),
        json!({ "id": "12" }),
        json!({ "id": 12.5 }),
        json!({ "id": true }),
        json!({ "message": "ok" }),
    ] {
        let stage = Stage::with(numerique()).await;
        stage.refuse("GET /groups/", 200, answer.clone());
        let given = stage.post(CREATE, new_project()).await;
        assert_eq!(given.status, 502, "{answer}: {}", given.body);
        given.error(502);
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn a_namespace_that_the_host_refuses_forwards_its_status_and_message() {
    let stage = Stage::with(numerique()).await;
    let detail = stage.post(CREATE, new_project_with("namespace_path", "nulle/part")).await.error(404);
    assert!(detail.contains("404 Group Not Found"), "{detail}");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_created_project_that_is_no_object_is_502() {
    for answer in [
        json!([]),
        json!([200, "Budget participatif", "ville/numerique/budget", "http://host/ville/numerique/budget"]),
        json!([created()]),
        json!("created"),
        json!(200),
        json!(null),
    ] {
        let given = creating(answer.clone()).await.post(CREATE, new_project()).await;
        assert_eq!(given.status, 502, "{answer}: {}", given.body);
    }
}

#[tokio::test]
async fn a_created_project_that_lacks_a_field_is_502() {
    for field in ["id", "name", "path_with_namespace", "web_url"] {
        for missing in [None, Some(json!(null))] {
            let mut answer = created();
            match missing {
                None => drop(answer.as_object_mut().unwrap().remove(field)),
                Some(null) => answer[field] = null,
            }
            let stage = creating(answer).await;
            let detail = stage.post(CREATE, new_project()).await.error(502);
            assert!(detail.contains(&fr(&messages::PERHAPS_DONE)), "the project may exist: {detail}");
            assert_eq!(stage.writes(), ["POST /projects"], "{field}");
        }
    }
}

#[tokio::test]
async fn a_visibility_that_the_host_lowers_is_told() {
    for (path, body) in [
        (CREATE, new_project_with("visibility", "public")),
        (
            "projects/assistant-create",
            json!({ "project_name": "Budget", "target_group_hint": "numerique", "visibility": "public" }),
        ),
    ] {
        for (given, is_told) in [("private", true), ("public", false)] {
            let mut answer = created();
            answer["visibility"] = json!(given);
            let said = creating(answer).await.post(path, body.clone()).await.ok();
            let message = said["message"].as_str().unwrap_or_default();
            assert_eq!(message.contains("Sa visibilité est « private »"), is_told, "{path}: {message}");
        }
    }
}

#[tokio::test]
async fn a_project_created_elsewhere_is_deleted_and_gives_409() {
    for path in ["autre/budget", "ville/numerique-bis/budget", "ville/numerique", "budget"] {
        let mut answer = created();
        answer["path_with_namespace"] = json!(path);
        let stage = creating(answer).await;
        stage.post(CREATE, new_project()).await.error(409);
        assert_eq!(stage.writes(), ["POST /projects", "DELETE /projects/200"], "{path}");
    }
}

#[tokio::test]
async fn a_project_created_elsewhere_is_deleted_whatever_its_other_fields_are() {
    let mut answer = created();
    answer["path_with_namespace"] = json!("autre/budget");
    answer["name"] = json!(5);
    let stage = creating(answer).await;
    stage.post(CREATE, new_project()).await.error(409);
    assert_eq!(stage.writes(), ["POST /projects", "DELETE /projects/200"]);
}

#[tokio::test]
async fn the_namespace_is_compared_without_case() {
    let stage = Stage::with(numerique()).await;
    stage.post(CREATE, new_project_with("namespace_path", "Ville/NUMERIQUE")).await.ok();
    let mut answer = created();
    answer["path_with_namespace"] = json!("VILLE/Numerique/budget");
    let stage = creating(answer).await;
    stage.post(CREATE, new_project()).await.ok();
    assert_eq!(stage.writes(), ["POST /projects"]);
}

#[tokio::test]
async fn a_project_created_elsewhere_that_cannot_be_deleted_still_gives_409() {
    for status in [403, 404, 500] {
        let mut answer = created();
        answer["path_with_namespace"] = json!("autre/budget");
        let stage = creating(answer).await;
        stage.refuse("DELETE /projects/200", status, json!({ "message": "no" }));
        let detail = stage.post(CREATE, new_project()).await.error(409);
        assert!(detail.contains("suppression n'est pas confirmée"), "{detail}");
        assert_eq!(stage.count("DELETE "), 1);
    }
}

#[tokio::test]
async fn a_creation_that_the_host_refuses_forwards_its_status_and_message() {
    let stage = Stage::with(numerique()).await;
    stage.post(CREATE, new_project()).await.ok();
    let detail = stage.post(CREATE, new_project()).await.error(400);
    assert!(detail.contains("has already been taken"), "{detail}");
    let preview = stage.post(CREATE, new_project_with("dry_run", true)).await.error(400);
    assert!(detail.starts_with(&preview), "{detail}");
    for name in ["-x", "(x)", "x/y", "a:b", &"x".repeat(256)] {
        for (dry_run, writes) in [(false, 1), (true, 0)] {
            let stage = Stage::with(numerique()).await;
            let mut body = new_project_with("name", name);
            body["dry_run"] = dry_run.into();
            stage.post(CREATE, body).await.error(400);
            assert_eq!(stage.writes().len(), writes, "{name}");
        }
    }
    for status in [403, 409, 422, 429, 500, 503] {
        let stage = Stage::with(numerique()).await;
        stage.refuse("POST /projects", status, json!({ "error": ["first", "second"] }));
        let detail = stage.post(CREATE, new_project()).await.error(status);
        assert!(detail.contains("first") && detail.contains("second"), "{detail}");
        assert_eq!(stage.count("POST /projects"), 1, "a write is sent once");
    }
}

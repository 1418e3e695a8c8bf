//! Projects: checking, creating, listing, what is left to do and how far it is.

use std::time::Duration;

use passerelle::sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stage::{Answer, Stage, each, fields};

const CHECK: &str = "projects/check-create";
const CREATE: &str = "projects/create";
const ASSISTED: &str = "projects/assistant-create";
const LIST: &str = "projects/assistant-list";
const TASKS: &str = "projects/assistant-tasks";
const PROGRESS: &str = "projects/assistant-progress";

/// Groups 11 `ville`, 12 `ville/numerique`; projects 101 `Portail` (two open issues, one closed), 102 `Agenda`.
fn town() -> World {
    let mut world = World::empty();
    world.group("ville", "Mairie");
    world.group("ville/numerique", "Numérique");
    let portail = world.project("ville/numerique/portail", "Portail");
    world.project("ville/numerique/agenda", "Agenda");
    world.issue(portail, "Page de connexion");
    world.closed_issue(portail, "Logo flou");
    world.issue(portail, "Export CSV");
    world
}

/// Groups 11 `a`, 12 `a/support`, 13 `b`, 14 `b/support`, the two of one name.
fn twin_groups() -> World {
    let mut world = World::empty();
    world.group("a/support", "Support");
    world.group("b/support", "Support");
    world
}

/// An answer without the host's port.
fn portable(stage: &Stage, answer: &Value) -> Value {
    answer.to_string().replace(&stage.server.uri(), "http://host").parse().unwrap()
}

/// Asserts that these calls are all under way before one of them is answered.
async fn go_out_together(stage: &Stage, path: &str, body: Value, calls: &[&'static str]) {
    for call in calls {
        stage.fault(call, 1, ResponseTemplate::new(200).set_delay(Duration::from_secs(60)));
    }
    let all_there = async {
        while !calls.iter().all(|call| stage.count(call) > 0) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        answer = stage.post(path, body) => panic!("{} {}: {:?}", answer.status, answer.body, stage.calls()),
        () = all_there => {}
    }
}

const IMPATIENT: &[(&str, &str)] = &[("upstream.timeout", "2s"), ("upstream.retries", "0")];

// check-create

async fn check(stage: &Stage, body: Value) -> Value {
    stage.post(CHECK, body).await.ok()
}

#[tokio::test]
async fn the_suggested_path_is_the_slug_of_the_name() {
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
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
        let stage = Stage::with(town()).await;
        let body = json!({ "project_name": " Portail ", "target_group_hint": "Mairie", "limit": limit });
        check(&stage, body).await;
        let mut calls = stage.calls();
        calls.sort();
        assert_eq!(
            calls,
            [
                format!("GET /groups?all_available=true&per_page={size}&page=1"),
                format!("GET /projects?search=Portail&simple=true&per_page={size}&page=1"),
            ]
        );
    }
}

#[tokio::test]
async fn groups_and_similar_projects_are_asked_for_together() {
    let stage = Stage::set(town(), IMPATIENT).await;
    let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie" });
    go_out_together(&stage, CHECK, body, &["GET /groups?", "GET /projects?"]).await;
}

#[tokio::test]
async fn a_clear_group_makes_the_check_ready_and_stands_alone() {
    let stage = Stage::with(town()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "Numérique" })).await;
    assert_eq!(
        fields(&answer),
        [
            "candidate_groups",
            "message",
            "resolved_group",
            "similar_projects",
            "status",
            "success",
            "suggested_project_path"
        ]
    );
    assert_eq!(answer["status"], "ready");
    assert_eq!(answer["resolved_group"], "ville/numerique");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville/numerique"]);
    insta::assert_json_snapshot!("check_create_ready", portable(&stage, &answer));
}

#[tokio::test]
async fn an_ambiguous_group_shows_all_candidates_and_resolves_none() {
    let stage = Stage::with(twin_groups()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "support" })).await;
    assert_eq!(
        fields(&answer),
        ["candidate_groups", "message", "similar_projects", "status", "success", "suggested_project_path"]
    );
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a/support", "b/support"]);
    insta::assert_json_snapshot!("check_create_ambiguous_group", portable(&stage, &answer));
}

#[tokio::test]
async fn no_candidate_group_is_group_not_found() {
    let stage = Stage::with(town()).await;
    let answer = check(&stage, json!({ "project_name": "Portail", "target_group_hint": "xylophone" })).await;
    assert_eq!(
        fields(&answer),
        ["candidate_groups", "message", "similar_projects", "status", "success", "suggested_project_path"]
    );
    assert_eq!(
        each(&answer["similar_projects"], "name"),
        ["Portail"],
        "similar projects are shown all the same"
    );
    insta::assert_json_snapshot!("check_create_group_not_found", portable(&stage, &answer));
}

#[tokio::test]
async fn similar_projects_are_sorted_by_score_then_path_and_cut_to_the_limit() {
    let mut world = World::empty();
    for group in ["c", "a", "d", "b"] {
        world.project(&format!("{group}/portail"), "Portail");
    }
    let described = world.project("a/compta", "Xylophone");
    world.edit_project(described, |project| project.description = Some("à côté du portail".to_owned()));
    let leaving = world.project("a/vieux-portail", "Portail");
    world.schedule_deletion(leaving);
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
        let stage = Stage::with(town()).await;
        stage.refuse(call, 403, json!({ "message": "403 Forbidden" }));
        let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie" });
        for path in [CHECK, ASSISTED] {
            let detail = stage.post(path, body.clone()).await.error(403);
            assert!(detail.contains("403 Forbidden"), "{detail}");
        }
        assert_eq!(stage.writes(), [""; 0]);
    }
}

// create

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

/// A town whose host answers a creation like this.
async fn creating(answer: Value) -> Stage {
    let stage = Stage::with(town()).await;
    stage.fault("POST /projects", 1, ResponseTemplate::new(201).set_body_json(answer));
    stage
}

#[tokio::test]
async fn create_looks_the_namespace_up_and_sends_the_project_with_its_id() {
    let stage = Stage::with(town()).await;
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
    assert_eq!(fields(&answer), ["project", "success"]);
    assert!(stage.read(|world| world.find_project("ville/numerique/budget").is_some()));
    insta::assert_json_snapshot!("create", portable(&stage, &answer));
}

#[tokio::test]
async fn create_needs_a_name_and_a_namespace_and_defaults_the_rest() {
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
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
        let stage = Stage::with(town()).await;
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
        let stage = Stage::with(town()).await;
        stage.refuse("GET /groups/", 200, answer.clone());
        let given = stage.post(CREATE, new_project()).await;
        assert_eq!(given.status, 502, "{answer}: {}", given.body);
        given.error(502);
        assert_eq!(stage.writes(), [""; 0]);
    }
}

#[tokio::test]
async fn a_namespace_that_the_host_refuses_forwards_its_status_and_message() {
    let stage = Stage::with(town()).await;
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
            stage.post(CREATE, new_project()).await.error(502);
            assert_eq!(stage.writes(), ["POST /projects"], "{field}");
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
    let stage = Stage::with(town()).await;
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
        stage.post(CREATE, new_project()).await.error(409);
        assert_eq!(stage.count("DELETE "), 1);
    }
}

#[tokio::test]
async fn a_creation_that_the_host_refuses_forwards_its_status_and_message() {
    let stage = Stage::with(town()).await;
    stage.post(CREATE, new_project()).await.ok();
    let detail = stage.post(CREATE, new_project()).await.error(400);
    assert!(detail.contains("has already been taken"), "{detail}");
    for status in [403, 409, 422, 429, 500, 503] {
        let stage = Stage::with(town()).await;
        stage.refuse("POST /projects", status, json!({ "error": ["first", "second"] }));
        let detail = stage.post(CREATE, new_project()).await.error(status);
        assert!(detail.contains("first") && detail.contains("second"), "{detail}");
        assert_eq!(stage.count("POST /projects"), 1, "a write is sent once");
    }
}

// assistant-create

const ASSISTED_FIELDS: [&str; 8] = [
    "candidate_groups",
    "message",
    "project",
    "resolved_group",
    "similar_projects",
    "status",
    "success",
    "suggested_project_path",
];

fn assisted(hint: &str) -> Value {
    json!({ "project_name": "Budget participatif", "target_group_hint": hint })
}

#[tokio::test]
async fn assistant_create_checks_the_visibility_first_in_every_mode() {
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
    for group in [json!(null), json!(""), json!(" / ")] {
        let body = json!({ "project_name": "Budget", "confirm": true, "resolved_group": group });
        stage.post(ASSISTED, body).await.error(400);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_creation_creates_in_that_group_without_looking() {
    let stage = Stage::with(town()).await;
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
    assert_eq!(fields(&answer), ASSISTED_FIELDS);
    assert_eq!((&answer["candidate_groups"], &answer["similar_projects"]), (&json!([]), &json!([])));
    insta::assert_json_snapshot!("assistant_create_confirmed", portable(&stage, &answer));
}

#[tokio::test]
async fn the_errors_of_a_confirmed_creation_propagate() {
    let confirmed =
        |group: &str| json!({ "project_name": "Budget", "confirm": true, "resolved_group": group });
    let stage = Stage::with(town()).await;
    stage.post(ASSISTED, confirmed("nulle/part")).await.error(404);
    let stage = creating(json!({ "id": 200, "path_with_namespace": "autre/budget" })).await;
    stage.post(ASSISTED, confirmed("ville")).await.error(409);
    assert_eq!(stage.writes(), ["POST /projects", "DELETE /projects/200"]);
    let stage = creating(json!({ "id": 200, "path_with_namespace": "ville/budget" })).await;
    stage.post(ASSISTED, confirmed("ville")).await.error(502);
}

#[tokio::test]
async fn a_clear_group_gets_the_project_at_once() {
    let stage = Stage::with(town()).await;
    let body = json!({ "project_name": "Portail", "target_group_hint": "Mairie", "visibility": "private" });
    let answer = stage.post(ASSISTED, body).await.ok();
    assert_eq!(fields(&answer), ASSISTED_FIELDS);
    assert_eq!(answer["status"], "created");
    assert_eq!(answer["resolved_group"], "ville");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["ville"]);
    assert_eq!(each(&answer["similar_projects"], "path_with_namespace"), ["ville/numerique/portail"]);
    assert_eq!(stage.writes(), ["POST /projects"]);
    assert!(stage.read(|world| world.find_project("ville/portail").is_some()));
    insta::assert_json_snapshot!("assistant_create_created", portable(&stage, &answer));
}

#[tokio::test]
async fn an_ambiguous_group_asks_before_creating() {
    let stage = Stage::with(twin_groups()).await;
    let answer = stage.post(ASSISTED, assisted("support")).await.ok();
    assert_eq!(fields(&answer), ASSISTED_FIELDS);
    assert_eq!(answer["status"], "clarification_needed");
    assert_eq!((&answer["project"], &answer["resolved_group"]), (&Value::Null, &Value::Null));
    assert_eq!(stage.writes(), [""; 0]);
    insta::assert_json_snapshot!("assistant_create_clarification_needed", portable(&stage, &answer));
}

#[tokio::test]
async fn without_a_group_nothing_is_created() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(ASSISTED, assisted("xylophone")).await.ok();
    assert_eq!(fields(&answer), ASSISTED_FIELDS);
    assert_eq!(answer["status"], "group_not_found");
    assert_eq!((&answer["project"], &answer["resolved_group"]), (&Value::Null, &Value::Null));
    assert_eq!(stage.writes(), [""; 0]);
    insta::assert_json_snapshot!("assistant_create_group_not_found", portable(&stage, &answer));
}

#[tokio::test]
async fn a_blank_group_hint_creates_nothing_even_where_there_is_one_group() {
    let mut world = World::empty();
    world.group("ville", "Ville");
    let stage = Stage::with(world).await;
    for hint in ["", "  ", "!!!"] {
        let answer = stage.post(ASSISTED, assisted(hint)).await.ok();
        assert_ne!(answer["status"], "created");
    }
    assert_eq!(stage.writes(), [""; 0]);
}

// assistant-list

const LIST_FIELDS: [&str; 7] =
    ["candidate_groups", "message", "projects", "resolved_group", "status", "success", "truncated"];

async fn list_at(stage: &Stage, path: &str) -> Answer {
    stage.post(LIST, json!({ "confirm": true, "resolved_group_path": path })).await
}

#[tokio::test]
async fn a_confirmed_listing_with_a_blank_path_is_400() {
    let stage = Stage::with(town()).await;
    for path in ["", "  ", " // "] {
        list_at(&stage, path).await.error(400);
    }
    stage.post(LIST, json!({ "confirm": true })).await.error(400);
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_listing_reads_the_group_and_one_page_of_its_own_projects() {
    for (limit, size) in [(json!(null), 20), (json!(1), 1), (json!(100), 100), (json!(101), 100)] {
        let stage = Stage::with(town()).await;
        let body = json!({ "confirm": true, "resolved_group_path": "/ville/numerique/ ", "limit": limit });
        stage.post(LIST, body).await.ok();
        assert_eq!(
            stage.calls(),
            [
                "GET /groups/ville%2Fnumerique?with_projects=false".to_owned(),
                format!(
                    "GET /groups/12/projects?include_subgroups=false&with_shared=false&simple=true&order_by=name&\
                     sort=asc&page=1&per_page={size}"
                ),
            ]
        );
    }
}

#[tokio::test]
async fn a_confirmed_listing_is_resolved_without_candidates() {
    let stage = Stage::with(town()).await;
    let answer = list_at(&stage, "Ville/Numerique").await.ok();
    assert_eq!(fields(&answer), LIST_FIELDS);
    assert_eq!(answer["candidate_groups"], json!([]));
    insta::assert_json_snapshot!("assistant_list_confirmed", portable(&stage, &answer));
}

#[tokio::test]
async fn a_group_found_by_hint_is_the_one_candidate_of_its_listing() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "numérique" })).await.ok();
    assert_eq!(fields(&answer), LIST_FIELDS);
    assert_eq!(answer["resolved_group"], "ville/numerique");
    assert_eq!(each(&answer["projects"], "name"), ["Agenda", "Portail"]);
    insta::assert_json_snapshot!("assistant_list_resolved", portable(&stage, &answer));
}

#[tokio::test]
async fn a_group_found_by_hint_is_looked_up_while_its_projects_are_read() {
    let stage = Stage::set(town(), IMPATIENT).await;
    let body = json!({ "group_hint": "numérique" });
    go_out_together(&stage, LIST, body, &["GET /groups/ville%2Fnumerique", "GET /groups/12/projects"]).await;
}

#[tokio::test]
async fn a_listing_without_a_group_is_not_found() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "xylophone" })).await.ok();
    assert_eq!(fields(&answer), LIST_FIELDS);
    insta::assert_json_snapshot!("assistant_list_not_found", portable(&stage, &answer));
}

#[tokio::test]
async fn a_listing_of_one_of_several_groups_asks_which() {
    let stage = Stage::with(twin_groups()).await;
    let answer = stage.post(LIST, json!({ "group_hint": "support" })).await.ok();
    assert_eq!(fields(&answer), LIST_FIELDS);
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a/support", "b/support"]);
    insta::assert_json_snapshot!("assistant_list_clarification_needed", portable(&stage, &answer));
}

#[tokio::test]
async fn a_listing_holds_neither_subgroups_nor_what_is_shared_into_the_group() {
    let mut world = town();
    let other = world.project("ailleurs/invite", "Invité");
    let numerique = world.find_group("ville/numerique").unwrap().id;
    world.share_project(other, numerique);
    world.project("ville/numerique/mobile/appli", "Appli");
    let stage = Stage::with(world).await;
    assert_eq!(
        each(&list_at(&stage, "ville/numerique").await.ok()["projects"], "name"),
        ["Agenda", "Portail"]
    );
}

#[tokio::test]
async fn listed_projects_have_every_field_and_zero_where_the_host_counts_no_issues() {
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
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
    let stage = Stage::with(town()).await;
    let body =
        |limit: u64| json!({ "confirm": true, "resolved_group_path": "ville/numerique", "limit": limit });
    let all = stage.post(LIST, body(2)).await.ok();
    assert_eq!(all["truncated"], false);
    let cut = stage.post(LIST, body(1)).await.ok();
    assert_eq!(cut["truncated"], true);
    assert!(cut["message"].as_str().unwrap().contains("davantage"), "{}", cut["message"]);
}

#[tokio::test]
async fn a_group_without_projects_is_resolved_and_empty() {
    let stage = Stage::with(town()).await;
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
        let stage = Stage::with(town()).await;
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
async fn a_project_listing_that_fails_forwards_its_status() {
    let stage = Stage::with(town()).await;
    stage.refuse("GET /groups/12/projects", 403, json!({ "message": "403 Forbidden" }));
    list_at(&stage, "ville/numerique").await.error(403);
}

// assistant-tasks and assistant-progress

const TASK_FIELDS: [&str; 8] = [
    "candidate_projects",
    "closed_issues",
    "message",
    "open_issues",
    "project",
    "status",
    "success",
    "truncated",
];
const PROGRESS_FIELDS: [&str; 8] =
    ["candidate_projects", "closed", "message", "progress_percent", "project", "status", "success", "total"];

/// The fields of a progress without `truncated`, which is extra.
fn progress_fields(answer: &Value) -> Vec<&str> {
    fields(answer).into_iter().filter(|field| *field != "truncated").collect()
}

/// Six projects of one name, in groups `a` to `f`.
fn twins() -> World {
    let mut world = World::empty();
    for group in ["a", "b", "c", "d", "e", "f"] {
        world.project(&format!("{group}/portail"), "Portail");
    }
    world
}

fn confirmed(path: &str) -> Value {
    json!({ "confirm": true, "resolved_project_path": path })
}

#[tokio::test]
async fn a_confirmed_project_with_a_blank_path_is_400() {
    let stage = Stage::with(town()).await;
    for path in [TASKS, PROGRESS] {
        for blank in ["", "  ", "/", " /// "] {
            stage.post(path, confirmed(blank)).await.error(400);
        }
        stage.post(path, json!({ "confirm": true, "project_hint": "Portail" })).await.error(400);
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn tasks_and_progress_read_one_page_of_open_and_one_of_closed_issues() {
    for path in [TASKS, PROGRESS] {
        let stage = Stage::with(town()).await;
        stage.post(path, confirmed("/ville/numerique/portail/")).await.ok();
        let mut calls = stage.calls();
        assert_eq!(calls.remove(0), "GET /projects/ville%2Fnumerique%2Fportail");
        assert_eq!(calls.len(), 2, "{calls:?}");
        for state in ["opened", "closed"] {
            let asked = |call: &&String| {
                call.starts_with("GET /projects/101/issues?") && call.contains(&format!("state={state}"))
            };
            let call = calls.iter().find(asked).unwrap();
            assert!(call.contains("per_page=100") && call.contains("page=1"), "{call}");
        }
    }
}

#[tokio::test]
async fn open_and_closed_issues_are_asked_for_together() {
    for path in [TASKS, PROGRESS] {
        let stage = Stage::set(town(), IMPATIENT).await;
        stage.fault(
            "GET /projects/101/issues",
            2,
            ResponseTemplate::new(200).set_delay(Duration::from_secs(60)),
        );
        let both = async {
            while stage.count("GET /projects/101/issues") < 2 {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            answer = stage.post(path, confirmed("ville/numerique/portail")) => panic!("{}", answer.body),
            () = both => {}
        }
    }
}

#[tokio::test]
async fn tasks_are_the_titles_of_open_and_closed_issues() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(TASKS, json!({ "project_hint": "portail" })).await.ok();
    assert_eq!(fields(&answer), TASK_FIELDS);
    insta::assert_json_snapshot!("assistant_tasks_resolved", portable(&stage, &answer));
    let answer = stage.post(TASKS, confirmed("ville/numerique/portail")).await.ok();
    assert_eq!(fields(&answer), TASK_FIELDS);
    assert_eq!(answer["candidate_projects"], json!([]));
    assert_eq!(fields(&answer["project"]), ["id", "name", "path_with_namespace"]);
    insta::assert_json_snapshot!("assistant_tasks_confirmed", portable(&stage, &answer));
}

#[tokio::test]
async fn a_project_without_issues_has_no_tasks() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(TASKS, confirmed("ville/numerique/agenda")).await.ok();
    assert_eq!((&answer["open_issues"], &answer["closed_issues"]), (&json!([]), &json!([])));
    assert_eq!(answer["message"], "Le projet « Agenda » n'a aucun ticket.");
}

#[tokio::test]
async fn tasks_of_no_project_and_of_one_of_several_are_empty() {
    let stage = Stage::with(twins()).await;
    let answer = stage.post(TASKS, json!({ "project_hint": "xylophone" })).await.ok();
    assert_eq!(fields(&answer), TASK_FIELDS);
    insta::assert_json_snapshot!("assistant_tasks_not_found", portable(&stage, &answer));
    let answer = stage.post(TASKS, json!({ "project_hint": "portail" })).await.ok();
    assert_eq!(fields(&answer), TASK_FIELDS);
    insta::assert_json_snapshot!("assistant_tasks_clarification_needed", portable(&stage, &answer));
    assert_eq!(stage.count("GET /projects/1"), 0, "no issues are read");
}

#[tokio::test]
async fn progress_counts_what_is_closed_of_all() {
    let stage = Stage::with(town()).await;
    let answer = stage.post(PROGRESS, json!({ "project_hint": "portail" })).await.ok();
    assert_eq!(progress_fields(&answer), PROGRESS_FIELDS);
    insta::assert_json_snapshot!("assistant_progress_resolved", portable(&stage, &answer));
    let answer = stage.post(PROGRESS, confirmed("ville/numerique/portail")).await.ok();
    assert_eq!(answer["candidate_projects"], json!([]));
    insta::assert_json_snapshot!("assistant_progress_confirmed", portable(&stage, &answer));
}

#[tokio::test]
async fn progress_of_no_project_and_of_one_of_several_is_zero() {
    let stage = Stage::with(twins()).await;
    let answer = stage.post(PROGRESS, json!({ "project_hint": "xylophone" })).await.ok();
    assert_eq!(progress_fields(&answer), PROGRESS_FIELDS);
    insta::assert_json_snapshot!("assistant_progress_not_found", portable(&stage, &answer));
    let answer = stage.post(PROGRESS, json!({ "project_hint": "portail" })).await.ok();
    assert_eq!(progress_fields(&answer), PROGRESS_FIELDS);
    insta::assert_json_snapshot!("assistant_progress_clarification_needed", portable(&stage, &answer));
}

#[tokio::test]
async fn the_percentage_is_cut_to_an_integer_and_zero_without_issues() {
    for (open, closed, percent) in
        [(0, 0, 0), (3, 0, 0), (2, 1, 33), (1, 2, 66), (1, 99, 99), (0, 3, 100), (93, 7, 7)]
    {
        let mut world = World::empty();
        let portail = world.project("ville/portail", "Portail");
        for number in 0..open {
            world.issue(portail, &format!("Ouvert {number}"));
        }
        for number in 0..closed {
            world.closed_issue(portail, &format!("Fermé {number}"));
        }
        let stage = Stage::with(world).await;
        let answer = stage.post(PROGRESS, confirmed("ville/portail")).await.ok();
        assert_eq!(
            (&answer["total"], &answer["closed"], &answer["progress_percent"], &answer["truncated"]),
            (&json!(open + closed), &json!(closed), &json!(percent), &json!(false))
        );
    }
}

#[tokio::test]
async fn only_a_hundred_issues_of_each_state_count_and_the_answer_says_so() {
    for (open, closed) in [(101, 1), (1, 101), (100, 100)] {
        let mut world = World::empty();
        let portail = world.project("ville/portail", "Portail");
        for number in 0..open {
            world.issue(portail, &format!("Ouvert {number}"));
        }
        for number in 0..closed {
            world.closed_issue(portail, &format!("Fermé {number}"));
        }
        let stage = Stage::with(world).await;
        let cut = open > 100 || closed > 100;
        let progress = stage.post(PROGRESS, confirmed("ville/portail")).await.ok();
        assert_eq!(progress["total"], open.min(100) + closed.min(100));
        assert_eq!(progress["closed"], closed.min(100));
        let tasks = stage.post(TASKS, confirmed("ville/portail")).await.ok();
        assert_eq!(tasks["open_issues"].as_array().unwrap().len(), open.min(100));
        assert_eq!(tasks["closed_issues"].as_array().unwrap().len(), closed.min(100));
        for answer in [progress, tasks] {
            assert_eq!(answer["truncated"], cut);
            assert_eq!(answer["message"].as_str().unwrap().contains("davantage"), cut);
        }
    }
}

#[tokio::test]
async fn a_project_without_a_usable_id_is_502_for_tasks_and_progress() {
    for answer in
        [json!({}), json!({ "id": null }), json!({ "id": "101" }), json!([]), json!([101, "a", "b/a"])]
    {
        let stage = Stage::with(town()).await;
        stage.refuse("GET /projects/ville", 200, answer.clone());
        for path in [TASKS, PROGRESS] {
            let given = stage.post(path, confirmed("ville/numerique/portail")).await;
            assert_eq!(given.status, 502, "{answer}: {}", given.body);
        }
    }
}

#[tokio::test]
async fn issues_that_cannot_be_read_forward_the_hosts_status() {
    for state in ["opened", "closed"] {
        let stage = Stage::with(town()).await;
        let call = if state == "opened" {
            "GET /projects/101/issues?order_by=created_at&sort=desc&per_page=100&page=1&state=opened"
        } else {
            "GET /projects/101/issues?order_by=created_at&sort=desc&per_page=100&page=1&state=closed"
        };
        stage.refuse(call, 403, json!({ "message": "403 Forbidden" }));
        for path in [TASKS, PROGRESS] {
            stage.post(path, json!({ "project_hint": "portail" })).await.error(403);
        }
    }
}

//! `dry_run`: everything is looked up and checked, only reads are sent to the host, and the answer is that of acting.

use gitlab_sandbox::World;
use passerelle::{
    api::{self, Entry},
    messages::{self, Sentence},
};
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each, fields, fr, says},
    world::{PORTAIL, assert_untouched, confirmed, hinted, portail, portail_with, shown, with},
};

/// Every operation that changes something.
fn writing() -> impl Iterator<Item = Entry> {
    api::operations().into_iter().filter(|operation| operation.effect.writes())
}

fn path(operation: &Entry) -> &'static str {
    operation.path.trim_start_matches("/api/v1/")
}

/// The fields in which a preview differs from acting: it shows objects as they are, or not at all, and labels in the order in
/// which they would be sent.
const CREATE_PROJECT: &str = "projects/create";
const CLOSE: &str = "issues/assistant-close";
const OWN: [&str; 6] = ["status", "message", "project", "issue", "results", "labels"];

#[tokio::test]
async fn every_operation_that_writes_only_reads_in_a_preview_and_says_what_acting_gives() {
    let previewing = Stage::with(World::sample()).await;
    let mut acting = Stage::with(World::sample()).await;
    for operation in writing() {
        let mut acted_once = false;
        for example in operation.examples() {
            let request: Value = serde_json::from_str(&example).unwrap();
            let preview = with(request.clone(), json!({ "dry_run": true }));
            let preview = previewing.post(path(&operation), preview).await.ok();
            assert_untouched(&previewing);
            let acted = with(request.clone(), json!({ "dry_run": false }));
            let acted = acting.post(path(&operation), acted).await.ok();
            if acting.writes().is_empty() {
                assert_eq!(shown(&previewing, &preview), shown(&acting, &acted), "{request}");
                continue;
            }
            assert_eq!(preview["status"], "preview", "{request}");
            assert_eq!(labels(&preview), labels(&acted), "{request}");
            for field in fields(&preview).into_iter().filter(|field| !OWN.contains(field)) {
                let (preview, acted) = (shown(&previewing, &preview[field]), shown(&acting, &acted[field]));
                assert_eq!(preview, acted, "{request}: {field}");
            }
            acted_once = true;
            acting = Stage::with(World::sample()).await;
        }
        assert!(acted_once, "no example of {} acts", operation.name);
    }
}

/// The labels of an answer's issue, sorted as the host does.
fn labels(answer: &Value) -> Vec<String> {
    let labels = answer["labels"].as_array().into_iter().flatten();
    let mut labels: Vec<_> = labels.map(ToString::to_string).collect();
    labels.sort_unstable();
    labels
}

#[tokio::test]
async fn an_issue_is_shown_as_it_stands() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let issue = serde_json::from_value(json!({ "id": 1, "iid": 1, "title": "Un" })).unwrap();
    let project = serde_json::from_value(json!({ "id": PORTAIL, "name": "Portail" })).unwrap();
    let told = messages::preview(&messages::the_issue(&issue, &project));
    for body in [
        hinted(json!({ "issue_hint": "Un" })),
        hinted(json!({ "issue_hint": "#1" })),
        confirmed(json!({ "resolved_issue_iid": 1 })),
    ] {
        let body = stage.post(CLOSE, with(body, json!({ "dry_run": true }))).await.ok();
        assert_eq!((&body["status"], &body["issue"]["state"]), (&json!("preview"), &json!("opened")));
        assert!(says(&body, &told), "{body}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn what_is_created_is_null_and_still_checked() {
    let stage = Stage::with(portail()).await;
    let preview = |fields: Value| with(fields, json!({ "dry_run": true }));
    let issue = json!({ "project_path": "ville/portail", "title": "Titre", "description": "d" });
    let body = stage.post("issues/create", preview(issue)).await.ok();
    assert_eq!(body, json!({ "success": true, "status": "preview", "issue": null }));
    let project = json!({ "name": "Agenda", "namespace_path": "ville" });
    let body = stage.post(CREATE_PROJECT, preview(project)).await.ok();
    assert_eq!(body, json!({ "success": true, "status": "preview", "project": null }));
    let issue = json!({ "project_path": "ville/absent", "title": "Titre", "description": "d" });
    stage.post("issues/create", preview(issue)).await.error(404);
    let project = json!({ "name": "Agenda", "namespace_path": "absent" });
    stage.post(CREATE_PROJECT, preview(project)).await.error(404);
    let label = hinted(json!({ "label_name": "absente" }));
    stage.post("issues/assistant-add-label-all", preview(label)).await.error(404);
    assert_untouched(&stage);
}

#[tokio::test]
async fn items_that_acting_would_not_change_keep_their_own_status() {
    let mut world = portail_with(&["Export", "Export"]);
    world.issue_with(PORTAIL, json!({ "title": "Facture", "labels": ["bug"] })).unwrap();
    world.issue(PORTAIL, "Page de connexion");
    let stage = Stage::with(world).await;
    let hints = json!(["Page de connexion", "page connexion", "Export", "Recette"]);
    let expected = json!(["preview", "preview", "issue_clarification_needed", "issue_not_found"]);
    for (path, own, told) in [
        (
            "issues/assistant-bulk-close",
            json!({}),
            "Projet « Portail » : 1 ticket à fermer, 1 à préciser, 1 introuvable.",
        ),
        (
            "issues/assistant-bulk-add-label",
            json!({ "label_name": "bug" }),
            "Étiquette « bug » : 1 ticket à étiqueter, 1 à préciser, 1 introuvable.",
        ),
    ] {
        let body = hinted(with(own, json!({ "issue_hints": hints, "dry_run": true })));
        let body = stage.post(path, body).await.ok();
        assert_eq!(json!(each(&body["results"], "status")), expected, "{path}");
        assert_eq!(body["message"], fr(&messages::preview(&Sentence::new(told, told))), "{path}");
    }
    let body = hinted(json!({ "label_name": "bug", "dry_run": true }));
    let body = stage.post("issues/assistant-add-label-all", body).await.ok();
    assert_eq!(each(&body["results"], "status"), ["preview", "unchanged", "preview", "preview"]);
    assert_eq!(json!(each(&body["results"], "labels")), json!([["bug"], ["bug"], ["bug"], ["bug"]]));
    assert_eq!((&body["total_issues"], &body["updated_count"]), (&json!(4), &json!(3)));
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_batch_counts_what_acting_would_create() {
    let stage = Stage::with(portail()).await;
    let issues = json!([{ "title": "Un" }, { "title": "Deux" }]);
    let body = stage
        .post("issues/assistant-batch-create", hinted(json!({ "issues": issues, "dry_run": true })))
        .await
        .ok();
    assert_eq!((&body["created_count"], &body["error_count"]), (&json!(2), &json!(0)));
    assert_eq!(each(&body["results"], "status"), ["preview", "preview"]);
    assert_eq!(json!(each(&body["results"], "issue")), json!([null, null]));
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_preview_works_where_the_policy_only_reads() {
    let stage = Stage::set(World::sample(), &[("policy.read_only", "true")]).await;
    for operation in writing() {
        let examples = operation.examples();
        let (preview, acting) = (examples.last().unwrap(), examples.first().unwrap());
        let body = stage.post(path(&operation), serde_json::from_str(preview).unwrap()).await.ok();
        assert_eq!(body["status"], "preview", "{}", operation.name);
        stage.post(path(&operation), serde_json::from_str(acting).unwrap()).await.error(403);
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_dry_run_that_is_no_boolean_is_422_and_null_is_none() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for odd in [json!("true"), json!(1), json!([])] {
        let body = hinted(json!({ "issue_hint": "Un", "dry_run": odd }));
        let detail = stage.post(CLOSE, body).await.error(422);
        assert!(detail.contains("« dry_run »"), "{detail}");
    }
    assert_untouched(&stage);
    let body = hinted(json!({ "issue_hint": "Un", "dry_run": null }));
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "closed");
}

#[tokio::test]
async fn what_only_reads_ignores_it() {
    let stage = Stage::with(portail()).await;
    let body = stage.post("issues/assistant-list", hinted(json!({ "dry_run": true }))).await.ok();
    assert_eq!(body["status"], "resolved");
}

#[tokio::test]
async fn a_project_that_the_host_would_refuse_is_refused_as_the_host_would() {
    let create = |name: &str, path: &str| json!({ "name": name, "path": path, "namespace_path": "ville" });
    for (path, body) in [
        (CREATE_PROJECT, create("Portail", "")),
        (CREATE_PROJECT, create("Autre", "Portail")),
        (CREATE_PROJECT, create("Portail", "autre")),
        (CREATE_PROJECT, create("Numérique", "numerique")),
        (CREATE_PROJECT, create("Autre", "tree")),
        (CREATE_PROJECT, create("Autre", "a..b")),
        (CREATE_PROJECT, create("Autre", "a.git")),
        ("projects/assistant-create", json!({ "project_name": "Portail", "target_group_hint": "ville" })),
    ] {
        let mut world = portail();
        world.group("ville/numerique", "Services");
        let stage = Stage::with(world).await;
        let preview = stage.post(path, with(body.clone(), json!({ "dry_run": true }))).await;
        let code = preview.body["code"].clone();
        preview.error(400);
        assert_untouched(&stage);
        let acted = stage.post(path, body.clone()).await;
        assert_eq!((acted.status.as_u16(), &acted.body["code"]), (400, &code), "{body}");
    }
    let mut world = portail();
    world.moved_project("ville/ancien", PORTAIL);
    let stage = Stage::with(world).await;
    let body = json!({ "name": "Ancien", "namespace_path": "ville", "dry_run": true });
    assert_eq!(stage.post(CREATE_PROJECT, body).await.ok()["status"], "preview");
}

#[tokio::test]
async fn a_project_that_takes_no_changes_refuses_a_preview_too() {
    for (path, fields) in [
        (CLOSE, json!({ "issue_hint": "Un" })),
        ("issues/assistant-comment", json!({ "issue_hint": "Un", "body": "Vu" })),
        ("issues/assistant-bulk-close", json!({ "issue_hints": ["Un"] })),
        ("issues/assistant-create", json!({ "title": "Xylophone" })),
    ] {
        let mut world = portail_with(&["Un"]);
        world.projects.get_mut(&PORTAIL).unwrap().archived = true;
        let stage = Stage::with(world).await;
        let request = hinted(fields);
        let preview = stage.post(path, with(request.clone(), json!({ "dry_run": true }))).await;
        assert_untouched(&stage);
        let acted = stage.post(path, request).await;
        assert_eq!((preview.status, &preview.body["code"]), (acted.status, &acted.body["code"]), "{path}");
        assert_eq!(acted.status, 403, "{path}");
        assert!(acted.body["detail"].to_string().contains("Un projet archivé"), "{path}");
    }
    let mut world = portail_with(&["Un"]);
    world.projects.get_mut(&PORTAIL).unwrap().issues_enabled = false;
    let stage = Stage::with(world).await;
    let batch = hinted(json!({ "issues": [{ "title": "Deux" }, { "title": "Trois" }], "dry_run": true }));
    let answer = stage.post("issues/assistant-batch-create", batch).await.ok();
    assert_eq!(each(&answer["results"], "status"), ["error", "error"], "{answer}");
    assert_eq!(
        stage.count("GET /projects/101"),
        1 + stage.count("GET /projects/101/"),
        "the project is read once"
    );
}

//! The world that most tests on issues start from, and the requests that they are made of.

use passerelle::sandbox::World;
use serde_json::{Value, json};

use crate::stage::Stage;

/// The project of [`portail`].
pub(crate) const PORTAIL: u64 = 101;
/// How rule 1 looks for it.
pub(crate) const SEARCH: &str = "GET /projects?search=Portail&simple=true&per_page=50&page=1";
/// How rule 5 looks for it.
pub(crate) const BY_PATH: &str = "GET /projects/ville%2Fportail";

/// Every operation that takes `confirm` and `resolved_project_path`, and what else it needs to get that far.
pub(crate) fn confirmable() -> Vec<(&'static str, Value)> {
    vec![
        ("issues/assistant-list", json!({})),
        ("issues/assistant-create", json!({ "title": "Titre" })),
        ("issues/assistant-close", json!({ "resolved_issue_iid": 1 })),
        ("issues/assistant-reopen", json!({ "resolved_issue_iid": 1 })),
        ("issues/assistant-bulk-close", json!({ "issue_hints": ["Titre"] })),
        ("issues/assistant-update", json!({ "resolved_issue_iid": 1, "title": "Autre" })),
        ("issues/assistant-comment", json!({ "resolved_issue_iid": 1, "body": "Vu" })),
        ("issues/assistant-set-due-date", json!({ "resolved_issue_iid": 1, "due_date": "" })),
        (
            "issues/assistant-assign",
            json!({ "resolved_issue_iid": 1, "resolved_assignee_id": 1, "assignee_hint": "passerelle" }),
        ),
        ("issues/assistant-list-labels", json!({})),
        ("issues/assistant-add-label", json!({ "resolved_issue_iid": 1, "label_name": "bug" })),
        ("issues/assistant-bulk-add-label", json!({ "issue_hints": ["Titre"], "label_name": "bug" })),
        ("issues/assistant-add-label-all", json!({ "label_name": "bug" })),
        ("issues/assistant-batch-create", json!({ "issues": [{ "title": "Titre" }] })),
    ]
}

/// One project, `ville/portail`, named "Portail".
pub(crate) fn portail() -> World {
    let mut world = World::empty();
    world.group("ville", "Ville");
    assert_eq!(world.project("ville/portail", "Portail"), PORTAIL);
    world
}

/// The same with open issues, numbered from 1 and the last one updated last.
pub(crate) fn portail_with(titles: &[&str]) -> World {
    let mut world = portail();
    for title in titles {
        world.issue(PORTAIL, title);
    }
    world
}

/// Seven projects of one name.
pub(crate) fn seven_portails() -> World {
    let mut world = World::empty();
    for number in 1..=7 {
        world.project(&format!("ville{number}/portail"), "Portail");
    }
    world
}

/// A request that names the project by hint.
pub(crate) fn hinted(fields: Value) -> Value {
    with(fields, json!({ "project_hint": "Portail" }))
}

/// A request that confirms the project.
pub(crate) fn confirmed(fields: Value) -> Value {
    with(fields, json!({ "confirm": true, "resolved_project_path": "ville/portail" }))
}

/// Two objects as one.
pub(crate) fn with(mut fields: Value, more: Value) -> Value {
    let all = fields.as_object_mut().unwrap();
    if let Value::Object(more) = more {
        all.extend(more);
    }
    fields
}

/// An answer without the port of the test's host.
pub(crate) fn shown(stage: &Stage, body: &Value) -> Value {
    let text = body.to_string().replace(&stage.server.uri(), "https://gitlab.example.com");
    serde_json::from_str(&text).unwrap()
}

/// Nothing was sent but reads.
#[track_caller]
pub(crate) fn assert_untouched(stage: &Stage) {
    assert_eq!(stage.writes(), [""; 0]);
}

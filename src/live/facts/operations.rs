//! A trial of each operation, by hint and confirmed, in the interface's order.

use serde_json::{Value, json};

use crate::live::{
    fact::{Check, Fact},
    fixture::Fixture,
    operation_trial::OperationTrial,
};

/// A fact for each operation.
pub(in crate::live) fn facts() -> impl Iterator<Item = Fact> {
    TRIALS.iter().map(|trial| Fact {
        name: trial.operation,
        reason: "the operation, by hint and confirmed",
        check: Check::Operation(trial),
    })
}

#[rustfmt::skip]
const TRIALS: &[OperationTrial] = &[
    OperationTrial {
        operation: "check_create_project", issue: None, proof: ("/status", "ready"),
        requests: &[|_, _| json!({ "project_name": "Piscine", "target_group_hint": "services municipaux" })],
    },
    OperationTrial {
        operation: "create_project", issue: None, proof: ("/project/name", "Gymnase"),
        requests: &[|fixture, _| json!({ "name": "Gymnase", "namespace_path": fixture.services.path() })],
    },
    OperationTrial {
        operation: "assistant_create_project", issue: None, proof: ("/status", "created"),
        requests: &[
            |_, _| json!({ "project_name": "Cantine", "target_group_hint": "services municipaux" }),
            |fixture, _| json!({ "project_name": "Marché", "confirm": true, "resolved_group": fixture.services.path() }),
        ],
    },
    OperationTrial {
        operation: "assistant_list_projects", issue: None, proof: ("/status", "resolved"),
        requests: &[
            |_, _| json!({ "group_hint": "services municipaux" }),
            |fixture, _| json!({ "confirm": true, "resolved_group_path": fixture.services.path() }),
        ],
    },
    OperationTrial {
        operation: "assistant_project_tasks", issue: None, proof: ("/closed_issues/0", "Fontaine en panne"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "assistant_project_progress", issue: None, proof: ("/progress_percent", "33"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "project_summary", issue: None, proof: ("/overdue_count", "1"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "assistant_project_members", issue: None, proof: ("/status", "resolved"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "assistant_project_milestones", issue: None, proof: ("/status", "resolved"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "search_groups", issue: None, proof: ("/matches/0/name", "Services municipaux"),
        requests: &[|_, _| json!({ "query": "services municipaux" })],
    },
    OperationTrial {
        operation: "create_issue", issue: None, proof: ("/issue/title", "Square sans banc"),
        requests: &[|fixture, _| {
            json!({ "project_path": fixture.open.path(), "title": "Square sans banc", "description": "Depuis mars" })
        }],
    },
    OperationTrial {
        operation: "assistant_list_issues", issue: None, proof: ("/issues/0/title", "Fontaine en panne"),
        requests: &[
            |_, _| with(portal(), json!({ "state": "all" })),
            |fixture, _| with(portal_confirmed(fixture), json!({ "state": "all" })),
        ],
    },
    OperationTrial {
        operation: "assistant_show_issue", issue: Some(("Kiosque sans toit", false)), proof: ("/issue/title", "Kiosque sans toit"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "kiosque sans toit" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid })),
        ],
    },
    OperationTrial {
        operation: "assistant_create_issue", issue: None, proof: ("/status", "created"),
        requests: &[
            |_, _| with(roads(), json!({ "title": "Ralentisseur trop haut", "milestone_hint": "sprint 1", "labels": ["bug"] })),
            |fixture, _| with(roads_confirmed(fixture), json!({ "title": "Gravillons sur la piste cyclable" })),
        ],
    },
    OperationTrial {
        operation: "assistant_close_issue", issue: Some(("Lampadaire éteint rue Pasteur", false)),
        proof: ("/issue/state", "closed"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "lampadaire rue pasteur" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid })),
        ],
    },
    OperationTrial {
        operation: "assistant_reopen_issue", issue: Some(("Ascenseur bloqué au marché", true)),
        proof: ("/issue/state", "opened"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "ascenseur bloqué" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid })),
        ],
    },
    OperationTrial {
        operation: "assistant_bulk_close_issues", issue: Some(("Caniveau obstrué quai nord", false)),
        proof: ("/results/0/status", "closed"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hints": ["caniveau obstrué"] })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "issue_hints": [format!("#{iid}")] })),
        ],
    },
    OperationTrial {
        operation: "assistant_update_issue", issue: Some(("Peinture écaillée du portique", false)),
        proof: ("/issue/title", "Portique à repeindre"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "peinture du portique", "title": "Portique à repeindre" })),
            |fixture, iid| {
                with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid, "title": "Portique à repeindre" }))
            },
        ],
    },
    OperationTrial {
        operation: "assistant_comment_issue", issue: Some(("Escalier sans rampe", false)), proof: ("/status", "commented"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "escalier sans rampe", "body": "Vu\n/close" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid, "body": "Vu" })),
        ],
    },
    OperationTrial {
        operation: "assistant_set_due_date", issue: Some(("Clôture du stade arrachée", false)), proof: ("/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "clôture du stade", "due_date": "2030-01-31" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid, "due_date": "2030-01-31" })),
        ],
    },
    OperationTrial {
        operation: "assistant_assign_issue", issue: Some(("Toboggan fendu", false)), proof: ("/status", "assigned"),
        requests: &[
            |fixture, _| {
                with(roads(), json!({ "issue_hint": "toboggan fendu", "assignee_hint": format!("@{}", fixture.user.1) }))
            },
            |fixture, iid| {
                let fields = json!({ "resolved_issue_iid": iid, "resolved_assignee_id": fixture.user.0 });
                with(roads_confirmed(fixture), fields)
            },
        ],
    },
    OperationTrial {
        operation: "assistant_list_labels", issue: None, proof: ("/labels/0/name", "Accueil"),
        requests: &[|_, _| portal(), |fixture, _| portal_confirmed(fixture)],
    },
    OperationTrial {
        operation: "assistant_add_label", issue: Some(("Passage piéton effacé", false)), proof: ("/labels/0", "bug"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "passage piéton effacé", "label_name": "Bug" })),
            |fixture, iid| with(roads_confirmed(fixture), json!({ "resolved_issue_iid": iid, "label_name": "bug" })),
        ],
    },
    OperationTrial {
        operation: "assistant_bulk_add_label", issue: Some(("Potelet renversé rue Zola", false)),
        proof: ("/results/0/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hints": ["potelet renversé"], "label_name": "bug" })),
            |fixture, iid| {
                with(roads_confirmed(fixture), json!({ "issue_hints": [format!("#{iid}")], "label_name": "bug" }))
            },
        ],
    },
    OperationTrial {
        operation: "assistant_add_label_all", issue: Some(("Massif à désherber", false)),
        proof: ("/results/0/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "limit": 1, "label_name": "espaces verts", "create_label_if_missing": true })),
            |fixture, _| with(roads_confirmed(fixture), json!({ "limit": 1, "label_name": "bug" })),
        ],
    },
    OperationTrial {
        operation: "assistant_batch_create_issues", issue: None, proof: ("/created_count", "2"),
        requests: &[
            |_, _| {
                let issues = json!([{ "title": "Platane à élaguer" }, { "title": "Tilleul à tailler", "labels": ["bug"] }]);
                with(roads(), json!({ "issues": issues, "milestone_hint": "sprint 1" }))
            },
            |fixture, _| {
                let issues = json!([{ "title": "Haie à tailler" }, { "title": "Pelouse à tondre" }]);
                with(roads_confirmed(fixture), json!({ "issues": issues }))
            },
        ],
    },
];

fn portal() -> Value {
    json!({ "project_hint": "portail citoyen" })
}

fn portal_confirmed(fixture: &Fixture) -> Value {
    json!({ "confirm": true, "resolved_project_path": fixture.fixed.path() })
}

fn roads() -> Value {
    json!({ "project_hint": "voirie" })
}

fn roads_confirmed(fixture: &Fixture) -> Value {
    json!({ "confirm": true, "resolved_project_path": fixture.open.path() })
}

/// An object with more fields.
fn with(mut fields: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
        fields.extend(more);
    }
    fields
}

//! A play of each operation, by hint and confirmed, in the interface's order.

use serde_json::{Value, json};

use crate::live::{
    fact::{Check, Fact},
    play::Play,
    scene::Scene,
};

/// A fact for each operation.
pub(in crate::live) fn facts() -> impl Iterator<Item = Fact> {
    PLAYS.iter().map(|play| Fact {
        name: play.operation,
        reason: "the operation, by hint and confirmed",
        check: Check::Operation(play),
    })
}

#[rustfmt::skip]
const PLAYS: &[Play] = &[
    Play {
        operation: "check_create_project", issue: None, proof: ("/status", "ready"),
        requests: &[|_, _| json!({ "project_name": "Piscine", "target_group_hint": "services municipaux" })],
    },
    Play {
        operation: "create_project", issue: None, proof: ("/project/name", "Gymnase"),
        requests: &[|scene, _| json!({ "name": "Gymnase", "namespace_path": scene.services.path() })],
    },
    Play {
        operation: "assistant_create_project", issue: None, proof: ("/status", "created"),
        requests: &[
            |_, _| json!({ "project_name": "Cantine", "target_group_hint": "services municipaux" }),
            |scene, _| json!({ "project_name": "Marché", "confirm": true, "resolved_group": scene.services.path() }),
        ],
    },
    Play {
        operation: "assistant_list_projects", issue: None, proof: ("/status", "resolved"),
        requests: &[
            |_, _| json!({ "group_hint": "services municipaux" }),
            |scene, _| json!({ "confirm": true, "resolved_group_path": scene.services.path() }),
        ],
    },
    Play {
        operation: "assistant_project_tasks", issue: None, proof: ("/closed_issues/0", "Fontaine en panne"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "assistant_project_progress", issue: None, proof: ("/progress_percent", "33"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "project_summary", issue: None, proof: ("/overdue_count", "1"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "assistant_project_members", issue: None, proof: ("/status", "resolved"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "assistant_project_milestones", issue: None, proof: ("/status", "resolved"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "search_groups", issue: None, proof: ("/matches/0/name", "Services municipaux"),
        requests: &[|_, _| json!({ "query": "services municipaux" })],
    },
    Play {
        operation: "create_issue", issue: None, proof: ("/issue/title", "Square sans banc"),
        requests: &[|scene, _| {
            json!({ "project_path": scene.open.path(), "title": "Square sans banc", "description": "Depuis mars" })
        }],
    },
    Play {
        operation: "assistant_list_issues", issue: None, proof: ("/issues/0/title", "Fontaine en panne"),
        requests: &[
            |_, _| with(portal(), json!({ "state": "all" })),
            |scene, _| with(portal_confirmed(scene), json!({ "state": "all" })),
        ],
    },
    Play {
        operation: "assistant_show_issue", issue: Some(("Kiosque sans toit", false)), proof: ("/issue/title", "Kiosque sans toit"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "kiosque sans toit" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid })),
        ],
    },
    Play {
        operation: "assistant_create_issue", issue: None, proof: ("/status", "created"),
        requests: &[
            |_, _| with(roads(), json!({ "title": "Ralentisseur trop haut", "milestone_hint": "sprint 1", "labels": ["bug"] })),
            |scene, _| with(roads_confirmed(scene), json!({ "title": "Gravillons sur la piste cyclable" })),
        ],
    },
    Play {
        operation: "assistant_close_issue", issue: Some(("Lampadaire éteint rue Pasteur", false)),
        proof: ("/issue/state", "closed"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "lampadaire rue pasteur" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid })),
        ],
    },
    Play {
        operation: "assistant_reopen_issue", issue: Some(("Ascenseur bloqué au marché", true)),
        proof: ("/issue/state", "opened"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "ascenseur bloqué" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid })),
        ],
    },
    Play {
        operation: "assistant_bulk_close_issues", issue: Some(("Caniveau obstrué quai nord", false)),
        proof: ("/results/0/status", "closed"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hints": ["caniveau obstrué"] })),
            |scene, iid| with(roads_confirmed(scene), json!({ "issue_hints": [format!("#{iid}")] })),
        ],
    },
    Play {
        operation: "assistant_update_issue", issue: Some(("Peinture écaillée du portique", false)),
        proof: ("/issue/title", "Portique à repeindre"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "peinture du portique", "title": "Portique à repeindre" })),
            |scene, iid| {
                with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid, "title": "Portique à repeindre" }))
            },
        ],
    },
    Play {
        operation: "assistant_comment_issue", issue: Some(("Escalier sans rampe", false)), proof: ("/status", "commented"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "escalier sans rampe", "body": "Vu\n/close" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid, "body": "Vu" })),
        ],
    },
    Play {
        operation: "assistant_set_due_date", issue: Some(("Clôture du stade arrachée", false)), proof: ("/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "clôture du stade", "due_date": "2030-01-31" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid, "due_date": "2030-01-31" })),
        ],
    },
    Play {
        operation: "assistant_assign_issue", issue: Some(("Toboggan fendu", false)), proof: ("/status", "assigned"),
        requests: &[
            |scene, _| {
                with(roads(), json!({ "issue_hint": "toboggan fendu", "assignee_hint": format!("@{}", scene.user.1) }))
            },
            |scene, iid| {
                let fields = json!({ "resolved_issue_iid": iid, "resolved_assignee_id": scene.user.0 });
                with(roads_confirmed(scene), fields)
            },
        ],
    },
    Play {
        operation: "assistant_list_labels", issue: None, proof: ("/labels/0/name", "Accueil"),
        requests: &[|_, _| portal(), |scene, _| portal_confirmed(scene)],
    },
    Play {
        operation: "assistant_add_label", issue: Some(("Passage piéton effacé", false)), proof: ("/labels/0", "bug"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hint": "passage piéton effacé", "label_name": "Bug" })),
            |scene, iid| with(roads_confirmed(scene), json!({ "resolved_issue_iid": iid, "label_name": "bug" })),
        ],
    },
    Play {
        operation: "assistant_bulk_add_label", issue: Some(("Potelet renversé rue Zola", false)),
        proof: ("/results/0/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "issue_hints": ["potelet renversé"], "label_name": "bug" })),
            |scene, iid| {
                with(roads_confirmed(scene), json!({ "issue_hints": [format!("#{iid}")], "label_name": "bug" }))
            },
        ],
    },
    Play {
        operation: "assistant_add_label_all", issue: Some(("Massif à désherber", false)),
        proof: ("/results/0/status", "updated"),
        requests: &[
            |_, _| with(roads(), json!({ "limit": 1, "label_name": "espaces verts", "create_label_if_missing": true })),
            |scene, _| with(roads_confirmed(scene), json!({ "limit": 1, "label_name": "bug" })),
        ],
    },
    Play {
        operation: "assistant_batch_create_issues", issue: None, proof: ("/created_count", "2"),
        requests: &[
            |_, _| {
                let issues = json!([{ "title": "Platane à élaguer" }, { "title": "Tilleul à tailler", "labels": ["bug"] }]);
                with(roads(), json!({ "issues": issues, "milestone_hint": "sprint 1" }))
            },
            |scene, _| {
                let issues = json!([{ "title": "Haie à tailler" }, { "title": "Pelouse à tondre" }]);
                with(roads_confirmed(scene), json!({ "issues": issues }))
            },
        ],
    },
];

fn portal() -> Value {
    json!({ "project_hint": "portail citoyen" })
}

fn portal_confirmed(scene: &Scene) -> Value {
    json!({ "confirm": true, "resolved_project_path": scene.fixed.path() })
}

fn roads() -> Value {
    json!({ "project_hint": "voirie" })
}

fn roads_confirmed(scene: &Scene) -> Value {
    json!({ "confirm": true, "resolved_project_path": scene.open.path() })
}

/// An object with more fields.
fn with(mut fields: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
        fields.extend(more);
    }
    fields
}

//! Repeated requests: if a hint fits an issue of the other state better, the change was made before and is not made to the next
//! best issue (decisions, section 5).

use gitlab_sandbox::{
    IssueState::{Closed, Opened},
    World,
};
use passerelle::messages::unclear::in_other_state;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each, says},
    world::{PORTAIL, assert_untouched, hinted, portail, portail_with, with, with_issues},
};

const CLOSE: &str = "issues/assistant-close";
const REOPEN: &str = "issues/assistant-reopen";
const BULK: &str = "issues/assistant-bulk-close";

/// An issue that was closed, and an open one that is called nearly so.
fn closed_before() -> World {
    with_issues(&[(Closed, "Export comptable"), (Opened, "Export comptable en PDF")])
}

/// The same the other way round.
fn reopened_before() -> World {
    with_issues(&[(Opened, "Export comptable"), (Closed, "Export comptable en PDF")])
}

async fn post(stage: &Stage, path: &str, fields: Value) -> Value {
    stage.post(path, hinted(with(fields, json!({ "issue_hint": "export comptable" })))).await.ok()
}

/// The answer is "not found", and the issue of the other state is suggested.
#[track_caller]
fn assert_dealt_with(answer: &Value, state: &str, was_asked: bool) {
    assert_eq!(answer["status"], "issue_not_found", "{answer}");
    assert_eq!(each(&answer["suggested_issues"], "iid"), [1], "{answer}");
    let issue = json!({ "id": 1, "iid": 1, "title": "Export comptable", "state": state });
    let issue = serde_json::from_value(issue).unwrap();
    assert!(says(answer, &in_other_state(&issue, "Portail", was_asked)), "{answer}");
}

#[tokio::test]
async fn a_change_said_again_changes_nothing() {
    let nothing_alike = with_issues(&[(Closed, "Export comptable"), (Opened, "Page de connexion")]);
    for (path, fields, world, state) in [
        (CLOSE, json!({}), closed_before(), "closed"),
        (CLOSE, json!({ "dry_run": true }), closed_before(), "closed"),
        (CLOSE, json!({}), nothing_alike, "closed"),
        (REOPEN, json!({}), reopened_before(), "opened"),
    ] {
        let stage = Stage::with(world).await;
        assert_dealt_with(&post(&stage, path, fields).await, state, true);
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn another_verb_on_what_is_closed_says_so() {
    for (path, fields) in [
        ("issues/assistant-comment", json!({ "body": "Vu" })),
        ("issues/assistant-update", json!({ "title": "Autre" })),
        ("issues/assistant-set-due-date", json!({ "due_date": "2030-01-01" })),
        ("issues/assistant-assign", json!({ "assignee_hint": "passerelle" })),
        ("issues/assistant-add-label", json!({ "label_name": "bug", "create_label_if_missing": true })),
    ] {
        let stage = Stage::with(closed_before()).await;
        let answer = post(&stage, path, fields).await;
        assert_dealt_with(&answer, "closed", false);
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_bulk_close_said_again_closes_nothing() {
    let stage = Stage::with(closed_before()).await;
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["export comptable"] }))).await.ok();
    assert_dealt_with(&body["results"][0], "closed", true);
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_exact_title_is_acted_on_without_a_look_at_the_other_state() {
    let mut world = closed_before();
    world.issue(PORTAIL, "Export comptable");
    let stage = Stage::with(world).await;
    assert_eq!(post(&stage, CLOSE, json!({})).await["issue"]["iid"], 3);
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
}

#[tokio::test]
async fn one_page_of_the_other_state_is_read_last_updated_first() {
    let stage =
        Stage::with(with_issues(&[(Opened, "Export comptable en PDF"), (Closed, "Page de connexion")])).await;
    assert_eq!(post(&stage, CLOSE, json!({})).await["status"], "closed", "nothing closed fits better");
    let reads: Vec<_> =
        stage.calls().into_iter().filter(|call| call.starts_with("GET /projects/101/issues?")).collect();
    let page = |state| {
        format!("GET /projects/101/issues?order_by=updated_at&sort=desc&state={state}&per_page=100&page=1")
    };
    assert_eq!(reads, [page("opened"), page("closed")]);
}

#[tokio::test]
async fn a_small_limit_hides_no_issue_of_the_other_state() {
    let stage = Stage::with(with_issues(&[
        (Opened, "Nids de poule rue Foch"),
        (Closed, "Nids de poule rue Hoche"),
        (Closed, "Lampadaire cassé"),
    ]))
    .await;
    let one = hinted(json!({ "issue_hint": "nids de poule", "limit": 1 }));
    let several = hinted(json!({ "issue_hints": ["nids de poule"], "limit": 1 }));
    let answer = stage.post(CLOSE, one).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed", "{answer}");
    let answer = stage.post(BULK, several).await.ok();
    assert_eq!(answer["results"][0]["status"], "issue_clarification_needed", "{answer}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn where_the_other_state_cannot_be_read_what_is_less_than_exact_is_asked_about() {
    let stage = Stage::with(portail_with(&["Export comptable en PDF"])).await;
    let page = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=closed";
    stage.refuse(page, 500, json!({ "message": "500 Internal Server Error" }));
    let answer = post(&stage, CLOSE, json!({})).await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [1]);
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_question_about_open_issues_stays_one_beside_a_closed_issue_of_that_name() {
    let mut world = portail();
    world.closed_issue(PORTAIL, "Export comptable");
    for format in ["CSV", "PDF"] {
        world.issue(PORTAIL, &format!("Export comptable en {format}"));
    }
    let stage = Stage::with(world).await;
    let hints = json!({ "issue_hints": ["export comptable", "xylophone"] });
    let answer = stage.post(BULK, hinted(hints)).await.ok();
    let statuses = each(&answer["results"], "status");
    assert_eq!(json!(statuses), json!(["issue_clarification_needed", "issue_not_found"]), "{answer}");
}

#[tokio::test]
async fn open_issues_that_are_only_a_little_alike_are_not_asked_about_beside_a_closed_one_that_fits() {
    for (path, fields, was_asked) in
        [(CLOSE, json!({}), true), ("issues/assistant-comment", json!({ "body": "Vu" }), false)]
    {
        let mut world = portail();
        world.closed_issue(PORTAIL, "Export comptable");
        for title in ["Import comptable", "Report comptable", "Export des photos"] {
            world.issue(PORTAIL, title);
        }
        let stage = Stage::with(world).await;
        assert_dealt_with(&post(&stage, path, fields).await, "closed", was_asked);
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn an_issue_whose_title_says_more_stays_a_question_beside_one_of_the_other_state_that_fits() {
    let stage = Stage::with(with_issues(&[
        (Opened, "Importer le nouveau millésime"),
        (Closed, "Importer l'ancien millésime"),
    ]))
    .await;
    let asked = hinted(json!({ "issue_hint": "millésime" }));
    let answer = stage.post(REOPEN, asked).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [2]);
}

/// Two issues of the project that one hint may mean, of which the first is confirmed.
async fn answered(
    path: &str,
    mut world: World,
    add: fn(&mut World, u64, &str) -> u64,
    bulk: bool,
) -> (Stage, Value) {
    for title in ["Formulaire de contact illisible", "Formulaire de contact en anglais"] {
        add(&mut world, PORTAIL, title);
    }
    let stage = Stage::with(world).await;
    let words = "formulaire de contact";
    let hint = if bulk { json!({ "issue_hints": [words] }) } else { json!({ "issue_hint": words }) };
    let said = hinted(hint);
    let question = stage.post(path, said.clone()).await.ok();
    let question = if bulk { &question["results"][0] } else { &question };
    assert_eq!(question["status"], "issue_clarification_needed", "{question}");
    let single = path.replace("bulk-", "");
    let confirmed =
        json!({ "resolved_project_path": "ville/portail", "resolved_issue_iid": 1, "confirm": true });
    assert_eq!(stage.post(&single, confirmed).await.ok()["issue"]["iid"], 1);
    let again = stage.post(path, said).await.ok();
    let again = if bulk { again["results"][0].clone() } else { again };
    (stage, again)
}

#[tokio::test]
async fn an_answered_question_said_again_asks_between_both_states() {
    for (path, add, bulk) in [
        (CLOSE, World::issue as fn(&mut World, u64, &str) -> u64, false),
        (REOPEN, World::closed_issue, false),
        (BULK, World::issue, true),
    ] {
        let (stage, again) = answered(path, portail(), add, bulk).await;
        assert_eq!(again["status"], "issue_clarification_needed", "{path}: {again}");
        let mut candidates: Vec<_> = each(&again["candidate_issues"], "iid")
            .into_iter()
            .zip(each(&again["candidate_issues"], "state"))
            .collect();
        candidates.sort_by_key(|(iid, _)| iid.as_i64());
        let states = if path == REOPEN { ["opened", "closed"] } else { ["closed", "opened"] };
        assert_eq!(json!(candidates), json!([[1, states[0]], [2, states[1]]]), "{path}: {again}");
        assert_eq!(stage.writes().len(), 1, "only what was confirmed was changed");
    }
}

#[tokio::test]
async fn an_open_and_a_closed_issue_of_the_same_name_are_asked_about() {
    let stage =
        Stage::with(with_issues(&[(Closed, "Fuite au sous-sol"), (Opened, "Fuite au sous-sol")])).await;
    let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": "la fuite du sous-sol" }))).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed", "{answer}");
    let exact = stage.post(CLOSE, hinted(json!({ "issue_hint": "Fuite au sous-sol" }))).await.ok();
    assert_eq!((&exact["status"], &exact["issue"]["iid"]), (&json!("closed"), &json!(2)), "{exact}");
}

#[tokio::test]
async fn a_closed_issue_that_is_only_near_was_not_meant() {
    let stage = Stage::with(with_issues(&[(Opened, "Page de connexion"), (Closed, "Dette technique")])).await;
    let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": "dtte" }))).await.ok();
    assert_eq!(answer["status"], "issue_not_found", "{answer}");
    assert_eq!(json!(each(&answer["suggested_issues"], "iid")), json!([]), "{answer}");
}

#[tokio::test]
async fn a_closed_issue_that_fits_less_raises_no_question() {
    for closed in ["Dossier papier", "No form"] {
        let stage = Stage::with(with_issues(&[
            (Opened, "Erreur sur la page de connexion"),
            (Opened, "Formulaire de contact cassé"),
            (Closed, closed),
        ]))
        .await;
        let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": "formulaire" }))).await.ok();
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(2)), "{answer}");
    }
}

#[tokio::test]
async fn a_closed_issue_of_the_same_score_is_asked_about_and_shown() {
    let stage =
        Stage::with(with_issues(&[(Opened, "Formulaire de contact cassé"), (Closed, "Pas de formulaire")]))
            .await;
    let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": "formulaire" }))).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed", "{answer}");
    assert_eq!(each(&answer["candidate_issues"], "state"), ["opened", "closed"], "{answer}");
}

#[tokio::test]
async fn several_of_the_other_state_that_fit_are_suggested() {
    let mut world = portail();
    world.issue(PORTAIL, "Autre sujet");
    for speed in ["lente", "rapide"] {
        world.closed_issue(PORTAIL, &format!("Page de connexion {speed}"));
    }
    let stage = Stage::with(world).await;
    let hint = "page de connexion";
    for (path, fields) in [(CLOSE, json!({})), ("issues/assistant-comment", json!({ "body": "Vu" }))] {
        let answer = stage.post(path, hinted(with(fields, json!({ "issue_hint": hint })))).await.ok();
        assert_eq!(answer["status"], "issue_not_found", "{answer}");
        assert_eq!(each(&answer["suggested_issues"], "iid"), [3, 2], "{answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("sont déjà fermés") && message.contains("#2"), "{message}");
    }
    assert_untouched(&stage);
}

/// Two open issues, of which every one of these hints denies the second.
const CONTRASTS: [(&str, [&str; 2]); 3] = [
    ("la cantine, pas le menu", ["Inscription à la cantine", "Menu de la cantine"]),
    ("deploy fails hors staging", ["Deploy prod fails", "Deploy staging fails"]),
    ("the login page that isn't legacy", ["Login page slow", "Login page legacy slow"]),
];

#[tokio::test]
async fn the_one_issue_that_a_contrast_does_not_deny_is_acted_on() {
    for (hint, titles) in CONTRASTS {
        for (path, fields, add) in [
            (CLOSE, json!({ "issue_hint": hint }), World::issue as fn(&mut World, u64, &str) -> u64),
            (REOPEN, json!({ "issue_hint": hint }), World::closed_issue),
            (BULK, json!({ "issue_hints": [hint] }), World::issue),
        ] {
            let mut world = portail();
            for title in titles {
                add(&mut world, PORTAIL, title);
            }
            let stage = Stage::with(world).await;
            let answer = stage.post(path, hinted(fields)).await.ok();
            let issue = if path == BULK { &answer["results"][0]["issue"] } else { &answer["issue"] };
            assert_eq!(issue["iid"], 1, "{hint}: {answer}");
        }
    }
}

#[tokio::test]
async fn what_a_contrast_leaves_in_both_states_is_asked_about() {
    let (hint, [meant, denied]) = CONTRASTS[0];
    let stage = Stage::with(with_issues(&[(Opened, meant), (Opened, denied), (Closed, meant)])).await;
    let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed", "{answer}");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [1, 3], "{answer}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_issue_that_is_in_the_pages_of_both_states_counts_once() {
    let stage = Stage::with(portail_with(&["Ajouter un export PDF"])).await;
    let issue =
        json!({ "id": 50001, "iid": 1, "title": "Ajouter un export PDF", "state": "opened", "web_url": "" });
    let pages = ResponseTemplate::new(200).set_body_json(json!([issue]));
    stage.fault("GET /projects/101/issues?", usize::MAX, pages);
    let fields = hinted(json!({ "issue_hint": "export PDF", "dry_run": true }));
    assert_eq!(stage.post(CLOSE, fields).await.ok()["status"], "preview");
}

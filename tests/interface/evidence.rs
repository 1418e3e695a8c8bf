//! Evidence: reads follow the interface's thresholds; a change is made only if the evidence names just one object, and ends in
//! a question otherwise (decisions, section 5).

use gitlab_sandbox::World;
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each},
    world::{
        PORTAIL, assert_untouched, assignee, confirmed, hinted, portail, portail_with, staffed, with,
        with_groups, with_projects,
    },
};

const CLOSE: &str = "issues/assistant-close";
const BULK: &str = "issues/assistant-bulk-close";
const PROGRESS: &str = "projects/assistant-progress";
const CREATE: &str = "issues/assistant-create";
const LIST: &str = "projects/assistant-list";
const NEW_PROJECT: &str = "projects/assistant-create";
const BATCH: &str = "issues/assistant-batch-create";
const ASSIGN: &str = "issues/assistant-assign";

async fn close(stage: &Stage, hint: &str) -> Value {
    stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok()
}

#[tokio::test]
async fn a_change_acts_where_each_word_of_the_hint_has_its_counterpart() {
    for (hint, title) in [
        ("page de connexion", "Page de connexion"),
        ("la page de connexion", "Page de connexion"),
        ("pages de connexions", "Page de connexion"),
        ("login page", "Page de connexion"),
        ("conexion page", "Page de connexion"),
    ] {
        let stage = Stage::with(portail_with(&[title, "Export comptable en PDF"])).await;
        assert_eq!(close(&stage, hint).await["status"], "closed", "{hint}");
    }
}

#[tokio::test]
async fn a_change_asks_about_a_single_candidate_that_is_not_sure() {
    for (hint, title) in [
        ("mode sombre", "Limiter le nombre de tentatives de mot de passe"),
        ("export en PDF", "Export en ICS"),
        ("dark mode on Lyon", "Mode sombre à Lille"),
        ("version 3", "Version 4 du portail"),
        ("activer les notifications", "Désactiver les notifications"),
    ] {
        let stage = Stage::with(portail_with(&[title])).await;
        let answer = close(&stage, hint).await;
        assert_ne!(answer["status"], "closed", "{hint} / {title}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn one_candidate_is_asked_about_and_the_answer_says_why() {
    let stage = Stage::with(portail_with(&["Export comptable en PDF", "Page de connexion"])).await;
    let answer = close(&stage, "compta").await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [1]);
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("#1") && message.contains("Il dit aussi « PDF »"), "{message}");
}

#[tokio::test]
async fn the_words_of_a_doubt_are_quoted_as_the_title_has_them() {
    let stage = Stage::with(portail_with(&["Heures supplémentaires mal calculées"])).await;
    let answer = close(&stage, "overtime").await;
    assert!(answer["message"].as_str().unwrap().contains("« calculées »"), "{answer}");
}

#[tokio::test]
async fn a_read_takes_what_a_change_asks_about() {
    let stage = Stage::with(with_projects(&[
        ("ville/portail-agents", "Portail Agents Front"),
        ("ville/agenda", "Agenda"),
    ]))
    .await;
    let hint = "portrail egents";
    assert_eq!(stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok()["status"], "resolved");
    for dry_run in [true, false] {
        let body = json!({ "project_hint": hint, "title": "Affiche", "dry_run": dry_run });
        let answer = stage.post(CREATE, body).await.ok();
        assert_eq!(answer["status"], "project_clarification_needed");
        assert_eq!(answer["candidate_projects"][0]["path_with_namespace"], "ville/portail-agents");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn what_a_hint_denies_is_never_chosen_to_be_read_either() {
    let stage = Stage::with(portail_with(&["Login mobile bug", "Login web bug"])).await;
    for hint in ["login pas mobile", "login not mobile"] {
        let shown = stage.post("issues/assistant-show", hinted(json!({ "issue_hint": hint }))).await.ok();
        assert_ne!(shown["issue"]["title"], "Login mobile bug", "{hint}: {shown}");
    }
}

#[tokio::test]
async fn doubt_is_judged_on_all_candidates_before_the_cut_to_limit() {
    let stage = Stage::with(with_groups(&[("nord/culture", "Culture"), ("sud/culture", "Culture")])).await;
    let list = json!({ "group_hint": "culture", "limit": 1 });
    assert_eq!(stage.post(LIST, list).await.ok()["resolved_group"], "nord/culture");
    let create = json!({ "target_group_hint": "culture", "limit": 1, "project_name": "Nouveau" });
    let answer = stage.post(NEW_PROJECT, create).await.ok();
    assert_eq!(answer["status"], "clarification_needed");
    assert_eq!(each(&answer["candidate_groups"], "full_path"), ["nord/culture"]);

    let stage = Stage::with(portail_with(&["Export", "Export"])).await;
    let body = hinted(json!({ "issue_hint": "export", "limit": 1 }));
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "issue_clarification_needed");
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_issue_hint_of_small_words_alone_asks_among_the_first_five() {
    let titles = ["Un ticket", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept"];
    for hint in ["", "!!!", "le", "celui-là", "le ticket"] {
        let stage = Stage::with(portail_with(&titles)).await;
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint:?}");
        assert_eq!(answer["candidate_issues"].as_array().unwrap().len(), 5, "{hint:?}");
        assert_untouched(&stage);
        let stage = Stage::with(portail()).await;
        assert_eq!(close(&stage, hint).await["status"], "issue_not_found", "{hint:?}");
    }
}

#[tokio::test]
async fn a_vague_hint_for_the_only_issue_asks_in_the_singular() {
    let stage = Stage::with(portail_with(&["Page de connexion"])).await;
    let answer = close(&stage, "le ticket").await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("Page de connexion") && !message.contains("Plusieurs"), "{message}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_project_hint_of_small_words_alone_is_not_found() {
    let mut world = World::empty();
    let only = world.project("ville/portail", "Portail du projet");
    world.issue(only, "Page");
    let stage = Stage::with(world).await;
    for hint in ["le projet", "celui-là", "!!!", "the repo"] {
        let answer = stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok();
        assert_eq!(answer["status"], "not_found", "{hint}");
        let body = json!({ "project_hint": hint, "issue_hint": "Page" });
        assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "project_not_found", "{hint}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn each_hint_of_a_bulk_call_is_judged_by_its_own_evidence() {
    let stage = Stage::with(portail_with(&["Page de connexion", "Export comptable en PDF"])).await;
    let hints = ["page de connexion", "compta", "xylophone", "le ticket"];
    let body = stage.post(BULK, hinted(json!({ "issue_hints": hints }))).await.ok();
    assert_eq!(
        each(&body["results"], "status"),
        ["closed", "issue_clarification_needed", "issue_not_found", "issue_clarification_needed"]
    );
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/1"]);
}

#[tokio::test]
async fn a_milestone_that_is_not_sure_is_asked_about() {
    let mut world = portail();
    world.milestone(PORTAIL, "Sprint 12");
    let stage = Stage::with(world).await;
    for (hint, status) in [("sprint 12", "preview"), ("sprint douze", "preview"), ("sprint 13", "")] {
        let body = hinted(json!({ "milestone_hint": hint, "issues": [{ "title": "Un" }], "dry_run": true }));
        let answer = stage.post(BATCH, body).await.ok();
        let is_expected = if status.is_empty() {
            ["milestone_clarification_needed", "milestone_not_found"]
                .contains(&answer["status"].as_str().unwrap())
        } else {
            answer["status"] == status
        };
        assert!(is_expected, "{hint}: {answer}");
    }
}

#[tokio::test]
async fn a_person_is_taken_by_what_names_them_and_asked_about_otherwise() {
    let team = [
        ("m.dupont", "Marie Dupont"),
        ("p.durand", "Paul Durand"),
        ("martin", "Jean Petit"),
        ("c.martin", "Claire Martin"),
    ];
    for (hint, meant) in [
        ("@m.dupont", Some("m.dupont")),
        ("@M.Dupont", Some("m.dupont")),
        ("marie", Some("m.dupont")),
        ("Durand", Some("p.durand")),
        ("@marie", None),
        ("@m-dupont", None),
        ("Paul Dupont", None),
        ("Sophie Durand", None),
        ("martin", None),
        ("dupond", None),
        ("@martin", Some("martin")),
    ] {
        let stage = Stage::with(staffed(&team)).await;
        let body = hinted(json!({ "issue_hint": "Un", "assignee_hint": hint }));
        let answer = stage.post(ASSIGN, body).await.ok();
        assert_eq!(assignee(&stage).as_deref(), meant, "{hint}: {answer}");
        if meant.is_none() {
            assert_eq!(answer["status"], "assignee_clarification_needed", "{hint}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_confirmed_issue_goes_to_a_loosely_named_person() {
    let stage = Stage::with(staffed(&[("m.dupont", "Marie Dupont"), ("p.durand", "Paul Durand")])).await;
    let confirmed = |fields| confirmed(with(fields, json!({ "resolved_issue_iid": 1 })));
    let answer = stage.post(ASSIGN, confirmed(json!({ "assignee_hint": "marie" }))).await.ok();
    assert_eq!(answer["status"], "assigned");
    assert_eq!(stage.sent(), [json!({ "assignee_ids": [2] })]);
    let answer = stage.post(ASSIGN, confirmed(json!({ "assignee_hint": "Sophie Dupont" }))).await.ok();
    assert_eq!(answer["status"], "assignee_clarification_needed");
    stage.post(ASSIGN, confirmed(json!({}))).await.error(400);
}

//! Suggestions: a not-found answer shows the nearest objects, and other answers show the chosen object (decisions, section 5).

use gitlab_sandbox::World;
use passerelle::{
    messages::unclear::{Sought, not_found},
    service::issues::Place,
};
use serde_json::{Value, json};

use crate::{
    requests::{on_a_project, on_an_issue, rows},
    stage::{Stage, each, fields, says},
    world::{PORTAIL, assert_untouched, confirmed, hinted, member, portail_and_agenda, portail_with, with},
};

const PROGRESS: &str = "projects/assistant-progress";
const CLOSE: &str = "issues/assistant-close";
const BULK: &str = "issues/assistant-bulk-close";
const ASSIGN: &str = "issues/assistant-assign";
const BATCH: &str = "issues/assistant-batch-create";

/// A hint that resembles nothing in the world of [`portail_and_agenda`].
const NOTHING: &str = "xylophone";
/// One that fits none of its projects, and resembles them.
const NEAR_PROJECTS: &str = "portage";
/// One that fits none of its groups, and resembles one.
const NEAR_GROUP: &str = "vigile";
/// One that fits none of its issues, open and closed, and resembles both.
const NEAR_ISSUES: &str = "pagode logotype";
/// One that fits none of its issues, and is a little like one.
const LIKE_AN_ISSUE: &str = "gare de péage";

/// The lists of an answer whose names start so, by name.
fn lists<'a>(answer: &'a Value, prefix: &str) -> Vec<(&'a str, &'a Vec<Value>)> {
    let fields = answer.as_object().unwrap().iter().filter(|(name, _)| name.starts_with(prefix));
    fields.filter_map(|(name, list)| Some((name.as_str(), list.as_array()?))).collect()
}

#[tokio::test]
async fn suggestions_stand_beside_the_candidates_of_their_kind_and_are_empty_in_every_other_answer() {
    for row in rows() {
        for request in row.requests() {
            let stage = Stage::with(portail_and_agenda()).await;
            let answer = stage.post(row.path, request.clone()).await.ok();
            let names = |prefix: &str| -> Vec<_> {
                lists(&answer, prefix).into_iter().map(|(name, _)| name.replace(prefix, "")).collect()
            };
            // What a search finds has a list of its own.
            let own = row.path.strip_suffix("/find");
            let mut suggested = names("suggested_");
            suggested.retain(|name| own != Some(name.as_str()));
            assert_eq!(names("candidate_"), suggested, "{}: {:?}", row.path, fields(&answer));
            for (name, list) in lists(&answer, "suggested_") {
                assert!(list.is_empty(), "{} {request}: {name}", row.path);
            }
        }
    }
}

#[tokio::test]
async fn every_operation_on_a_project_that_is_not_found_suggests_the_nearest_ones() {
    for (path, request, _) in on_a_project() {
        let stage = Stage::with(portail_and_agenda()).await;
        let answer = stage.post(path, with(request, json!({ "project_hint": NEAR_PROJECTS }))).await.ok();
        assert!(answer["status"].as_str().unwrap().ends_with("not_found"), "{path}: {answer}");
        assert_eq!(answer["candidate_projects"], json!([]), "{path}");
        let suggested = each(&answer["suggested_projects"], "path_with_namespace");
        assert_eq!(suggested.len(), 2, "{path}: {answer}");
        let record = fields(&answer["suggested_projects"][0]);
        assert_eq!(record, ["id", "name", "path_with_namespace", "score", "web_url"], "{path}");
        let message = answer["message"].as_str().unwrap();
        let nearest = suggested[0].as_str().unwrap();
        assert!(message.contains(nearest) && message.contains("confirmez"), "{path}: {message}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn every_operation_on_an_issue_that_is_not_found_suggests_the_nearest_ones() {
    for (path, _) in on_an_issue() {
        let stage = Stage::with(portail_and_agenda()).await;
        let (_, request, _) = on_a_project().into_iter().find(|(other, ..)| *other == path).unwrap();
        let answer = stage.post(path, with(request, json!({ "issue_hint": NEAR_ISSUES }))).await.ok();
        assert_eq!(answer["status"], "issue_not_found", "{path}");
        assert_eq!(answer["candidate_issues"], json!([]), "{path}");
        assert!(!answer["suggested_issues"].as_array().unwrap().is_empty(), "{path}: {answer}");
        assert_eq!(each(&answer["candidate_projects"], "id"), [PORTAIL], "{path}");
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_group_that_is_not_found_comes_with_the_nearest_ones() {
    for (path, request) in [
        ("projects/assistant-list", json!({ "group_hint": NEAR_GROUP })),
        ("projects/check-create", json!({ "target_group_hint": NEAR_GROUP, "project_name": "Budget" })),
        ("projects/assistant-create", json!({ "target_group_hint": NEAR_GROUP, "project_name": "Budget" })),
    ] {
        let stage = Stage::with(portail_and_agenda()).await;
        let answer = stage.post(path, request).await.ok();
        assert!(answer["status"].as_str().unwrap().ends_with("not_found"), "{path}: {answer}");
        assert_eq!(answer["candidate_groups"], json!([]), "{path}");
        assert_eq!(each(&answer["suggested_groups"], "full_path"), ["ville"], "{path}");
    }
}

#[tokio::test]
async fn the_items_of_a_bulk_call_have_their_own_suggestions() {
    let stage = Stage::with(portail_with(&["Export comptable en PDF", "Page de connexion"])).await;
    let hints = ["page de connexion", "exporter les absences de cantine"];
    let body = stage.post(BULK, hinted(json!({ "issue_hints": hints }))).await.ok();
    let items = body["results"].as_array().unwrap();
    assert_eq!(items[0]["suggested_issues"], json!([]));
    assert_eq!(each(&items[0]["candidate_issues"], "iid"), [2], "the chosen one");
    if items[1]["status"] == "issue_not_found" {
        assert_eq!(items[1]["suggested_issues"][0]["iid"], 1);
        assert_eq!(items[1]["candidate_issues"], json!([]));
    }
}

#[tokio::test]
async fn a_milestone_or_a_member_that_is_not_found_comes_with_the_nearest_ones() {
    let mut world = portail_with(&["Un"]);
    world.milestone(PORTAIL, "Grand lancement");
    member(&mut world, "m.dupont", "Marie Dupont");
    let stage = Stage::with(world).await;
    let body = hinted(json!({ "milestone_hint": "grange", "issues": [{ "title": "Affiche" }] }));
    let answer = stage.post(BATCH, body).await.ok();
    assert_eq!(answer["status"], "milestone_not_found");
    assert_eq!(each(&answer["suggested_milestones"], "title"), ["Grand lancement"]);
    let body = hinted(json!({ "issue_hint": "Un", "assignee_hint": "dupuis" }));
    let answer = stage.post(ASSIGN, body).await.ok();
    assert_eq!(answer["status"], "assignee_not_found");
    assert_eq!(answer["suggested_users"][0]["username"], "m.dupont", "{answer}");
    assert_eq!(fields(&answer["suggested_users"][0]), ["id", "name", "score", "username", "web_url"]);
    assert_untouched(&stage);
}

#[tokio::test]
async fn five_are_suggested_at_most_best_first_and_scores_under_40_are_allowed() {
    let titles =
        ["Factures en double", "Page blanche", "Logo flou", "Lenteur du portail", "Accents perdus", "Export"];
    let stage = Stage::with(portail_with(&titles)).await;
    let answer = stage
        .post(
            CLOSE,
            hinted(json!({ "issue_hint": "facturier pagineur logotype lentille accentuation exportateur" })),
        )
        .await
        .ok();
    assert_eq!(answer["status"], "issue_not_found", "{answer}");
    let scores: Vec<_> =
        each(&answer["suggested_issues"], "score").iter().map(|score| score.as_u64().unwrap()).collect();
    assert_eq!(scores.len(), 5);
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores[4] < 40, "{scores:?}");
}

#[tokio::test]
async fn what_resembles_nothing_comes_with_no_suggestion_and_says_so() {
    let mut world = portail_and_agenda();
    member(&mut world, "m.dupont", "Marie Dupont");
    let stage = Stage::with(world).await;
    for (path, request, list, sought) in [
        (PROGRESS, json!({ "project_hint": NOTHING }), "suggested_projects", Sought::Project),
        ("projects/assistant-list", json!({ "group_hint": NOTHING }), "suggested_groups", Sought::Group),
        (CLOSE, hinted(json!({ "issue_hint": NOTHING })), "suggested_issues", Sought::Issue("Portail")),
        (
            BATCH,
            hinted(json!({ "milestone_hint": NOTHING, "issues": [{ "title": "Affiche" }] })),
            "suggested_milestones",
            Sought::Milestone(Place::Project("Portail")),
        ),
        (
            ASSIGN,
            hinted(json!({ "issue_hint": "page de connexion", "assignee_hint": NOTHING })),
            "suggested_users",
            Sought::Member(Place::Project("Portail")),
        ),
    ] {
        let answer = stage.post(path, request).await.ok();
        assert_eq!(answer[list], json!([]), "{path}: {answer}");
        assert!(says(&answer, &not_found(sought, NOTHING, None)), "{path}: {answer}");
    }
    let answer = stage.post(BULK, hinted(json!({ "issue_hints": [NOTHING] }))).await.ok();
    let item = &answer["results"][0];
    assert_eq!(item["suggested_issues"], json!([]));
    assert!(says(item, &not_found(Sought::Issue("Portail"), NOTHING, None)), "{item}");
    assert_untouched(&stage);
}

#[tokio::test]
async fn the_nearest_is_named_from_25_up_and_shown_alone_below() {
    let stage = Stage::with(portail_and_agenda()).await;
    for (path, request, list, unlike) in [
        (
            PROGRESS,
            json!({ "project_hint": "agent port" }),
            "suggested_projects",
            not_found(Sought::Project, "agent port", None),
        ),
        (
            CLOSE,
            hinted(json!({ "issue_hint": LIKE_AN_ISSUE })),
            "suggested_issues",
            not_found(Sought::Issue("Portail"), LIKE_AN_ISSUE, None),
        ),
    ] {
        let answer = stage.post(path, request).await.ok();
        let score = answer[list][0]["score"].as_u64().unwrap();
        assert!((1..25).contains(&score), "{path}: {answer}");
        assert!(says(&answer, &unlike), "no nearest is named: {answer}");
    }
}

#[tokio::test]
async fn a_suggestion_can_be_confirmed() {
    let stage = Stage::with(portail_and_agenda()).await;
    let answer = stage.post(PROGRESS, json!({ "project_hint": NEAR_PROJECTS })).await.ok();
    let path = answer["suggested_projects"][0]["path_with_namespace"].clone();
    let again = json!({ "confirm": true, "resolved_project_path": path });
    assert_eq!(stage.post(PROGRESS, again).await.ok()["status"], "resolved");
}

#[tokio::test]
async fn nothing_is_suggested_where_nothing_was_read_or_nothing_may_be_seen() {
    let mut world = World::empty();
    world.project("secret/coffre", "Coffre");
    world.project("ville/portail", "Portail");
    let stage = Stage::set(world.clone(), &[("policy.roots", "ville")]).await;
    let answer = stage.post(PROGRESS, json!({ "project_hint": NEAR_PROJECTS })).await.ok();
    assert_eq!(each(&answer["suggested_projects"], "path_with_namespace"), ["ville/portail"]);
    let stage = Stage::with(world).await;
    for body in [
        json!({ "project_hint": "" }),
        json!({ "project_hint": "coffre", "root_hint": "nulle part" }),
        json!({ "project_hint": format!("{}/ville/absent", stage.server.uri()) }),
    ] {
        let answer = stage.post(PROGRESS, body.clone()).await.ok();
        assert_eq!(
            (&answer["status"], &answer["suggested_projects"]),
            (&json!("not_found"), &json!([])),
            "{body}"
        );
    }
}

// The chosen one

#[tokio::test]
async fn wherever_a_project_was_meant_by_hint_the_answer_shows_it_with_its_score() {
    for (path, by_hint, by_path) in on_a_project() {
        let stage = Stage::with(portail_and_agenda()).await;
        let answer = stage.post(path, by_hint).await.ok();
        assert_eq!(each(&answer["candidate_projects"], "id"), [PORTAIL], "{path}");
        assert_eq!(answer["candidate_projects"][0]["score"], 100, "{path}");
        let stage = Stage::with(portail_and_agenda()).await;
        let answer = stage.post(path, by_path).await.ok();
        assert_eq!(answer["candidate_projects"], json!([]), "{path}: a confirmed one was no candidate");
    }
}

#[tokio::test]
async fn wherever_an_issue_was_meant_by_hint_the_answer_shows_it_with_its_score() {
    for (path, request) in on_an_issue() {
        let stage = Stage::with(portail_and_agenda()).await;
        let (_, by_hint, _) = on_a_project().into_iter().find(|(other, ..)| *other == path).unwrap();
        let answer = stage.post(path, by_hint).await.ok();
        let iid = answer["issue"]["iid"].clone();
        assert_eq!(json!(each(&answer["candidate_issues"], "iid")), json!([iid]), "{path}: {answer}");
        assert_eq!(answer["candidate_issues"][0]["score"], 100, "{path}");
        let stage = Stage::with(portail_and_agenda()).await;
        assert_eq!(stage.post(path, request).await.ok()["candidate_issues"], json!([]), "{path}");
    }
}

#[tokio::test]
async fn a_question_shows_the_chosen_project_too() {
    let stage = Stage::with(portail_with(&["Export", "Export"])).await;
    let answer = stage.post(CLOSE, hinted(json!({ "issue_hint": "export" }))).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_projects"], "id"), [PORTAIL]);
    let answer = stage.post(BULK, confirmed(json!({ "issue_hints": ["export"] }))).await.ok();
    assert_eq!(answer["results"][0]["status"], "issue_clarification_needed");
    assert_eq!(answer["candidate_projects"], json!([]));
}

#[tokio::test]
async fn a_question_about_a_milestone_names_its_choices_where_the_lists_are_empty() {
    let mut world = portail_with(&["Un"]);
    for title in ["Sprint 1", "Sprint 2"] {
        world.milestone(PORTAIL, title);
    }
    let stage = Stage::with(world).await;
    let body = hinted(json!({ "title": "Affiche à refaire", "milestone_hint": "sprint" }));
    let answer = stage.post("issues/assistant-create", body).await.ok();
    assert_eq!(answer["status"], "milestone_clarification_needed");
    for (name, list) in lists(&answer, "").into_iter().filter(|(name, _)| name.contains('_')) {
        assert!(list.is_empty(), "{name}");
    }
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("« Sprint 1 »") && message.contains("« Sprint 2 »"), "{message}");
    assert_untouched(&stage);
}

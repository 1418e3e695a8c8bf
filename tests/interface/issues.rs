//! Listing, closing and reopening issues, and rule 3: the issue that a hint means.

use gitlab_sandbox::{IssueState, World};
use insta::assert_json_snapshot;
use passerelle::messages;
use serde_json::{Value, json};

use crate::{
    requests::{on_a_project, on_an_issue},
    stage::{Stage, each, says},
    world::{
        BY_PATH, PORTAIL, SEARCH, assert_untouched, confirmed, hinted, portail, portail_and_agenda,
        portail_with, seven_portails, shown, with,
    },
};

const LIST: &str = "issues/assistant-list";
const CLOSE: &str = "issues/assistant-close";
const REOPEN: &str = "issues/assistant-reopen";

/// Close and reopen: the path, the state that is searched, the event that is sent, the status and the new state.
const CHANGES: [(&str, &str, &str, &str, IssueState); 2] = [
    (CLOSE, "opened", "close", "closed", IssueState::Closed),
    (REOPEN, "closed", "reopen", "reopened", IssueState::Opened),
];

/// The project with issues of the state that the operation searches.
fn pool(state: &str, titles: &[&str]) -> World {
    let mut world = portail();
    for title in titles {
        if state == "opened" {
            world.issue(PORTAIL, title)
        } else {
            world.closed_issue(PORTAIL, title)
        };
    }
    world
}

fn state_of(stage: &Stage, iid: u64) -> IssueState {
    stage.read(|world| world.issues[&(PORTAIL, iid)].state)
}

// assistant-list

#[tokio::test]
async fn a_listing_reads_one_page_of_the_state_last_created_first() {
    let page = |size: &str, state: &str| {
        format!("GET /projects/101/issues?order_by=created_at&sort=desc{state}&per_page={size}&page=1")
    };
    for (fields, call) in [
        (json!({}), page("20", "&state=opened")),
        (json!({ "limit": 5 }), page("5", "&state=opened")),
        (json!({ "limit": 1000 }), page("100", "&state=opened")),
        (json!({ "state": "closed" }), page("20", "&state=closed")),
        (json!({ "state": "  CLOSED " }), page("20", "&state=closed")),
        (json!({ "state": " All " }), page("20", "")),
        (json!({ "state": "" }), page("20", "")),
        (json!({ "state": " " }), page("20", "")),
    ] {
        let stage = Stage::with(portail()).await;
        stage.post(LIST, hinted(fields.clone())).await.ok();
        assert_eq!(stage.calls(), [SEARCH, &call], "{fields}");
    }
}

#[tokio::test]
async fn a_listing_shows_the_issues_of_the_state_asked_for() {
    let mut world = portail_with(&["Un", "Deux"]);
    world.closed_issue(PORTAIL, "Trois");
    let stage = Stage::with(world).await;
    for (state, titles) in [
        (Value::Null, json!(["Deux", "Un"])),
        (json!("closed"), json!(["Trois"])),
        (json!("all"), json!(["Trois", "Deux", "Un"])),
    ] {
        let body = stage.post(LIST, hinted(json!({ "state": state }))).await.ok();
        assert_eq!(json!(each(&body["issues"], "title")), titles, "{state}");
    }
}

#[tokio::test]
async fn a_state_that_the_bridge_does_not_know_is_the_hosts_to_refuse() {
    let stage = Stage::with(portail()).await;
    let detail = stage.post(LIST, hinted(json!({ "state": " Locked " }))).await.error(400);
    assert!(detail.contains("state does not have a valid value"), "{detail}");
    assert!(detail.contains("opened (ouverts), closed (fermés) et all (tous)"), "{detail}");
    assert_eq!(
        stage.count("GET /projects/101/issues?order_by=created_at&sort=desc&state=locked&per_page=20&page=1"),
        1
    );
}

#[tokio::test]
async fn a_listing_by_hint_shows_the_single_chosen_candidate() {
    let mut world = portail_with(&["Un"]);
    world.project("ville/portail-agents", "Portail des agents");
    let stage = Stage::with(world).await;
    let body = stage.post(LIST, hinted(json!({}))).await.ok();
    assert_eq!(each(&body["candidate_projects"], "id"), [PORTAIL]);
    assert_json_snapshot!("list_resolved", shown(&stage, &body));
}

#[tokio::test]
async fn a_confirmed_listing_skips_the_search_and_shows_no_candidate() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let body =
        json!({ "confirm": true, "resolved_project_path": " /ville/portail/ ", "project_hint": "autre" });
    let body = stage.post(LIST, body).await.ok();
    assert_eq!(body["status"], "resolved");
    assert_eq!(body["candidate_projects"], json!([]));
    assert_eq!(stage.calls()[0], BY_PATH);
    assert_eq!(stage.count("GET /projects?"), 0);
}

#[tokio::test]
async fn a_listing_says_whether_the_host_has_more() {
    let stage = Stage::with(portail_with(&["Un", "Deux", "Trois"])).await;
    let cut = stage.post(LIST, hinted(json!({ "limit": 2 }))).await.ok();
    assert_eq!((&cut["truncated"], each(&cut["issues"], "title").len()), (&json!(true), 2));
    assert!(says(&cut, &messages::MORE), "{cut}");
    let whole = stage.post(LIST, hinted(json!({ "limit": 3 }))).await.ok();
    assert_eq!(whole["truncated"], false);
    assert!(!says(&whole, &messages::MORE), "{whole}");
}

// What all operations on a project have in common

#[tokio::test]
async fn a_project_that_is_not_clear_is_asked_about_or_not_found_and_nothing_is_done_in_any() {
    let mut said = serde_json::Map::new();
    let mut asked = Value::Null;
    for (path, request, _) in on_a_project() {
        let stage = Stage::with(seven_portails()).await;
        let unknown = with(request.clone(), json!({ "project_hint": "xylophone" }));
        let unknown = shown(&stage, &stage.post(path, unknown).await.ok());
        assert!(unknown["status"].as_str().unwrap().ends_with("not_found"), "{path}: {unknown}");
        assert_eq!(stage.count("GET /projects/"), 0, "{path}");
        let mut unclear = shown(&stage, &stage.post(path, request).await.ok());
        assert!(unclear["status"].as_str().unwrap().ends_with("clarification_needed"), "{path}: {unclear}");
        // One that also names an issue, a label, a milestone or a person looks whose project has it.
        let is_named_alone = path.starts_with("projects/") || path.contains("assistant-list");
        assert!(!is_named_alone || stage.count("GET /projects/") == 0, "{path}");
        assert_untouched(&stage);
        // The same five everywhere, shown once.
        let candidates = unclear["candidate_projects"].take();
        assert!(asked.is_null() || asked == candidates, "{path}: {candidates}");
        asked = candidates;
        said.insert(path.to_owned(), json!([unknown, unclear]));
    }
    assert_json_snapshot!("unclear_projects", json!({ "answers": said, "candidate_projects": asked }));
}

#[tokio::test]
async fn a_blank_confirmed_path_is_400_before_any_call() {
    let stage = Stage::with(portail_with(&["Titre"])).await;
    for (path, _, body) in on_a_project() {
        for blank in [Value::Null, json!(""), json!("  "), json!("/"), json!(" // ")] {
            let body =
                with(body.clone(), json!({ "resolved_project_path": blank, "project_hint": "Portail" }));
            let detail = stage.post(path, body).await.error(400);
            assert!(detail.contains("resolved_project_path"), "{path}: {detail}");
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_confirmed_project_that_is_absent_is_404_and_named() {
    let stage = Stage::with(portail()).await;
    for (path, _, body) in on_a_project() {
        let body = with(body, json!({ "resolved_project_path": "ville/absent" }));
        let detail = stage.post(path, body).await.refused(404, "project_not_found");
        assert!(detail.contains("« ville/absent »"), "{path}: {detail}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_confirmed_project_without_an_id_is_404() {
    let stage = Stage::with(portail()).await;
    for (path, _, body) in on_a_project().into_iter().filter(|(path, ..)| path.starts_with("issues/")) {
        for reply in [json!({}), json!({ "id": null, "name": "Portail" })] {
            stage.once(BY_PATH, 200, reply);
            let detail = stage.post(path, body.clone()).await.error(404);
            assert!(detail.contains("« ville/portail »"), "{path}: {detail}");
        }
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_confirmed_issue_number_of_zero_or_less_is_400_before_any_call() {
    let stage = Stage::with(portail_with(&["Titre"])).await;
    for (path, request) in on_an_issue() {
        for iid in [Value::Null, json!(0), json!(-1), json!(i64::MIN)] {
            let body = with(request.clone(), json!({ "resolved_issue_iid": iid, "issue_hint": "Titre" }));
            let detail = stage.post(path, body).await.error(400);
            assert!(detail.contains("resolved_issue_iid"), "{path}: {detail}");
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
}

// assistant-close and assistant-reopen

#[tokio::test]
async fn an_issue_meant_by_hint_is_changed_with_three_calls() {
    for (path, state, event, status, after) in CHANGES {
        let stage = Stage::with(pool(state, &["Page de connexion", "Export comptable"])).await;
        let body = stage.post(path, hinted(json!({ "issue_hint": "Page de connexion" }))).await.ok();
        assert_eq!(body["status"], status);
        assert_eq!(body["issue"]["iid"], 1);
        assert_eq!(
            stage.calls(),
            [
                SEARCH.to_owned(),
                format!(
                    "GET /projects/101/issues?order_by=updated_at&sort=desc&state={state}&per_page=100&page=1"
                ),
                "PUT /projects/101/issues/1".to_owned(),
            ]
        );
        assert_eq!(stage.sent(), [json!({ "state_event": event })]);
        assert_eq!(state_of(&stage, 1), after);
        assert_ne!(state_of(&stage, 2), after);
        assert_json_snapshot!(format!("change_{status}"), shown(&stage, &body));
    }
}

#[tokio::test]
async fn a_confirmed_issue_is_changed_without_any_search() {
    for (path, state, event, status, after) in CHANGES {
        let stage = Stage::with(pool(state, &["Un", "Deux"])).await;
        let body = confirmed(json!({ "resolved_issue_iid": 2, "issue_hint": "Un", "project_hint": "autre" }));
        let body = stage.post(path, body).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!(status), &json!(2)));
        assert_eq!(body["candidate_projects"], json!([]));
        assert_eq!(body["candidate_issues"], json!([]));
        assert_eq!(stage.calls(), [BY_PATH, "PUT /projects/101/issues/2"]);
        assert_eq!(stage.sent(), [json!({ "state_event": event })]);
        assert_eq!(state_of(&stage, 2), after);
    }
}

#[tokio::test]
async fn only_issues_of_the_relevant_state_are_searched() {
    for (path, state, ..) in CHANGES {
        let other = if state == "opened" { "closed" } else { "opened" };
        let stage = Stage::with(pool(other, &["Page de connexion"])).await;
        let body = stage.post(path, hinted(json!({ "issue_hint": "Page de connexion" }))).await.ok();
        assert_eq!(body["status"], "issue_not_found");
        assert_eq!(body["project"]["id"], PORTAIL);
        assert_untouched(&stage);
        assert_json_snapshot!(format!("change_issue_not_found_{state}"), shown(&stage, &body));
    }
}

#[tokio::test]
async fn a_hint_that_asks_for_the_contrary_is_asked_about_unless_the_title_says_it_too() {
    for ((path, state, _, status, _), contrary) in CHANGES.into_iter().zip(["rouvre", "ferme"]) {
        let stage = Stage::with(pool(state, &["Page de connexion"])).await;
        let hint = hinted(json!({ "issue_hint": format!("{contrary} la page de connexion") }));
        let body = stage.post(path, hint).await.ok();
        assert_eq!(body["status"], "issue_clarification_needed", "{body}");
        assert_eq!(each(&body["candidate_issues"], "iid"), [1]);
        assert!(body["message"].as_str().unwrap().contains(contrary), "{body}");
        assert_untouched(&stage);
        let title = if contrary == "ferme" { "Fermer la grille" } else { "Rouvrir la grille" };
        let stage = Stage::with(pool(state, &[title])).await;
        let hint = hinted(json!({ "issue_hint": format!("{contrary} la grille") }));
        assert_eq!(stage.post(path, hint).await.ok()["status"], status, "{title}");
    }
}

#[tokio::test]
async fn without_a_project_hint_the_issue_hint_names_the_project_too() {
    for (path, state, _, status, after) in CHANGES {
        for blank in [Value::Null, json!(""), json!("  ")] {
            let stage = Stage::with(pool(state, &["Portail"])).await;
            let body = json!({ "project_hint": blank, "issue_hint": "Portail" });
            assert_eq!(stage.post(path, body).await.ok()["status"], status);
            assert_eq!(stage.calls()[0], SEARCH);
            assert_eq!(state_of(&stage, 1), after);
        }
    }
}

#[tokio::test]
async fn two_issues_of_one_title_are_asked_about_five_at_most() {
    for (path, state, ..) in CHANGES {
        let stage = Stage::with(pool(state, &["Export"; 7])).await;
        let body = stage.post(path, hinted(json!({ "issue_hint": "Export" }))).await.ok();
        assert_eq!(body["status"], "issue_clarification_needed");
        assert_eq!(body["project"]["id"], PORTAIL);
        assert_eq!(each(&body["candidate_issues"], "iid"), [7, 6, 5, 4, 3]);
        assert_json_snapshot!(format!("change_issue_clarification_needed_{state}"), shown(&stage, &body));
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_confirmed_issue_that_is_absent_is_404_and_named_in_a_preview_too() {
    let stage = Stage::with(portail_and_agenda()).await;
    for preview in [true, false] {
        for (path, request) in on_an_issue() {
            let body = with(request, json!({ "resolved_issue_iid": 99, "dry_run": preview }));
            let detail = stage.post(path, body).await.refused(404, "issue_not_found");
            assert!(detail.contains("#99") && detail.contains("ville/portail"), "{path}: {detail}");
        }
        assert!(!preview || stage.writes().is_empty(), "{:?}", stage.writes());
    }
}

#[tokio::test]
async fn an_update_that_is_answered_by_no_object_is_502() {
    for (path, state, ..) in CHANGES {
        let stage = Stage::with(pool(state, &["Un"])).await;
        for reply in [json!([]), json!("fermé"), json!(null), json!(5), json!({}), json!({ "id": 1 })] {
            stage.once("PUT ", 200, &reply);
            stage.post(path, confirmed(json!({ "resolved_issue_iid": 1 }))).await.error(502);
        }
    }
}

#[tokio::test]
async fn an_update_that_the_host_answers_with_the_state_unchanged_is_502() {
    for (path, state, ..) in CHANGES {
        let stage = Stage::with(pool(state, &["Un"])).await;
        let unchanged = json!({ "id": 50_001, "iid": 1, "title": "Un", "state": state, "web_url": "" });
        stage.refuse("PUT ", 200, unchanged);
        for body in [
            confirmed(json!({ "resolved_issue_iid": 1 })),
            hinted(json!({ "issue_hint": "Un" })),
            hinted(json!({ "issue_hint": "#1" })),
        ] {
            let detail = stage.post(path, body).await.error(502);
            assert!(detail.contains("#1"), "{detail}");
        }
    }
}

#[tokio::test]
async fn a_confirmed_issue_already_in_the_state_stays_there() {
    for (path, state, _, status, after) in CHANGES {
        let other = if state == "opened" { "closed" } else { "opened" };
        let stage = Stage::with(pool(other, &["Un"])).await;
        let body = stage.post(path, confirmed(json!({ "resolved_issue_iid": 1 }))).await.ok();
        assert_eq!(body["status"], status);
        assert_eq!(state_of(&stage, 1), after);
    }
}

// Rule 3

#[tokio::test]
async fn the_pool_is_one_page_of_the_limit_or_a_hundred_last_updated_first() {
    for (limit, size) in [(Value::Null, 100), (json!(1), 1), (json!(99), 99), (json!(1000), 100)] {
        let stage = Stage::with(portail_with(&["Un"])).await;
        stage.post(CLOSE, hinted(json!({ "issue_hint": "Un", "limit": limit }))).await.ok();
        let call = format!(
            "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page={size}&page=1"
        );
        assert_eq!(stage.calls()[1], call);
    }
}

#[tokio::test]
async fn an_issue_past_the_pool_is_missed_without_a_second_look_and_found_with_one() {
    for (widen, status) in [("false", "issue_not_found"), ("true", "closed")] {
        let world = portail_with(&["Connexion impossible", "Export comptable"]);
        let stage = Stage::set(world, &[("resolution.widen", widen)]).await;
        let body = hinted(json!({ "issue_hint": "Connexion impossible", "limit": 1 }));
        assert_eq!(stage.post(CLOSE, body).await.ok()["status"], status, "widen={widen}");
        assert_eq!(state_of(&stage, 2), IssueState::Opened);
    }
}

#[tokio::test]
async fn a_hint_inside_a_title_scores_at_least_95() {
    let world = portail_with(&[
        "Connexion impossible depuis le nouveau réseau des écoles",
        "La connexion de la mairie annexe coupe sans arrêt",
    ]);
    let stage = Stage::with(world).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "connexion" }))).await.ok();
    assert_eq!(body["status"], "issue_clarification_needed");
    for score in each(&body["candidate_issues"], "score") {
        assert!((95..=100).contains(&score.as_u64().unwrap()), "{score}");
    }
}

#[tokio::test]
async fn a_hint_inside_one_title_alone_is_clear() {
    for hint in ["export comptable", "EXPORT COMPTABLE", "  export   comptable "] {
        let stage = Stage::with(portail_with(&["Page de connexion", "Export comptable en PDF"])).await;
        let body = stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!("closed"), &json!(2)), "{hint}");
    }
}

#[tokio::test]
async fn what_scores_below_40_is_no_candidate() {
    let stage = Stage::with(portail_with(&["Export", "Export", "Xylophone"])).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "Export" }))).await.ok();
    assert_eq!(each(&body["candidate_issues"], "iid"), [2, 1]);
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "wagons" }))).await.ok();
    assert_eq!((&body["status"], &body["candidate_issues"]), (&json!("issue_not_found"), &json!([])));
    assert_untouched(&stage);
}

#[tokio::test]
async fn an_exact_title_is_not_ambiguous_with_a_longer_one_and_two_exact_ones_are() {
    let stage = Stage::with(portail_with(&["Sprint 12", "Sprint 1"])).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "sprint 1" }))).await.ok();
    assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!("closed"), &json!(2)));

    let stage = Stage::with(portail_with(&["Sprint 1", "SPRINT  1", "Sprint 12"])).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "sprint 1" }))).await.ok();
    assert_eq!(body["status"], "issue_clarification_needed");
    assert_eq!(body["candidate_issues"][0]["score"], 100);
}

#[tokio::test]
async fn a_limit_below_five_bounds_the_candidates_too() {
    let stage = Stage::with(portail_with(&["Export"; 7])).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "Export", "limit": 3 }))).await.ok();
    assert_eq!(each(&body["candidate_issues"], "iid"), [7, 6, 5]);
    // Further pages are compared too, and the list stays as short.
    let titles = ["A", "B", "C", "D", "E", "F", "G"].map(|name| format!("Erreur {name} du formulaire"));
    let stage = Stage::with(portail_with(&titles.each_ref().map(String::as_str))).await;
    for limit in 1..4 {
        let body = hinted(json!({ "issue_hint": "erreur formulaire", "limit": limit }));
        let answer = stage.post(CLOSE, body).await.ok();
        assert_eq!(each(&answer["candidate_issues"], "iid").len(), limit, "{answer}");
    }
}

#[tokio::test]
async fn an_issue_hint_that_is_blank_once_normalised_shows_the_first_five_and_acts_on_nothing() {
    for hint in ["", "   ", "!!!", "…", "/"] {
        for titles in [&["Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept"][..], &["Un"]] {
            for (path, state, ..) in CHANGES {
                let stage = Stage::with(pool(state, titles)).await;
                let body = stage.post(path, hinted(json!({ "issue_hint": hint }))).await.ok();
                assert_eq!(body["status"], "issue_clarification_needed", "{hint:?}");
                let last = titles.len() as u64;
                let first_five: Vec<_> = (1..=last).rev().take(5).collect();
                assert_eq!(json!(each(&body["candidate_issues"], "iid")), json!(first_five));
                assert_untouched(&stage);
            }
        }
        for (path, ..) in CHANGES {
            let stage = Stage::with(portail()).await;
            let body = stage.post(path, hinted(json!({ "issue_hint": hint }))).await.ok();
            assert_eq!(body["status"], "issue_not_found", "{hint:?}");
        }
    }
}

#[tokio::test]
async fn a_project_hint_that_is_blank_once_normalised_names_no_project() {
    let stage = Stage::with(portail_with(&["Titre"])).await;
    for (path, body, _) in on_a_project() {
        for hint in ["", " ", "!!!", "…", "—", "/", "///"] {
            let body = with(body.clone(), json!({ "project_hint": hint }));
            let reads = path.contains("list") || path.starts_with("projects");
            let expected = if reads { "not_found" } else { "project_not_found" };
            assert_eq!(stage.post(path, body).await.ok()["status"], expected, "{path} {hint:?}");
        }
    }
    assert_untouched(&stage);
}

// References

#[tokio::test]
async fn a_number_names_the_issue_of_the_hinted_project() {
    for (path, state, _, status, after) in CHANGES {
        let stage = Stage::with(pool(state, &["Un", "#1 des demandes"])).await;
        let body = stage.post(path, hinted(json!({ "issue_hint": " #1 " }))).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!(status), &json!(1)));
        assert_eq!(
            stage.calls(),
            [SEARCH, "GET /projects/101/issues/1", "PUT /projects/101/issues/1"],
            "fetched by its number, nothing is guessed"
        );
        assert_eq!(state_of(&stage, 1), after);
    }
}

#[tokio::test]
async fn a_full_reference_or_an_address_names_project_and_issue() {
    for (path, state, _, status, after) in CHANGES {
        for project_hint in ["", "Portail"] {
            for form in [
                "ville/portail#1",
                "{host}/ville/portail/-/issues/1",
                "{host}/ville/portail/-/work_items/1",
                "{host}/ville/portail/issues/1?a=b#note_1",
            ] {
                let stage = Stage::with(pool(state, &["Un", "Deux"])).await;
                let hint = form.replace("{host}", &stage.server.uri());
                let body = json!({ "project_hint": project_hint, "issue_hint": hint });
                let body = stage.post(path, body).await.ok();
                assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!(status), &json!(1)), "{hint}");
                assert_eq!(stage.count("GET /projects/101/issues?"), 0, "nothing is guessed");
                if project_hint.is_empty() {
                    let calls = [BY_PATH, "GET /projects/101/issues/1", "PUT /projects/101/issues/1"];
                    assert_eq!(stage.calls(), calls, "{hint}");
                }
                assert_eq!(state_of(&stage, 1), after);
            }
        }
    }
}

#[tokio::test]
async fn a_reference_to_an_absent_issue_is_not_found_and_nothing_is_guessed() {
    for form in ["#99", "ville/portail#99", "{host}/ville/portail/-/issues/99"] {
        let stage = Stage::with(portail_with(&["99", "Ticket 99"])).await;
        let hint = form.replace("{host}", &stage.server.uri());
        let body = stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok();
        assert_eq!(body["status"], "issue_not_found", "{hint}");
        assert_eq!(body["project"]["id"], PORTAIL);
        assert_eq!(body["candidate_issues"], json!([]));
        assert_untouched(&stage);
    }
}

#[tokio::test]
async fn a_reference_to_another_project_than_the_hinted_one_acts_on_nothing() {
    let mut world = portail_with(&["Un"]);
    let other = world.project("ville/agenda", "Agenda");
    world.issue(other, "Autre");
    let stage = Stage::with(world).await;
    for form in ["ville/agenda#1", "{host}/ville/agenda/-/issues/1"] {
        let hint = form.replace("{host}", &stage.server.uri());
        let body = stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok();
        assert_eq!((&body["status"], &body["issue"]), (&json!("issue_not_found"), &Value::Null));
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn the_address_of_an_issue_on_another_host_is_no_reference() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    let body = hinted(json!({ "issue_hint": "https://elsewhere.example.com/ville/portail/-/issues/1" }));
    stage.post(CLOSE, body).await.ok();
    assert_eq!(stage.count("GET /projects/101/issues/1"), 0);
}

#[tokio::test]
async fn an_address_of_the_hosts_pages_names_its_issue_where_the_bridge_calls_another_name() {
    let settings = [("upstream.web_url", "https://git.example.com/forge/")];
    let stage = Stage::set(portail_with(&["Un", "Deux"]), &settings).await;
    for page in ["https://git.example.com/forge", "HTTPS://Git.example.com/forge", &stage.server.uri()] {
        let hint = format!("{page}/ville/portail/-/issues/2");
        let body = stage.post(CLOSE, json!({ "issue_hint": hint, "dry_run": true })).await.ok();
        assert_eq!((&body["status"], &body["issue"]["iid"]), (&json!("preview"), &json!(2)), "{hint}");
    }
}

#[tokio::test]
async fn a_hint_of_small_words_names_no_issue_even_where_there_is_but_one() {
    for hint in ["là", "celui-là", "c'est la", "le ticket", "this issue", "ce"] {
        let mut world = World::empty();
        let portail = world.project("ville/portail", "Portail");
        world.issue(portail, "Corriger la page de connexion du ticket celui-là");
        let stage = Stage::with(world).await;
        let body = json!({ "project_hint": "portail", "issue_hint": hint });
        let answer = stage.post(CLOSE, body).await.ok();
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint}");
        assert_eq!(each(&answer["candidate_issues"], "iid"), [1], "{hint}");
        assert_eq!(stage.writes(), [""; 0], "{hint}");
    }
}

#[tokio::test]
async fn a_reference_to_where_a_project_was_moved_from_names_its_issue() {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.issue(portail, "Page de connexion");
    world.moved_project("ville/ancien/portail", portail);
    let stage = Stage::with(world).await;
    for body in [
        json!({ "issue_hint": "ville/ancien/portail#1" }),
        json!({ "project_hint": "portail", "issue_hint": "ville/ancien/portail#1" }),
    ] {
        assert_eq!(stage.post(CLOSE, body).await.ok()["issue"]["iid"], 1);
    }
}

#[tokio::test]
async fn a_preview_of_a_confirmed_close_says_what_acting_says_whatever_the_state() {
    let stage = Stage::with(portail_with(&["Un"])).await;
    for is in ["sera fermé", "est fermé", "sera fermé", "est fermé"] {
        let body = json!({ "resolved_issue_iid": 1, "dry_run": is == "sera fermé" });
        let answer = stage.post(CLOSE, confirmed(body)).await.ok();
        assert!(answer["message"].as_str().unwrap().contains(is), "{answer}");
    }
}

//! References: hints that name an issue, a project or a group outright are fetched, never guessed (decisions, section 5).

use gitlab_sandbox::{IssueState, World};
use passerelle::{
    gitlab::Iid,
    messages::{self, Sentence, unclear::no_such_number},
};
use serde_json::{Value, json};

use crate::{
    stage::{Stage, each, says},
    world::{PORTAIL, assert_untouched, hinted, portail},
};

const CLOSE: &str = "issues/assistant-close";
const REOPEN: &str = "issues/assistant-reopen";
const BULK: &str = "issues/assistant-bulk-close";
const PROGRESS: &str = "projects/assistant-progress";
const LIST: &str = "projects/assistant-list";

/// Project 101 `ville/portail` with open issues #1 and #2 and the closed #3, and 102 `ville/agenda`.
fn portail_and_three_issues() -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.project("ville/agenda", "Agenda");
    world.issue(portail, "Page de connexion");
    world.issue(portail, "Sprint 7 à préparer");
    world.closed_issue(portail, "Export en PDF");
    world
}

async fn close(stage: &Stage, hint: &str) -> Value {
    stage.post(CLOSE, hinted(json!({ "issue_hint": hint }))).await.ok()
}

#[tokio::test]
async fn a_number_names_the_issue_without_reading_the_pool() {
    for hint in ["#1", " #1 ", "#１", "ticket #1", "portail#1", "ville/portail#1"] {
        let stage = Stage::with(portail_and_three_issues()).await;
        let answer = close(&stage, hint).await;
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(1)), "{hint}");
        assert_eq!(
            stage.calls()[1..],
            ["GET /projects/101/issues/1", "PUT /projects/101/issues/1"],
            "{hint}"
        );
        assert_eq!(each(&answer["candidate_issues"], "iid"), [1], "{hint}");
        assert_eq!(answer["candidate_issues"][0]["score"], 100);
    }
}

#[tokio::test]
async fn a_bare_number_names_the_issue_in_whatever_words_and_script() {
    for hint in ["1", "ticket 1", "issue 1", "n° 1", "n°1", "le 1", "le ticket numéro 1", "ticket ١", "１"]
    {
        let stage = Stage::with(portail_and_three_issues()).await;
        let answer = close(&stage, hint).await;
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(1)), "{hint}");
    }
}

#[tokio::test]
async fn a_bare_number_that_a_title_holds_too_asks_between_them() {
    let stage = Stage::with(seven_issues("Autre chose")).await;
    for hint in ["7", "ticket 7", "n° 7", "numéro sept"] {
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint}");
        assert_eq!(each(&answer["candidate_issues"], "iid"), [7, 2], "{hint}");
        assert!(answer["candidate_issues"][1]["score"].as_u64() >= Some(40), "{answer}");
    }
    assert_untouched(&stage);
    assert_eq!(close(&stage, "#7").await["status"], "closed", "the sign leaves no doubt");
}

/// The three issues and more: #6 of this title and #7 "Accents perdus".
fn seven_issues(sixth: &str) -> World {
    let mut world = portail_and_three_issues();
    for title in ["Autre chose", "Une autre", sixth, "Accents perdus"] {
        world.issue(PORTAIL, title);
    }
    world
}

#[tokio::test]
async fn a_title_holds_a_number_in_digits_or_in_words_and_not_as_a_part_of_a_longer_one() {
    for (title, holds) in [
        ("Lot sept", true),
        ("Bug seven", true),
        ("7", true),
        ("v7.1", true),
        ("PI-7", true),
        ("lot ٧", true),
        ("Sprint 71", false),
        ("Sprint 1 2", false),
        ("Le septième ciel", false),
    ] {
        let mut world = seven_issues(title);
        world.issues.get_mut(&(PORTAIL, 2)).unwrap().title = "Sprint à préparer".to_owned();
        let stage = Stage::with(world).await;
        for hint in ["7", "ticket sept"] {
            let answer = close(&stage, hint).await;
            let candidates = json!(each(&answer["candidate_issues"], "iid"));
            assert_eq!(candidates, if holds { json!([7, 6]) } else { json!([7]) }, "{hint}: {title}");
        }
    }
}

#[tokio::test]
async fn a_number_beside_words_that_a_title_has_with_it_asks_between_them() {
    for (title, hint, asks) in [
        ("Export CSV 7", "Export CSV #7", true),
        ("Export CSV 7", "#7 : export CSV", true),
        ("Portail #7", "Portail #7", true),
        ("Accents perdus 7", "Accents perdus (#7)", true),
        ("Export CSV 7", "Accents perdus (#7)", false),
        ("Export CSV #7", "export CSV #7", false),
        ("Export CSV", "Export CSV, pas le #7", false),
    ] {
        let stage = Stage::with(seven_issues(title)).await;
        let answer = close(&stage, hint).await;
        let status = if asks { "issue_clarification_needed" } else { "closed" };
        assert_eq!(answer["status"], status, "{hint}: {answer}");
        assert!(!asks || json!(each(&answer["candidate_issues"], "iid")) == json!([7, 6]), "{answer}");
    }
}

#[tokio::test]
async fn a_bare_number_that_only_a_title_holds_is_loose_words() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let answer = close(&stage, "7").await;
    let shown = [&answer["candidate_issues"], &answer["issue"]];
    assert!(shown.iter().any(|shown| shown.to_string().contains("Sprint 7")), "{answer}");
    assert_ne!(answer["status"], "issue_not_found");
}

#[tokio::test]
async fn a_number_said_of_an_issue_that_is_absent_asks_about_the_titles_that_hold_it() {
    let stage = Stage::with(portail_and_three_issues()).await;
    for hint in ["ticket 7", "n° 7", "le 7 ?"] {
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint}");
        assert_eq!(each(&answer["candidate_issues"], "iid"), [2], "{hint}");
    }
    assert_untouched(&stage);
    let mut world = portail_and_three_issues();
    world.issue(PORTAIL, "404");
    let stage = Stage::with(world).await;
    assert_eq!(close(&stage, "n° 404").await["status"], "issue_clarification_needed");
    assert_eq!(close(&stage, "404").await["status"], "closed", "it is the whole title");
}

#[tokio::test]
async fn a_number_that_is_no_issues_is_not_found_and_nothing_is_guessed() {
    let stage = Stage::with(portail_and_three_issues()).await;
    for hint in [
        "#99",
        "ticket 99",
        "99",
        "ville/portail#99",
        "portail#99",
        "agenda#1",
        "port#1",
        "portail-bugs#1",
        "portail-next#1",
        "ville/agenda#1",
    ] {
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_not_found", "{hint}");
        let says_so = says(&answer, &no_such_number("Portail", Iid(99)));
        assert_eq!(says_so, hint.contains("99"), "{hint}: {answer}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn numbers_beside_words_that_name_no_issue_are_asked_about() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let both: &[u64] = &[1, 2];
    for (hint, iids) in [
        ("#1 et #2", both),
        ("#1, #2", both),
        ("#1, attends", &[1]),
        ("is #1 done?", &[1]),
        ("> #1", &[1]),
        ("C#1 et #99", &[]),
        ("≠ #1", &[]),
    ] {
        let answer = close(&stage, hint).await;
        let status = if iids.is_empty() { "issue_not_found" } else { "issue_clarification_needed" };
        assert_eq!(answer["status"], status, "{hint}: {answer}");
        assert_eq!(each(&answer["candidate_issues"], "iid"), iids, "{hint}");
    }
    assert_untouched(&stage);
}

#[tokio::test]
async fn a_merge_request_or_another_page_of_the_host_is_no_issue() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let host = stage.server.uri();
    let merge_request = format!("{host}/ville/portail/-/merge_requests/1");
    let other_signs = ["!1", "%1", "&1", "$1", "~1", "ville/portail!1", "ville/portail%1"];
    for hint in other_signs.into_iter().chain([merge_request.as_str(), &format!("{host}/ville/portail")]) {
        assert_eq!(close(&stage, hint).await["status"], "issue_not_found", "{hint}");
    }
    assert_untouched(&stage);
}

/// That this issue of the project is in this state already.
fn standing(iid: u64, title: &str, state: &str) -> Sentence {
    let issue = json!({ "id": iid, "iid": iid, "title": title, "state": state });
    let project = json!({ "id": PORTAIL, "name": "Portail" });
    messages::already(&serde_json::from_value(issue).unwrap(), &serde_json::from_value(project).unwrap())
}

#[tokio::test]
async fn a_referenced_issue_is_taken_whatever_its_state_and_nothing_is_sent_where_it_stands_so() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let body = stage.post(CLOSE, hinted(json!({ "issue_hint": "#3" }))).await.ok();
    assert_eq!((&body["status"], &body["issue"]["state"]), (&json!("closed"), &json!("closed")));
    assert!(says(&body, &standing(3, "Export en PDF", "closed")), "{body}");
    let body = stage.post(REOPEN, hinted(json!({ "issue_hint": "#1" }))).await.ok();
    assert_eq!((&body["status"], &body["issue"]["state"]), (&json!("reopened"), &json!("opened")));
    assert!(says(&body, &standing(1, "Page de connexion", "opened")), "{body}");
    let body = stage.post(BULK, hinted(json!({ "issue_hints": ["#3", "#1"] }))).await.ok();
    assert_eq!(each(&body["results"], "status"), ["unchanged", "closed"]);
    assert!(says(&body["results"][0], &standing(3, "Export en PDF", "closed")), "{body}");
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/1"]);
    let comment = hinted(json!({ "issue_hint": "#3", "body": "Vu" }));
    assert_eq!(stage.post("issues/assistant-comment", comment).await.ok()["status"], "commented");
}

#[tokio::test]
async fn a_number_beside_words_names_the_issue_where_the_words_are_its_title_or_its_project() {
    for hint in
        ["Page de connexion (#1)", "#1 : page de connexion", "connexion #1", "le portail #1", "le portail#1"]
    {
        let stage = Stage::with(portail_and_three_issues()).await;
        let answer = close(&stage, hint).await;
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(1)), "{hint}");
    }
    let stage = Stage::with(portail_and_three_issues()).await;
    for hint in [
        "Export des factures #1",
        "#1 Sprint 7 à préparer",
        "l'agenda #1",
        "page de connexion, pas le #1",
        "page de connexion sauf #1",
        "#1 et #2",
        "#1 et page de connexion",
        "#1-2 page de connexion",
    ] {
        let answer = close(&stage, hint).await;
        assert_ne!(answer["status"], "closed", "{hint}");
    }
    assert_untouched(&stage);
    let answer = close(&stage, "Export des factures #1").await;
    assert_eq!(answer["suggested_issues"], json!([]), "no title resembles it");
}

#[tokio::test]
async fn a_full_reference_needs_no_project_hint() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let host = stage.server.uri();
    for hint in ["ville/portail#1", "Portail#1", "le portail#1", &format!("{host}/ville/portail/-/issues/1")]
    {
        let body = json!({ "issue_hint": hint, "dry_run": true });
        let answer = stage.post(CLOSE, body).await.ok();
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("preview"), &json!(1)), "{hint}");
        assert_eq!(each(&answer["candidate_projects"], "id"), [PORTAIL], "{hint}");
    }
    let body = json!({ "issue_hint": "#1" });
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "project_not_found");
}

#[tokio::test]
async fn the_root_holds_for_references_and_one_of_signs_alone_holds_nothing() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let host = stage.server.uri();
    let address = format!("{host}/ville/portail/-/issues/1");
    for (root, status) in [("ville", "preview"), ("autre", "project_not_found"), ("!!!", "project_not_found")]
    {
        for hint in ["ville/portail#1", "portail#1", address.as_str()] {
            let body = json!({ "issue_hint": hint, "root_hint": root, "dry_run": true });
            assert_eq!(stage.post(CLOSE, body).await.ok()["status"], status, "{root} {hint}");
        }
    }
    for hint in ["portail", "ville/portail"] {
        let body = json!({ "project_hint": hint, "root_hint": "…" });
        assert_eq!(stage.post(PROGRESS, body).await.ok()["status"], "not_found", "{hint}");
    }
}

#[tokio::test]
async fn the_root_holds_for_the_address_of_a_group() {
    let stage = Stage::with(portail()).await;
    let address = format!("{}/groups/ville", stage.server.uri());
    for (root, status) in [("", "resolved"), ("ville", "resolved"), ("autre", "not_found")] {
        let body = json!({ "group_hint": address, "root_hint": root });
        assert_eq!(stage.post(LIST, body).await.ok()["status"], status, "{root}");
    }
}

#[tokio::test]
async fn a_failure_of_the_host_at_the_address_of_a_group_is_no_absence() {
    let stage = Stage::with(portail()).await;
    stage.refuse("GET /groups/ville", 503, json!({ "message": "en travaux" }));
    let body = json!({ "group_hint": format!("{}/groups/ville", stage.server.uri()) });
    stage.post(LIST, body).await.error(503);
}

#[tokio::test]
async fn a_bare_number_that_no_issue_has_and_no_title_resembles_suggests_nothing() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let answer = close(&stage, "99").await;
    assert_eq!((&answer["status"], &answer["suggested_issues"]), (&json!("issue_not_found"), &json!([])));
}

#[tokio::test]
async fn the_address_of_a_project_that_has_moved_is_followed() {
    let mut world = portail_and_three_issues();
    world.moved_project("ancien/portail", PORTAIL);
    let stage = Stage::with(world).await;
    let hint = format!("{}/ancien/portail", stage.server.uri());
    let answer = stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok();
    assert_eq!(answer["project"]["path_with_namespace"], "ville/portail");
    assert_eq!(answer["candidate_projects"][0]["score"], 100);
}

#[tokio::test]
async fn the_address_of_what_is_not_there_is_not_found_and_nothing_is_guessed() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let host = stage.server.uri();
    let body = json!({ "project_hint": format!("{host}/ville/portai") });
    assert_eq!(stage.post(PROGRESS, body).await.ok()["status"], "not_found");
    let body = json!({ "group_hint": format!("{host}/groups/vill") });
    assert_eq!(stage.post(LIST, body).await.ok()["status"], "not_found");
    assert_eq!(stage.count("GET /projects?") + stage.count("GET /groups?"), 0);
}

#[tokio::test]
async fn references_and_loose_words_of_one_call_read_the_pool_once() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let hints = ["Page de connexion", "#2", "page de connexion"];
    let body = stage.post(BULK, hinted(json!({ "issue_hints": hints }))).await.ok();
    assert_eq!(each(&body["results"], "status"), ["closed", "closed", "closed"]);
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
    assert_eq!(stage.writes().len(), 2, "an issue that two hints mean is closed once");
    assert_eq!(stage.read(|world| world.issues[&(PORTAIL, 2)].state), IssueState::Closed);
}

#[tokio::test]
async fn a_number_behind_the_project_names_the_issue_too_and_two_numbers_ask() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let address = format!("{}/ville/portail/-/issues/2", stage.server.uri());
    let call = async |project: &str, issue: &str| {
        let fields = json!({ "project_hint": project, "issue_hint": issue, "dry_run": true });
        stage.post(CLOSE, fields).await.ok()
    };
    for project in ["ville/portail#2", "portail#2", "le portail#2", &address] {
        for issue in ["", "#2", "sprint 7 à préparer"] {
            let answer = call(project, issue).await;
            assert_eq!(
                (&answer["status"], &answer["issue"]["iid"]),
                (&json!("preview"), &json!(2)),
                "{project} {issue}"
            );
        }
        for issue in ["#1", "page de connexion", "ville/portail#1"] {
            let answer = call(project, issue).await;
            assert_eq!(answer["status"], "issue_clarification_needed", "{project} {issue}");
            assert_eq!(json!(each(&answer["candidate_issues"], "iid")), json!([2, 1]), "{project} {issue}");
        }
    }
    for issue in ["", "#1", "page de connexion"] {
        let answer = call("ville/portail#99", issue).await;
        assert_eq!(answer["status"], "issue_not_found", "{issue}");
        assert!(says(&answer, &no_such_number("Portail", Iid(99))), "{answer}");
    }
    assert_eq!(call("ville/portail", "#1").await["issue"]["iid"], 1);
    // However the project is written, and where it is meant by a part of its name.
    for project in ["le portail citoyen#99", "portail \u{ff03}99"] {
        let answer = call(project, "page de connexion").await;
        assert_ne!(answer["status"], "preview", "{project}");
    }
}

#[tokio::test]
async fn an_address_in_a_link_is_the_address() {
    let stage = Stage::with(portail_and_three_issues()).await;
    let host = stage.server.uri();
    for hint in [
        format!("<{host}/ville/portail/-/issues/1>"),
        format!("[le ticket]({host}/ville/portail/-/issues/1)"),
        "« #1 »".to_owned(),
        "\u{ff03}1".to_owned(),
    ] {
        let body = hinted(json!({ "issue_hint": hint, "dry_run": true }));
        let answer = stage.post(CLOSE, body).await.ok();
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("preview"), &json!(1)), "{hint}");
    }
    assert_eq!(stage.count("GET /projects/101/issues?"), 0, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_no_that_is_said_of_nothing_asks_before_a_change_and_says_so_and_stops_no_read() {
    let stage = Stage::with(portail_and_three_issues()).await;
    for (hint, no) in [("la page de connexion, non", "non"), ("ne ferme pas la page de connexion", "pas")] {
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint}");
        let reason = format!("La demande dit « {no} »");
        assert!(answer["message"].as_str().unwrap().replace('\u{a0}', " ").contains(&reason), "{answer}");
    }
    assert_ne!(close(&stage, "ne ferme pas le portail#1").await["status"], "closed");
    let shown = hinted(json!({ "issue_hint": "la page de connexion, non" }));
    assert_eq!(stage.post("issues/assistant-show", shown).await.ok()["issue"]["iid"], 1);
    assert_untouched(&stage);
}

//! From hints, references and confirmed paths to one project or group; and what the policy lets the bridge touch.

use gitlab_sandbox::{Owner, World};
use passerelle::messages::unclear::{self, Sought};
use serde_json::{Value, json};

use crate::{
    requests::{Row, by_path, rows},
    stage::{Answer, Stage, each, fields, fr},
    world::{assert_untouched, portail_and_agenda, with, with_groups, with_projects},
};

const PROGRESS: &str = "projects/assistant-progress";
const CHECK: &str = "projects/check-create";
const LIST: &str = "projects/assistant-list";
const CLOSE: &str = "issues/assistant-close";

const NARROW: &[(&str, &str)] = &[("resolution.widen", "false")];

async fn progress(stage: &Stage, hint: &str) -> Value {
    stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok()
}

async fn progress_under(stage: &Stage, hint: &str, root: &str) -> Value {
    stage.post(PROGRESS, json!({ "project_hint": hint, "root_hint": root })).await.ok()
}

async fn confirmed(stage: &Stage, path: &str) -> Answer {
    stage.post(PROGRESS, json!({ "confirm": true, "resolved_project_path": path })).await
}

/// What a group hint finds, as check-create shows it.
async fn group(stage: &Stage, hint: &str, limit: usize) -> Value {
    let body = json!({ "project_name": "Nouveau", "target_group_hint": hint, "limit": limit });
    stage.post(CHECK, body).await.ok()
}

/// Projects of one name in these groups, ids from 101.
fn twins(groups: &[&str]) -> World {
    let mut world = World::empty();
    for group in groups {
        world.project(&format!("{group}/portail"), "Portail");
    }
    world
}

// Rule 1

#[tokio::test]
async fn a_project_hint_is_one_search_of_fifty_simple_projects_the_last_active_first() {
    let stage = Stage::with(portail_and_agenda()).await;
    progress(&stage, "  portail ").await;
    let searches: Vec<_> =
        stage.calls().into_iter().filter(|call| call.starts_with("GET /projects?")).collect();
    assert_eq!(
        searches,
        ["GET /projects?search=portail&simple=true&order_by=last_activity_at&sort=desc&per_page=50&page=1"]
    );
}

#[tokio::test]
async fn a_project_hint_with_a_slash_is_searched_in_namespaces() {
    let stage = Stage::with(portail_and_agenda()).await;
    assert_eq!(progress(&stage, "ville/portail").await["project"]["id"], 101);
    assert_eq!(
        stage.calls()[0],
        "GET /projects?search=ville/portail&search_namespaces=true&simple=true&order_by=last_activity_at&sort=desc&per_page=50&page=1"
    );
}

#[tokio::test]
async fn projects_outside_the_root_are_dropped() {
    let stage = Stage::set(twins(&["ville/numerique", "ville-bis", "autre"]), NARROW).await;
    for (root, path) in [
        ("ville/numerique", "ville/numerique/portail"),
        ("  /VILLE/Numérique/ ", "ville/numerique/portail"),
        ("ville num", "ville/numerique/portail"),
        ("ville-b", "ville-bis/portail"),
        ("au", "autre/portail"),
        ("AUTRE/portail", "autre/portail"),
    ] {
        let answer = progress_under(&stage, "portail", root).await;
        assert_eq!(answer["project"]["path_with_namespace"], path, "{root:?}");
        assert_eq!(each(&answer["candidate_projects"], "path_with_namespace"), [path]);
    }
    for (root, number) in [("", 3), (" / ", 3), ("ville", 2)] {
        let answer = progress_under(&stage, "portail", root).await;
        assert_eq!(answer["status"], "clarification_needed");
        assert_eq!(answer["candidate_projects"].as_array().unwrap().len(), number, "{root:?}");
    }
    for root in ["portail", "numerique", "nulle part"] {
        assert_eq!(progress_under(&stage, "portail", root).await["status"], "not_found", "{root:?}");
    }
}

#[tokio::test]
async fn a_project_scores_by_its_name_or_its_path_whichever_fits_better() {
    let stage = Stage::set(with_projects(&[("ville/portail", "Xylophone")]), NARROW).await;
    for hint in ["xylophone", "ville/portail"] {
        let answer = progress(&stage, hint).await;
        assert_eq!(answer["project"]["id"], 101, "{hint}");
        assert_eq!(answer["candidate_projects"][0]["score"], 100, "{hint}");
    }
}

#[tokio::test]
async fn a_project_that_only_its_description_names_is_not_found() {
    let mut world = World::empty();
    let other = world.project("mairie/xylophone", "Xylophone");
    world.projects.get_mut(&other).unwrap().description = Some("le portail".to_owned());
    let stage = Stage::set(world, NARROW).await;
    let answer = progress(&stage, "portail").await;
    assert_eq!(answer["status"], "not_found");
    assert_eq!((&answer["project"], &answer["candidate_projects"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn projects_of_one_score_stay_in_the_hosts_order_and_five_are_shown() {
    let stage = Stage::with(twins(&["a", "b", "c", "d", "e", "f"])).await;
    let answer = progress(&stage, "portail").await;
    assert_eq!(answer["status"], "clarification_needed");
    assert_eq!(
        each(&answer["candidate_projects"], "id"),
        [106, 105, 104, 103, 102],
        "the host's newest first"
    );
    for candidate in answer["candidate_projects"].as_array().unwrap() {
        assert_eq!(fields(candidate), ["id", "name", "path_with_namespace", "score", "web_url"]);
        assert_eq!(candidate["score"], 100);
    }
}

#[tokio::test]
async fn an_exact_name_is_never_ambiguous_with_a_longer_one() {
    let mut world = World::empty();
    world.project("ville/portail", "Portail");
    for (path, name) in [("portail-1", "Portail 1"), ("portails", "Portails"), ("le-portail", "Le portail")] {
        world.project(&format!("ville/{path}"), name);
    }
    let stage = Stage::with(world).await;
    for hint in ["portail", "PORTAIL", "ville/portail", "Ville Portail"] {
        let answer = progress(&stage, hint).await;
        assert_eq!(answer["project"]["path_with_namespace"], "ville/portail", "{hint}");
        let scores = each(&answer["candidate_projects"], "score");
        assert_eq!(scores[0], 100);
        assert!(
            scores.len() <= 5 && scores.iter().all(|score| (40..=100).contains(&score.as_u64().unwrap()))
        );
    }
}

#[tokio::test]
async fn an_exact_path_tells_two_projects_of_one_name_apart() {
    let stage = Stage::with(twins(&["ville", "autre"])).await;
    assert_eq!(progress(&stage, "autre/portail").await["project"]["path_with_namespace"], "autre/portail");
}

#[tokio::test]
async fn a_project_with_the_suffix_of_a_deletion_is_never_a_candidate() {
    let mut world = twins(&["ville", "autre"]);
    world.schedule_deletion(Owner::Project(102));
    let stage = Stage::with(world).await;
    for hint in ["portail", "autre/portail"] {
        let answer = progress(&stage, hint).await;
        let shown = answer["candidate_projects"].to_string();
        assert!(!shown.contains("deletion_scheduled"), "{shown}");
    }
    assert_eq!(progress(&stage, "portail").await["project"]["id"], 101);
}

// References

#[tokio::test]
async fn the_address_of_a_project_is_fetched_by_its_path() {
    let stage = Stage::with(twins(&["ville", "autre"])).await;
    let host = stage.server.uri();
    for rest in
        ["/ville/portail", "/ville/portail/", "/ville/portail.git", "/ville/portail/-/issues/3?a=b#note_1"]
    {
        let answer = progress(&stage, &format!(" {host}{rest} ")).await;
        assert_eq!(answer["project"]["path_with_namespace"], "ville/portail", "{rest}");
    }
    assert_eq!(stage.calls()[0], "GET /projects/ville%2Fportail");
    assert_eq!(stage.count("GET /projects?"), 0, "nothing is guessed");
}

#[tokio::test]
async fn the_address_of_a_group_is_fetched_by_its_path() {
    let stage = Stage::with(with_groups(&[("a/support", "Support"), ("b/support", "Support")])).await;
    let host = stage.server.uri();
    for rest in ["/b/support", "/groups/b/support", "/groups/b/support/-/group_members"] {
        assert_eq!(
            group(&stage, &format!("{host}{rest}"), 10).await["resolved_group"],
            "b/support",
            "{rest}"
        );
    }
}

#[tokio::test]
async fn a_reference_to_what_is_not_there_is_not_found() {
    let stage = Stage::with(portail_and_agenda()).await;
    for (hint, status) in [
        ("ville/portail#99", "issue_not_found"),
        ("ville/absent#1", "project_not_found"),
        ("#1", "project_not_found"),
    ] {
        assert_eq!(stage.post(CLOSE, json!({ "issue_hint": hint })).await.ok()["status"], status, "{hint}");
    }
    assert_untouched(&stage);
}

// Rule 2

#[tokio::test]
async fn a_group_hint_reads_one_page_of_all_available_groups() {
    for (limit, size) in [(1, 50), (10, 50), (11, 55), (20, 100), (200, 1000)] {
        let stage = Stage::with(with_groups(&[("ville", "Mairie")])).await;
        let body = json!({ "group_hint": "mairie", "limit": limit });
        assert_eq!(stage.post(LIST, body).await.ok()["status"], "resolved");
        assert_eq!(stage.calls()[0], format!("GET /groups?all_available=true&per_page={size}&page=1"));
        assert_eq!(stage.count("GET /groups?"), 1);
    }
}

#[tokio::test]
async fn a_group_hint_inside_the_name_scores_at_least_95_and_inside_the_path_90() {
    let stage = Stage::with(with_groups(&[("ville", "Mairie"), ("ville/xyz", "Direction numérique")])).await;
    for (hint, path, least) in [
        ("numérique", "ville/xyz", 95),
        ("NUMERIQUE", "ville/xyz", 95),
        ("direction num", "ville/xyz", 95),
        ("numer", "ville/xyz", 95),
        ("mair", "ville", 95),
        ("ville/xy", "ville/xyz", 90),
        ("xyz", "ville/xyz", 90),
    ] {
        let answer = group(&stage, hint, 10).await;
        assert_eq!(answer["resolved_group"], path, "{hint}: {answer}");
        let score = answer["candidate_groups"][0]["score"].as_u64().unwrap();
        assert!((least..=100).contains(&score), "{hint}: {score}");
        assert_eq!(fields(&answer["candidate_groups"][0]), ["full_path", "id", "name", "score"]);
    }
}

#[tokio::test]
async fn groups_of_one_score_are_sorted_by_full_path_and_cut_to_the_limit() {
    let mut world = World::empty();
    for above in ["z", "a", "m", "k", "b", "y", "c"] {
        world.group(&format!("{above}/support"), "Support");
    }
    let stage = Stage::with(world).await;
    let all = ["a/support", "b/support", "c/support", "k/support", "m/support", "y/support", "z/support"];
    for limit in [2, 3, 7, 10] {
        let answer = group(&stage, "support", limit).await;
        assert_eq!(answer["status"], "ambiguous_group");
        let shown = each(&answer["candidate_groups"], "full_path");
        assert_eq!(shown, all[..limit.min(7)]);
    }
}

#[tokio::test]
async fn groups_outside_the_root_are_dropped() {
    let mut world = World::empty();
    for path in ["ville/support", "ville-bis/support", "autre/ville/support"] {
        world.group(path, "Support");
    }
    let stage = Stage::with(world).await;
    for (root, path) in [
        ("ville/support", "ville/support"),
        ("/VILLE-Bis/", "ville-bis/support"),
        ("autre", "autre/ville/support"),
        ("Autre / Ville", "autre/ville/support"),
    ] {
        let body = json!({ "group_hint": "support", "root_hint": root });
        assert_eq!(stage.post(LIST, body).await.ok()["resolved_group"], path, "{root}");
    }
    let body = json!({ "group_hint": "support", "root_hint": "support" });
    assert_eq!(stage.post(LIST, body).await.ok()["status"], "not_found");
}

#[tokio::test]
async fn an_exact_group_name_is_never_ambiguous_with_a_longer_one() {
    let stage = Stage::with(with_groups(&[
        ("support", "Support"),
        ("support-2", "Support 2"),
        ("supports", "Supports"),
        ("autre", "Le support"),
    ]))
    .await;
    let answer = group(&stage, "SUPPORT", 10).await;
    assert_eq!((&answer["status"], &answer["resolved_group"]), (&json!("ready"), &json!("support")));
    assert_eq!(each(&answer["candidate_groups"], "score"), [100]);
}

#[tokio::test]
async fn a_group_with_the_suffix_of_a_deletion_is_never_a_candidate() {
    let stage =
        Stage::with(with_groups(&[("support", "Support"), ("support-deletion_scheduled-40", "Support")]))
            .await;
    assert_eq!(group(&stage, "support", 10).await["resolved_group"], "support");
}

#[tokio::test]
async fn a_blank_group_hint_asks_which() {
    let stage = Stage::with(with_groups(&[("a", "Aa"), ("b", "Bb")])).await;
    for hint in ["", "  ", "!!!"] {
        let answer = stage.post(LIST, json!({ "group_hint": hint })).await.ok();
        assert_eq!(answer["status"], "clarification_needed");
        assert_eq!(each(&answer["candidate_groups"], "full_path"), ["a", "b"]);
    }
}

#[tokio::test]
async fn a_limit_of_one_makes_no_group_clear_that_words_do_not_name() {
    let mut world = World::empty();
    world.group("a", "Le bas");
    world.group("b", "Le haut");
    let stage = Stage::with(world).await;
    for hint in ["", "!!!", "le"] {
        let listed = stage.post(LIST, json!({ "group_hint": hint, "limit": 1 })).await.ok();
        assert_eq!(listed["status"], "clarification_needed", "{hint:?}: {listed}");
        assert_eq!(each(&listed["candidate_groups"], "full_path"), ["a"]);
        assert_eq!(group(&stage, hint, 1).await["status"], "ambiguous_group", "{hint:?}");
    }
}

#[tokio::test]
async fn slashes_around_the_path_of_a_group_do_not_count() {
    let mut world = World::empty();
    world.group("ville/culture", "Culture");
    world.group("ville/culture/agenda", "Agenda");
    let stage = Stage::with(world).await;
    for hint in ["ville/culture", "/ville/culture/", " ville/culture/"] {
        let answer = group(&stage, hint, 10).await;
        assert_eq!(
            (&answer["status"], &answer["resolved_group"]),
            (&json!("ready"), &json!("ville/culture"))
        );
        assert_eq!(answer["candidate_groups"][0]["score"], 100, "{hint}");
    }
}

// Confirm mode

#[tokio::test]
async fn a_confirmed_path_goes_out_encoded_whole() {
    let stage = Stage::with(portail_and_agenda()).await;
    for (path, encoded) in [
        ("ville/portail", "ville%2Fportail"),
        (" /ville/portail// ", "ville%2Fportail"),
        ("a b/c?d#e%2f/é", "a%20b%2Fc%3Fd%23e%252f%2F%C3%A9"),
        ("a/b;c=d&e+f", "a%2Fb%3Bc%3Dd%26e%2Bf"),
        ("vïlle/a b?c#d%2F", "v%C3%AFlle%2Fa%20b%3Fc%23d%252F"),
        ("a/..b/.c", "a%2F..b%2F.c"),
    ] {
        let before = stage.calls().len();
        confirmed(&stage, path).await;
        assert_eq!(stage.calls()[before], format!("GET /projects/{encoded}"));
    }
}

#[tokio::test]
async fn a_path_that_could_leave_its_place_is_400_before_any_call() {
    let stage = Stage::with(portail_and_agenda()).await;
    for (operation, body, field) in by_path() {
        for path in [
            "ville/../autre",
            "./ville",
            "..",
            ".",
            "ville/.",
            "a//b",
            "a/b\u{0}c",
            "a\n/b",
            "a/b\u{7f}",
            "42",
            "-42",
            "/42/",
        ] {
            let detail = stage.post(operation, with(body.clone(), json!({ field: path }))).await.error(400);
            assert!(detail.contains(field), "{operation} {path:?}: {detail}");
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn confirm_ignores_the_hints_and_searches_nothing() {
    let stage = Stage::with(portail_and_agenda()).await;
    let body = json!({
        "confirm": true, "resolved_project_path": "ville/portail", "resolved_issue_iid": 1, "issue_hint": "xylophone",
        "project_hint": "agenda", "root_hint": "autre",
    });
    let answer = stage.post(CLOSE, body).await.ok();
    assert_eq!(answer["project"]["path_with_namespace"], "ville/portail");
    assert_eq!((&answer["candidate_projects"], &answer["candidate_issues"]), (&json!([]), &json!([])));
    assert_eq!(stage.count("GET /projects?"), 0);
}

#[tokio::test]
async fn without_confirm_the_resolved_fields_are_ignored() {
    let stage = Stage::with(portail_and_agenda()).await;
    let body = json!({ "project_hint": "agenda", "resolved_project_path": "ville/portail" });
    assert_eq!(stage.post(PROGRESS, body).await.ok()["project"]["path_with_namespace"], "ville/agenda");
}

#[tokio::test]
async fn a_moved_project_is_followed_once_and_its_id_is_used_from_there() {
    let mut world = portail_and_agenda();
    world.moved_project("ancien/portail", 101);
    let stage = Stage::with(world).await;
    let answer = confirmed(&stage, "ancien/portail").await.ok();
    assert_eq!(answer["project"]["path_with_namespace"], "ville/portail");
    let calls = stage.calls();
    assert_eq!(calls[..2], ["GET /projects/ancien%2Fportail", "GET /projects/101"]);
    assert!(calls[2..].iter().all(|call| call.starts_with("GET /projects/101/issues?")), "{calls:?}");
    let body = json!({ "confirm": true, "resolved_project_path": "ancien/portail", "resolved_issue_iid": 1 });
    stage.post(CLOSE, body).await.ok();
    assert_eq!(stage.writes(), ["PUT /projects/101/issues/1"]);
}

// Policy

#[tokio::test]
async fn outside_the_roots_nothing_is_a_candidate() {
    let mut world = twins(&["ville", "ville/numerique", "ville-bis", "autre"]);
    world.group("autre/support", "Support");
    world.group("ville/support", "Support");
    let stage = Stage::set(world, &[("policy.roots", "ville/numerique,ville/support")]).await;
    let answer = progress(&stage, "portail").await;
    assert_eq!(answer["project"]["path_with_namespace"], "ville/numerique/portail");
    assert_eq!(each(&answer["candidate_projects"], "path_with_namespace"), ["ville/numerique/portail"]);
    let answer = group(&stage, "support", 10).await;
    assert_eq!(answer["resolved_group"], "ville/support");
    let body = json!({ "project_name": "portail", "target_group_hint": "support" });
    let similar = stage.post(CHECK, body).await.ok();
    assert_eq!(each(&similar["similar_projects"], "path_with_namespace"), ["ville/numerique/portail"]);
    let groups = stage.post("groups/search", json!({})).await.ok();
    assert_eq!(each(&groups["matches"], "full_path"), ["ville/numerique", "ville/support"]);
    for hint in ["autre/portail", "ville-bis/portail"] {
        let answer = progress(&stage, hint).await;
        assert_ne!(answer["project"]["path_with_namespace"], hint);
        assert!(!each(&answer["candidate_projects"], "path_with_namespace").contains(&&json!(hint)));
    }
}

#[tokio::test]
async fn a_path_outside_the_roots_is_403_before_any_call() {
    let stage = Stage::set(portail_and_agenda(), &[("policy.roots", "ville/numerique")]).await;
    for (operation, body, field) in by_path() {
        for path in ["ville", "ville/portail", "ville/numerique-bis/a", "autre/ville/numerique"] {
            let detail = stage.post(operation, with(body.clone(), json!({ field: path }))).await.error(403);
            assert!(detail.contains(path), "{operation}: {detail}");
        }
    }
    stage.post(CLOSE, json!({ "issue_hint": "ville/portail#1" })).await.error(403);
    assert_eq!(stage.calls(), [""; 0]);
}

#[tokio::test]
async fn a_path_inside_the_roots_is_served_whatever_its_case() {
    let stage = Stage::set(portail_and_agenda(), &[("policy.roots", "Ville")]).await;
    confirmed(&stage, "VILLE/Portail").await.ok();
    stage.post(LIST, json!({ "confirm": true, "resolved_group_path": "ville" })).await.ok();
}

#[tokio::test]
async fn a_project_that_has_moved_out_of_the_roots_is_403() {
    let mut world = portail_and_agenda();
    world.moved_project("confie/portail", 101);
    let stage = Stage::set(world, &[("policy.roots", "confie")]).await;
    confirmed(&stage, "confie/portail").await.error(403);
}

#[tokio::test]
async fn an_answer_about_another_group_is_502_and_gets_no_project() {
    let stage = Stage::set(portail_and_agenda(), &[("policy.roots", "ville")]).await;
    for other in [
        json!({ "id": 9, "name": "Secret", "full_path": "ailleurs/secret" }),
        json!({ "id": 9, "name": "Secret", "full_path": "ville/secret" }),
        json!({ "id": 9, "name": "Secret" }),
    ] {
        stage.once("GET /groups/ville%2Fancien", 200, &other);
        stage.once("GET /groups/ville%2Fancien", 200, other);
        let list = json!({ "confirm": true, "resolved_group_path": "ville/ancien" });
        let told = stage.post(LIST, list).await.error(502);
        assert!(!told.contains("ecret"), "{told}");
        let new = json!({ "name": "Projet", "namespace_path": "ville/ancien" });
        stage.post("projects/create", new).await.error(502);
    }
    assert_untouched(&stage);
    assert_eq!(stage.count("GET /groups/9"), 0);
}

#[tokio::test]
async fn read_only_refuses_every_change_before_any_call_and_serves_the_rest() {
    let stage = Stage::set(portail_and_agenda(), &[("policy.read_only", "true")]).await;
    let (writing, reading): (Vec<_>, Vec<_>) = rows().into_iter().partition(|row| row.writes);
    for row in &writing {
        for request in row.requests().filter(|request| request["dry_run"].is_null()) {
            stage.post(row.path, request.clone()).await.error(403);
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
    for row in &reading {
        for request in row.requests() {
            stage.post(row.path, request.clone()).await.ok();
        }
    }
}

#[tokio::test]
async fn only_the_operations_that_are_named_are_served() {
    let settings = [("policy.operations", "search_groups,assistant_project_progress")];
    let stage = Stage::set(portail_and_agenda(), &settings).await;
    let named = |row: &Row| [PROGRESS, "groups/search"].contains(&row.path);
    let (served, others): (Vec<_>, Vec<_>) = rows().into_iter().partition(named);
    for row in &others {
        for request in row.requests() {
            stage.post(row.path, request.clone()).await.error(403);
        }
    }
    assert_eq!(stage.calls(), [""; 0]);
    for row in &served {
        for request in row.requests() {
            stage.post(row.path, request.clone()).await.ok();
        }
    }
}

#[tokio::test]
async fn the_first_limit_groups_are_kept_before_ambiguity_is_judged() {
    let stage = Stage::with(with_groups(&[("nord/culture", "Culture"), ("sud/culture", "Culture")])).await;
    assert_eq!(group(&stage, "culture", 2).await["status"], "ambiguous_group");
    let alone = group(&stage, "culture", 1).await;
    assert_eq!(alone["status"], "ready");
    assert_eq!(alone["resolved_group"], "nord/culture");
}

#[tokio::test]
async fn the_path_of_a_group_is_told_apart_from_a_projects() {
    let mut world = World::empty();
    world.group("ville/espaces-verts", "Espaces verts");
    world.project("autre/agenda", "Agenda");
    let stage = Stage::with(world).await;
    for hint in ["ville/espaces-verts", "Ville/Espaces-Verts"] {
        let answer = progress(&stage, hint).await;
        assert_eq!(answer["status"], "not_found", "{hint}");
        assert_eq!(answer["message"], fr(&unclear::is_a_group("ville/espaces-verts")));
    }
    let absent = unclear::not_found(Sought::Project, "ville/absent", None);
    assert_eq!(progress(&stage, "ville/absent").await["message"], fr(&absent));
}

#[tokio::test]
async fn a_group_that_moved_out_of_the_roots_is_not_told() {
    let stage =
        Stage::set(with_groups(&[("ville/espaces-verts", "Espaces verts")]), &[("policy.roots", "ville")])
            .await;
    let moved = json!({ "id": 12, "name": "Espaces verts", "full_path": "secret/espaces-verts" });
    stage.refuse("GET /groups/ville%2Fespaces-verts", 200, moved);
    let answer = progress(&stage, "ville/espaces-verts").await;
    assert!(answer["status"] == "not_found" && !answer.to_string().contains("secret"), "{answer}");
}

#[tokio::test]
async fn a_question_says_how_many_fit_as_well_as_those_that_it_shows() {
    let names: Vec<_> = (1..=7).map(|number| format!("ville{number}")).collect();
    let stage = Stage::with(twins(&names.iter().map(String::as_str).collect::<Vec<_>>())).await;
    let answer = progress(&stage, "portail").await;
    assert_eq!(answer["candidate_projects"].as_array().unwrap().len(), 5);
    assert!(answer["message"].as_str().unwrap().starts_with("7 projets correspondent autant"), "{answer}");
}

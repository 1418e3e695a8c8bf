//! The second look: bounded, only where the first one leaves doubt, and harmless when it fails.

use passerelle::sandbox::World;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stage::{Answer, Stage, each};

const PROGRESS: &str = "projects/assistant-progress";
const LIST: &str = "projects/assistant-list";
const CHECK: &str = "projects/check-create";
const CLOSE: &str = "issues/assistant-close";
const REOPEN: &str = "issues/assistant-reopen";
const CREATE: &str = "issues/assistant-create";
const BATCH: &str = "issues/assistant-batch-create";
const ADD_LABEL: &str = "issues/assistant-add-label";

const NARROW: &[(&str, &str)] = &[("resolution.widen", "false")];

/// What the host says when it has broken.
fn broken() -> Value {
    json!({ "message": "500 Internal Server Error" })
}

/// An empty first page of a listing.
fn nothing() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!([])).append_header("x-next-page", "")
}

// Projects

/// Project 101, whose name the host's search finds only as it is written.
fn elections() -> World {
    let mut world = World::empty();
    world.project("ville/elections-2026", "Élections européennes");
    world.project("ville/agenda", "Agenda");
    world
}

async fn project(stage: &Stage, hint: &str) -> Value {
    stage.post(PROGRESS, json!({ "project_hint": hint })).await.ok()
}

#[tokio::test]
async fn an_exact_project_is_one_search() {
    for hint in ["agenda", "AGENDA", "ville/agenda"] {
        let stage = Stage::with(elections()).await;
        assert_eq!(project(&stage, hint).await["project"]["id"], 102);
        assert_eq!(stage.count("GET /projects?"), 1, "{:?}", stage.calls());
    }
}

#[tokio::test]
async fn an_exact_project_is_one_search_even_where_the_host_has_more() {
    let mut world = World::empty();
    for number in 1..=60 {
        world.project(&format!("ville/agenda-{number}"), &format!("Agenda {number}"));
    }
    let agenda = world.project("ville/agenda", "Agenda");
    let stage = Stage::with(world).await;
    assert_eq!(project(&stage, "agenda").await["project"]["id"], agenda);
    assert_eq!(stage.count("GET /projects?"), 1);
}

#[tokio::test]
async fn a_question_is_asked_at_once() {
    let mut world = World::empty();
    world.project("a/agenda", "Agenda");
    world.project("b/agenda", "Agenda");
    let stage = Stage::with(world).await;
    assert_eq!(project(&stage, "agenda").await["status"], "clarification_needed");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn a_project_that_the_first_search_misses_is_found_by_its_words() {
    let stage = Stage::with(elections()).await;
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
    let calls = stage.calls();
    assert_eq!(calls[0], "GET /projects?search=elections europeennes&simple=true&per_page=50&page=1");
    for word in ["elections", "europeennes", "elec", "euro"] {
        assert_eq!(stage.count(&format!("GET /projects?search={word}&")), 1, "{calls:?}");
    }
}

#[tokio::test]
async fn the_rules_hold_for_what_the_second_look_finds() {
    let mut world = elections();
    world.project("autre/elections", "Élections européennes");
    let stage = Stage::with(world.clone()).await;
    assert_eq!(project(&stage, "elections europeennes").await["status"], "clarification_needed");
    let body = json!({ "project_hint": "elections europeennes", "root_hint": "ville" });
    assert_eq!(stage.post(PROGRESS, body).await.ok()["project"]["id"], 101);
    let stage = Stage::set(world, &[("policy.roots", "ville")]).await;
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
}

#[tokio::test]
async fn before_a_weak_match_is_acted_on_the_further_projects_are_looked_at() {
    let mut world = World::empty();
    let right = world.project("ville/portail-citoyen", "Portail citoyen");
    let weak = world.project("ville/archive", "Portail citoyen mobile ancien essai");
    let stage = Stage::with(world).await;
    let first = json!([{
        "id": weak, "name": "Portail citoyen mobile ancien essai", "path_with_namespace": "ville/archive",
    }]);
    let first = ResponseTemplate::new(200).set_body_json(first).append_header("x-next-page", "2");
    stage.fault("GET /projects?search=portail citoyen&", 1, first);
    let answer = project(&stage, "portail citoyen").await;
    assert_eq!(answer["project"]["id"], right);
    assert!(
        each(&answer["candidate_projects"], "id").contains(&&json!(weak)),
        "what was seen first stays in"
    );
}

#[tokio::test]
async fn a_weak_match_is_acted_on_at_once_where_the_host_has_no_more() {
    let mut world = World::empty();
    world.project("ville/archive", "Portail citoyen mobile ancien essai");
    let stage = Stage::with(world).await;
    assert_eq!(project(&stage, "portail citoyen").await["status"], "resolved");
    assert_eq!(stage.count("GET /projects?"), 1);
}

#[tokio::test]
async fn projects_that_no_word_finds_are_looked_for_among_the_tokens_own() {
    let stage = Stage::with(elections()).await;
    assert_eq!(project(&stage, "xylophone").await["status"], "not_found");
    let last = stage.calls().pop().unwrap();
    assert!(last.starts_with("GET /projects?membership=true&simple=true&"), "{last}");
    let stage = Stage::with(elections()).await;
    for call in ["GET /projects?search=agenda", "GET /projects?search=agen&"] {
        stage.fault(call, usize::MAX, nothing());
    }
    assert_eq!(project(&stage, "agenda").await["project"]["id"], 102, "{:?}", stage.calls());
    assert_eq!(stage.count("GET /projects?membership=true&"), 1);
}

#[tokio::test]
async fn a_second_look_at_projects_that_fails_counts_as_empty() {
    for fault in [
        ResponseTemplate::new(500).set_body_json(broken()),
        ResponseTemplate::new(200).set_body_string("<html>"),
    ] {
        let stage = Stage::with(elections()).await;
        stage.fault("GET /projects?search=elections europeennes&", 1, nothing());
        stage.fault("GET /projects?", usize::MAX, fault);
        assert_eq!(project(&stage, "elections europeennes").await["status"], "not_found");
        assert!(stage.calls().len() > 1);
    }
}

#[tokio::test]
async fn one_search_that_fails_leaves_what_the_others_find() {
    let stage = Stage::with(elections()).await;
    stage.refuse("GET /projects?search=elections&", 500, broken());
    stage.refuse("GET /projects?search=elec&", 500, broken());
    stage.refuse("GET /projects?membership", 500, broken());
    assert_eq!(project(&stage, "elections europeennes").await["project"]["id"], 101);
}

#[tokio::test]
async fn without_widen_a_project_is_one_search() {
    let stage = Stage::set(elections(), NARROW).await;
    assert_eq!(project(&stage, "elections europeennes").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn a_second_look_at_projects_is_bounded() {
    let stage = Stage::with(elections()).await;
    let member = ResponseTemplate::new(200)
        .set_body_json(json!([]))
        .append_header("x-next-page", "2")
        .append_header("x-total-pages", "500");
    stage.fault("GET /projects?membership", usize::MAX, member);
    let hint = "xylophone zeppelin quadrature kangourou labyrinthe moustique hippocampe trombone aquarium";
    assert_eq!(project(&stage, hint).await["status"], "not_found");
    assert!(stage.count("GET /projects?search=") <= 9, "{:?}", stage.calls());
    assert!(stage.count("GET /projects?membership") <= 10, "{:?}", stage.calls());
}

#[tokio::test]
async fn similar_projects_of_a_check_are_one_search() {
    let stage = Stage::with(elections()).await;
    stage.post(CHECK, json!({ "project_name": "Xylophone", "target_group_hint": "ville" })).await.ok();
    assert_eq!(stage.count("GET /projects?"), 1);
}

// Groups

/// Groups `g-1` to `g-N`, then `zone`, the last of the host's list.
fn groups(number: u32) -> World {
    let mut world = World::empty();
    for number in 1..=number {
        world.group(&format!("g-{number}"), &format!("Autre {number}"));
    }
    world.group("zone", "Zone franche");
    world
}

async fn group(stage: &Stage, hint: &str) -> Value {
    stage.post(LIST, json!({ "group_hint": hint })).await.ok()
}

#[tokio::test]
async fn an_exact_group_is_one_page_even_where_the_host_has_more() {
    let stage = Stage::with(groups(60)).await;
    assert_eq!(group(&stage, "autre 1").await["resolved_group"], "g-1");
    assert_eq!(stage.count("GET /groups?"), 1);
}

#[tokio::test]
async fn a_group_of_a_further_page_is_found_there() {
    // 150 groups, a page of 100.
    let stage = Stage::with(groups(149)).await;
    assert_eq!(group(&stage, "zone franche").await["resolved_group"], "zone");
    assert_eq!(stage.count("GET /groups?all_available=true&per_page=100&page=2"), 1, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_full_page_without_headers_may_not_be_the_last_however_large_it_was_to_be() {
    let stage = Stage::with(groups(10)).await;
    let full: Vec<_> = (1_000..1_100)
        .map(|id| json!({ "id": id, "name": format!("Autre {id}"), "full_path": format!("g/{id}") }))
        .collect();
    stage.fault("GET /groups?all_available", 1, ResponseTemplate::new(200).set_body_json(full));
    let answer = stage.post(LIST, json!({ "group_hint": "zone franche", "limit": 200 })).await.ok();
    assert_eq!(answer["resolved_group"], "zone");
}

#[tokio::test]
async fn a_group_is_missed_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(groups(10)).await;
    assert_eq!(group(&stage, "xylophone").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

#[tokio::test]
async fn where_groups_are_many_they_are_searched_by_words() {
    let stage = Stage::with(groups(1_200)).await;
    assert_eq!(group(&stage, "zone franche").await["resolved_group"], "zone");
    assert!(stage.count("GET /groups?") <= 1 + 8, "{:?}", stage.calls());
    assert!(stage.count("GET /groups?search=") > 0, "{:?}", stage.calls());
}

#[tokio::test]
async fn a_second_look_at_groups_that_fails_counts_as_empty() {
    let stage = Stage::with(groups(149)).await;
    stage.refuse("GET /groups?all_available=true&per_page=100&page=2", 500, broken());
    stage.refuse("GET /groups?search", 500, broken());
    assert_eq!(group(&stage, "zone franche").await["status"], "not_found");
}

#[tokio::test]
async fn without_widen_a_group_is_one_page() {
    let stage = Stage::set(groups(149), NARROW).await;
    assert_eq!(group(&stage, "zone franche").await["status"], "not_found");
    assert_eq!(stage.calls().len(), 1);
}

// Issues

/// Project 101 with an issue #1 of that title, and so many younger ones.
fn tickets(oldest: &str, others: u32) -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.issue(portail, oldest);
    for number in 1..=others {
        world.issue(portail, &format!("Ticket ordinaire {number}"));
    }
    world
}

async fn close(stage: &Stage, hint: &str) -> Value {
    stage.post(CLOSE, json!({ "project_hint": "portail", "issue_hint": hint })).await.ok()
}

const SEARCHED: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&search=";

#[tokio::test]
async fn an_issue_past_the_pool_is_found_by_the_hosts_title_search() {
    let stage = Stage::with(tickets("Imprimante en panne", 100)).await;
    let answer = close(&stage, "imprimante en panne").await;
    assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(1)));
    let searches: Vec<_> = stage.calls().into_iter().filter(|call| call.contains("&search=")).collect();
    assert!((1..=8).contains(&searches.len()), "{searches:?}");
    assert!(
        searches
            .iter()
            .all(|call| call.starts_with(SEARCHED) && call.ends_with("&in=title&per_page=100&page=1")),
        "{searches:?}"
    );
}

#[tokio::test]
async fn an_issue_to_reopen_is_searched_among_the_closed_ones() {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.closed_issue(portail, "Imprimante en panne");
    for number in 1..=100 {
        world.closed_issue(portail, &format!("Ticket ordinaire {number}"));
    }
    world.issue(portail, "Imprimante en panne");
    let stage = Stage::with(world).await;
    let body = json!({ "project_hint": "portail", "issue_hint": "imprimante en panne" });
    assert_eq!(stage.post(REOPEN, body).await.ok()["issue"]["iid"], 1);
}

#[tokio::test]
async fn an_exact_issue_is_one_page_even_where_the_host_has_more() {
    let stage = Stage::with(tickets("Imprimante en panne", 100)).await;
    assert_eq!(close(&stage, "ticket ordinaire 100").await["status"], "closed");
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
}

#[tokio::test]
async fn an_issue_is_missed_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(tickets("Imprimante en panne", 99)).await;
    assert_eq!(close(&stage, "xylophone").await["status"], "issue_not_found");
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
}

#[tokio::test]
async fn a_second_look_at_issues_that_fails_counts_as_empty() {
    let stage = Stage::with(tickets("Imprimante en panne", 100)).await;
    stage.refuse(SEARCHED, 500, broken());
    assert_eq!(close(&stage, "imprimante en panne").await["status"], "issue_not_found");
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn without_widen_issues_are_one_page() {
    let stage = Stage::set(tickets("Imprimante en panne", 100), NARROW).await;
    assert_eq!(close(&stage, "imprimante en panne").await["status"], "issue_not_found");
    assert_eq!(stage.calls().len(), 2);
}

// Milestones

/// Project 101 with a milestone `Version 3`, and its group with `Grand lancement`.
fn milestones() -> World {
    let mut world = World::empty();
    let ville = world.group("ville", "Ville");
    let portail = world.project("ville/portail", "Portail");
    world.milestone(portail, "Version 3");
    world.group_milestone(ville, "Grand lancement");
    world
}

async fn batch(stage: &Stage, milestone: &str) -> Value {
    let body =
        json!({ "project_hint": "portail", "milestone_hint": milestone, "issues": [{ "title": "Affiche" }] });
    stage.post(BATCH, body).await.ok()
}

#[tokio::test]
async fn an_exact_milestone_is_one_read() {
    let stage = Stage::with(milestones()).await;
    assert_eq!(batch(&stage, "version 3").await["milestone"]["title"], "Version 3");
    assert_eq!(stage.count("GET /projects/101/milestones"), 1);
}

#[tokio::test]
async fn a_milestone_that_the_project_lacks_is_looked_for_in_the_groups_above() {
    let stage = Stage::with(milestones()).await;
    let answer = batch(&stage, "grand lancement").await;
    assert_eq!(answer["milestone"]["title"], "Grand lancement");
    assert_eq!(answer["results"][0]["milestone_assigned"], true);
    let reads: Vec<_> = stage.calls().into_iter().filter(|call| call.contains("/milestones?")).collect();
    assert_eq!(reads.len(), 2);
    assert!(
        !reads[0].contains("include_ancestors=true") && reads[1].contains("include_ancestors=true"),
        "{reads:?}"
    );
}

#[tokio::test]
async fn a_second_look_at_milestones_that_fails_counts_as_empty() {
    let stage = Stage::with(milestones()).await;
    let none = ResponseTemplate::new(200).set_body_json(json!([]));
    stage.fault("GET /projects/101/milestones", 1, none);
    stage.refuse("GET /projects/101/milestones", 500, broken());
    assert_eq!(batch(&stage, "grand lancement").await["status"], "milestone_not_found");
    assert_eq!(stage.count("GET /projects/101/milestones"), 2);
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn without_widen_milestones_are_the_projects_own() {
    let stage = Stage::set(milestones(), NARROW).await;
    assert_eq!(batch(&stage, "grand lancement").await["status"], "milestone_not_found");
    assert_eq!(stage.count("GET /projects/101/milestones"), 1);
}

// Labels

/// Project 101 with an issue #1, and more labels than a page holds; `Zone urgente` is the last.
fn labels(number: u32) -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    world.issue(portail, "Affiche");
    for number in 1..=number {
        world.label(portail, &format!("autre {number:03}"), "#112233");
    }
    world.label(portail, "Zone urgente", "#112233");
    world
}

async fn add_label(stage: &Stage, name: &str, create: bool) -> Answer {
    let body = json!({
        "project_hint": "portail", "issue_hint": "affiche", "label_name": name, "create_label_if_missing": create,
    });
    stage.post(ADD_LABEL, body).await
}

#[tokio::test]
async fn a_label_of_the_first_page_is_one_read() {
    let stage = Stage::with(labels(150)).await;
    assert_eq!(add_label(&stage, "Autre 001", false).await.ok()["labels"], json!(["autre 001"]));
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

#[tokio::test]
async fn a_label_past_the_first_page_is_searched_before_one_is_created_or_missed() {
    for create in [false, true] {
        let stage = Stage::with(labels(150)).await;
        assert_eq!(add_label(&stage, "zone urgente", create).await.ok()["labels"], json!(["Zone urgente"]));
        assert_eq!(stage.count("POST "), 0);
        assert_eq!(stage.count("GET /projects/101/labels"), 2);
    }
}

#[tokio::test]
async fn a_label_is_missed_at_once_where_the_host_has_no_more() {
    let stage = Stage::with(labels(50)).await;
    add_label(&stage, "xylophone", false).await.error(404);
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

#[tokio::test]
async fn a_second_look_at_labels_that_fails_counts_as_empty() {
    for (create, status) in [(false, 404), (true, 200)] {
        let mut world = labels(150);
        world.issue(101, "Autre chose");
        let stage = Stage::with(world).await;
        let first = json!([{ "id": 1, "name": "autre 001" }]);
        let first = ResponseTemplate::new(200).set_body_json(first).append_header("x-next-page", "2");
        stage.fault("GET /projects/101/labels", 1, first);
        stage.refuse("GET /projects/101/labels?", 500, broken());
        assert_eq!(add_label(&stage, "xylophone", create).await.status, status);
        assert_eq!(stage.count("POST /projects/101/labels"), usize::from(create));
    }
}

#[tokio::test]
async fn without_widen_labels_are_one_page() {
    let stage = Stage::set(labels(150), NARROW).await;
    add_label(&stage, "zone urgente", false).await.error(404);
    assert_eq!(stage.count("GET /projects/101/labels"), 1);
}

// Duplicates

async fn create(stage: &Stage, title: &str) -> Value {
    stage.post(CREATE, json!({ "project_hint": "portail", "title": title })).await.ok()
}

#[tokio::test]
async fn a_duplicate_past_the_last_ten_is_found_by_the_hosts_title_search() {
    let stage = Stage::with(tickets("Imprimante en panne", 30)).await;
    let answer = create(&stage, "Imprimante en panne").await;
    assert_eq!(answer["status"], "duplicate_warning");
    assert_eq!(each(&answer["duplicate_issues"], "iid"), [1]);
    assert_eq!(stage.writes(), [""; 0]);
    let searches: Vec<_> = stage.calls().into_iter().filter(|call| call.contains("&search=")).collect();
    assert!((1..=2).contains(&searches.len()), "{searches:?}");
    for search in searches {
        assert!(
            search.contains("in=title") && search.contains("per_page=10") && !search.contains("state="),
            "{search}"
        );
    }
}

#[tokio::test]
async fn a_second_look_for_duplicates_that_fails_counts_as_empty() {
    let stage = Stage::with(tickets("Imprimante en panne", 30)).await;
    stage.refuse("GET /projects/101/issues?order_by=updated_at&sort=desc&search=", 500, broken());
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "created");
}

#[tokio::test]
async fn without_widen_duplicates_are_looked_for_among_the_last_ten() {
    let stage = Stage::set(tickets("Imprimante en panne", 30), NARROW).await;
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "created");
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
    let stage = Stage::set(tickets("Imprimante en panne", 9), NARROW).await;
    assert_eq!(create(&stage, "Imprimante en panne").await["status"], "duplicate_warning");
}

#[tokio::test]
async fn the_hints_of_one_call_share_their_searches() {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    for title in ["Agenda municipal", "Agenda culturel", "Facture"] {
        world.issue(portail, title);
    }
    world.label(portail, "bug", "#FF0000");
    let stage = Stage::with(world).await;
    let body = json!({
        "project_hint": "portail", "label_name": "bug", "limit": 1,
        "issue_hints": ["agenda municipal", "agenda culturel"],
    });
    let answer = stage.post("issues/assistant-bulk-add-label", body).await.ok();
    assert_eq!(each(&answer["results"], "status"), ["updated", "updated"]);
    let searches = stage.calls().into_iter().filter(|call| call.contains("search=agenda&")).count();
    assert_eq!(searches, 1);
}

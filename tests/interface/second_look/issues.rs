//! Issues: pages before searches.

use std::iter;

use gitlab_sandbox::World;
use passerelle::messages::unclear::NOT_ALL_READ;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{NARROW, broken, nothing, tickets};
use crate::stage::{Stage, each, says};

const CLOSE: &str = "issues/assistant-close";
const REOPEN: &str = "issues/assistant-reopen";
const BULK: &str = "issues/assistant-bulk-close";

/// The open issues of project 101, last updated first.
const OPENED: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened";
/// The host's search among them.
const SEARCHED: &str = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&search=";

async fn close(stage: &Stage, hint: &str) -> Value {
    stage.post(CLOSE, json!({ "project_hint": "portail", "issue_hint": hint })).await.ok()
}

async fn close_all(stage: &Stage, hints: Vec<String>) -> Value {
    stage.post(BULK, json!({ "project_hint": "portail", "issue_hints": hints })).await.ok()
}

#[tokio::test]
async fn an_issue_past_the_pool_is_found_on_a_further_page_and_none_is_searched() {
    let stage = Stage::with(tickets("Imprimante en panne", 250)).await;
    let answer = close(&stage, "imprimante en panne").await;
    assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&json!("closed"), &json!(1)));
    assert_eq!(stage.sorted(OPENED), [1, 2, 3].map(|page| format!("{OPENED}&per_page=100&page={page}")));
}

#[tokio::test]
async fn a_small_limit_sizes_the_first_page_alone() {
    let stage = Stage::with(tickets("Imprimante en panne", 150)).await;
    let body = json!({ "project_hint": "portail", "issue_hint": "imprimante en panne", "limit": 1 });
    assert_eq!(stage.post(CLOSE, body).await.ok()["issue"]["iid"], 1);
    let reads: Vec<_> = stage.calls().into_iter().filter(|call| call.starts_with(OPENED)).collect();
    assert_eq!(reads[0], format!("{OPENED}&per_page=1&page=1"));
    assert!(reads[1..].iter().all(|read| read.contains("per_page=100")), "{reads:?}");
    assert_eq!(reads.len(), 3);
}

#[tokio::test]
async fn an_issue_to_reopen_is_looked_for_among_the_closed_ones() {
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
async fn an_exact_issue_is_one_page_where_the_host_has_no_more() {
    let stage = Stage::with(tickets("Imprimante en panne", 50)).await;
    assert_eq!(close(&stage, "ticket ordinaire 50").await["status"], "closed");
    assert_eq!(stage.count("GET /projects/101/issues?"), 1);
}

#[tokio::test]
async fn a_list_of_which_fewer_came_than_were_announced_is_not_wholly_read() {
    let mut world = tickets("Imprimante en panne", 100);
    world.issue(101, "Imprimante en panne");
    let stage = Stage::with(world).await;
    // Issues of the first page were closed before the second one was read: what it held moved to the first.
    stage.fault(format!("{OPENED}&per_page=100&page=2"), 1, nothing());
    let answer = close(&stage, "imprimante en panne").await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [102, 1]);
    assert_eq!((stage.writes().len(), stage.count(SEARCHED)), (0, 1));
}

#[tokio::test]
async fn a_list_of_which_some_came_twice_is_not_wholly_read() {
    let mut world = tickets("Imprimante en panne", 100);
    world.issue(101, "Imprimante en panne");
    let stage = Stage::with(world).await;
    // Somebody touched #1 of the second page before that was read: it moved to the first, whose last one moved here.
    let ticket = |iid| json!({ "id": iid, "iid": iid, "title": "Ticket ordinaire", "state": "opened" });
    let page = ResponseTemplate::new(200).set_body_json(json!([ticket(3), ticket(2)]));
    stage.fault(format!("{OPENED}&per_page=100&page=2"), 1, page.append_header("x-next-page", ""));
    let answer = close(&stage, "imprimante en panne").await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [102, 1]);
    assert_eq!((stage.writes().len(), stage.count(SEARCHED)), (0, 1));
}

#[tokio::test]
async fn before_a_change_the_twin_of_an_exact_issue_is_looked_for() {
    let mut world = tickets("Ticket ordinaire 100", 100);
    world.issue(101, "Autre");
    let stage = Stage::with(world).await;
    let answer = close(&stage, "ticket ordinaire 100").await;
    assert_eq!(answer["status"], "issue_clarification_needed");
    assert_eq!(each(&answer["candidate_issues"], "iid"), [101, 1]);
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn before_a_change_a_title_that_holds_the_bare_number_is_looked_for() {
    let stage = Stage::with(tickets("Sprint douze, sprint 12", 150)).await;
    for hint in ["12", "ticket 12", "le 12"] {
        let answer = close(&stage, hint).await;
        assert_eq!(answer["status"], "issue_clarification_needed", "{hint}: {answer}");
    }
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(close(&stage, "ferme #12 svp").await["issue"]["iid"], 12);
    let stage = Stage::with(tickets("Lot 1 000", 999)).await;
    for hint in ["ticket 1000", "ticket mille"] {
        let answer = close(&stage, hint).await;
        assert_eq!(each(&answer["candidate_issues"], "iid"), [1000, 1], "{hint}: {answer}");
    }
}

#[tokio::test]
async fn a_change_asks_where_titles_that_may_hold_the_bare_number_could_not_be_read() {
    let stage = Stage::with(tickets("Sprint 12", 150)).await;
    stage.refuse(format!("{OPENED}&per_page=100&page=2"), 500, broken());
    let answer = close(&stage, "ticket 12").await;
    assert_eq!(each(&answer["candidate_issues"], "iid"), [12], "{answer}");
    assert_eq!(answer["status"], "issue_clarification_needed");
    let answer = close_all(&stage, vec!["12".to_owned(), "l'ordinaire 150".to_owned()]).await;
    assert_eq!(
        each(&answer["results"], "status"),
        ["issue_clarification_needed", "issue_clarification_needed"],
        "{answer}"
    );
    assert_eq!(stage.writes(), [""; 0]);
    assert_eq!(close(&stage, "Ticket ordinaire 11 (#12)").await["status"], "closed", "the words confirm it");
}

#[tokio::test]
async fn two_exact_issues_of_the_first_page_are_asked_about_at_once() {
    let mut world = tickets("Imprimante en panne", 100);
    world.issue(101, "Ticket ordinaire 100");
    let stage = Stage::with(world).await;
    assert_eq!(close(&stage, "ticket ordinaire 100").await["status"], "issue_clarification_needed");
    assert_eq!(stage.count(OPENED), 1);
}

#[tokio::test]
async fn past_a_thousand_issues_one_search_asks_for_the_most_telling_word() {
    let stage = Stage::with(tickets("Imprimante en panne", 1_050)).await;
    assert_eq!(close(&stage, "imprimante en panne").await["issue"]["iid"], 1);
    assert_eq!(stage.count(&format!("{OPENED}&per_page=100&page=")), 10);
    let searches: Vec<_> = stage.calls().into_iter().filter(|call| call.contains("&search=")).collect();
    assert_eq!(searches, [format!("{SEARCHED}imprimante&in=title&per_page=100&page=1")]);
}

#[tokio::test]
async fn a_bulk_call_reads_one_pool_and_sends_three_searches_at_most() {
    let stage = Stage::with(tickets("Imprimante en panne", 1_050)).await;
    let hints = (0..98).map(|number| format!("introuvable{number}"));
    let hints = iter::once("imprimante en panne".to_owned()).chain(hints);
    let answer = close_all(&stage, hints.chain(["l'imprimante en panne".to_owned()]).collect()).await;
    let statuses = each(&answer["results"], "status");
    assert_eq!((statuses[0], statuses[99]), (&json!("closed"), &json!("closed")));
    assert_eq!(stage.count(&format!("{OPENED}&per_page=100&page=")), 10);
    assert_eq!(stage.count(SEARCHED), 3);
    assert_eq!(stage.count(&format!("{SEARCHED}imprimante&")), 1, "the word that most hints share");
    assert_eq!(stage.writes().len(), 1);
    let told = answer["results"].as_array().unwrap().iter().filter(|row| says(row, &NOT_ALL_READ));
    assert_eq!(told.count(), 96, "those that were not searched say so");
}

#[tokio::test]
async fn a_bulk_call_of_exact_hints_reads_one_page() {
    let stage = Stage::with(tickets("Imprimante en panne", 99)).await;
    let hints = (1..=99).map(|number| format!("Ticket ordinaire {number}")).collect();
    let answer = close_all(&stage, hints).await;
    assert!(each(&answer["results"], "status").iter().all(|status| *status == "closed"));
    assert_eq!(stage.count("GET /projects/101/issues"), 1);
}

#[tokio::test]
async fn a_search_that_the_host_limits_is_not_tried_again_and_none_is_sent_until_it_may() {
    let stage = Stage::with(tickets("Imprimante en panne", 1_050)).await;
    let limited = ResponseTemplate::new(429)
        .set_body_json(json!({ "message": { "error": "This endpoint has been requested too many times." } }))
        .append_header("retry-after", "60");
    stage.fault(SEARCHED, usize::MAX, limited);
    for _ in 0..2 {
        let answer = close(&stage, "imprimante en panne").await;
        assert_eq!(answer["status"], "issue_not_found");
        assert!(says(&answer, &NOT_ALL_READ), "{answer}");
    }
    assert_eq!(stage.count(SEARCHED), 1);
    assert_eq!(stage.writes(), [""; 0]);
}

#[tokio::test]
async fn a_change_asks_where_a_further_look_failed_and_the_match_is_less_than_exact() {
    let page = "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=2";
    for (hint, fails, status) in [
        ("l'ordinaire 150", false, "closed"),
        ("l'ordinaire 150", true, "issue_clarification_needed"),
        ("Ticket ordinaire 150", true, "closed"),
    ] {
        let stage = Stage::with(tickets("Imprimante en panne", 150)).await;
        if fails {
            stage.refuse(page, 500, broken());
        }
        assert_eq!(close(&stage, hint).await["status"], status, "{hint} {fails}");
    }
}

#[tokio::test]
async fn a_change_asks_where_a_search_found_more_than_it_shows_and_the_match_is_less_than_exact() {
    for (others, status) in [(50, "closed"), (120, "issue_clarification_needed")] {
        let mut world = tickets("Contrat Dupont", 0);
        for number in 1..=others {
            world.issue(101, &format!("Contrat ordinaire {number}"));
        }
        for number in 1..=1_000 {
            world.issue(101, &format!("Ticket ordinaire {number}"));
        }
        world.issue(101, "Contrat Dupont annulé");
        let stage = Stage::with(world).await;
        assert_eq!(close(&stage, "contrat dupont").await["status"], status, "{others}");
        assert_eq!(stage.count(SEARCHED), 1);
    }
}

#[tokio::test]
async fn a_change_asks_where_both_further_looks_failed() {
    let stage = Stage::with(tickets("Imprimante en panne", 1_050)).await;
    stage.refuse(format!("{OPENED}&per_page=100&page=2"), 500, broken());
    stage.refuse(SEARCHED, 500, broken());
    assert_eq!(close(&stage, "l'ordinaire 1050").await["status"], "issue_clarification_needed");
    assert_eq!(stage.count(SEARCHED), 1);
}

#[tokio::test]
async fn a_vague_hint_asks_about_the_first_page_alone() {
    let stage = Stage::with(tickets("Imprimante en panne", 150)).await;
    assert_eq!(close(&stage, "celui-là").await["status"], "issue_clarification_needed");
    assert_eq!(stage.count(OPENED), 1);
}

#[tokio::test]
async fn an_issue_that_is_on_no_page_is_not_searched() {
    let stage = Stage::with(tickets("Imprimante en panne", 150)).await;
    assert_eq!(close(&stage, "xylophone").await["status"], "issue_not_found");
    assert_eq!((stage.count(&format!("{OPENED}&per_page")), stage.count(SEARCHED)), (2, 0));
    // A first page that is not full holds all issues too.
    let stage = Stage::with(tickets("Imprimante en panne", 2)).await;
    let body = json!({ "project_hint": "portail", "issue_hint": "xylophone", "limit": 5 });
    assert_eq!(stage.post(CLOSE, body).await.ok()["status"], "issue_not_found");
    assert_eq!(stage.count(OPENED), 1);
}

#[tokio::test]
async fn a_further_page_that_fails_leaves_what_the_others_hold() {
    let stage = Stage::with(tickets("Imprimante en panne", 250)).await;
    stage.refuse(
        "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=2",
        500,
        broken(),
    );
    assert_eq!(close(&stage, "imprimante en panne").await["issue"]["iid"], 1);
}

#[tokio::test]
async fn without_widen_issues_are_one_page_of_each_state() {
    let stage = Stage::set(tickets("Imprimante en panne", 100), NARROW).await;
    assert_eq!(close(&stage, "imprimante en panne").await["status"], "issue_not_found");
    assert_eq!(stage.count("GET /projects/101/issues?"), 2);
    assert_eq!(stage.count(OPENED), 1);
}

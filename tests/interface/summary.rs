//! A project at a glance.

use gitlab_sandbox::{MilestoneState, World};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    stage::{Stage, each},
    world::{BY_PATH, PORTAIL, SEARCH, confirmed, hinted, portail, shown},
};

const SUMMARY: &str = "projects/summary";
const OVERDUE: &str = "GET /projects/101/issues?state=opened&due_date=overdue&per_page=1&page=1";

/// Four open issues, two closed ones, three labels, three milestones.
fn busy_portail() -> World {
    let mut world = portail();
    world.group_label(11, "urgent", "#FF0000");
    for issue in [
        json!({ "title": "Un", "labels": ["bug"], "due_date": "2025-08-01", "assignee": "passerelle" }),
        json!({ "title": "Deux", "labels": ["bug", "Api"] }),
        json!({ "title": "Trois", "due_date": "2030-01-01" }),
        json!({ "title": "Quatre", "due_date": "2025-08-02" }),
        json!({ "title": "Cinq", "labels": ["bug"], "due_date": "2025-08-03", "state": "closed" }),
        json!({ "title": "Six", "state": "closed" }),
    ] {
        world.issue_with(PORTAIL, issue).unwrap();
    }
    world.milestone(PORTAIL, "Sprint 1");
    let closed = world.milestone(PORTAIL, "Sprint 0");
    world.milestones.get_mut(&closed).unwrap().state = MilestoneState::Closed;
    world.group_milestone(11, "Jalon du groupe");
    world
}

async fn summary(stage: &Stage) -> Value {
    stage.post(SUMMARY, hinted(json!({}))).await.ok()
}

#[tokio::test]
async fn a_summary_shows_counts_labels_milestones_and_the_last_updated_issues() {
    let stage = Stage::with(busy_portail()).await;
    let body = summary(&stage).await;
    assert_eq!((&body["open_count"], &body["closed_count"]), (&json!(4), &json!(2)));
    assert_eq!(body["progress_percent"], 33);
    assert_eq!(
        body["labels"],
        json!([
            { "name": "Api", "open_count": 1 },
            { "name": "bug", "open_count": 2 },
            { "name": "urgent", "open_count": 0 },
        ])
    );
    assert_eq!(each(&body["milestones"], "title"), ["Sprint 1", "Jalon du groupe"]);
    assert_eq!((&body["overdue_count"], &body["unassigned_count"]), (&json!(2), &json!(3)));
    assert_eq!(
        each(&body["recent_issues"], "title"),
        ["Six", "Cinq", "Quatre", "Trois", "Deux"],
        "any state, last updated first"
    );
    assert_eq!(each(&body["candidate_projects"], "id"), [PORTAIL]);
    assert_json_snapshot!("summary_resolved", shown(&stage, &body));
}

#[tokio::test]
async fn all_is_read_at_once_after_the_project() {
    let stage = Stage::with(busy_portail()).await;
    summary(&stage).await;
    let mut calls = stage.calls();
    assert_eq!(calls.remove(0), SEARCH);
    calls.sort_unstable();
    assert_eq!(
        calls,
        [
            "GET /projects/101/issues?order_by=updated_at&sort=desc&per_page=5&page=1",
            "GET /projects/101/issues?order_by=updated_at&sort=desc&state=opened&per_page=100&page=1",
            OVERDUE,
            "GET /projects/101/issues_statistics",
            "GET /projects/101/issues_statistics?assignee_id=None",
            "GET /projects/101/labels?per_page=100&page=1",
            "GET /projects/101/milestones?include_ancestors=true&state=active&per_page=100&page=1",
        ]
    );
}

#[tokio::test]
async fn counts_are_exact_however_many_issues_there_are() {
    let mut world = portail();
    for _ in 0..150 {
        world.issue_with(PORTAIL, json!({ "title": "Retard", "due_date": "2025-08-01" })).unwrap();
    }
    for _ in 0..110 {
        world.closed_issue(PORTAIL, "Fait");
    }
    let stage = Stage::with(world).await;
    let body = summary(&stage).await;
    assert_eq!((&body["open_count"], &body["closed_count"]), (&json!(150), &json!(110)));
    assert_eq!((&body["overdue_count"], &body["unassigned_count"]), (&json!(150), &json!(150)));
    assert_eq!(body["progress_percent"], 42);
}

#[tokio::test]
async fn where_the_host_does_not_count_so_many_the_overdue_ones_are_null() {
    let stage = Stage::with(busy_portail()).await;
    let page = ResponseTemplate::new(200)
        .set_body_json(json!([{ "id": 1, "iid": 1 }]))
        .insert_header("x-next-page", "2");
    stage.fault(OVERDUE, 1, page);
    let body = summary(&stage).await;
    assert_eq!(body["overdue_count"], json!(null));
    assert!(!body["message"].as_str().unwrap().contains("retard"), "{body}");
}

#[tokio::test]
async fn a_cut_list_of_labels_says_so() {
    let mut world = portail();
    for number in 0..101 {
        world.label(PORTAIL, &format!("étiquette {number:03}"), "#FF0000");
    }
    let stage = Stage::with(world).await;
    let body = summary(&stage).await;
    assert_eq!(each(&body["labels"], "name").len(), 100);
    assert_eq!(body["truncated"], true);
    assert!(body["message"].as_str().unwrap().contains("davantage"), "{body}");
}

#[tokio::test]
async fn an_empty_project_has_no_progress() {
    let stage = Stage::with(portail()).await;
    let body = summary(&stage).await;
    assert_eq!((&body["progress_percent"], &body["overdue_count"]), (&json!(0), &json!(0)));
    assert_eq!((&body["labels"], &body["recent_issues"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn a_confirmed_summary_skips_the_search() {
    let stage = Stage::with(busy_portail()).await;
    let body = stage.post(SUMMARY, confirmed(json!({}))).await.ok();
    assert_eq!((&body["status"], &body["candidate_projects"]), (&json!("resolved"), &json!([])));
    assert_eq!(stage.calls()[0], BY_PATH);
}

#[tokio::test]
async fn a_count_that_is_none_is_502() {
    for reply in [
        json!({}),
        json!([]),
        json!({ "statistics": {} }),
        json!({ "statistics": { "counts": { "all": 1 } } }),
    ] {
        let stage = Stage::with(busy_portail()).await;
        stage.once("GET /projects/101/issues_statistics", 200, &reply);
        stage.post(SUMMARY, hinted(json!({}))).await.error(502);
    }
}

/// This many open issues, each with the label `a`, and every tenth with one of `label 0` to `label 49` too.
fn many_issues(issues: usize) -> World {
    let mut world = portail();
    for number in 0..issues {
        let label = format!("label {}", number / 10 % 50);
        let labels = if number % 10 == 0 { vec!["a", label.as_str()] } else { vec!["a"] };
        world.issue_with(PORTAIL, json!({ "title": "Un", "labels": labels })).unwrap();
    }
    world
}

fn count_of(body: &Value, label: &str) -> Option<u64> {
    let labels = body["labels"].as_array().unwrap().iter();
    labels.clone().find(|shown| shown["name"] == label)?["open_count"].as_u64()
}

#[tokio::test]
async fn labels_are_counted_from_the_issues_up_to_a_thousand() {
    let stage = Stage::with(many_issues(950)).await;
    let body = summary(&stage).await;
    assert_eq!((count_of(&body, "a"), count_of(&body, "label 3")), (Some(950), Some(2)));
    assert_eq!(body["truncated"], false);
    assert_eq!(stage.count("GET /projects/101/issues_statistics?labels="), 0);
}

#[tokio::test]
async fn past_a_thousand_issues_the_host_counts_the_labels_that_are_used_most() {
    let stage = Stage::with(many_issues(1_100)).await;
    let body = summary(&stage).await;
    assert_eq!(count_of(&body, "a"), Some(1_100));
    assert_eq!(each(&body["labels"], "name").len(), 30, "no more are asked for");
    assert_eq!(body["truncated"], true);
    assert_eq!(stage.count("GET /projects/101/issues_statistics?labels="), 30);
}

#[tokio::test]
async fn past_a_thousand_issues_labels_that_the_host_takes_for_wildcards_are_left_out() {
    let mut world = portail();
    for label in ["None", "any", "bug"] {
        world.issue_with(PORTAIL, json!({ "title": "Un", "labels": [label] })).unwrap();
    }
    for _ in 0..1_010 {
        world.issue(PORTAIL, "Deux");
    }
    let stage = Stage::with(world).await;
    let body = summary(&stage).await;
    assert_eq!(body["labels"], json!([{ "name": "bug", "open_count": 1 }]));
    assert_eq!(body["truncated"], true);
}

#[tokio::test]
async fn a_label_of_the_group_counts_the_projects_own_issues() {
    let mut world = portail();
    world.group_label(11, "urgent", "#FF0000");
    let other = world.project("ville/autre", "Autre");
    world.issue_with(PORTAIL, json!({ "title": "Un", "labels": ["urgent"] })).unwrap();
    world.issue_with(other, json!({ "title": "Deux", "labels": ["urgent"] })).unwrap();
    let stage = Stage::with(world).await;
    assert_eq!(count_of(&summary(&stage).await, "urgent"), Some(1));
}

//! The open and closed issues of a project, and its progress.

use std::time::Duration;

use gitlab_sandbox::World;
use passerelle::messages;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{IMPATIENT, numerique};
use crate::{
    stage::{Stage, fr},
    world::shown,
};

const TASKS: &str = "projects/assistant-tasks";
const PROGRESS: &str = "projects/assistant-progress";

fn confirmed(path: &str) -> Value {
    json!({ "confirm": true, "resolved_project_path": path })
}

/// One project with so many open and closed issues.
fn portail_of(open: usize, closed: usize) -> World {
    let mut world = World::empty();
    let portail = world.project("ville/portail", "Portail");
    for number in 0..open {
        world.issue(portail, &format!("Ouvert {number}"));
    }
    for number in 0..closed {
        world.closed_issue(portail, &format!("Fermé {number}"));
    }
    world
}

#[tokio::test]
async fn tasks_and_progress_read_one_page_of_open_and_one_of_closed_issues() {
    for path in [TASKS, PROGRESS] {
        let stage = Stage::with(numerique()).await;
        stage.post(path, confirmed("/ville/numerique/portail/")).await.ok();
        let mut calls = stage.calls();
        assert_eq!(calls.remove(0), "GET /projects/ville%2Fnumerique%2Fportail");
        assert_eq!(calls.len(), 2, "{calls:?}");
        for state in ["opened", "closed"] {
            let asked = |call: &&String| {
                call.starts_with("GET /projects/101/issues?") && call.contains(&format!("state={state}"))
            };
            let call = calls.iter().find(asked).unwrap();
            assert!(call.contains("per_page=100") && call.contains("page=1"), "{call}");
        }
    }
}

#[tokio::test]
async fn open_and_closed_issues_are_asked_for_together() {
    for path in [TASKS, PROGRESS] {
        let stage = Stage::set(numerique(), IMPATIENT).await;
        stage.fault(
            "GET /projects/101/issues",
            2,
            ResponseTemplate::new(200).set_delay(Duration::from_secs(60)),
        );
        let both = async {
            stage.got("GET /projects/101/issues", 2).await;
        };
        tokio::select! {
            answer = stage.post(path, confirmed("ville/numerique/portail")) => panic!("{}", answer.body),
            () = both => {}
        }
    }
}

#[tokio::test]
async fn tasks_are_the_titles_of_open_and_closed_issues() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(TASKS, json!({ "project_hint": "portail" })).await.ok();
    insta::assert_json_snapshot!("tasks_resolved", shown(&stage, &answer));
    let answer = stage.post(TASKS, confirmed("ville/numerique/portail")).await.ok();
    assert_eq!(answer["candidate_projects"], json!([]));
    insta::assert_json_snapshot!("tasks_confirmed", shown(&stage, &answer));
}

#[tokio::test]
async fn a_project_without_issues_has_no_tasks() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(TASKS, confirmed("ville/numerique/agenda")).await.ok();
    assert_eq!((&answer["open_issues"], &answer["closed_issues"]), (&json!([]), &json!([])));
    assert_eq!(answer["message"], "Le projet « Agenda » n'a aucun ticket.");
}

#[tokio::test]
async fn progress_counts_what_is_closed_of_all() {
    let stage = Stage::with(numerique()).await;
    let answer = stage.post(PROGRESS, json!({ "project_hint": "portail" })).await.ok();
    insta::assert_json_snapshot!("progress_resolved", shown(&stage, &answer));
    let answer = stage.post(PROGRESS, confirmed("ville/numerique/portail")).await.ok();
    assert_eq!(answer["candidate_projects"], json!([]));
    insta::assert_json_snapshot!("progress_confirmed", shown(&stage, &answer));
}

#[tokio::test]
async fn the_percentage_is_cut_to_an_integer_and_zero_without_issues() {
    for (open, closed, percent) in
        [(0, 0, 0), (3, 0, 0), (2, 1, 33), (1, 2, 66), (1, 99, 99), (0, 3, 100), (93, 7, 7)]
    {
        let stage = Stage::with(portail_of(open, closed)).await;
        let answer = stage.post(PROGRESS, confirmed("ville/portail")).await.ok();
        assert_eq!(
            (&answer["total"], &answer["closed"], &answer["progress_percent"], &answer["truncated"]),
            (&json!(open + closed), &json!(closed), &json!(percent), &json!(false))
        );
    }
}

#[tokio::test]
async fn only_a_hundred_issues_of_each_state_count_and_the_answer_says_so() {
    for (open, closed) in [(101, 1), (1, 101), (100, 100)] {
        let stage = Stage::with(portail_of(open, closed)).await;
        let cut = open > 100 || closed > 100;
        let progress = stage.post(PROGRESS, confirmed("ville/portail")).await.ok();
        assert_eq!(progress["total"], open.min(100) + closed.min(100));
        assert_eq!(progress["closed"], closed.min(100));
        let tasks = stage.post(TASKS, confirmed("ville/portail")).await.ok();
        assert_eq!(tasks["open_issues"].as_array().unwrap().len(), open.min(100));
        assert_eq!(tasks["closed_issues"].as_array().unwrap().len(), closed.min(100));
        for answer in [progress, tasks] {
            assert_eq!(answer["truncated"], cut);
            assert_eq!(answer["message"].as_str().unwrap().contains(&fr(&messages::MORE)), cut);
        }
    }
}

#[tokio::test]
async fn a_project_without_a_usable_id_is_502_for_tasks_and_progress() {
    for answer in
        [json!({}), json!({ "id": null }), json!({ "id": "101" }), json!([]), json!([101, "a", "b/a"])]
    {
        let stage = Stage::with(numerique()).await;
        stage.refuse("GET /projects/ville", 200, answer.clone());
        for path in [TASKS, PROGRESS] {
            let given = stage.post(path, confirmed("ville/numerique/portail")).await;
            assert_eq!(given.status, 502, "{answer}: {}", given.body);
        }
    }
}

#[tokio::test]
async fn issues_that_cannot_be_read_forward_the_hosts_status() {
    for state in ["opened", "closed"] {
        let stage = Stage::with(numerique()).await;
        let call = format!(
            "GET /projects/101/issues?order_by=created_at&sort=desc&state={state}&per_page=100&page=1"
        );
        stage.refuse(call, 403, json!({ "message": "403 Forbidden" }));
        for path in [TASKS, PROGRESS] {
            stage.post(path, json!({ "project_hint": "portail" })).await.error(403);
        }
    }
}

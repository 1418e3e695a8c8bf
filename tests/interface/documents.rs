//! The tables of the documents, run again: what stands there is what happens.

use passerelle::{api, sandbox::World};
use serde_json::Value;

use crate::stage::Stage;

/// The cells of each row of the table under this head.
fn rows<const CELLS: usize>(document: &str, head: &str) -> Vec<[String; CELLS]> {
    let (_, table) = document.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let cells = rows
        .map(|row| row.trim_matches(['|', ' ']).split(" | ").map(|cell| cell.trim_matches('`').to_owned()));
    cells.map(|cells| cells.collect::<Vec<_>>().try_into().unwrap()).collect()
}

#[tokio::test]
async fn each_request_of_the_readme_gives_what_it_shows() {
    let stage = Stage::with(World::sample()).await;
    let rows: Vec<[String; 3]> = rows(include_str!("../../README.md"), "| operation | request | answer |");
    for [path, request, shown] in &rows {
        let answer = stage.post(path, serde_json::from_str(request).unwrap()).await.ok();
        let answer = answer.to_string().replace(&stage.server.uri(), "http://127.0.0.1:…");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let shown: Value = serde_json::from_str(shown).unwrap();
        assert_eq!(answer, shown, "{path} {request} now answers\n{answer}");
    }
    let paths: Vec<_> = rows.iter().map(|[path, ..]| format!("/api/v1/{path}")).collect();
    let operations: Vec<_> = api::operations().iter().map(|operation| operation.path).collect();
    assert_eq!(paths, operations, "every operation has its row");
}

#[tokio::test]
async fn each_row_of_the_second_look_shows_it() {
    let document = include_str!("../../docs/second-look.md");
    let rows: Vec<[String; 5]> =
        rows(document, "| the object | operation | request | status with it | without |");
    assert!(!rows.is_empty());
    for widen in ["true", "false"] {
        let stage = Stage::set(World::sample(), &[("resolution.widen", widen)]).await;
        for [object, path, request, with, without] in &rows {
            let body = stage.post(path, serde_json::from_str(request).unwrap()).await.body;
            let outcome = if body["success"] == true { &body["status"] } else { &body["code"] };
            assert_eq!(
                outcome,
                if widen == "true" { with } else { without },
                "{object}, widen={widen}: {body}"
            );
        }
    }
}

#[tokio::test]
async fn the_first_lines_to_try_show_what_the_readme_says_of_them() {
    let stage = Stage::with(World::sample()).await;
    let lines = include_str!("../../README.md").lines().filter(|line| line.starts_with("curl -s "));
    let mut statuses = Vec::new();
    for line in lines {
        let (_, rest) = line.split_once("/api/v1/").unwrap();
        let (path, rest) = rest.split_once(' ').unwrap();
        let request = rest.split_once("-d '").unwrap().1.trim_end_matches('\'');
        let answer = stage.post(path, serde_json::from_str(request).unwrap()).await.ok();
        statuses.push(answer["status"].as_str().unwrap().to_owned());
    }
    assert_eq!(statuses, ["closed", "clarification_needed", "duplicate_warning", "processed"]);
}

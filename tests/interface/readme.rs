//! The README's table of operations, run again: each request, in its order, gives the answer that stands beside it.

use passerelle::{api, sandbox::World};
use serde_json::Value;

use crate::stage::Stage;

#[tokio::test]
async fn each_request_of_the_readme_gives_what_it_shows() {
    let stage = Stage::with(World::sample()).await;
    let rows = rows();
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

/// Path, request and answer of each row.
fn rows() -> Vec<[String; 3]> {
    let readme = include_str!("../../README.md");
    let (_, table) = readme.split_once("| operation | request | answer |\n|---|---|---|\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with("| `"));
    let cells = rows
        .map(|row| row.trim_matches(['|', ' ']).split(" | ").map(|cell| cell.trim_matches('`').to_owned()));
    cells.map(|cells| cells.collect::<Vec<_>>().try_into().unwrap()).collect()
}

//! Runs the examples in the documents again and compares the results with the tables.

use std::{
    io::{BufRead, BufReader},
    process::Stdio,
};

use gitlab_sandbox::World;
use passerelle::{
    api::{self, faces::openapi},
    language::Language,
};

use crate::{operations_page, process::passerelle, round_trips, settings_page, stage::Stage};

/// The cells of each row of the table under this head.
fn rows<const CELLS: usize>(document: &str, head: &str) -> Vec<[String; CELLS]> {
    let (_, table) = document.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
    let cells = rows
        .map(|row| row.trim_matches(['|', ' ']).split(" | ").map(|cell| cell.trim_matches('`').to_owned()));
    cells.map(|cells| cells.collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// Compares a part of a document with what the code makes. If `UPDATE_DOCUMENTS` is set, writes the part instead.
#[track_caller]
fn hold(file: &str, part: Option<[&str; 2]>, made: &str) {
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let expected = match part {
        None => made.to_owned(),
        Some([start, end]) => {
            let (head, rest) = kept.split_once(start).unwrap();
            let (_, tail) = rest.split_once(end).unwrap();
            format!("{head}{start}{made}{end}{tail}")
        }
    };
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    } else {
        assert!(kept == expected, "{file}: run the tests with UPDATE_DOCUMENTS=1 and look at the difference");
    }
}

#[test]
fn the_readme_lists_every_operation_and_counts_them() {
    let rows = api::operations().into_iter().map(|operation| {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        format!("| [`{path}`](docs/operations.md#{}) | {} |\n", operation.name, operation.summary())
    });
    let rows: String = rows.collect();
    hold("README.md", Some(["| operation | what it does |\n|---|---|\n", "\n`GET /openapi.json`"]), &rows);
    let number = api::operations().len().to_string();
    hold("README.md", Some(["| what it does | ", " operations on projects"]), &number);
    hold("docs/mcp.md", Some(["| the list of all ", " tools |"]), &number);
}

#[test]
fn the_page_of_operations_is_made_of_their_declarations() {
    hold(
        "docs/operations.md",
        None,
        &operations_page::page(&openapi::document(Language::Fr, &api::operations())),
    );
}

#[test]
fn the_page_of_settings_is_made_of_the_defaults() {
    let defaults = include_str!("../../config/default.toml");
    hold("docs/settings.md", None, &settings_page::page(defaults));
}

#[test]
fn the_page_of_performance_lists_the_round_trips_of_every_operation() {
    let head = "| operation | objects | in sequence | calls |\n|---|---|---|---|\n";
    hold("docs/performance.md", Some([head, "\n## "]), &round_trips::table());
    for operation in api::operations() {
        let path = operation.path.strip_prefix("/api/v1/").unwrap();
        assert!(round_trips::table().contains(&format!("`{path}`")), "{path} has no row");
    }
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
    assert_eq!(statuses, ["closed", "clarification_needed", "resolved", "duplicate_warning", "processed"]);
}

#[test]
fn the_first_lines_to_try_are_those_that_the_demo_prints() {
    let shown: Vec<_> =
        include_str!("../../README.md").lines().filter(|line| line.starts_with("curl ")).collect();
    assert_eq!(printed_by_demo(&[], shown.len()), shown);
}

#[test]
fn the_demo_prints_no_line_that_its_policy_keeps_closed() {
    let open = ("policy.operations", "assistant_bulk_add_label");
    assert!(printed_by_demo(&[open], 1)[0].contains("assistant-bulk-add-label"));
    let open = ("policy.read_only", "true");
    assert!(printed_by_demo(&[open], 1)[0].contains("assistant-list"));
}

/// The first lines to try that a demonstration with these settings prints.
fn printed_by_demo(settings: &[(&str, &str)], most: usize) -> Vec<String> {
    let mut command = passerelle(&["demo", "--port", "0"], settings);
    let mut demo = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(demo.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().unwrap();
    let address = first.strip_prefix("listening on ").unwrap();
    let printed = lines.filter(|line| line.starts_with("curl ")).take(most);
    let printed = printed.map(|line| line.replace(address, "http://127.0.0.1:8080")).collect();
    demo.kill().unwrap();
    demo.wait().unwrap();
    printed
}

/// The words of a sentence between two others.
fn between<'a>(document: &'a str, before: &str, middle: &str, after: &str) -> (&'a str, &'a str) {
    let (_, rest) = document.split_once(before).unwrap();
    rest.split_once(after).unwrap().0.split_once(middle).unwrap()
}

#[tokio::test]
async fn the_sentences_that_say_what_people_ask_name_an_issue_of_the_sample() {
    let help = include_str!("../../src/main.rs");
    let readme = include_str!("../../README.md");
    for (issue, project) in [
        between(readme, "ferme le ticket sur la ", " du ", "\""),
        between(help, "the issue about the ", " of the ", "\""),
    ] {
        let stage = Stage::with(World::sample()).await;
        let request = serde_json::json!({ "project_hint": project, "issue_hint": issue });
        let answer = stage.post("issues/assistant-close", request).await.ok();
        assert_eq!((&answer["status"], &answer["issue"]["iid"]), (&"closed".into(), &1.into()), "{issue}");
    }
}

#[tokio::test]
async fn the_tool_call_to_try_does_what_the_page_on_mcp_shows() {
    let page = include_str!("../../docs/mcp.md");
    let (_, call) = page.split_once("--tool-name ").unwrap();
    let (call, _) = call.split_once("\n```").unwrap();
    let (tool, arguments) = call.split_once(' ').unwrap();
    let arguments = arguments.split("--tool-arg ").skip(1).map(|argument| {
        let (name, value) = argument.trim().split_once('=').unwrap();
        (name.to_owned(), serde_json::Value::from(value.trim_matches('\'')))
    });
    let request = serde_json::Value::Object(arguments.collect());
    let operation = api::operations().into_iter().find(|operation| operation.name == tool).unwrap();
    let path = operation.path.strip_prefix("/api/v1/").unwrap();
    let answer = Stage::with(World::sample()).await.post(path, request).await.ok();
    assert_eq!(answer["status"], "issue_clarification_needed", "{answer}");
}

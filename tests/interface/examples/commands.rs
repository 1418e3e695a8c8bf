//! The commands that documents and `--help` show: read as a shell reads them, then run, or compared with what they name.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command as Process};

use serde_json::Value;

use super::{pages::ROOT, place::Place};
use crate::process::{Server, http_client};

/// One command: the variables before it, its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) variables: Vec<(String, String)>,
    pub(super) words: Vec<String>,
}

/// Programs whose names begin a command.
const PROGRAMS: [&str; 12] = [
    "passerelle",
    "./passerelle",
    "cargo",
    "curl",
    "docker",
    "kubectl",
    "npx",
    "npm",
    "pip",
    "apt",
    "gh",
    "git",
];
/// Placeholders in the documents, and a value for each.
const VALUES: [(&str, &str); 6] = [
    ("GROUP", "tests/scratch"),
    ("SHELL", "bash"),
    ("OPERATION", "groups/search"),
    ("REQUEST", r#"{"query": "culture"}"#),
    ("PROGRAM", "target/release/passerelle"),
    ("VERSION", "19.5.0-ce.0"),
];
/// Commands that are not run here, each with the test that runs it or the reason why none can.
const ELSEWHERE: [(&str, &str); 13] = [
    ("passerelle SILLAGE vers GEPAL", "a hint"),
    ("benches/resolution.py", "takes hints that are no part of the repository"),
    ("git clone", "the reader knows from where"),
    ("gh attestation verify", "takes a release"),
    ("kubectl create", "tests/deploy/run"),
    ("kubectl -n passerelle create", "tests/deploy/run"),
    ("cargo deny", ".ci/run"),
    ("cargo binstall", "takes a release; its names: cargo_binstall_finds_what_the_release_workflow_packs"),
    ("cargo install --locked cargo-fuzz", "another project's program"),
    ("apt install ./passerelle_", "tests/clients/packages"),
    ("pip install ./passerelle_bridge-", "tests/clients/packages"),
    ("npm install ./OWNER-passerelle-", "tests/clients/packages"),
    (
        "npx @modelcontextprotocol/inspector",
        "its calls: the_tool_call_to_try_does_what_the_page_on_mcp_shows",
    ),
];

/// The commands of a block of lines for a shell.
pub(super) fn in_block(text: &str) -> Vec<Command> {
    let mut exported = Vec::new();
    let mut commands = Vec::new();
    for line in text.replace("\\\n", " ").lines() {
        for mut command in in_line(line) {
            if command.words.first().is_some_and(|word| word == "export") {
                exported.extend(command.words.iter().skip(1).filter_map(|word| assignment(word)));
                continue;
            }
            command.variables.splice(0..0, exported.iter().cloned());
            commands.push(command);
        }
    }
    commands
}

/// The commands in the comments of a file: lines that begin with one; what it does stands behind some blanks.
pub(super) fn in_comments(text: &str) -> Vec<Command> {
    let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("# "));
    let lines = comments.map(|line| line.split("   ").next().unwrap().trim_end_matches(", after"));
    lines.flat_map(in_line).filter(is_known).collect()
}

/// The command in a text of a sentence; empty if the text is not a command.
pub(super) fn in_span(span: &str) -> Vec<Command> {
    let commands = in_line(span);
    if commands.first().is_some_and(is_known) { commands } else { Vec::new() }
}

/// Whether a command begins with a program that is known, and is more than its name.
fn is_known(command: &Command) -> bool {
    match command.words.as_slice() {
        [] => false,
        [one] => is_own_program(one),
        [first, ..] => PROGRAMS.contains(&first.as_str()) || is_own_program(first),
    }
}

/// The commands of one line, without what they are redirected to. `a|b` is a choice: a command for each.
fn in_line(line: &str) -> Vec<Command> {
    let Some(words) = shlex::split(line) else { return Vec::new() };
    let parts = words.split(|word| word == "&&").filter(|words| !words.is_empty());
    parts.flat_map(|words| choices(read(words))).collect()
}

fn read(words: &[String]) -> Command {
    let variables: Vec<_> = words.iter().map_while(|word| assignment(word)).collect();
    let words = words.iter().skip(variables.len()).take_while(|word| *word != ">");
    let value = |word: &String| {
        let value = VALUES.iter().find(|(name, _)| name == word).map_or(word.as_str(), |(_, value)| value);
        VALUES.iter().fold(value.to_owned(), |word, (name, value)| {
            word.replace(&format!("/{name}"), &format!("/{value}"))
        })
    };
    Command { words: words.map(value).collect(), variables }
}

fn choices(command: Command) -> Vec<Command> {
    let Some(at) = command.words.iter().position(|word| word.contains('|') && !word.contains(' ')) else {
        return vec![command];
    };
    let with = |choice: &str| {
        let mut command = command.clone();
        choice.clone_into(&mut command.words[at]);
        command
    };
    command.words[at].split('|').map(with).collect()
}

fn assignment(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    is_name.then(|| (name.to_owned(), value.to_owned()))
}

/// Whether a word is the path of a program of this repository.
fn is_own_program(word: &str) -> bool {
    let file = Path::new(ROOT).join(word);
    word.contains('/')
        && fs::metadata(file).is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

/// Runs a command, or compares it with what it names.
pub(super) async fn play(page: &str, command: &Command, place: &Place) {
    let line = command.words.join(" ");
    if ELSEWHERE.iter().any(|(start, _)| line.starts_with(start)) {
        return;
    }
    let words: Vec<_> = command.words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["passerelle" | "./passerelle", rest @ ..] => own(page, &command.variables, rest, place),
        ["cargo", "run", rest @ ..] => own(page, &command.variables, after(rest, "--"), place),
        ["cargo", rest @ ..] => cargo(page, rest),
        ["curl", rest @ ..] => curl(page, rest).await,
        ["docker", "build", rest @ ..] => assert!(rest.ends_with(&["."]), "{page}: {line}"),
        ["docker", "run", rest @ ..] => own(page, &command.variables, after(rest, "passerelle"), place),
        ["docker", "compose", rest @ ..] => compose(page, rest),
        ["kubectl", "apply", "-k", folder] => {
            assert!(Path::new(ROOT).join(folder).join("kustomization.yaml").exists(), "{page}: {line}");
        }
        [program, ..] if is_own_program(program) => assert_run(page, program),
        _ => unreachable!("{page}: nothing runs `{line}`"),
    }
}

/// The words behind this one.
fn after<'a, 'b>(words: &'a [&'b str], word: &str) -> &'a [&'b str] {
    let at = words.iter().position(|one| *one == word).unwrap_or_else(|| unreachable!("{words:?}"));
    &words[at + 1..]
}

/// Runs the program as shown, with a sandbox instead of the example's GitLab: what serves until it listens, the rest to its end.
fn own(page: &str, variables: &[(String, String)], words: &[&str], place: &Place) {
    // A sentence names the command, and leaves out which client it is for.
    let words = if words == ["connect"] { &["connect", "--help"] } else { words };
    let mut command = place.command(words, variables);
    let serves = match words.first() {
        None | Some(&("serve" | "demo")) => true,
        Some(&"sandbox") => !words.contains(&"--schema"),
        _ => false,
    };
    if serves {
        Server::of(command).stop();
        return;
    }
    let done = command.output().unwrap();
    let [said, told] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(done.status.success(), "{page}: {words:?}: {said}{told}");
}

/// Checks that what a call of cargo names exists, and that a test's filter finds tests.
fn cargo(page: &str, words: &[&str]) {
    let value = |flag: &str| words.iter().position(|word| *word == flag).map(|at| words[at + 1]);
    let exists =
        |path: String| assert!(Path::new(ROOT).join(&path).exists(), "{page}: cargo {words:?}: {path}");
    match words {
        ["test"] | ["test", "--test", "interface"] => {}
        ["test", rest @ ..] => {
            exists(format!("tests/{}/main.rs", value("--test").unwrap()));
            let own: Vec<_> = rest.split(|word| *word == "--").next().unwrap().to_vec();
            let filter = own.last().unwrap();
            let listed =
                Process::new(std::env::current_exe().unwrap()).args([filter, "--list"]).output().unwrap();
            assert!(
                String::from_utf8(listed.stdout).unwrap().contains(": test"),
                "{page}: no test is called {filter}"
            );
        }
        ["bench", ..] => {
            let manifest = fs::read_to_string(format!("{ROOT}/benches/Cargo.toml")).unwrap();
            assert!(
                manifest.contains(&format!("name = \"{}\"", value("--package").unwrap())),
                "{page}: {words:?}"
            );
            exists(format!("benches/{}.rs", value("--bench").unwrap_or("matching")));
        }
        ["fuzz", "run", "--sanitizer", _, target, ..] => exists(format!("fuzz/targets/{target}.rs")),
        _ => unreachable!("{page}: nothing compares `cargo {}`", words.join(" ")),
    }
}

/// Sends what curl would send to a demonstration of its own.
async fn curl(page: &str, words: &[&str]) {
    let ["-s", address, "-H", "Content-Type: application/json", "-d", body] = words else {
        unreachable!("{page}: {words:?}")
    };
    let demo = Server::start(&["demo"], &[]);
    let address = address.replace("http://127.0.0.1:8080", &demo.address);
    assert!(address.starts_with(&demo.address), "{page}: {address}");
    let body: Value = serde_json::from_str(body).unwrap();
    let answer = http_client().post(address).json(&body).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{page}: {words:?}");
}

/// Checks that compose.yaml has the profiles and services that a call of compose names.
fn compose(page: &str, words: &[&str]) {
    let composition = fs::read_to_string(format!("{ROOT}/compose.yaml")).unwrap();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--profile" => {
                let profile = words.next().unwrap();
                assert!(composition.contains(&format!("profiles: [{profile}]")), "{page}: {profile}");
            }
            "up" => {}
            service => assert!(composition.contains(&format!("\n  {service}:\n")), "{page}: {service}"),
        }
    }
}

/// Checks that a program of the repository is one of those that `.ci/run` runs.
fn assert_run(page: &str, program: &str) {
    let checks = [
        ".ci/run",
        ".github/workflows/live.yml",
        ".github/workflows/release.yml",
        ".github/workflows/ci.yml",
    ];
    let is_run =
        checks.iter().any(|file| fs::read_to_string(format!("{ROOT}/{file}")).unwrap().contains(program));
    assert!(is_run || checks.contains(&program), "{page}: no check runs {program}");
}

//! Every example in every document, and in `--help`: each is run, or compared with what it names. A fenced block of a language
//! that nothing here reads fails, and so does a command that nothing here knows.

mod commands;
mod data;
mod pages;
mod place;

use std::{fs, path::Path};

use base64::Engine;
use passerelle::settings::Settings;
use serde_json::Value;

use self::{
    commands::Command,
    pages::{Page, ROOT},
    place::Place,
};
use crate::{folder::settings_of, process::passerelle};

/// The place of the examples, with the world that the page on the sandbox shows.
fn place(pages: &[Page]) -> Place {
    let sandbox = pages.iter().find(|page| page.path == "docs/sandbox.md").unwrap();
    Place::with(&sandbox.blocks.iter().find(|block| block.language == "json").unwrap().text)
}

/// Plays commands, each once however often it is shown.
async fn play(commands: impl IntoIterator<Item = (String, Command)>, place: &Place) {
    let mut played: Vec<Command> = Vec::new();
    for (page, command) in commands {
        if !played.contains(&command) {
            commands::play(&page, &command, place).await;
            played.push(command);
        }
    }
    assert!(played.len() >= 5, "the commands are not found");
}

#[tokio::test]
async fn every_block_of_every_document_runs_or_holds() {
    let pages = pages::all();
    let place = place(&pages);
    let mut shown = Vec::new();
    for (path, block) in
        pages.iter().flat_map(|page| page.blocks.iter().map(move |block| (&page.path, block)))
    {
        match block.language.as_str() {
            "sh" => shown
                .extend(commands::in_block(&block.text).into_iter().map(|command| (path.clone(), command))),
            "json" => data::json(path, &block.text, &place),
            "toml" => data::toml(path, &block.text),
            "text" => data::text(path, &block.text).await,
            other => panic!("{path}: nothing runs a block of \"{other}\": {}", block.text),
        }
    }
    play(shown, &place).await;
}

#[tokio::test]
async fn every_command_within_a_sentence_runs() {
    let pages = pages::all();
    let place = place(&pages);
    let spans = pages.iter().flat_map(|page| page.spans.iter().map(move |span| (&page.path, span)));
    let shown = spans.flat_map(|(path, span)| {
        commands::in_span(span).into_iter().map(move |command| (path.clone(), command))
    });
    play(shown, &place).await;
}

#[tokio::test]
async fn every_command_in_the_comments_of_what_deploys_runs() {
    let files = [
        "compose.yaml",
        "deploy/kubernetes/kustomization.yaml",
        "deploy/kubernetes-store/kustomization.yaml",
    ];
    let shown = files.into_iter().flat_map(|file| {
        let text = fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        commands::in_comments(&text).into_iter().map(move |command| (file.to_owned(), command))
    });
    play(shown, &place(&pages::all())).await;
}

#[test]
fn the_links_that_install_the_bridge_lead_to_the_demonstration() {
    let pages = pages::all();
    let links = pages.iter().flat_map(|page| &page.links).filter_map(|link| link.split_once("config="));
    let configurations: Vec<Value> = links
        .map(|(_, config)| {
            let text = urlencoding::decode(config).unwrap().into_owned();
            let decoded = base64::engine::general_purpose::STANDARD.decode(&text);
            serde_json::from_slice(&decoded.unwrap_or(text.into_bytes())).unwrap()
        })
        .collect();
    assert_eq!(configurations.len(), 2);
    for configuration in configurations {
        assert_eq!(
            (&configuration["type"], &configuration["url"]),
            (&"http".into(), &"http://127.0.0.1:8080/mcp".into())
        );
    }
}

#[tokio::test]
async fn every_example_of_the_help_runs() {
    let help = |words: &[&str]| {
        let said = passerelle(&[words, &["--help"]].concat(), &[]).output().unwrap().stdout;
        String::from_utf8(said).unwrap()
    };
    let whole = help(&[]);
    let (_, rest) = whole.split_once("Commands:\n").unwrap();
    let names = rest.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    let texts = names.filter(|name| *name != "help").map(|name| help(&[name])).chain([whole.clone()]);
    let texts: Vec<_> = texts.collect();
    assert!(texts.len() > 9, "{whole}");
    let lines =
        texts.iter().flat_map(|text| text.lines()).map(str::trim).filter(|line| !line.starts_with("Usage: "));
    let shown = lines.filter_map(|line| {
        let begins = line.starts_with("passerelle ") || line.starts_with("PASSERELLE__");
        let at = if begins { 0 } else { line.find(": passerelle ")? + 2 };
        Some(line[at..].trim_end_matches('.'))
    });
    let shown = shown.flat_map(commands::in_block).map(|command| ("--help".to_owned(), command));
    play(shown, &place(&pages::all())).await;
}

#[test]
fn every_setting_that_a_document_names_is_one() {
    let page = fs::read_to_string(format!("{ROOT}/docs/settings.md")).unwrap();
    let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    for (path, span) in
        pages::all().iter().flat_map(|page| page.spans.iter().map(move |span| (&page.path, span)))
    {
        let (name, value) = span.split_once(" = ").or_else(|| span.split_once('=')).unwrap_or((span, ""));
        let key = name
            .strip_prefix("PASSERELLE__")
            .map_or(name.to_owned(), |name| name.to_lowercase().replace("__", "."));
        let (section, rest) = key.split_once('.').unwrap_or(("", ""));
        let is_file = ["json", "rs", "conf", "yaml"].contains(&rest);
        if !sections.contains(&section) || is_file || rest.contains([' ', '/', ':']) {
            continue;
        }
        let key = key.replace("callers.NAME", "callers.alice").replace("callers.name", "callers.alice");
        assert!(page.contains(&format!("`{key}`")) || key == "section.key", "{path}: {span}");
        let value = value.trim_matches('"');
        if !value.is_empty() {
            let loaded = Settings::load(None, &[(&key, value)]);
            assert!(loaded.is_ok(), "{path}: {span}: {loaded:?}");
        }
    }
}

#[test]
fn every_value_that_the_page_of_settings_proposes_is_taken() {
    let page = fs::read_to_string(format!("{ROOT}/docs/settings.md")).unwrap();
    let rows = page.lines().filter_map(|row| row.strip_prefix("| `")?.split_once("` | none; like `"));
    let mut proposed = 0;
    for (key, rest) in rows {
        let (value, _) = rest.split_once("` |").unwrap();
        // Some keys need another one beside them: a caller a token, sign-in the bridge's own address.
        let beside = if key == "oauth.issuer" {
            "server.public_url = 'https://p.example.com'\n"
        } else if key.starts_with("callers.") && !key.contains(".token") {
            "callers.alice.token = 'x'\n"
        } else {
            ""
        };
        let loaded = settings_of(&format!("{beside}{key} = {value}\n"), &[]);
        let told = loaded.err().map(|why| why.to_string());
        // The only thing wrong with an example may be that the file it names is missing.
        let is_missing_file =
            key.ends_with("_file") && told.as_ref().is_some_and(|why| why.contains("No such file"));
        assert!(told.is_none() || is_missing_file, "{key} = {value}: {told:?}");
        proposed += 1;
    }
    assert!(proposed >= 15, "{proposed}");
}

#[test]
fn every_object_within_a_sentence_is_json() {
    for (path, span) in
        pages::all().iter().flat_map(|page| page.spans.iter().map(move |span| (&page.path, span)))
    {
        if span.starts_with("{\"") {
            let read: Result<Value, _> = serde_json::from_str(span);
            assert!(read.is_ok(), "{path}: {span}: {read:?}");
        }
    }
}

#[test]
fn every_file_that_a_document_names_is_there() {
    /// Where the pages say that paths begin.
    const BASES: [&str; 7] = [
        "",
        "src",
        "src/api",
        "src/api/faces/console",
        "src/matching",
        "src/service/resolve",
        "tests/interface",
    ];
    /// A file that does not exist: the page for contributors takes it as its example.
    const TO_COME: &str = "issues/unassign.rs";
    let is_there = |path: &str| BASES.iter().any(|base| Path::new(ROOT).join(base).join(path).exists());
    for page in pages::all() {
        for span in
            page.spans.iter().filter(|span| span.contains('/') && !span.contains([' ', '*', '<', '…']))
        {
            let is_file = [".rs", ".js", ".toml", ".py", ".md", ".cfg", ".yaml", ".yml", ".txt"]
                .iter()
                .any(|end| span.ends_with(end));
            let is_own = ["src/", "crates/", "tests/", "docs/", "deploy/", "benches/", ".ci/", ".github/"]
                .iter()
                .any(|start| span.starts_with(start));
            if (is_file || is_own) && !span.starts_with(['/', '~']) && !span.ends_with(TO_COME) {
                assert!(is_there(span.trim_end_matches('/')), "{}: {span}", page.path);
            }
        }
        let folder = Path::new(ROOT).join(&page.path).parent().unwrap().to_owned();
        for link in page.links.iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let text =
                fs::read(folder.join(file)).unwrap_or_else(|why| panic!("{}: {link}: {why}", page.path));
            let text = String::from_utf8_lossy(&text);
            let titles = text.lines().filter(|line| line.starts_with('#')).map(anchor_of);
            assert!(
                anchor.is_empty() || titles.into_iter().any(|title| title == anchor),
                "{}: {link}",
                page.path
            );
        }
    }
}

/// The anchor of a heading in an address.
fn anchor_of(title: &str) -> String {
    let words = title.trim_start_matches(['#', ' ']).to_lowercase();
    words
        .chars()
        .filter(|it| it.is_alphanumeric() || "-_ ".contains(*it))
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

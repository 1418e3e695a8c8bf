//! Data flows one way: api → service → gitlab and matching. A module that looks upwards fails here.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path};

/// A folder, and what its sources may not name.
const BANS: &[(&str, &[&str])] = &[
    (
        "matching",
        &[
            "crate::api",
            "crate::app",
            "crate::service",
            "crate::gitlab",
            "crate::sandbox",
            "axum",
            "reqwest",
            "tokio",
        ],
    ),
    (
        "gitlab",
        &[
            "crate::api",
            "crate::app",
            "crate::service",
            "crate::matching",
            "crate::sandbox",
            "crate::messages",
            "axum",
        ],
    ),
    (
        "service",
        &[
            "crate::api",
            "crate::app",
            "crate::sandbox",
            "crate::messages",
            "axum",
            "reqwest",
            "serde_json",
            "StatusCode",
            "Serialize",
        ],
    ),
    (
        "sandbox",
        &[
            "crate::api",
            "crate::app",
            "crate::service",
            "crate::gitlab",
            "crate::matching",
            "axum",
            "reqwest",
        ],
    ),
    ("settings", &["crate::api", "crate::app", "crate::service", "crate::gitlab", "crate::matching", "axum"]),
    ("commands", &["axum", "crate::api"]),
    ("api", &["crate::app", "crate::sandbox", "reqwest"]),
];

#[test]
fn no_module_looks_upwards() {
    for (module, banned) in BANS {
        let sources = sources_of(module);
        assert!(!sources.is_empty(), "{module} has no sources");
        for (file, source) in sources {
            for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let upwards = banned.iter().find(|name| names(line, name));
                assert_eq!(upwards, None, "{file}: {line}");
            }
        }
    }
}

#[test]
fn one_door_leads_to_the_hosts_writes() {
    // A preview passes there too: whoever wrote beside it would act in one.
    for module in ["api", "app", "commands", "service"] {
        let beside = sources_of(module).into_iter().filter(|(file, _)| !file.ends_with("service/intent.rs"));
        for (file, source) in beside {
            assert!(!source.lines().any(|line| names(line, "Writer")), "{file}");
        }
    }
}

/// Whether a line has this as a whole path or word, and not inside a longer one.
fn names(line: &str, name: &str) -> bool {
    let inside = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(name).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + name.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

fn sources_of(module: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![root.join(format!("{module}.rs")), root.join(module)];
    let mut sources = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.exists() {
            sources.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    sources
}

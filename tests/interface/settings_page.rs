//! The page of settings, in Markdown, made from the file of defaults. A test of `settings` compares that file with the code.

use std::fmt::Write;

const HEAD: &str = "\
# Settings

Later wins: the built-in defaults below, the TOML file of `--config` (or `PASSERELLE_CONFIG`), the environment. The variable of
`server.port` is `PASSERELLE__SERVER__PORT`; in a variable a list is comma-separated. An unknown key, a value out of range or a
missing one stops the start with one line that names it; `passerelle check` looks at all of them and at the host behind them.

SIGHUP makes `passerelle serve` read tokens, callers, certificates, the proxy and a team's own words again, so that they can be replaced without a restart: write the new
one beside the old one, send the signal, let callers change over, take the old one away, send it again. Settings that are wrong then change
nothing, and one line of the log says why; all other settings take a restart.

Durations need their unit (`500ms`, `15s`, `2m`) and are above zero, up to `365d`; counts are whole numbers from 1 up. This page is
made of [config/default.toml](../config/default.toml).
";

/// The whole page.
pub(crate) fn page(defaults: &str) -> String {
    let mut page = HEAD.to_owned();
    for section in defaults.split("\n[").skip(1) {
        let (name, body) = section.split_once("]\n").unwrap();
        write!(page, "\n## {name}\n\n| key | default | meaning |\n|---|---|---|\n").unwrap();
        rows(&mut page, name, body);
    }
    page
}

fn rows(page: &mut String, section: &str, body: &str) {
    let mut comment: Vec<&str> = Vec::new();
    let mut after_a_key = false;
    for line in body.lines().filter(|line| !line.is_empty()) {
        if let Some((key, value)) = key_of(line) {
            let default = match line.strip_prefix("# ") {
                None => format!("`{value}`"),
                Some(_) => format!("none; like `{value}`"),
            };
            let meaning = comment.join(" ").replace('|', "\\|");
            writeln!(page, "| `{section}.{key}` | {default} | {meaning} |").unwrap();
            after_a_key = true;
        } else {
            if after_a_key {
                comment.clear();
            }
            after_a_key = false;
            comment.push(line.strip_prefix("# ").unwrap());
        }
    }
}

/// A key and its default, or an example if it has no default.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("# ").unwrap_or(line).split_once(" = ")?;
    key.bytes().all(|byte| byte.is_ascii_lowercase() || b"_.".contains(&byte)).then_some((key, value))
}

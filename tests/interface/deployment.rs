//! The files that deploy the bridge name only settings that exist.

use std::{collections::BTreeSet, fs, path::Path};

use passerelle::app;

use crate::folder::{Folder, files_below, settings_of};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

#[test]
fn every_variable_that_ships_is_a_setting() {
    let page = read("docs/settings.md");
    for file in ["Dockerfile", "compose.yaml", "deploy/systemd/passerelle.service"] {
        let text = read(file);
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let variables: BTreeSet<_> = words.filter_map(|word| word.strip_prefix("PASSERELLE__")).collect();
        assert!(!variables.is_empty(), "{file}");
        for variable in variables {
            let key = variable.to_lowercase().replace("__", ".");
            assert!(page.contains(&format!("| `{key}` |")), "{file}: {key}");
        }
    }
}

#[test]
fn the_settings_of_the_manifests_start_a_bridge() {
    let folder = Folder::new();
    for secret in ["gitlab_token", "callers"] {
        folder.write(secret, "name:secret");
    }
    let shipped = read("deploy/kubernetes/passerelle.toml");
    let shipped = shipped.replace("/run/secrets/passerelle/", &folder.path(""));
    let settings = settings_of(&shipped, &[]).unwrap();
    settings.require_guard().unwrap();
    app::state(&settings).unwrap();
}

/// The text of a folder's manifests: of what its kustomization names, and of the folders that it builds on.
fn manifests(folder: &str) -> String {
    let kustomization = read(&format!("{folder}/kustomization.yaml"));
    let named = kustomization.lines().filter_map(|line| line.trim().strip_prefix("- ")).map(|line| {
        let name = line.strip_prefix("path: ").unwrap_or(line);
        match name.strip_prefix("../") {
            Some(base) => manifests(&format!("deploy/{base}")),
            None if Path::new(name).extension().is_some_and(|kind| kind == "yaml") => {
                read(&format!("{folder}/{name}"))
            }
            None => String::new(),
        }
    });
    named.collect()
}

#[test]
fn manifests_run_several_replicas_only_with_a_store_that_they_share() {
    let settings = read("deploy/kubernetes/passerelle.toml");
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy")).unwrap();
    let folders = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let folders: BTreeSet<_> = folders.filter(|name| name.starts_with("kubernetes")).collect();
    assert_eq!(folders.len(), 2, "{folders:?}");
    for folder in folders {
        let manifests = manifests(&format!("deploy/{folder}"));
        let has_store = manifests.contains("PASSERELLE__STORE__URL") || settings.contains("[store]");
        let one = manifests.contains("\n  replicas: 1\n")
            && manifests.contains("type: Recreate")
            && !["HorizontalPodAutoscaler", "replicas: null", "RollingUpdate"]
                .iter()
                .any(|several| manifests.contains(several));
        assert!(has_store || one, "{folder}");
        assert_eq!(folder == "kubernetes-store", has_store, "{folder}");
    }
}

#[test]
fn the_steps_of_the_debian_package_make_the_files_that_its_service_reads() {
    let steps = read("deploy/packages/README.Debian");
    let unit = read("deploy/systemd/passerelle.service");
    let named = unit.split_whitespace().filter_map(|word| word.split_once("/etc/passerelle/"));
    let lines = unit.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let files: BTreeSet<_> =
        named.map(|(_, file)| file).filter(|file| !file.is_empty() && lines.contains(file)).collect();
    assert_eq!(files.len(), 3, "{files:?}");
    for file in files {
        assert!(steps.contains(&format!(" /etc/passerelle/{file}\n")), "{file}");
    }
    assert!(steps.contains("systemctl enable --now passerelle"));
    let build = read("deploy/packages/build.py");
    for shipped in ["README.Debian", "passerelle.toml", "default.toml"] {
        assert!(build.contains(&format!("usr/share/doc/passerelle/{shipped}")), "{shipped}");
    }
    let settings = build.split("SETTINGS = \"\"\"\\\n").nth(1).unwrap().split("\"\"\"").next().unwrap();
    settings_of(settings, &[("upstream.token", "t")]).unwrap().require_host().unwrap();
}

#[test]
fn each_alert_leads_to_its_part_of_the_page_for_operators_which_names_lines_and_codes_that_are() {
    let (page, alerts) = (read("docs/operate.md"), read("deploy/prometheus/alerts.yml"));
    let titles = page.lines().filter_map(|line| line.strip_prefix("## Passerelle"));
    let told: BTreeSet<_> = titles.map(|title| format!("Passerelle{title}")).collect();
    let rules: Vec<_> = alerts.split("- alert: ").skip(1).collect();
    assert_eq!(
        rules.iter().map(|rule| rule.lines().next().unwrap().to_owned()).collect::<BTreeSet<_>>(),
        told
    );
    for rule in rules {
        let name = rule.lines().next().unwrap();
        assert!(rule.contains(&format!("/docs/operate.md#{}\n", name.to_lowercase())), "{name}");
        assert!(rule.contains("\n          action: ") && !rule.contains("restart the bridge"), "{name}");
        let part = page.split(&format!("## {name}\n")).nth(1).unwrap().split("\n## ").next().unwrap();
        assert!(part.contains("Do: "), "{name}");
    }
    let sources = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "rs");
    let sources: String = sources.into_iter().map(|(_, text)| text).collect();
    let codes = read("src/api/wire/code.rs");
    let codes: BTreeSet<_> = codes.lines().filter_map(|row| row.split_whitespace().nth(1)).collect();
    let spans = page.split('`').skip(1).step_by(2);
    let is_word = |span: &&str| {
        span.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == ' ' || c == '\'' || c == ':')
    };
    for span in spans.filter(is_word).filter(|span| !span.starts_with("passerelle")) {
        let known = sources.contains(&format!("\"{span}\""))
            || codes.contains(span)
            || ["apt", "systemctl reload passerelle", "systemctl restart passerelle"].contains(&span);
        assert!(
            known || ["check", "audit", "proxy", "noeviction", "policy", "callers"].contains(&span),
            "{span}"
        );
    }
}

/// What `cargo binstall` makes of a template for a release of version 1.2.3.
fn filled(template: &str, target: &str) -> String {
    let values = [
        ("{ repo }", "https://forge.example.com/team/passerelle"),
        ("{ name }", env!("CARGO_PKG_NAME")),
        ("{ bin }", "passerelle"),
        ("{ version }", "1.2.3"),
        ("{ target }", target),
        ("{ archive-suffix }", if target.contains("windows") { ".zip" } else { ".tar.gz" }),
        ("{ binary-ext }", if target.contains("windows") { ".exe" } else { "" }),
    ];
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

#[test]
fn cargo_binstall_finds_what_the_release_workflow_packs() {
    let manifest = read("Cargo.toml");
    let value = |key: &str| {
        let (_, rest) = manifest.split_once(&format!("\n{key} = \"")).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let workflow = read(".github/workflows/release.yml");
    let said = |line: &str| assert!(workflow.contains(line), "{line}");
    said("NAME: passerelle-${{ github.ref_name }}-${{ matrix.target }}");
    said("PROGRAM: passerelle${{ matrix.extension }}");
    said("archive=$NAME.zip\n            7z a \"dist/$archive\" \"$NAME\"");
    said("archive=$NAME.tar.gz\n            tar --create --gzip --file \"dist/$archive\" \"$NAME\"");
    said("cp \"target/$TARGET/dist/$PROGRAM\" README.md CHANGELOG.md LICENSE \"$NAME\"");
    assert_eq!(value("overrides.x86_64-pc-windows-msvc.pkg-fmt"), "zip");
    let targets: Vec<_> =
        workflow.split(", target: ").skip(1).map(|rest| rest.split([' ', ',']).next().unwrap()).collect();
    assert_eq!(targets.len(), 7, "{targets:?}");
    for target in targets {
        let name = format!("passerelle-v1.2.3-{target}");
        let release = "https://forge.example.com/team/passerelle/releases/download/v1.2.3";
        let (archive, program) =
            if target.contains("windows") { ("zip", "passerelle.exe") } else { ("tar.gz", "passerelle") };
        assert_eq!(filled(&value("pkg-url"), target), format!("{release}/{name}.{archive}"));
        assert_eq!(filled(&value("bin-dir"), target), format!("{name}/{program}"));
    }
}

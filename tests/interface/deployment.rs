//! The files that deploy the bridge name only settings that exist.

use std::{collections::BTreeSet, fs, path::Path};

use passerelle::{app, settings::Settings};

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
    let folder = std::env::temp_dir().join(format!("passerelle-manifests-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for secret in ["gitlab_token", "callers"] {
        fs::write(folder.join(secret), "name:secret").unwrap();
    }
    let shipped = read("deploy/kubernetes/passerelle.toml");
    let file = folder.join("passerelle.toml");
    fs::write(&file, shipped.replace("/run/secrets/passerelle", folder.to_str().unwrap())).unwrap();
    let settings = Settings::load(Some(&file), &[]).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    settings.require_guard().unwrap();
    app::state(&settings).unwrap();
}

/// What `cargo binstall` makes of a template for a release of version 1.2.3.
fn filled(template: &str, target: &str) -> String {
    let values = [
        ("{ repo }", "https://forge.example.com/team/passerelle"),
        ("{ name }", env!("CARGO_PKG_NAME")),
        ("{ bin }", "passerelle"),
        ("{ version }", "1.2.3"),
        ("{ target }", target),
        ("{ archive-suffix }", ".tar.gz"),
        ("{ binary-ext }", ""),
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
    said("tar --create --gzip --file \"dist/$NAME.tar.gz\" \"$NAME\"");
    said("cp \"target/$TARGET/dist/passerelle\" README.md CHANGELOG.md LICENSE \"$NAME\"");
    let targets: Vec<_> =
        workflow.split(", target: ").skip(1).map(|rest| rest.split([' ', ',']).next().unwrap()).collect();
    assert_eq!(targets.len(), 5, "{targets:?}");
    for target in targets {
        let name = format!("passerelle-v1.2.3-{target}");
        let release = "https://forge.example.com/team/passerelle/releases/download/v1.2.3";
        assert_eq!(filled(&value("pkg-url"), target), format!("{release}/{name}.tar.gz"));
        assert_eq!(filled(&value("bin-dir"), target), format!("{name}/passerelle"));
    }
}

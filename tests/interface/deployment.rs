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

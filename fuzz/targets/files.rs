//! Files of operators: settings, and a sandbox host's world.

#![no_main]

use std::{fs, path::PathBuf, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use gitlab_sandbox::{Moment, World};
use passerelle::settings::Settings;

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("passerelle-fuzz-{}.toml", std::process::id())));

fuzz_target!(|text: &str| {
    fs::write(&*FILE, text).unwrap();
    if let Err(error) = Settings::load(Some(&FILE), &[]) {
        let told = error.to_string();
        assert!(!told.is_empty());
    }
    let _ = World::from_json_at(text, Moment::now());
});

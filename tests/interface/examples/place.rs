//! Where the examples run: a folder with the files that they name, and a sandbox host in place of the GitLab that they name.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use gitlab_sandbox::TOKEN;

use crate::process::{Server, passerelle};

/// The address that examples give to a GitLab.
const GITLAB: &str = "https://gitlab.example.com";
/// A world with the group in which `check --write` works.
const WORLD: &str =
    r#"{"groups": [{"path": "tests", "name": "Tests"}, {"path": "tests/scratch", "name": "Scratch"}]}"#;

pub(super) struct Place {
    folder: PathBuf,
    host: Server,
    bridge: Server,
}

impl Place {
    /// A place whose `world.json` is this text.
    pub(super) fn with(world: &str) -> Self {
        static PLACES: AtomicUsize = AtomicUsize::new(0);
        let (process, place) = (std::process::id(), PLACES.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("passerelle-examples-{process}-{place}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("world.json"), world).unwrap();
        fs::write(folder.join("scratch.json"), WORLD).unwrap();
        fs::write(folder.join("token"), TOKEN).unwrap();
        let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let host = Server::start(&["sandbox", "--data", &file("scratch.json")], &[]);
        let upstream =
            [("upstream.base_url", host.address.as_str()), ("upstream.token_file", &file("token"))];
        let bridge = Server::start(&["serve"], &upstream);
        let settings = upstream.map(|(key, value)| format!("{key} = \"{value}\"\n")).concat();
        fs::write(folder.join("passerelle.toml"), settings).unwrap();
        Self { folder, host, bridge }
    }

    /// The value that replaces an example's.
    pub(super) fn value(&self, example: &str) -> String {
        match example {
            GITLAB => self.host.address.clone(),
            "…" => TOKEN.to_owned(),
            "token" | "/path/to/gitlab_token" => self.folder.join("token").to_str().unwrap().to_owned(),
            other => other.to_owned(),
        }
    }

    /// The program with these words and an example's variables; without any it knows its host all the same.
    pub(super) fn command(&self, words: &[&str], variables: &[(String, String)]) -> Command {
        let words: Vec<_> = words.iter().map(|word| self.value(word)).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let mut command = passerelle(&words, &[]);
        command.current_dir(&self.folder).stdin(std::process::Stdio::null());
        let port = self.bridge.socket().rsplit_once(':').unwrap().1;
        command.env("PASSERELLE__SERVER__PORT", port);
        let names_host = variables.iter().any(|(name, _)| name == "PASSERELLE__UPSTREAM__BASE_URL");
        if !names_host {
            command.env("PASSERELLE__UPSTREAM__BASE_URL", &self.host.address);
            command.env("PASSERELLE__UPSTREAM__TOKEN_FILE", self.folder.join("token"));
        }
        command.envs(variables.iter().map(|(name, value)| (name, self.value(value))));
        command
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

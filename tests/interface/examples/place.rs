//! Where the examples run: a folder with the files that they name, and a sandbox host in place of the GitLab that they name.

use std::process::{Command, Stdio};

use gitlab_sandbox::TOKEN;

use crate::{
    folder::Folder,
    process::{Server, passerelle},
};

/// The address that examples give to a GitLab.
const GITLAB: &str = "https://gitlab.example.com";
/// A world with the group in which `check --write` works.
const WORLD: &str =
    r#"{"groups": [{"path": "tests", "name": "Tests"}, {"path": "tests/scratch", "name": "Scratch"}]}"#;

pub(super) struct Place {
    folder: Folder,
    host: Server,
    bridge: Server,
}

impl Place {
    /// A place whose `world.json` is this text.
    pub(super) fn with(world: &str) -> Self {
        let folder = Folder::with("world.json", world);
        folder.write("scratch.json", WORLD);
        folder.write("token", TOKEN);
        let file = |name: &str| folder.path(name);
        let host = Server::start(&["sandbox", "--data", &file("scratch.json")], &[]);
        let upstream =
            [("upstream.base_url", host.address.as_str()), ("upstream.token_file", &file("token"))];
        let bridge = Server::start(&["serve"], &upstream);
        let settings = upstream.map(|(key, value)| format!("{key} = \"{value}\"\n")).concat();
        folder.write("passerelle.toml", &settings);
        Self { folder, host, bridge }
    }

    /// The value that replaces an example's.
    pub(super) fn value(&self, example: &str) -> String {
        match example {
            GITLAB => self.host.address.clone(),
            "…" => TOKEN.to_owned(),
            "token" | "/path/to/gitlab_token" => self.folder.path("token"),
            other => other.to_owned(),
        }
    }

    /// The program with these words and an example's variables; without any it knows its host all the same.
    pub(super) fn command(&self, words: &[&str], variables: &[(String, String)]) -> Command {
        let words: Vec<_> = words.iter().map(|word| self.value(word)).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let mut command = passerelle(&words, &[]);
        command.current_dir(self.folder.path("")).stdin(Stdio::null());
        let port = self.bridge.socket().rsplit_once(':').unwrap().1;
        command.env("PASSERELLE__SERVER__PORT", port);
        let names_host = variables.iter().any(|(name, _)| name == "PASSERELLE__UPSTREAM__BASE_URL");
        if !names_host {
            command.env("PASSERELLE__UPSTREAM__BASE_URL", &self.host.address);
            command.env("PASSERELLE__UPSTREAM__TOKEN_FILE", self.folder.path("token"));
        }
        command.envs(variables.iter().map(|(name, value)| (name, self.value(value))));
        command
    }
}

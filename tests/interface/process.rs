//! The program in a process of its own, as operators run it.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    thread::{self, JoinHandle},
};

use gitlab_sandbox::TOKEN;

/// A command of the program, without the settings of the environment of the tests.
pub(crate) fn passerelle(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_passerelle"));
    command.args(arguments).env_clear();
    for (key, value) in settings {
        command.env(format!("PASSERELLE__{}", key.to_uppercase().replace('.', "__")), value);
    }
    command
}

/// Runs a command to its end, beside the host that the test serves: its exit code and what it printed.
pub(crate) async fn output(mut command: Command) -> (i32, String) {
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// The settings of a program in front of this host.
pub(crate) fn before<'a>(host: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [&[("upstream.base_url", host), ("upstream.token", TOKEN)], more].concat()
}

/// What `passerelle check` prints, which ends with this code.
pub(crate) async fn checked(code: i32, settings: &[(&str, &str)]) -> String {
    let (ended, told) = output(passerelle(&["check"], settings)).await;
    assert_eq!(ended, code, "{told}");
    told
}

/// A client for what a program serves.
pub(crate) fn http_client() -> reqwest::Client {
    passerelle::tls::install();
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// A program that serves; it is stopped when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    log: Option<JoinHandle<String>>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str], settings: &[(&str, &str)]) -> Self {
        Self::of(passerelle(arguments, settings))
    }

    /// The address where it listens, for a bare connection.
    pub(crate) fn socket(&self) -> &str {
        self.address.strip_prefix("http://").unwrap()
    }

    /// A command that serves.
    pub(crate) fn of(command: Command) -> Self {
        let mut server = Self::logging_to(Stdio::piped(), command);
        let mut log = server.child.stderr.take().unwrap();
        server.log = Some(thread::spawn(move || {
            let mut text = String::new();
            log.read_to_string(&mut text).unwrap();
            text
        }));
        server
    }

    /// A command that serves, with this standard error, which nobody reads.
    pub(crate) fn logging_to(log: impl Into<Stdio>, mut command: Command) -> Self {
        command.env("PASSERELLE__SERVER__PORT", "0").stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, address, log: None }
    }

    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
    }

    /// Stops it by SIGTERM and checks that it ends well; returns what it logged.
    pub(crate) fn stop(self) -> String {
        self.terminate();
        self.end()
    }

    /// Waits until it ends well; returns what it logged, if that was read.
    pub(crate) fn end(mut self) -> String {
        assert!(self.child.wait().unwrap().success());
        self.log.take().map(|log| log.join().unwrap()).unwrap_or_default()
    }
}

impl Drop for Server {
    /// A test that fails leaves no process behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

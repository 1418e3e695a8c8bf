//! `passerelle check`: prints what is wrong and how to fix it.
//!
//! - [`network`]: whether the host's name resolves and a connection can be made
//! - [`answer`]: whether the host's API answers there
//! - [`token`]: whose token it is, and what it allows
//! - [`reach`]: what the token reads, and of whom
//! - [`sign_in`]: whether people can sign in
//! - [`write`]: whether the host does what the bridge relies on, tried in a group

mod answer;
mod network;
mod reach;
mod sign_in;
mod token;
mod write;

use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use passerelle::{
    app,
    gitlab::{Error, Fault, Instance, Version},
    settings::{Host, Settings, SettingsError, Upstream},
    store::Store,
};

use super::{Loaded, start::unused_proxy};

/// A problem that a check found. The first problem ends the check, since further steps depend on it.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    kind: ProblemKind,
    what: &'static str,
    line: String,
    mend: String,
}

/// What a step of the check returns.
type Checked<T = ()> = Result<T, Problem>;

/// The kinds of problems, each with its exit code, for scripts. 1 is any other failure, 2 a wrong command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProblemKind {
    Settings = 3,
    /// The host can't be reached.
    Network = 4,
    /// TLS with the host fails.
    Tls = 5,
    /// Something other than the host's API answers.
    Impostor = 6,
    /// The host refuses the token, or the token allows too little.
    Token = 7,
    /// The host itself has a problem.
    Host = 8,
    /// What replicas share does not answer.
    Store = 9,
    /// The host does something else than the bridge relies on.
    Differs = 10,
    /// The authorization server can't be used, or its token is refused.
    SignIn = 11,
}

impl Problem {
    fn new(kind: ProblemKind, what: &'static str, line: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { kind, what, line: line.into(), mend: mend.into() }
    }

    /// The problem behind a failed call, once it is known that the host's API answers.
    fn of(what: &'static str, error: &Error) -> Self {
        let refusal = token::refusal(error).map(|mend| (ProblemKind::Token, mend));
        let (kind, mend) = refusal.unwrap_or_else(|| kind_of(error));
        Self::new(kind, what, error.to_string(), mend)
    }
}

/// Checks everything in turn, a person's token in a file too; fails at the first problem. With `group`, the host is then tried in a
/// subgroup of it.
pub(crate) async fn check(settings: Loaded, group: Option<&str>, token: Option<&Path>) -> ExitCode {
    let checked = async {
        let wrong =
            |error: SettingsError| Problem::new(ProblemKind::Settings, "settings", error.to_string(), "");
        let settings = settings.map_err(wrong)?;
        let host = settings.require_host().map_err(wrong)?;
        let state = app::state(&settings).map_err(wrong)?;
        right("settings", "complete");
        if let Some(line) = unused_proxy(&settings) {
            odd("proxy", &line);
        }
        store(state.shared.store.as_ref()).await?;
        let instance = &state.shared.instance;
        check_host(say, instance, &settings.upstream, &host).await?;
        token::check(instance, &settings).await?;
        reach::names(instance, &settings.resolution.names).await?;
        sign_in::check(&state, token).await?;
        if let Some(group) = group { write::check(&settings, group).await } else { Ok(()) }
    };
    let Err(Problem { kind, what, line, mend }) = checked.await else { return ExitCode::SUCCESS };
    say("FAILED", what, &line);
    if !mend.is_empty() {
        print(&format!("        {mend}"));
    }
    ExitCode::from(kind as u8)
}

/// Whether the host's API answers, and takes the token.
async fn check_host(report: Report, instance: &Instance, upstream: &Upstream, host: &Host) -> Checked {
    network::check(report, upstream, &host.api).await?;
    answer::check(report, instance, upstream, &host.api).await?;
    version(report, instance).await.map_err(|problem| token::kind_named(problem, &host.token))
}

/// What `passerelle check` would say is wrong with the host or the technical token, in one line; `None` if nothing is.
pub(super) async fn host_problem(instance: &Instance, settings: &Settings) -> Option<String> {
    let host = settings.require_host().ok()?;
    let problem = check_host(|_, _, _| {}, instance, &settings.upstream, &host).await.err()?;
    let Problem { what, line, mend, .. } = problem;
    Some(instance.clean(&format!("{what}: {line}; {mend}")))
}

/// Whether the store that replicas share answers, where one is named.
async fn store(store: Option<&Store>) -> Checked {
    let Some(store) = store else { return Ok(()) };
    let mend = "nothing answers at store.url, its password is wrong, or it takes no writes: check the address, whether it wants TLS (rediss), and its memory";
    store.probe().await.map_err(|away| Problem::new(ProblemKind::Store, "store", away.to_string(), mend))?;
    right("store", "it answers");
    Ok(())
}

/// The oldest version that the bridge is tried with.
const OLDEST: (u32, u32) = (16, 0);

async fn version(report: Report, instance: &Instance) -> Checked {
    let (verdict, line) = match instance.version().await {
        Ok(found) if found.numbers().is_some_and(|numbers| numbers < OLDEST) => {
            let ((major, minor), version) = (OLDEST, found.version);
            (ODD, format!(", GitLab {version}, older than {major}.{minor}"))
        }
        Ok(Version { version }) => (RIGHT, format!(", GitLab {version}")),
        Err(error) if token::is_withheld(&error) => {
            (ODD, "; its version is unknown, since the token may not read it".to_owned())
        }
        Err(error) => return Err(Problem::of("host", &error)),
    };
    report(verdict, "host", &format!("{} answers{line}", instance.base_address()));
    Ok(())
}

/// The kind of problem that a failed call shows, and how to fix it.
#[rustfmt::skip]
fn kind_of(error: &Error) -> (ProblemKind, &'static str) {
    use ProblemKind::{Host, Impostor, Network, Token};
    match &error.fault {
        Fault::Unreachable(_) => (Network, "something cuts the way to the host: try again"),
        Fault::TimedOut => (Network, "the host is slow or something swallows the traffic; upstream.timeout is how long to wait"),
        Fault::Withheld => (Host, "the store that replicas share can't be reached"),
        Fault::HeldBack(_) | Fault::NotShown => (Host, "the host asked to wait"),
        Fault::Interrupted(_) => (Network, "something between here and the host cuts the connection: a proxy or a firewall"),
        Fault::Redirected(_) => (Impostor, "upstream.base_url redirects: set the address that it leads to"),
        Fault::Unusable(_) | Fault::Misshapen(_) | Fault::AboutAnother | Fault::WithoutId =>
            (Impostor, "something else than the API answers: check upstream.base_url"),
        Fault::TooLarge => (Host, "the answer is larger than upstream.max_response_bytes"),
        Fault::Status { status, .. } => match status.as_u16() {
            401 => (Token, "the host refuses the token: it is wrong, expired or revoked; set upstream.token or upstream.token_file"),
            403 => (Token, "the token's user is not allowed to use the API, or its scopes lack api"),
            404 => (Impostor, "no API there: check the path of upstream.base_url"),
            503 => (Host, "the host is in maintenance, or starts: try again in some minutes"),
            429 => (Host, "the host limits this token's calls: try again in a minute"),
            _ => (Host, "the host itself has a problem"),
        },
    }
}

/// What is as it should be.
const RIGHT: &str = "ok";
/// What is unusual, and no reason to fail.
const ODD: &str = "odd";

/// Takes a line of the report: whether it is right, what it is about, and what is said of it.
type Report = fn(&str, &str, &str);

fn right(what: &str, line: &str) {
    say(RIGHT, what, line);
}

/// Prints something unusual that is no reason to fail.
fn odd(what: &str, line: &str) {
    say(ODD, what, line);
}

fn say(verdict: &str, what: &str, line: &str) {
    print(&format!("{verdict:<7} {what}: {}", line.replace('\n', "\n        ")));
}

/// Prints a line. If the output is closed the line is lost, and the exit code still tells the result.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

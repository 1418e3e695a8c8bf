//! The commands of the program, one function each.

mod check;
mod connect;
mod demo;
mod healthcheck;
mod names;
mod reload;
mod start;
mod watch;

use std::{
    error::Error,
    io::{self, ErrorKind, IsTerminal, Write, stdin},
    path::Path,
    sync::Arc,
};

use clap::ValueEnum;
use clap_complete::Shell;
use gitlab_sandbox::{Moment, Sandbox, World};
use passerelle::{
    api::{AppState, faces},
    app,
    server::{self, Limits},
    settings::{Server, Settings, SettingsError},
    stop_signal::StopSignal,
};
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    sync::watch::{Receiver, channel},
};

pub(crate) use check::check;
pub(crate) use connect::{Connect, connect};
pub(crate) use demo::demo;
pub(crate) use healthcheck::healthcheck;
pub(crate) use names::names;

type CommandResult = Result<(), Box<dyn Error>>;

/// The settings, or why they can't be used.
pub(crate) type Loaded = Result<Settings, SettingsError>;

/// A version of OpenAPI.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum DocumentVersion {
    /// For tools that read no 3.1
    #[value(name = "3.0")]
    V30,
    /// What the bridge serves
    #[default]
    #[value(name = "3.1")]
    V31,
}

/// What reads a list of tools.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum ToolListFormat {
    /// Clients of MCP: the result of tools/list
    #[default]
    Mcp,
    /// Clients of OpenAI's chat completions, and those that speak like it
    Openai,
    /// Clients of Anthropic's messages
    Anthropic,
}

/// Runs the bridge with the settings that `load` reads, including those that serving needs, and reads them again on SIGHUP.
pub(crate) async fn serve(load: impl Fn() -> Loaded + Send + Sync + 'static) -> CommandResult {
    let settings = load()?;
    let lost = crate::log::start(&settings.log);
    let stop_signal = StopSignal::on_signal();
    let mut state = app::state(&settings)?.with_stop_signal(stop_signal.clone());
    state.lost_lines = lost;
    let state = Arc::new(state);
    // Before it listens: whoever is told its address may send the signal at once.
    let (reloaded, reloads) = channel(settings.clone());
    tokio::spawn(reload::on_hangup(Arc::clone(&state), settings.clone(), reloaded, load)?);
    run_bridge(&settings, reloads, state, stop_signal, |_| Ok(())).await
}

/// Speaks MCP on standard input and output.
pub(crate) async fn mcp(settings: Settings) -> CommandResult {
    // Nobody asks this process for metrics, so what counts the lost lines is not needed.
    let _lost = crate::log::start(&settings.log);
    let state = app::state(&settings)?.with_stop_signal(StopSignal::on_signal_or_hangup());
    let (_reloaded, reloads) = channel(settings);
    tokio::spawn(watch::watch_host(Arc::clone(&state.shared.instance), reloads));
    tokio::spawn(Arc::clone(&state.shared).share_pauses());
    if stdin().is_terminal() {
        crate::log::say(
            "waiting for an MCP client on standard input; a client starts this command itself (passerelle connect), Ctrl-C ends it",
        );
    }
    Ok(Box::pin(faces::mcp::speak(state)).await?)
}

/// Runs the sandbox host alone. `fail` of every hundred calls fail; with `rate_limits`, GitLab's rate limits apply.
pub(crate) async fn sandbox(
    settings: &Settings,
    data: Option<&Path>,
    fail: u32,
    rate_limits: bool,
) -> CommandResult {
    crate::log::start(&settings.log);
    let mut world = data.map_or_else(|| Ok(World::sample_at(Moment::now())), read_world)?;
    world.rules.rate_limits |= rate_limits;
    let stop_signal = StopSignal::on_signal();
    let listener = listen(&settings.server).await?;
    let address = listener.local_addr()?;
    go_on(writeln!(io::stdout(), "listening on http://{address}\ntoken: {}", gitlab_sandbox::TOKEN));
    let router = Sandbox::new(world).into_router(fail);
    server::serve(listener, router, stop_signal, limits(&settings.server)).await;
    Ok(())
}

/// The world that a file describes.
fn read_world(file: &Path) -> Result<World, Box<dyn Error>> {
    let problem = |why: &dyn Error| format!("--data {}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|why| problem(&why))?;
    Ok(World::from_json_at(&text, Moment::now()).map_err(|why| problem(&why))?)
}

/// Prints the JSON Schema of the sandbox host's data.
pub(crate) fn world_schema() -> CommandResult {
    Ok(writeln!(io::stdout(), "{:#}", gitlab_sandbox::schema())?)
}

/// Prints the document that `GET /openapi.json` of a bridge with these settings serves, in one version of `OpenAPI`.
pub(crate) fn openapi(settings: &Settings, version: DocumentVersion) -> CommandResult {
    app::check_operations(settings)?;
    let is_older = matches!(version, DocumentVersion::V30);
    Ok(io::stdout().write_all(faces::openapi::text(settings, is_older).as_bytes())?)
}

/// Prints the list of tools of a bridge with these settings.
pub(crate) fn tools(settings: &Settings, format: ToolListFormat) -> CommandResult {
    app::check_operations(settings)?;
    let tools = faces::mcp::listing(settings);
    // A tool's name and description, and under this name the schema of its arguments.
    let named = |tool: &Value, schema: &str| {
        let (name, description) = (&tool["name"], &tool["description"]);
        json!({ "name": name, "description": description, schema: tool["inputSchema"] })
    };
    let function = |tool| json!({ "type": "function", "function": named(tool, "parameters") });
    let list = match format {
        ToolListFormat::Mcp => json!({ "tools": tools }),
        ToolListFormat::Openai => tools.iter().map(function).collect(),
        ToolListFormat::Anthropic => tools.iter().map(|tool| named(tool, "input_schema")).collect(),
    };
    Ok(writeln!(io::stdout(), "{list:#}")?)
}

/// Prints the completion script of a shell.
pub(crate) fn completions(shell: Shell, command: &mut clap::Command) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, env!("CARGO_PKG_NAME"), &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Runs a bridge with these settings; `reloads` delivers new ones after each reload. `then` is called with the address once it
/// listens.
async fn run_bridge(
    settings: &Settings,
    reloads: Receiver<Settings>,
    state: Arc<AppState>,
    stop_signal: StopSignal,
    then: impl FnOnce(&str) -> io::Result<()>,
) -> CommandResult {
    let instance = Arc::clone(&state.shared.instance);
    let pauses = Arc::clone(&state.shared).share_pauses();
    let router = app::router(state);
    let listener = listen(&settings.server).await?;
    let address = format!("http://{}", listener.local_addr()?);
    go_on(writeln!(io::stdout(), "listening on {address}").and_then(|()| then(&address)));
    start::tell(settings, &address);
    tokio::spawn(start::warn_of_expiry(Arc::clone(&instance)));
    tokio::spawn(watch::watch_host(instance, reloads));
    tokio::spawn(pauses);
    server::serve(listener, router, stop_signal, limits(&settings.server)).await;
    Ok(())
}

/// Serves on if nobody reads what was printed, or the disk is full.
fn go_on(printed: io::Result<()>) {
    if let Err(error) = printed {
        tracing::warn!(%error, "standard output takes no more lines");
    }
}

/// How connections are limited.
fn limits(server: &Server) -> Limits {
    Limits::new(server.shutdown_grace, server.max_in_flight)
}

async fn listen(server: &Server) -> Result<TcpListener, Box<dyn Error>> {
    let Server { host, port, .. } = server;
    TcpListener::bind((host.as_str(), *port)).await.map_err(|error| {
        let mend = match error.kind() {
            ErrorKind::AddrInUse => {
                "; another program listens there: choose another port with --port, or 0 for a free one"
            }
            ErrorKind::PermissionDenied => {
                "; ports below 1024 need a right that this user lacks: choose another"
            }
            ErrorKind::AddrNotAvailable => {
                "; this machine has no such address: 127.0.0.1 is this machine alone, 0.0.0.0 every address"
            }
            _ => "",
        };
        format!("server.host, server.port: can't listen on {host} port {port}: {error}{mend}").into()
    })
}

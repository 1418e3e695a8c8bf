//! The command line: reads the settings, starts the log, runs the chosen command.

mod commands;

use std::{io::IsTerminal, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use passerelle::settings::{Log, LogFormat, Settings};
use tracing_subscriber::EnvFilter;

/// A bridge between conversational assistants and a GitLab-compatible host: loose words in, the one right object out.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    /// A TOML file of settings; `PASSERELLE__SECTION__KEY` variables win over it.
    #[arg(long, env = "PASSERELLE_CONFIG", global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Default, Subcommand)]
enum Command {
    /// Run the bridge in front of a host (the default)
    #[default]
    Serve,
    /// Run the bridge in front of an embedded sandbox host with sample data: no GitLab, no token, no network
    Demo,
    /// Run the sandbox host alone
    Sandbox {
        /// A JSON file of groups, projects and issues, instead of the sample data
        #[arg(long, value_name = "FILE")]
        data: Option<PathBuf>,
    },
    /// Check the settings, reach the host, say who the token is and what it may do
    Check,
    /// Speak MCP on standard input and output, for one local client
    Mcp,
    /// Print the OpenAPI document
    Openapi,
    /// Ask a running bridge whether it is ready; for a container's health check
    Healthcheck,
}

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let code = runtime.block_on(run());
    // Nothing interrupts a read of standard input that is under way: don't wait for it.
    runtime.shutdown_background();
    code
}

async fn run() -> ExitCode {
    let Arguments { config, command } = Arguments::parse();
    let config = config.filter(|file| !file.as_os_str().is_empty());
    let load = |overrides: &[(&str, &str)]| Settings::load(config.as_deref(), overrides);
    let done = match command.unwrap_or_default() {
        Command::Serve => commands::serve(load(&[])).await,
        Command::Demo => commands::demo(load).await,
        Command::Sandbox { data } => commands::sandbox(load(&[]), data.as_deref()).await,
        Command::Check => return commands::check(load(&[])).await,
        Command::Mcp => commands::mcp(load(&[])).await,
        Command::Openapi => commands::openapi(),
        Command::Healthcheck => commands::healthcheck(load(&[])).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    }
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("passerelle: {error}");
    ExitCode::FAILURE
}

/// Logs go to standard error: standard output has what the command says.
fn start_log(log: &Log) {
    // The MCP SDK tells of every message; a filter that names it wins.
    let filter = EnvFilter::new(format!("rmcp=warn,{}", log.filter));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match log.format {
        LogFormat::Text => subscriber.init(),
        LogFormat::Json => subscriber.json().init(),
    }
}

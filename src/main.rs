//! The command line: reads the settings, starts the log, runs the chosen command.

mod commands;
mod log;

use std::{
    error::Error,
    io,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::{Args, CommandFactory, Parser, Subcommand};
use passerelle::settings::Settings;

/// What `--help` adds to the list of commands.
const MORE: &str = "\
Settings:
  Defaults, then the file of --config, then variables: server.port is PASSERELLE__SERVER__PORT, and so on. Two are
  needed and have no default: upstream.base_url, the address of the GitLab, and upstream.token (or upstream.token_file), a
  token with the scope api. A wrong setting stops the start with one line that names it.

Output:
  The first line on standard output of serve, demo and sandbox is \"listening on http://HOST:PORT\". The log goes to standard
  error; log.format and log.filter shape it. SIGTERM and SIGINT let requests in flight finish (server.shutdown_grace).

Exit codes:
  0 when all went well, 1 for a failure, 2 for a wrong command line; check has codes of its own: passerelle help check.

Examples:
  passerelle demo
  PASSERELLE__UPSTREAM__BASE_URL=https://gitlab.example.com PASSERELLE__UPSTREAM__TOKEN_FILE=token passerelle check
  passerelle serve --config passerelle.toml";

/// A bridge between conversational assistants and a GitLab-compatible host: loose words in, the one right object out
///
/// People ask an assistant to close "the issue about the sign-in page of the citizens' portal". The bridge finds the one project
/// and the one issue that were meant, and acts; when two could be meant it asks, when none is meant it says so.
#[derive(Debug, Parser)]
#[command(version, about, after_long_help = MORE)]
struct Arguments {
    /// A TOML file of settings; `PASSERELLE__SECTION__KEY` variables win over it
    #[arg(long, env = "PASSERELLE_CONFIG", global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    listen: Listen,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    /// Run the bridge in front of a host (the default)
    Serve(Listen),
    /// Run the bridge in front of an embedded sandbox host with sample data: no GitLab, no token, no network
    Demo(Listen),
    /// Run the sandbox host alone
    Sandbox {
        #[command(flatten)]
        listen: Listen,
        /// A JSON file of groups, projects and issues, instead of the sample data
        #[arg(long, value_name = "FILE")]
        data: Option<PathBuf>,
        /// Make so many of a hundred calls fail, each in another way, to try what is in front of it
        #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
        fail: u32,
        /// Limit how often a user calls, as GitLab does by default: 30 searches of issues a minute …
        #[arg(long)]
        rate_limits: bool,
        /// Print the JSON Schema of what --data reads, and stop
        #[arg(long, conflicts_with_all = ["data", "fail", "rate_limits"])]
        schema: bool,
    },
    /// Check the settings, the way to the host, who answers there, whose token it is and what it may do
    ///
    /// Says what is wrong and how to mend it. The exit code tells the kind: 3 settings, 4 network (name, connection, proxy),
    /// 5 TLS, 6 something else than the host's API answers (a redirection, a proxy, a sign-in page), 7 token (refused, or not
    /// enough scopes), 8 the host itself, 9 the store that replicas share, 10 a fact of --write that differs, 11 the
    /// authorization server, or its token.
    Check {
        /// Then try on the host all that the bridge relies on, and every operation, a row each. It makes a subgroup in this
        /// group (full path), works inside it alone, and removes it at the end
        #[arg(long, value_name = "GROUP")]
        write: Option<String>,
        /// Also whether the access token in this file lets a person in, and why not
        #[arg(long, value_name = "FILE")]
        token: Option<PathBuf>,
    },
    /// Speak MCP on standard input and output, for one local client
    Mcp,
    /// Print the OpenAPI document
    Openapi {
        /// The version of OpenAPI to write
        #[arg(long, value_enum, default_value_t)]
        version: commands::DocumentVersion,
    },
    /// Print the list of tools for models, for clients that take a file
    Tools {
        /// What reads the file
        #[arg(long, value_enum, default_value_t)]
        format: commands::ToolListFormat,
    },
    /// Print a file of a team's own words to fill in
    ///
    /// A line for each project of the token's user whose name says something else than the last segment of its path.
    Names,
    /// Print what a client needs to find the bridge, or write it into the client's file
    ///
    /// Names the settings file of --config where there is one, else the variables to fill in; a token is never part of it.
    Connect(commands::Connect),
    /// Ask a running bridge whether it is ready; for a container's health check
    ///
    /// Reads the same settings as serve, and fails with the reason unless GET /health/ready answers 200.
    Healthcheck {
        /// Ask whether the host behind it can be used (GET /health/host) instead
        #[arg(long)]
        host: bool,
        /// The port where it listens, instead of server.port
        #[arg(long, value_name = "PORT")]
        port: Option<u16>,
    },
    /// Print a completion script for a shell
    ///
    /// For bash: passerelle completions bash > ~/.local/share/bash-completion/completions/passerelle
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Where to listen, over what the settings say.
#[derive(Debug, Clone, Default, Args)]
struct Listen {
    /// An IP address or localhost, instead of server.host
    #[arg(long, value_name = "ADDRESS", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    host: Option<String>,
    /// A port, instead of server.port; 0 takes a free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
}

impl Listen {
    /// The given values as settings that override all others.
    fn overrides(&self) -> impl Iterator<Item = (&'static str, String)> {
        let host = self.host.clone().map(|host| ("server.host", host));
        let port = self.port.map(|port| ("server.port", port.to_string()));
        host.into_iter().chain(port)
    }
}

/// How long tasks that are given up may take to end.
const TASKS_END: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let code = match runtime.block_on(run()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => failed(&*error),
    };
    // Ends the tasks that are left, so that a write that is given up has its audit line. A read of standard input that is under way
    // can't be interrupted, so it is not waited for longer.
    runtime.shutdown_timeout(TASKS_END);
    log::end();
    code
}

/// How settings are loaded: from this file, with these values over it.
type Load = fn(Option<&Path>, &[(&str, &str)]) -> commands::Loaded;

async fn run() -> Result<ExitCode, Box<dyn Error>> {
    let Arguments { config, listen: before, command } = Arguments::parse();
    let config = config.filter(|file| !file.as_os_str().is_empty());
    let load = || Settings::load(config.as_deref(), &[]);
    let file = config.clone();
    let load_at = move |load: Load, listen: &Listen, more: &[(&'static str, &str)]| {
        let given: Vec<_> = before.overrides().chain(listen.overrides()).collect();
        let given = given.iter().map(|(key, value)| (*key, value.as_str()));
        load(file.as_deref(), &given.chain(more.iter().copied()).collect::<Vec<_>>())
    };
    match command.unwrap_or(Command::Serve(Listen::default())) {
        Command::Serve(listen) => {
            commands::serve(move || load_at(Settings::load_to_serve, &listen, &[])).await?;
        }
        Command::Demo(listen) => commands::demo(|more| load_at(Settings::load, &listen, more)).await?,
        Command::Sandbox { schema: true, .. } => commands::world_schema()?,
        Command::Sandbox { listen, data, fail, rate_limits, .. } => {
            let settings = load_at(Settings::load, &listen, &[])?;
            commands::sandbox(&settings, data.as_deref(), fail, rate_limits).await?;
        }
        Command::Check { write, token } => {
            let settings = Settings::load_to_serve(config.as_deref(), &[]);
            return Ok(commands::check(settings, write.as_deref(), token.as_deref()).await);
        }
        Command::Mcp => Box::pin(commands::mcp(load()?)).await?,
        Command::Openapi { version } => commands::openapi(&load()?, version)?,
        Command::Tools { format } => commands::tools(&load()?, format)?,
        Command::Names => commands::names(&load()?).await?,
        Command::Connect(connect) => commands::connect(&load()?, config.as_deref(), &connect)?,
        Command::Completions { shell } => commands::completions(shell, &mut Arguments::command())?,
        Command::Healthcheck { host, port } => {
            let listen = Listen { host: None, port };
            commands::healthcheck(&load_at(Settings::load, &listen, &[])?.server, host).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether the reader of the output has closed it, as `head` does.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// One line for each thing that is wrong.
fn failed(error: &dyn Error) -> ExitCode {
    for line in error.to_string().lines() {
        log::say(line);
    }
    ExitCode::FAILURE
}

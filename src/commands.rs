//! What the command line can do: one function a command.

mod check;
mod demo;
mod mcp;

use std::{
    error::Error,
    io::{self, Write},
    path::Path,
};

use clap_complete::Shell;
use passerelle::{
    api, app,
    sandbox::{Sandbox, World},
    server::{self, Limits},
    settings::{Server, Settings, SettingsError},
    stopping::Stopping,
};
use tokio::net::TcpListener;

pub(crate) use check::check;
pub(crate) use demo::demo;
pub(crate) use mcp::mcp;

type Outcome = Result<(), Box<dyn Error>>;

/// Runs the bridge.
pub(crate) async fn serve(settings: Result<Settings, SettingsError>) -> Outcome {
    let settings = settings?;
    crate::log::start(&settings.log);
    run_bridge(&settings, |_| {}).await
}

/// Runs the sandbox host alone; `fail` of a hundred calls fail.
pub(crate) async fn sandbox(
    settings: Result<Settings, SettingsError>,
    data: Option<&Path>,
    fail: u32,
) -> Outcome {
    let settings = settings?;
    crate::log::start(&settings.log);
    let world = match data {
        Some(file) => World::from_json(&std::fs::read_to_string(file)?)?,
        None => World::sample(),
    };
    let stopping = Stopping::on_signal();
    let listener = listen(&settings.server).await?;
    println!("listening on http://{}", listener.local_addr()?);
    println!("token: {}", passerelle::sandbox::TOKEN);
    let router = app::failing(app::sandbox_router(Sandbox::new(world)), fail);
    let limits = Limits::with_grace(settings.server.shutdown_grace);
    server::serve(listener, router, stopping, limits).await;
    Ok(())
}

/// Prints the document that `GET /openapi.json` serves.
pub(crate) fn openapi(settings: Result<Settings, SettingsError>) -> Outcome {
    let language = settings?.messages.language.unwrap_or_default();
    Ok(io::stdout().write_all(&api::faces::openapi::text(language))?)
}

/// Prints what makes a shell complete the commands.
pub(crate) fn completions(shell: Shell, command: &mut clap::Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, env!("CARGO_PKG_NAME"), &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// Asks the bridge that these settings describe whether it is ready.
pub(crate) async fn healthcheck(settings: Result<Settings, SettingsError>) -> Outcome {
    let Server { host, port, .. } = settings?.server;
    // A bridge that listens on every address is asked on this machine's own.
    let host = match host.as_str() {
        "0.0.0.0" => "127.0.0.1".to_owned(),
        "::" => "[::1]".to_owned(),
        host if host.contains(':') => format!("[{host}]"),
        host => host.to_owned(),
    };
    passerelle::tls::install();
    let client = reqwest::Client::builder().no_proxy().timeout(std::time::Duration::from_secs(5)).build()?;
    let response = client.get(format!("http://{host}:{port}/health/ready")).send().await?;
    if response.status().is_success() {
        Ok(())
    } else {
        Err(format!("the bridge is not ready: it answered {}", response.status()).into())
    }
}

/// Runs the bridge of these settings; `then` gets its address once it listens.
async fn run_bridge(settings: &Settings, then: impl FnOnce(&str)) -> Outcome {
    settings.require_guard()?;
    let stopping = Stopping::on_signal();
    let router = app::router(app::state(settings)?.until(stopping.clone()));
    let listener = listen(&settings.server).await?;
    let address = format!("http://{}", listener.local_addr()?);
    println!("listening on {address}");
    then(&address);
    server::serve(listener, router, stopping, Limits::with_grace(settings.server.shutdown_grace)).await;
    Ok(())
}

async fn listen(server: &Server) -> Result<TcpListener, Box<dyn Error>> {
    let Server { host, port, .. } = server;
    TcpListener::bind((host.as_str(), *port)).await.map_err(|error| {
        format!("server.host, server.port: can't listen on {host} port {port}: {error}").into()
    })
}

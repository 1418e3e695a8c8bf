//! `passerelle mcp`: the bridge for one local client, on standard input and output.

use std::{
    io::{IsTerminal, stdin},
    sync::Arc,
};

use passerelle::{
    api, app,
    settings::{Settings, SettingsError},
    stop_signal::StopSignal,
};

use super::{CommandResult, watch::watch_host};

/// Speaks MCP on standard input and output.
pub(crate) async fn mcp(settings: Result<Settings, SettingsError>) -> CommandResult {
    let settings = settings?;
    // Nobody asks this process for metrics, so what counts the lost lines is not needed.
    let _lost = crate::log::start(&settings.log);
    let state = app::state(&settings)?.with_stop_signal(StopSignal::on_signal());
    let (_reloaded, reloads) = tokio::sync::watch::channel(settings);
    tokio::spawn(watch_host(Arc::clone(&state.shared.instance), reloads));
    if stdin().is_terminal() {
        crate::log::say(
            "waiting for an MCP client on standard input; a client starts this command itself (passerelle connect), Ctrl-C ends it",
        );
    }
    Ok(Box::pin(api::faces::mcp::speak(state)).await?)
}

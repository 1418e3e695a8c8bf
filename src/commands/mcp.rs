//! `passerelle mcp`: the bridge for one local client, on standard input and output.

use passerelle::{
    api, app,
    settings::{Settings, SettingsError},
    stop_signal::StopSignal,
};

use super::Outcome;

/// Speaks MCP on standard input and output.
pub(crate) async fn mcp(settings: Result<Settings, SettingsError>) -> Outcome {
    let settings = settings?;
    crate::log::start(&settings.log);
    let state = app::state(&settings)?.with_stop_signal(StopSignal::on_signal());
    Ok(Box::pin(api::faces::mcp::speak(state)).await?)
}

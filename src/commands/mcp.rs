//! `passerelle mcp`: the bridge for one local client, on standard input and output.

use passerelle::{
    api, app,
    settings::{Settings, SettingsError},
    stopping::Stopping,
};

use super::Outcome;

/// Speaks MCP on standard input and output.
pub(crate) async fn mcp(settings: Result<Settings, SettingsError>) -> Outcome {
    let settings = settings?;
    crate::log::start(&settings.log);
    let state = app::state(&settings)?.until(Stopping::on_signal());
    Ok(Box::pin(api::faces::mcp::speak(state)).await?)
}

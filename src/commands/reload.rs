//! SIGHUP: tokens and certificates are read again, so that they can be replaced without a restart.

use std::{error::Error, io, sync::Arc};

use passerelle::{
    api::AppState,
    app,
    settings::{Settings, SettingsError},
};
use tokio::signal::unix::{SignalKind, signal};

/// Listens for the signal from now on; what is returned reads the settings again at each one.
///
/// # Errors
/// Where the process can't listen for it.
pub(super) fn on_hangup(
    state: Arc<AppState>,
    load: impl Fn() -> Result<Settings, SettingsError>,
) -> io::Result<impl Future<Output = ()>> {
    let mut hangups = signal(SignalKind::hangup())?;
    Ok(async move {
        while hangups.recv().await.is_some() {
            let outcome = reload(&state, &load);
            state.count_reload(outcome.is_ok());
            match outcome {
                Ok(callers) => tracing::info!(callers, "tokens and certificates were read again"),
                // One line, however much is wrong.
                Err(error) => {
                    let error = error.to_string().replace('\n', "; ");
                    tracing::error!(error, "tokens and certificates stay as they were");
                }
            }
        }
    })
}

/// Takes over what may change while the process runs; answers how many callers there are now.
fn reload(
    state: &AppState,
    load: impl Fn() -> Result<Settings, SettingsError>,
) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let settings = load()?;
    app::reload(state, &settings)?;
    Ok(settings.server.callers.len())
}

//! SIGHUP: callers, tokens, certificates, the proxy and the team's own words are read again, so that they can be replaced without a
//! restart.

use std::{error::Error, io, sync::Arc};

use passerelle::{api::AppState, app, settings::Settings};
use tokio::{sync::watch::Sender, task::spawn_blocking};

use super::Loaded;

/// Listens for the signal from now on; what is returned reads the settings again at each one. `started` are those of the start;
/// `reloaded` gets those of each reload.
///
/// # Errors
/// Where the process can't listen for it.
pub(super) fn on_hangup(
    state: Arc<AppState>,
    started: Settings,
    reloaded: Sender<Settings>,
    load: impl Fn() -> Loaded + Send + Sync + 'static,
) -> io::Result<impl Future<Output = ()>> {
    let mut hangups = hangups()?;
    let load = Arc::new(load);
    Ok(async move {
        while hangups.recv().await.is_some() {
            let (own, load) = (Arc::clone(&state), Arc::clone(&load));
            // On a thread of its own: reading a file may take long, and neither requests nor the stop signal may wait for it.
            let taken_over = spawn_blocking(move || -> Result<_, Box<dyn Error + Send + Sync>> {
                let settings = load()?;
                app::reload(&own, &settings)?;
                Ok(settings)
            });
            let outcome = taken_over.await.unwrap_or_else(|panicked| Err(panicked.into()));
            state.count_reload(outcome.is_ok());
            match outcome {
                Ok(settings) => {
                    let callers = settings.server.callers.len();
                    tracing::info!(callers, "callers, tokens, certificates, proxy and names were read again");
                    let ignored = app::ignored_by_reload(&started, &settings);
                    if !ignored.is_empty() {
                        tracing::warn!(settings = ignored.join(", "), "changed settings take a restart");
                    }
                    reloaded.send_replace(settings);
                }
                // One line, however much is wrong.
                Err(error) => {
                    let error = error.to_string().replace('\n', "; ");
                    tracing::error!(
                        error,
                        "callers, tokens, certificates, proxy and names stay as they were"
                    );
                }
            }
        }
    })
}

#[cfg(unix)]
fn hangups() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())
}

/// Windows has no SIGHUP. The nearest event is the log-off, after which the process ends.
#[cfg(windows)]
fn hangups() -> io::Result<tokio::signal::windows::CtrlLogoff> {
    tokio::signal::windows::ctrl_logoff()
}

//! Whether the process is about to end.

use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

/// Says once, to everyone who holds a clone, that the process is about to end.
#[derive(Debug, Clone)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Begins at SIGTERM or SIGINT.
    #[must_use]
    pub fn on_signal() -> Self {
        Self::after(stop_signal())
    }

    /// Begins when something has come to pass.
    pub fn after(event: impl Future<Output = ()> + Send + 'static) -> Self {
        let (announce, begun) = watch::channel(false);
        tokio::spawn(async move {
            event.await;
            announce.send_replace(true);
        });
        Self(begun)
    }

    /// Never begins.
    #[must_use]
    pub fn never() -> Self {
        Self(watch::channel(false).1)
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it begins.
    pub async fn begun(&mut self) {
        if self.0.wait_for(|begun| *begun).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
        }
        Err(error) => {
            tracing::warn!(%error, "SIGTERM can't be heard");
            let _ = interrupt.await;
        }
    }
}

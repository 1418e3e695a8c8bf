//! Whether the process is about to end.

use std::{future::pending, time::Instant};

use futures_util::future::select_all;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};
use tokio_util::task::TaskTracker;

/// Says once, to everyone who holds a clone, that the process is about to end, and waits for what they would not leave undone.
#[derive(Debug, Clone)]
pub struct Stopping {
    since: watch::Receiver<Option<Instant>>,
    unfinished: TaskTracker,
}

impl Stopping {
    /// Begins at SIGTERM or SIGINT, which are heard from now on.
    #[must_use]
    pub fn on_signal() -> Self {
        let signals = [SignalKind::terminate(), SignalKind::interrupt()].map(heard);
        Self::after(async { drop(select_all(signals.map(Box::pin)).await) })
    }

    /// Begins when something has come to pass.
    pub fn after(event: impl Future<Output = ()> + Send + 'static) -> Self {
        let (announce, since) = watch::channel(None);
        tokio::spawn(async move {
            event.await;
            announce.send_replace(Some(Instant::now()));
        });
        Self { since, unfinished: TaskTracker::new() }
    }

    /// Never begins.
    #[must_use]
    pub fn never() -> Self {
        Self { since: watch::channel(None).1, unfinished: TaskTracker::new() }
    }

    /// When it began.
    #[must_use]
    pub fn since(&self) -> Option<Instant> {
        *self.since.borrow()
    }

    /// Whether it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.since().is_some()
    }

    /// Waits until it begins.
    pub async fn begun(&mut self) {
        if self.since.wait_for(Option::is_some).await.is_err() {
            pending::<()>().await;
        }
    }

    /// Does work for which no caller may be waiting any more, but the end of the process does.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.unfinished.spawn(work);
    }

    /// Waits for the end of such work.
    pub(crate) async fn finished(&self) {
        self.unfinished.close();
        self.unfinished.wait().await;
    }
}

/// Ends when the signal comes.
fn heard(kind: SignalKind) -> impl Future<Output = ()> {
    let signals = signal(kind);
    async move {
        match signals {
            Ok(mut signals) => drop(signals.recv().await),
            Err(error) => {
                tracing::warn!(%error, ?kind, "a signal can't be heard");
                pending::<()>().await;
            }
        }
    }
}

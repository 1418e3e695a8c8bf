//! The stop signal: tells that the process is about to end.

use std::{future::pending, time::Instant};

use futures_util::future::select_all;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};
use tokio_util::task::TaskTracker;

/// Tells all holders of a clone, once, that the process is about to end. Tracks the tasks that must end before the process
/// does.
#[derive(Debug, Clone)]
pub struct StopSignal {
    since: watch::Receiver<Option<Instant>>,
    unfinished: TaskTracker,
}

impl StopSignal {
    /// A signal that SIGTERM or SIGINT gives. The process listens for both from now on.
    #[must_use]
    pub fn on_signal() -> Self {
        Self::on([SignalKind::terminate(), SignalKind::interrupt()])
    }

    /// The same for a command of a terminal, which SIGHUP ends too.
    #[must_use]
    pub fn on_signal_or_hangup() -> Self {
        Self::on([SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()])
    }

    fn on<const SIGNALS: usize>(signals: [SignalKind; SIGNALS]) -> Self {
        let signals = signals.map(received);
        Self::after(async { drop(select_all(signals.map(Box::pin)).await) })
    }

    /// A signal that is given when a future completes.
    pub fn after(event: impl Future<Output = ()> + Send + 'static) -> Self {
        let (sender, since) = watch::channel(None);
        tokio::spawn(async move {
            event.await;
            sender.send_replace(Some(Instant::now()));
        });
        Self { since, unfinished: TaskTracker::new() }
    }

    /// A signal that is never given.
    #[must_use]
    pub fn never() -> Self {
        Self { since: watch::channel(None).1, unfinished: TaskTracker::new() }
    }

    /// When it was given; `None` before.
    #[must_use]
    pub fn since(&self) -> Option<Instant> {
        *self.since.borrow()
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.since().is_some()
    }

    /// Waits until it is given.
    pub async fn given(&mut self) {
        if self.since.wait_for(Option::is_some).await.is_err() {
            pending::<()>().await;
        }
    }

    /// Runs work in a task that must end before the process does, even if no caller waits for it any more.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.unfinished.spawn(work);
    }

    /// Waits until all tasks of [`Self::spawn`] have ended.
    pub(crate) async fn finished(&self) {
        self.unfinished.close();
        self.unfinished.wait().await;
    }
}

/// Completes when the process receives this signal.
fn received(kind: SignalKind) -> impl Future<Output = ()> {
    let signals = signal(kind);
    async move {
        match signals {
            Ok(mut signals) => drop(signals.recv().await),
            Err(error) => {
                tracing::warn!(%error, ?kind, "the process can't listen for a signal");
                pending::<()>().await;
            }
        }
    }
}

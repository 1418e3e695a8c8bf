//! The stop signal: tells that the process is about to end.

use std::{
    future::pending,
    io,
    time::{Duration, Instant},
};

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC as Signal, ctrl_c};
use tokio::{sync::watch, task::JoinHandle, time::sleep_until};
use tokio_util::task::TaskTracker;

/// Tells all holders of a clone, once, that the process is about to end. Tracks the tasks that must end before the process
/// does.
#[derive(Debug, Clone)]
pub struct StopSignal {
    since: watch::Receiver<Option<Instant>>,
    unfinished: TaskTracker,
}

impl StopSignal {
    /// A signal that SIGTERM or SIGINT gives, on Windows Ctrl-C. The process listens from now on.
    pub fn on_signal() -> Self {
        Self::after(stop_asked(false))
    }

    /// The same for a command that runs in a terminal, which SIGHUP ends too.
    pub fn on_signal_or_hangup() -> Self {
        Self::after(stop_asked(true))
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
    pub fn never() -> Self {
        Self { since: watch::channel(None).1, unfinished: TaskTracker::new() }
    }

    /// When it was given; `None` until then.
    pub fn since(&self) -> Option<Instant> {
        *self.since.borrow()
    }

    /// Whether it was given.
    pub fn is_given(&self) -> bool {
        self.since().is_some()
    }

    /// Waits until it is given.
    pub async fn given(&mut self) {
        if self.since.wait_for(Option::is_some).await.is_err() {
            pending::<()>().await;
        }
    }

    /// Waits until this long after it was given.
    pub(crate) async fn given_for(mut self, time: Duration) {
        self.given().await;
        let begun = self.since().unwrap_or_else(Instant::now);
        sleep_until((begun + time).into()).await;
    }

    /// Runs work in a task that must end before the process does, even if no caller waits for it any more.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.unfinished.spawn(work)
    }

    /// Waits until all tasks of [`Self::spawn`] have ended.
    pub(crate) async fn finished(&self) {
        self.unfinished.close();
        self.unfinished.wait().await;
    }
}

/// Listens from now on; the result completes when the process is asked to stop.
#[cfg(unix)]
fn stop_asked(by_hangup: bool) -> impl Future<Output = ()> {
    let kinds = [SignalKind::terminate(), SignalKind::interrupt()].into_iter();
    let signals = kinds.chain(by_hangup.then(SignalKind::hangup)).map(signal);
    let first = futures_util::future::select_all(signals.map(|signals| Box::pin(received(signals))));
    async { drop(first.await) }
}

/// Windows has no SIGHUP.
#[cfg(windows)]
fn stop_asked(_: bool) -> impl Future<Output = ()> {
    received(ctrl_c())
}

/// Completes when the process receives the signal.
async fn received(signals: io::Result<Signal>) {
    match signals {
        Ok(mut signals) => drop(signals.recv().await),
        Err(error) => {
            tracing::warn!(%error, "the process can't listen for a signal");
            pending::<()>().await;
        }
    }
}

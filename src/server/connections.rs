//! Counts and limits connections, and decides which are closed if a new one finds no free slot.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use futures_util::{FutureExt, future::BoxFuture};
use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long connections that were asked to close may take before younger ones are asked too.
const CLOSE_WAIT: Duration = Duration::from_millis(100);

/// Serves one connection until it ends or is asked to close.
pub(super) type Serve = dyn Fn(TcpStream, CloseSignal) -> BoxFuture<'static, ()> + Send + Sync;

/// All connections, and the slots that they take.
pub(super) struct Connections {
    serve: Box<Serve>,
    slots: Arc<Semaphore>,
    /// A quarter of all connections.
    quarter: usize,
    /// What asks each connection to close, the oldest first. That of one that has ended is cancelled.
    open: VecDeque<CancellationToken>,
    /// Cancelled to ask all connections to close.
    close_all: CancellationToken,
    tasks: TaskTracker,
}

/// The slot of one connection; `None` for a connection past the limit, which only a stop accepts.
pub(super) type ConnectionSlot = Option<OwnedSemaphorePermit>;

impl Connections {
    /// At most `limit` connections, at least 1.
    pub(super) fn new(limit: usize, serve: Box<Serve>) -> Self {
        Self {
            serve,
            slots: Semaphore::new(limit).into(),
            quarter: (limit / 4).max(1),
            open: VecDeque::new(),
            close_all: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Waits for a slot for one more connection. If none is free, the oldest quarter is asked to close, then the next one, until
    /// one has. The newest quarter is not asked: it may not have had time to send a request.
    pub(super) async fn acquire_slot(&mut self) -> ConnectionSlot {
        // Seldom, since it looks at all of them.
        if self.slots.available_permits() == 0 || self.open.len() > 8 * self.quarter {
            self.open.retain(|connection| !connection.is_cancelled());
        }
        while self.slots.available_permits() == 0 && self.open.len() > self.quarter {
            tracing::warn!("the limit of connections is reached: the oldest idle ones are closed");
            let oldest = self.quarter.min(self.open.len() - self.quarter);
            self.open.drain(..oldest).for_each(|oldest| oldest.cancel());
            if let Ok(slot) = timeout(CLOSE_WAIT, Arc::clone(&self.slots).acquire_owned()).await {
                return slot.ok();
            }
        }
        // The semaphore is never closed.
        Arc::clone(&self.slots).acquire_owned().await.ok()
    }

    /// A slot, if one is free.
    pub(super) fn free_slot(&self) -> ConnectionSlot {
        Arc::clone(&self.slots).try_acquire_owned().ok()
    }

    /// Serves a connection in a task of its own, which holds the slot.
    pub(super) fn spawn(&mut self, slot: ConnectionSlot, stream: TcpStream) {
        let own = self.close_all.child_token();
        let ended = own.clone().drop_guard();
        self.open.push_back(own.clone());
        let signal = CloseSignal { own, close_all: self.close_all.clone() };
        self.tasks.spawn((self.serve)(stream, signal).map(|()| drop((slot, ended))));
    }

    /// Asks all connections to close, and waits until they have.
    pub(super) async fn close(&self) {
        self.close_all.cancel();
        self.closed().await;
    }

    /// Waits until all connections have ended by themselves.
    pub(super) async fn closed(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Asks one connection to close.
pub(super) struct CloseSignal {
    own: CancellationToken,
    close_all: CancellationToken,
}

impl CloseSignal {
    /// Waits until the connection is asked to close.
    pub(super) async fn given(&self) {
        self.own.cancelled().await;
    }

    /// Whether the reason is that a new connection needs the slot.
    pub(super) fn frees_slot(&self) -> bool {
        !self.close_all.is_cancelled()
    }
}

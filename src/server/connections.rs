//! Counts and limits connections, and decides which are closed if a new one finds no free slot.

use std::{
    collections::VecDeque,
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::{FutureExt, future::BoxFuture};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long connections that were asked to close may take before younger ones are asked too.
const CLOSE_WAIT: Duration = Duration::from_millis(100);

/// A group of connections that were accepted one after the other, at most a quarter of all. Cancelling the token asks them to
/// close.
type Generation = Arc<CancellationToken>;

/// All connections, and the slots that they take.
pub(super) struct Connections {
    slots: Arc<Semaphore>,
    /// Most connections of one generation.
    generation_size: usize,
    /// The earlier generations, oldest first. The pointer of a generation without connections is dead.
    older: VecDeque<Weak<CancellationToken>>,
    newest: Generation,
    /// How many connections were accepted in the newest generation.
    newest_size: usize,
    /// Cancelled to ask all connections to close.
    close_all: CancellationToken,
    tasks: TaskTracker,
}

/// The slot of one connection; `None` for a connection past the limit, which only a stop accepts.
pub(super) type ConnectionSlot = Option<OwnedSemaphorePermit>;

impl Connections {
    /// At most `limit` connections, at least 1.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            slots: Semaphore::new(limit).into(),
            generation_size: (limit / 4).max(1),
            older: VecDeque::new(),
            newest: Generation::default(),
            newest_size: 0,
            close_all: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Waits for a slot for one more connection. If none is free, the oldest connections are asked to close until one has.
    /// Those of the newest generation are not asked: they may not have had time to send a request.
    pub(super) async fn acquire_slot(&mut self) -> ConnectionSlot {
        while self.slots.available_permits() == 0
            && let Some(oldest) = self.older.pop_front()
        {
            let Some(oldest) = oldest.upgrade() else { continue };
            tracing::warn!("the limit of connections is reached: the oldest idle ones are closed");
            oldest.cancel();
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

    /// Serves a connection in a task of its own, which holds the slot. `serve` gets the signal that asks it to close.
    pub(super) fn spawn(
        &mut self,
        slot: ConnectionSlot,
        serve: impl FnOnce(CloseSignal) -> BoxFuture<'static, ()>,
    ) {
        let signal = CloseSignal { generation: self.next_generation(), close_all: self.close_all.clone() };
        self.tasks.spawn(serve(signal).map(|()| drop(slot)));
    }

    /// The generation of the next connection.
    fn next_generation(&mut self) -> Generation {
        if self.newest_size == self.generation_size {
            self.older.retain(|generation| generation.strong_count() > 0);
            self.older.push_back(Arc::downgrade(&self.newest));
            self.newest = Generation::default();
            self.newest_size = 0;
        }
        self.newest_size += 1;
        Arc::clone(&self.newest)
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
    generation: Generation,
    close_all: CancellationToken,
}

impl CloseSignal {
    /// Waits until the connection is asked to close.
    pub(super) async fn given(&self) {
        tokio::select! {
            () = self.generation.cancelled() => {}
            () = self.close_all.cancelled() => {}
        }
    }

    /// Whether the reason is that a new connection needs the slot.
    pub(super) fn frees_slot(&self) -> bool {
        self.generation.is_cancelled()
    }
}

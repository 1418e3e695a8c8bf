//! How many connections there are, and which of them leave when there is no room for one more.

use std::{
    collections::VecDeque,
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long those asked to leave have for it before others are asked.
const TO_LEAVE: Duration = Duration::from_millis(100);

/// The connections that came in together, a quarter of the house, and the word for them to leave.
type Generation = Arc<CancellationToken>;

/// All connections, and the places that they take.
pub(super) struct Connections {
    places: Arc<Semaphore>,
    /// Connections of a generation.
    generation: usize,
    /// Oldest first; those that have left count no more.
    older: VecDeque<Weak<CancellationToken>>,
    newest: Generation,
    /// Connections of the newest.
    arrived: usize,
    /// The word for all to leave.
    close: CancellationToken,
    tasks: TaskTracker,
}

/// The place of one connection.
pub(super) type Place = Option<OwnedSemaphorePermit>;

impl Connections {
    /// An empty house of so many places.
    pub(super) fn new(places: usize) -> Self {
        Self {
            places: Semaphore::new(places).into(),
            generation: (places / 4).max(1),
            older: VecDeque::new(),
            newest: Generation::default(),
            arrived: 0,
            close: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// A place for one more connection. In a full house the oldest are asked to leave until one of them does; the newest,
    /// who may not yet have had the time to bring a request, never.
    pub(super) async fn place(&mut self) -> Place {
        while self.places.available_permits() == 0
            && let Some(oldest) = self.older.pop_front()
        {
            let Some(oldest) = oldest.upgrade() else { continue };
            tracing::warn!("as many connections as there may be: old ones without a request are closed");
            oldest.cancel();
            if let Ok(place) = timeout(TO_LEAVE, Arc::clone(&self.places).acquire_owned()).await {
                return place.ok();
            }
        }
        // The places are never closed.
        Arc::clone(&self.places).acquire_owned().await.ok()
    }

    /// A place if one is free.
    pub(super) fn free_place(&self) -> Place {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Serves a connection in a task of its own. `serve` makes its service of what asks it to leave.
    pub(super) fn take_in<F>(&mut self, place: Place, serve_connection: impl FnOnce(CloseSignal) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let leave = CloseSignal { generation: self.generation_of_a_newcomer(), close: self.close.clone() };
        let attended = serve_connection(leave);
        self.tasks.spawn(async move {
            attended.await;
            drop(place);
        });
    }

    fn generation_of_a_newcomer(&mut self) -> Generation {
        if self.arrived == self.generation {
            self.older.retain(|generation| generation.strong_count() > 0);
            self.older.push_back(Arc::downgrade(&self.newest));
            self.newest = Generation::default();
            self.arrived = 0;
        }
        self.arrived += 1;
        Arc::clone(&self.newest)
    }

    /// Asks all connections to leave, and waits until they have.
    pub(super) async fn disperse(&self) {
        self.close.cancel();
        self.gone().await;
    }

    /// Waits until all connections have ended.
    pub(super) async fn gone(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// What asks one connection to leave.
pub(super) struct CloseSignal {
    generation: Generation,
    close: CancellationToken,
}

impl CloseSignal {
    /// Waits until the connection is to leave.
    pub(super) async fn asked(&self) {
        tokio::select! {
            () = self.generation.cancelled() => {}
            () = self.close.cancelled() => {}
        }
    }

    /// Whether it is for want of room.
    pub(super) fn for_room(&self) -> bool {
        self.generation.is_cancelled()
    }
}

//! Locks for changes of labels: one per project, and before it one per caller of that project. So at most one call of each caller
//! waits for the project's lock, and many calls of one caller do not delay another caller's.
//!
//! The labels of an issue are read and sent back as a whole, so without the lock one of two calls at the same time would undo the
//! other's label. Replicas that share a store take its lock as well, which ends by itself if its holder is gone.

use std::{
    sync::Weak,
    time::{Duration, Instant},
};

use futures_util::{
    FutureExt,
    future::{BoxFuture, ready},
};
use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

use super::{Shared, prelude::*};
use crate::store::{HeldClaim, Store};

/// How long a lock of the store lasts beyond the longest write, without being renewed.
const SPARE: Duration = Duration::from_secs(10);

/// The locks of all projects in this process, by project, and by caller in it.
#[derive(Default)]
pub(super) struct LabelLocks(Mutex<HashMap<LockKey, Weak<Lock>>>);

type Lock = tokio::sync::Mutex<()>;
type LockKey = (ProjectId, Option<String>);

/// The lock of one project, held until this is dropped.
pub(super) struct LabelLock {
    /// That of the store, where replicas share one, and how long the longest write takes.
    shared: Option<(HeldClaim, Duration)>,
    _local: [OwnedMutexGuard<()>; 2],
}

impl Service {
    /// Waits for the lock on a project's labels, which lasts until the writes of this call have ended, also those that it gave up.
    /// While replicas share a store, this call sends writes from then on only as long as its lock outlasts them.
    ///
    /// # Errors
    /// [`Error::StoreAway`], and [`Error::NotAttempted`] where the time of the request runs out.
    pub(super) async fn lock_labels(&self, project: ProjectId) -> Result<Arc<LabelLock>> {
        // What is read under the lock must be read after it was taken.
        self.gitlab.ahead.confirm().await;
        let Shared { label_locks, store, time_limits, .. } = &*self.shared;
        let context = &self.gitlab.context;
        let local = label_locks.lock(project, &context.audit.caller).await;
        let shared = match store.as_ref().filter(|_| self.intent == Intent::Act) {
            None => None,
            Some(store) => {
                let key = store.key("labels", &[&project.to_string()]);
                let longest_write = time_limits.longest_call;
                let held = take(store, key, longest_write, context.deadline).await?;
                self.gitlab.forget(project);
                Some((held, longest_write))
            }
        };
        let lock = Arc::new(LabelLock { shared, _local: local });
        context.guard_writes(&lock);
        Ok(lock)
    }
}

impl LabelLocks {
    /// Waits for the project's lock within this process, which is held as long as the guards live.
    async fn lock(&self, project: ProjectId, caller: &str) -> [OwnedMutexGuard<()>; 2] {
        let turn = self.lock_of((project, Some(caller.to_owned()))).lock_owned().await;
        [self.lock_of((project, None)).lock_owned().await, turn]
    }

    fn lock_of(&self, key: LockKey) -> Arc<Lock> {
        let mut locks = self.0.lock();
        if let Some(lock) = locks.get(&key).and_then(Weak::upgrade) {
            return lock;
        }
        // Locks that nobody holds or waits for are dropped.
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        locks.insert(key, Arc::downgrade(&lock));
        lock
    }
}

/// Takes a lock of the store that lasts longer than the longest write.
async fn take(store: &Store, key: String, longest_write: Duration, deadline: Instant) -> Result<HeldClaim> {
    let length = longest_write + SPARE;
    let taken = store.take(key, "", [length, length], deadline).await.map_err(|_| Error::StoreAway)?;
    taken.map_err(|_| Error::NotAttempted)
}

impl WriteGuard for LabelLock {
    /// Whether a write that is sent now has ended before another replica can take the lock.
    fn permits(&self) -> BoxFuture<'_, bool> {
        ready(self.shared.as_ref().is_none_or(|(held, longest_write)| held.outlasts(*longest_write))).boxed()
    }
}

impl Drop for LabelLock {
    /// Gives the store's lock back, before a call of this process takes its turn.
    fn drop(&mut self) {
        self.shared.iter().for_each(|(held, _)| held.free());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::memory::Memory;

    #[test]
    fn the_lock_of_one_project_is_held_by_one_and_no_other_project_waits() {
        let locks = LabelLocks::default();
        let lock = |project| locks.lock(ProjectId(project), "alice").now_or_never();
        let first = lock(1);
        assert!(first.is_some());
        assert!((2..200).all(|other| lock(other).is_some()));
        assert!(lock(1).is_none());
        drop(first);
        assert!(lock(1).is_some());
    }

    #[test]
    fn calls_of_one_caller_do_not_stand_before_anothers() {
        let locks = LabelLocks::default();
        let lock = |caller| locks.lock(ProjectId(1), caller).boxed();
        let first = lock("alice").now_or_never();
        let (mut second, mut other) = (lock("alice"), lock("bob"));
        assert!((&mut second).now_or_never().is_none() && (&mut other).now_or_never().is_none());
        drop(first);
        assert!((&mut second).now_or_never().is_none());
        drop(other.now_or_never().unwrap());
        assert!(second.now_or_never().is_some());
    }

    const WRITE: Duration = Duration::from_secs(5);

    async fn take(memory: &Memory, within: Duration) -> Result<LabelLock> {
        let store = Store::in_memory(memory.clone());
        let held = super::take(&store, "labels".to_owned(), WRITE, Instant::now() + within).await?;
        let local = LabelLocks::default().lock(ProjectId(1), "alice").await;
        Ok(LabelLock { shared: Some((held, WRITE)), _local: local })
    }

    #[tokio::test]
    async fn of_two_replicas_one_holds_the_lock_and_the_other_waits_for_it() {
        let memory = Memory::default();
        let first = take(&memory, WRITE).await.unwrap();
        assert!(first.permits().await);
        assert!(matches!(take(&memory, Duration::from_millis(5)).await, Err(Error::NotAttempted)));
        drop(first);
        assert!(take(&memory, WRITE).await.is_ok());
    }

    #[tokio::test]
    async fn the_lock_of_a_replica_that_is_gone_ends_by_itself() {
        let memory = Memory::default();
        let gone = take(&memory, WRITE).await.unwrap();
        memory.pass(WRITE + SPARE + Duration::from_millis(1));
        let next = take(&memory, WRITE).await.unwrap();
        assert!(next.permits().await);
        drop(gone);
        tokio::task::yield_now().await;
        assert!(take(&memory, Duration::from_millis(5)).await.is_err(), "only its holder gives a lock back");
    }

    #[tokio::test]
    async fn a_lock_that_may_end_before_a_write_does_permits_none() {
        let memory = Memory::default();
        let lock = take(&memory, WRITE).await.unwrap();
        lock.shared.as_ref().unwrap().0.age(SPARE + WRITE / 2);
        assert!(!lock.permits().await);
    }

    #[tokio::test]
    async fn without_the_store_there_is_no_lock() {
        let memory = Memory::default();
        memory.set_away(true);
        assert!(matches!(take(&memory, WRITE).await, Err(Error::StoreAway)));
    }
}

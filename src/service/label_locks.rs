//! One lock per project for changes of labels. The labels of an issue are read and sent back as a whole, so without the lock
//! one of two calls at the same time would undo the other's label.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::OwnedMutexGuard;

use crate::gitlab::ProjectId;

/// The locks of all projects, within this process. Clones share them.
#[derive(Debug, Clone, Default)]
pub(super) struct LabelLocks(Arc<Mutex<HashMap<ProjectId, Weak<Lock>>>>);

type Lock = tokio::sync::Mutex<()>;

impl LabelLocks {
    /// Waits for the project's lock. It is released when the guard is dropped.
    pub(super) async fn lock(&self, project: ProjectId) -> OwnedMutexGuard<()> {
        self.lock_of(project).lock_owned().await
    }

    fn lock_of(&self, project: ProjectId) -> Arc<Lock> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = locks.get(&project).and_then(Weak::upgrade) {
            return lock;
        }
        // Locks that nobody holds or waits for are dropped.
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        locks.insert(project, Arc::downgrade(&lock));
        lock
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn the_lock_of_one_project_is_held_by_one_and_no_other_project_waits() {
        let locks = LabelLocks::default();
        let first = locks.lock(ProjectId(1)).now_or_never();
        assert!(first.is_some());
        assert!((2..200).all(|other| locks.lock(ProjectId(other)).now_or_never().is_some()));
        assert!(locks.lock(ProjectId(1)).now_or_never().is_none());
        drop(first);
        assert!(locks.lock(ProjectId(1)).now_or_never().is_some());
    }
}

//! LabelLocks at the labels of a project: a set of labels is read and sent back whole, so that two calls at once would lose one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::OwnedMutexGuard;

use crate::gitlab::ProjectId;

/// One turn at a time for each project, within this process.
#[derive(Debug, Clone, Default)]
pub(super) struct LabelLocks(Arc<Mutex<HashMap<ProjectId, Weak<Turn>>>>);

type Turn = tokio::sync::Mutex<()>;

impl LabelLocks {
    /// Waits for the project's turn, which lasts as long as the guard.
    pub(super) async fn of(&self, project: ProjectId) -> OwnedMutexGuard<()> {
        self.turn(project).lock_owned().await
    }

    fn turn(&self, project: ProjectId) -> Arc<Turn> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&project).and_then(Weak::upgrade) {
            return turn;
        }
        // Those that nobody has or waits for are over.
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(project, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn turns_at_one_project_follow_each_other_and_no_other_project_waits() {
        let turns = LabelLocks::default();
        let first = turns.of(ProjectId(1)).now_or_never();
        assert!(first.is_some());
        assert!((2..200).all(|other| turns.of(ProjectId(other)).now_or_never().is_some()));
        assert!(turns.of(ProjectId(1)).now_or_never().is_none());
        drop(first);
        assert!(turns.of(ProjectId(1)).now_or_never().is_some());
    }
}

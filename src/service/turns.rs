//! Turns at the labels of a project: a set of labels is read and sent back whole, so that two calls at once would lose one.

use std::sync::Arc;

use tokio::sync::{Mutex, MutexGuard};

use crate::gitlab::ProjectId;

/// Projects share this many turns: enough that two seldom meet, few enough to cost nothing.
const TURNS: i64 = 64;

/// One turn at a time for each project, within this process.
#[derive(Debug, Clone)]
pub(super) struct Turns(Arc<[Mutex<()>]>);

impl Default for Turns {
    fn default() -> Self {
        Self((0..TURNS).map(|_| Mutex::default()).collect())
    }
}

impl Turns {
    /// Waits for the project's turn, which lasts as long as the guard.
    pub(super) async fn of(&self, project: ProjectId) -> Option<MutexGuard<'_, ()>> {
        let turn = usize::try_from(project.0.rem_euclid(TURNS)).ok().and_then(|turn| self.0.get(turn))?;
        Some(turn.lock().await)
    }
}

//! Acting, or only saying what acting would do (`dry_run`).

use super::Service;
use crate::{
    audit::Object,
    gitlab::{self, Writer},
};

/// What a call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Intent {
    /// To act.
    #[default]
    Act,
    /// To hear what acting would do: all is looked up and checked, nothing is sent to the host but reads.
    Preview,
}

impl Service {
    /// What this call is for.
    #[must_use]
    pub fn intent(&self) -> Intent {
        self.intent
    }

    /// The same rules for a call that only asks what would be done.
    #[must_use]
    pub fn previewing(&self) -> Self {
        Self { intent: Intent::Preview, ..self.clone() }
    }

    /// Sends a write that concerns these objects and answers what the host said; `None` in a preview, where nothing is sent.
    /// The rules hold no [`Writer`] of their own, so that every write passes here.
    ///
    /// # Errors
    /// The failed call.
    pub(super) async fn write<T, F>(
        &self,
        objects: Vec<Object>,
        send: impl FnOnce(Writer) -> F,
    ) -> Result<Option<T>, gitlab::Error>
    where
        F: Future<Output = Result<T, gitlab::Error>>,
    {
        match self.intent {
            Intent::Act => send(Writer::new(self.gitlab.clone(), objects)).await.map(Some),
            Intent::Preview => Ok(None),
        }
    }
}

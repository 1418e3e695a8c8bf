//! Acting, or only previewing what acting would do (`dry_run`).

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
    /// To preview: everything is looked up and checked, and only reads are sent to the host.
    Preview,
}

impl Service {
    /// What this call is for.
    #[must_use]
    pub fn intent(&self) -> Intent {
        self.intent
    }

    /// The same rules for a preview.
    #[must_use]
    pub fn previewing(&self) -> Self {
        Self { intent: Intent::Preview, ..self.clone() }
    }

    /// Sends a write that concerns these objects and returns the host's answer; `None` in a preview, which sends nothing. The
    /// rules get a [`Writer`] only here, so every write passes this function.
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

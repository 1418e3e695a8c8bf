//! Acting, or only saying what acting would do (`dry_run`).

use super::Service;
use crate::gitlab::{self, Client, Writer};

/// What a call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Intent {
    /// To act.
    #[default]
    Act,
    /// To hear what acting would do: all is looked up and checked, nothing is sent to the host but reads.
    Preview,
}

/// The one door to the host's writes. The rules hold no [`Writer`] of their own, so that a preview can't let one through.
#[derive(Debug, Clone)]
pub(super) struct Writes {
    host: Writer,
    intent: Intent,
}

impl Writes {
    /// Writes that are sent.
    pub(super) fn to(host: &Client) -> Self {
        Self { host: Writer::new(host.clone()), intent: Intent::Act }
    }
}

impl Service {
    /// What this call is for.
    #[must_use]
    pub fn intent(&self) -> Intent {
        self.writes.intent
    }

    /// The same rules for a call that only asks what would be done.
    #[must_use]
    pub fn previewing(&self) -> Self {
        let host = self.writes.host.clone();
        Self { writes: Writes { host, intent: Intent::Preview }, ..self.clone() }
    }

    /// Sends a write and answers what the host said; `None` in a preview, where nothing is sent.
    ///
    /// # Errors
    /// The failed call.
    pub(super) async fn write<'a, T, F>(
        &'a self,
        call: impl FnOnce(&'a Writer) -> F,
    ) -> Result<Option<T>, gitlab::Error>
    where
        F: Future<Output = Result<T, gitlab::Error>>,
    {
        match self.writes.intent {
            Intent::Act => call(&self.writes.host).await.map(Some),
            Intent::Preview => Ok(None),
        }
    }
}

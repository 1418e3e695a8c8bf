//! Acting, or only previewing what acting would do (`dry_run`).

use super::Service;
use crate::{
    audit::Object,
    gitlab::{self, Fault, ProjectId, ProjectState, Writer},
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
    pub fn intent(&self) -> Intent {
        self.intent
    }

    /// The same rules for a preview.
    pub fn previewing(&self) -> Self {
        Self { intent: Intent::Preview, ..self.clone() }
    }

    /// The objects of the writes that this preview would send.
    pub fn planned(&self) -> Vec<Object> {
        self.planned.lock().clone()
    }

    /// The labels that this call created, or this preview would create.
    pub fn created_labels(&self) -> Vec<String> {
        self.created_labels.lock().clone()
    }

    /// Sends a write that concerns these objects and returns the host's answer; `None` in a preview, which sends no write. The
    /// rules get a [`Writer`] only here, so every write passes this function.
    ///
    /// # Errors
    /// The failed call; [`Fault::NotShown`] for an object that the person did not agree to; in a preview, the host's 403 for a
    /// project that takes no changes.
    pub(super) async fn write<T, F: Future<Output = gitlab::Result<T>>>(
        &self,
        objects: Vec<Object>,
        send: impl FnOnce(Writer) -> F,
    ) -> gitlab::Result<Option<T>> {
        if let Some(agreed) = &self.agreed
            && !objects.iter().all(|object| agreed.contains(object))
        {
            return Err(gitlab::Error { call: "a write", fault: Fault::NotShown });
        }
        match self.intent {
            Intent::Act => send(Writer::new(self.gitlab.clone(), objects)).await.map(Some),
            Intent::Preview => {
                for object in &objects {
                    if let Object::Project(id, _) = object {
                        self.takes_changes(ProjectId(*id)).await?;
                    }
                }
                self.planned.lock().extend(objects);
                Ok(None)
            }
        }
    }

    /// Checks in a preview that the project is not archived and has issues, so that the preview fails as acting would (decisions,
    /// section 5). A call concerns one project, which is read once.
    async fn takes_changes(&self, project: ProjectId) -> gitlab::Result<()> {
        let state = self.project_state.get_or_try_init(|| self.gitlab.project(&project)).await?;
        if state.as_ref().is_none_or(ProjectState::takes_changes) {
            return Ok(());
        }
        Err(gitlab::Error::forbidden("PUT /projects/:id"))
    }
}

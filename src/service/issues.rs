//! Operations on issues.

mod batch;
mod bulk_labelling;
mod creation;
mod labelling;
mod listing;
mod state;

pub use batch::{Batch, BatchCreated, BatchItem, UnresolvedBatch, create_batch};
pub use bulk_labelling::{ItemOutcome, Labelled, LabelledItem, label_all, label_several};
pub use creation::{Created, Creation, NewIssue, UnresolvedCreation, assisted_create, create};
pub use labelling::{AddedLabel, add_label};
pub use listing::{Issues, Labels, list, list_labels};
pub use state::{Changed, change_state};

pub use super::labels::LabelRequest;

use super::Service;
use crate::{
    error::Error,
    gitlab::{Iid, Issue, IssueChange, Project},
};

/// Updates an issue; one that the host does not know is the caller's to hear of.
async fn update(
    service: &Service,
    project: &Project,
    iid: Iid,
    change: &IssueChange,
) -> Result<Issue, Error> {
    service.gitlab.update_issue(project.id, iid, change).await.map_err(|error| {
        if error.is_not_found() {
            Error::IssueNotFound { project: project.path_with_namespace.clone(), iid }
        } else {
            error.into()
        }
    })
}

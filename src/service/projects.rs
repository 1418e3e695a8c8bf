//! Operations on projects.

mod creation;
mod find;
mod listing;
mod summary;

pub use creation::{
    AssistedCreation, CheckTarget, CompleteProject, ProjectCheck, ProjectDraft, Visibility, assisted_create,
    check, create,
};
pub use find::{FoundProjects, find};
pub use listing::{GroupProjects, Tasks, list, members, milestones, percent, tasks};
pub use summary::{LabelCount, Summary, summary};

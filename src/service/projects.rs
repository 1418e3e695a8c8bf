//! Operations on projects.

mod check;
mod creation;
mod find;
mod label_counts;
mod listing;
mod progress;
mod summary;

pub use check::{CheckTarget, GroupFinding, ProjectCheck, check};
pub use creation::{AssistedCreation, CompleteProject, ProjectDraft, Visibility, assisted_create, create};
pub use find::{FoundProjects, find};
pub use label_counts::LabelCount;
pub use listing::{GroupProjects, list, members, milestones};
pub use progress::{Tasks, percent, tasks};
pub use summary::{Summary, summary};

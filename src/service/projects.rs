//! Operations on projects.

mod check;
mod creation;
mod find;
mod label_counts;
mod listing;
mod members;
mod milestones;
mod progress;
mod summary;

pub use check::{CheckTarget, GroupFinding, ProjectCheck, check};
pub use creation::{AssistedCreation, CompleteProject, NewProject, Visibility, assisted_create, create};
pub use find::{FoundProjects, find};
pub use label_counts::LabelCount;
pub use listing::{Listing, list};
pub use members::{Members, members};
pub use milestones::{Milestones, milestones};
pub use progress::{Progress, Tasks, progress, tasks};
pub use summary::{Summary, summary};

//! The words of each operation on projects.

pub mod assistant_create;
pub mod assistant_list;
pub mod assistant_members;
pub mod assistant_milestones;
pub mod assistant_progress;
pub mod assistant_tasks;
pub mod check_create;
pub mod create;
pub mod summary;

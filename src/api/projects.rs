//! `/api/v1/projects`

mod assistant_create;
mod assistant_list;
mod assistant_members;
mod assistant_milestones;
mod assistant_progress;
mod assistant_tasks;
mod check_create;
mod create;
mod find;
mod summary;

use super::{Code, Entry};

/// The failures of operations that create a project.
const CREATING: &[Code] = &[Code::InvalidArgument, Code::NamespaceMismatch];

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of(&check_create::ABOUT, check_create::run).refusing(&[Code::InvalidArgument]),
        Entry::of(&create::ABOUT, create::run).refusing(CREATING),
        Entry::of(&assistant_create::ABOUT, assistant_create::run).refusing(CREATING),
        Entry::of(&assistant_list::ABOUT, assistant_list::run),
        Entry::of(&find::ABOUT, find::run).refusing(&[]),
        Entry::of(&assistant_tasks::ABOUT, assistant_tasks::run),
        Entry::of(&assistant_progress::ABOUT, assistant_progress::run),
        Entry::of(&summary::ABOUT, summary::run),
        Entry::of(&assistant_members::ABOUT, assistant_members::run),
        Entry::of(&assistant_milestones::ABOUT, assistant_milestones::run),
    ]
}

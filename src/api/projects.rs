//! `/api/v1/projects`

mod assistant_create;
mod assistant_list;
mod assistant_progress;
mod assistant_tasks;
mod check_create;
mod create;

use super::{
    Entry,
    records::{CandidateProject, Status, records},
};
use crate::{gitlab::Project, messages, service::resolve::Unresolved};

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of::<check_create::CheckCreateProject>(),
        Entry::of::<create::CreateProject>(),
        Entry::of::<assistant_create::AssistantCreateProject>(),
        Entry::of::<assistant_list::AssistantListProjects>(),
        Entry::of::<assistant_tasks::AssistantProjectTasks>(),
        Entry::of::<assistant_progress::AssistantProjectProgress>(),
    ]
}

/// `not_found` or `clarification_needed`: what reading operations say of a project that is unclear.
pub(super) fn unclear(
    unresolved: Unresolved<Project>,
    hint: &str,
) -> (Status, String, Vec<CandidateProject>) {
    match unresolved {
        Unresolved::NotFound => (Status::NotFound, messages::project_not_found(hint), Vec::new()),
        Unresolved::Ambiguous(candidates) => {
            (Status::ClarificationNeeded, messages::project_ambiguous(hint), records(candidates))
        }
    }
}

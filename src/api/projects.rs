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

use super::Entry;

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of::<check_create::CheckCreateProject>(),
        Entry::of::<create::CreateProject>(),
        Entry::of::<assistant_create::AssistantCreateProject>(),
        Entry::of::<assistant_list::AssistantListProjects>(),
        Entry::of::<find::FindProjects>(),
        Entry::of::<assistant_tasks::AssistantProjectTasks>(),
        Entry::of::<assistant_progress::AssistantProjectProgress>(),
        Entry::of::<summary::ProjectSummary>(),
        Entry::of::<assistant_members::AssistantProjectMembers>(),
        Entry::of::<assistant_milestones::AssistantProjectMilestones>(),
    ]
}

//! `/api/v1/issues`

mod add_label;
mod assistant_create;
mod assistant_list;
mod batch_create;
mod bulk_labelling;
mod change_state;
mod create;
mod list_labels;

use super::{
    Entry,
    records::{CandidateIssue, CandidateProject, ProjectRef, Status, records},
};
use crate::{
    gitlab::Project,
    messages,
    service::resolve::{Unresolved, UnresolvedIssue},
};

pub(super) fn operations() -> Vec<Entry> {
    vec![
        Entry::of::<create::CreateIssue>(),
        Entry::of::<assistant_list::AssistantListIssues>(),
        Entry::of::<assistant_create::AssistantCreateIssue>(),
        Entry::of::<change_state::AssistantCloseIssue>(),
        Entry::of::<change_state::AssistantReopenIssue>(),
        Entry::of::<list_labels::AssistantListLabels>(),
        Entry::of::<add_label::AssistantAddLabel>(),
        Entry::of::<bulk_labelling::AssistantBulkAddLabel>(),
        Entry::of::<bulk_labelling::AssistantAddLabelAll>(),
        Entry::of::<batch_create::AssistantBatchCreateIssues>(),
    ]
}

/// `project_not_found` or `project_clarification_needed`: what operations on issues say of a project that is unclear.
fn unclear_project(unresolved: Unresolved<Project>, hint: &str) -> (Status, String, Vec<CandidateProject>) {
    match unresolved {
        Unresolved::NotFound => (Status::ProjectNotFound, messages::project_not_found(hint), Vec::new()),
        Unresolved::Ambiguous(candidates) => {
            (Status::ProjectClarificationNeeded, messages::project_ambiguous(hint), records(candidates))
        }
    }
}

/// What an operation on one issue says of an issue that is unclear.
struct UnclearIssue {
    status: Status,
    message: String,
    project: Option<ProjectRef>,
    candidate_projects: Vec<CandidateProject>,
    candidate_issues: Vec<CandidateIssue>,
}

impl UnclearIssue {
    fn new(unresolved: UnresolvedIssue, project_hint: &str, issue_hint: &str) -> Self {
        match unresolved {
            UnresolvedIssue::Project(unresolved) => {
                let (status, message, candidate_projects) = unclear_project(unresolved, project_hint);
                Self { status, message, project: None, candidate_projects, candidate_issues: Vec::new() }
            }
            UnresolvedIssue::Issue(project, unresolved) => {
                let (status, message, candidate_issues) = match unresolved {
                    Unresolved::NotFound => (
                        Status::IssueNotFound,
                        messages::issue_not_found(issue_hint, &project.name),
                        Vec::new(),
                    ),
                    Unresolved::Ambiguous(candidates) => {
                        let message = messages::issue_ambiguous(issue_hint, &project.name);
                        (Status::IssueClarificationNeeded, message, records(candidates))
                    }
                };
                let project = Some(project.into());
                Self { status, message, project, candidate_projects: Vec::new(), candidate_issues }
            }
        }
    }
}

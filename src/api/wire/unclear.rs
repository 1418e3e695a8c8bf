//! What an answer says of a hint that named no object for sure.

use crate::{
    api::wire::{
        answer::{Answer, Status},
        records::{CandidateIssue, CandidateProject, ProjectRef, records},
    },
    gitlab::Project,
    messages,
    service::resolve::{Unresolved, UnresolvedIssue},
};

/// What an operation calls a project that was not found, and one that is ambiguous.
pub(in crate::api) type Outcomes = [Status; 2];

/// In operations whose hint is for the project alone.
pub(in crate::api) const FOR_PROJECTS: Outcomes = [Status::NotFound, Status::ClarificationNeeded];
/// In operations whose hints are for more than the project.
pub(in crate::api) const FOR_ISSUES: Outcomes = [Status::ProjectNotFound, Status::ProjectClarificationNeeded];

/// The answer for a project that is unclear; `response` makes its fields of the candidates.
pub(in crate::api) fn unclear_project<T>(
    unresolved: Unresolved<Project>,
    hint: &str,
    outcomes: Outcomes,
    response: impl FnOnce(Vec<CandidateProject>) -> T,
) -> Answer<T> {
    let (status, message, candidates) = project_question(unresolved, hint, outcomes);
    Answer::new(status, message, response(candidates))
}

fn project_question(
    unresolved: Unresolved<Project>,
    hint: &str,
    [not_found, ambiguous]: Outcomes,
) -> (Status, String, Vec<CandidateProject>) {
    match unresolved {
        Unresolved::NotFound(_) => (not_found, messages::project_not_found(hint), Vec::new()),
        Unresolved::Ambiguous(question) => {
            (ambiguous, messages::project_ambiguous(hint), records(question.candidates))
        }
    }
}

/// What an operation on one issue says of an issue that is unclear.
pub(in crate::api) struct UnclearIssue {
    pub(in crate::api) status: Status,
    pub(in crate::api) message: String,
    pub(in crate::api) project: Option<ProjectRef>,
    pub(in crate::api) candidate_projects: Vec<CandidateProject>,
    pub(in crate::api) candidate_issues: Vec<CandidateIssue>,
}

impl UnclearIssue {
    pub(in crate::api) fn new(unresolved: UnresolvedIssue, project_hint: &str, issue_hint: &str) -> Self {
        match unresolved {
            UnresolvedIssue::Project(unresolved) => {
                let (status, message, candidate_projects) =
                    project_question(unresolved, project_hint, FOR_ISSUES);
                Self { status, message, project: None, candidate_projects, candidate_issues: Vec::new() }
            }
            UnresolvedIssue::Issue(project, unresolved) => {
                let (status, message, candidate_issues) = match unresolved {
                    Unresolved::NotFound(_) => (
                        Status::IssueNotFound,
                        messages::issue_not_found(issue_hint, &project.item.name),
                        Vec::new(),
                    ),
                    Unresolved::Ambiguous(question) => {
                        let message = messages::issue_ambiguous(issue_hint, &project.item.name);
                        (Status::IssueClarificationNeeded, message, records(question.candidates))
                    }
                };
                let candidate_projects = records(project.clone().only_candidate());
                let project = Some(project.item.into());
                Self { status, message, project, candidate_projects, candidate_issues }
            }
        }
    }
}

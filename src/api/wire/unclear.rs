//! What an answer says of a hint that named no object for sure.

use crate::{
    api::wire::{
        answer::{Answer, Status},
        records::{CandidateIssue, CandidateProject, ProjectRef, into_records},
    },
    gitlab::Project,
    language::Language,
    messages::unclear,
    service::resolve::{Unresolved, UnresolvedIssue},
};

/// What an operation calls a project that was not found, and one that is ambiguous.
pub(in crate::api) type Outcomes = [Status; 2];

/// In operations whose hint is for the project alone.
pub(in crate::api) const FOR_PROJECTS: Outcomes = [Status::NotFound, Status::ClarificationNeeded];
/// In operations whose hints are for more than the project.
pub(in crate::api) const FOR_ISSUES: Outcomes = [Status::ProjectNotFound, Status::ProjectClarificationNeeded];

/// The answer for a project that is unclear; `response` makes its fields of the candidates.
pub(in crate::api) fn answer_unclear_project<T>(
    language: Language,
    unresolved: Unresolved<Project>,
    hint: &str,
    outcomes: Outcomes,
    response: impl FnOnce(Vec<CandidateProject>) -> T,
) -> Answer<T> {
    let (status, message, candidates) = ask_which_project(language, unresolved, hint, outcomes);
    Answer::new(status, message, response(candidates))
}

fn ask_which_project(
    language: Language,
    unresolved: Unresolved<Project>,
    hint: &str,
    [not_found, ambiguous]: Outcomes,
) -> (Status, String, Vec<CandidateProject>) {
    match unresolved {
        Unresolved::NotFound(_) => (not_found, unclear::project_not_found(language, hint), Vec::new()),
        Unresolved::Ambiguous(question) => {
            (ambiguous, unclear::project_ambiguous(language, hint), into_records(question.candidates))
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
    pub(in crate::api) fn new(
        language: Language,
        unresolved: UnresolvedIssue,
        project_hint: &str,
        issue_hint: &str,
    ) -> Self {
        match unresolved {
            UnresolvedIssue::Project(unresolved) => {
                let (status, message, candidate_projects) =
                    ask_which_project(language, unresolved, project_hint, FOR_ISSUES);
                Self { status, message, project: None, candidate_projects, candidate_issues: Vec::new() }
            }
            UnresolvedIssue::Issue(project, unresolved) => {
                let (status, message, candidate_issues) = match unresolved {
                    Unresolved::NotFound(_) => (
                        Status::IssueNotFound,
                        unclear::issue_not_found(language, issue_hint, &project.item.name),
                        Vec::new(),
                    ),
                    Unresolved::Ambiguous(question) => {
                        let message = unclear::issue_ambiguous(language, issue_hint, &project.item.name);
                        (Status::IssueClarificationNeeded, message, into_records(question.candidates))
                    }
                };
                let candidate_projects = into_records(project.clone().only_candidate());
                let project = Some(project.item.into());
                Self { status, message, project, candidate_projects, candidate_issues }
            }
        }
    }
}

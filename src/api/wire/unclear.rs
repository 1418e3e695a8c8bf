//! The answers for a hint that names no object for sure: a question, or not found.

use super::{
    answer::{Answer, Status},
    records::ProjectRef,
    shown::{Hinted, ShownIssues, ShownProjects},
};
use crate::{
    gitlab::{Issue, Project},
    language::Language,
    messages::unclear::{self, Called, Sought},
    service::resolve::{NotFound, Question, Unresolved, UnresolvedIssue},
};

/// An operation's statuses for "not found" and for a question, in this order.
pub(in crate::api) type Outcomes = [Status; 2];

/// For operations whose only hint is the project's.
pub(in crate::api) const FOR_PROJECTS: Outcomes = [Status::NotFound, Status::ClarificationNeeded];
/// For operations that have hints beside the project's.
pub(in crate::api) const FOR_ISSUES: Outcomes = [Status::ProjectNotFound, Status::ProjectClarificationNeeded];

/// Status, sentence and objects of an answer for a hint that names no object for sure.
pub(in crate::api) struct Unclear<T> {
    pub(in crate::api) status: Status,
    pub(in crate::api) message: String,
    pub(in crate::api) shown: Hinted<T>,
}

impl<T: Called> Unclear<T> {
    pub(in crate::api) fn new(
        language: Language,
        sought: Sought<'_>,
        hint: &str,
        [not_found, ambiguous]: Outcomes,
        unresolved: Unresolved<T>,
    ) -> Self {
        match unresolved {
            Unresolved::NotFound(NotFound { suggestions, .. }) => {
                let nearest = suggestions.first().map(|nearest| nearest.item.called(language));
                let message = unclear::not_found(language, sought, hint, nearest.as_deref());
                Self { status: not_found, message, shown: Hinted::suggestions(suggestions) }
            }
            Unresolved::Ambiguous(Question { candidates, why }) => {
                let called: Vec<_> =
                    candidates.iter().map(|candidate| candidate.item.called(language)).collect();
                let message = unclear::ask(language, sought, hint, &called, &why);
                Self { status: ambiguous, message, shown: Hinted::candidates(candidates) }
            }
        }
    }
}

impl Unclear<Issue> {
    /// The same for an issue of a project; `closes` if the operation closes issues.
    pub(in crate::api) fn issue(
        language: Language,
        project: &str,
        hint: &str,
        closes: bool,
        unresolved: Unresolved<Issue>,
    ) -> Self {
        let outcomes = [Status::IssueNotFound, Status::IssueClarificationNeeded];
        let message = match &unresolved {
            Unresolved::NotFound(NotFound { suggestions, in_other_state: true }) => suggestions
                .first()
                .map(|nearest| unclear::in_other_state(language, &nearest.item, project, closes)),
            _ => None,
        };
        let unclear = Self::new(language, Sought::Issue(project), hint, outcomes, unresolved);
        Self { message: message.unwrap_or(unclear.message), ..unclear }
    }
}

/// The answer for a project hint that names no project for sure; `response` makes the fields from the objects to show.
pub(in crate::api) fn answer_unclear_project<T>(
    language: Language,
    unresolved: Unresolved<Project>,
    hint: &str,
    outcomes: Outcomes,
    response: impl FnOnce(ShownProjects) -> T,
) -> Answer<T> {
    let Unclear { status, message, shown } =
        Unclear::new(language, Sought::Project, hint, outcomes, unresolved);
    Answer::new(status, message, response(shown.into()))
}

/// The answer of an operation on one issue if its hints do not name one project and one issue for sure.
pub(in crate::api) struct UnclearIssue {
    pub(in crate::api) status: Status,
    pub(in crate::api) message: String,
    pub(in crate::api) project: Option<ProjectRef>,
    pub(in crate::api) projects: ShownProjects,
    pub(in crate::api) issues: ShownIssues,
}

impl UnclearIssue {
    pub(in crate::api) fn new(
        language: Language,
        unresolved: UnresolvedIssue,
        (project_hint, issue_hint): (&str, &str),
        closes: bool,
    ) -> Self {
        match unresolved {
            UnresolvedIssue::Project(unresolved) => {
                let Unclear { status, message, shown } =
                    Unclear::new(language, Sought::Project, project_hint, FOR_ISSUES, unresolved);
                let (projects, issues) = (shown.into(), ShownIssues::default());
                Self { status, message, project: None, projects, issues }
            }
            UnresolvedIssue::Issue(project, unresolved) => {
                let Unclear { status, message, shown } =
                    Unclear::issue(language, &project.item.name, issue_hint, closes, unresolved);
                let record = Some(project.item.clone().into());
                Self { status, message, project: record, projects: project.into(), issues: shown.into() }
            }
        }
    }
}

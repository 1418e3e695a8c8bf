//! What an answer says of a hint that named no object for sure.

use super::{
    answer::{Answer, Status},
    prompt::{Offered, Prompt},
    records::ProjectRef,
    shown::{Hinted, ShownIssues, ShownProjects},
};
use crate::{
    gitlab::{Issue, Project},
    language::Language,
    messages::unclear::{self, Sought},
    service::resolve::{NotFound, Question, Unresolved, UnresolvedIssue},
};

/// What an operation calls an object that was not found, and one that it has to ask about.
pub(in crate::api) type Outcomes = [Status; 2];

/// In operations whose hint is for the project alone.
pub(in crate::api) const FOR_PROJECTS: Outcomes = [Status::NotFound, Status::ClarificationNeeded];
/// In operations whose hints are for more than the project.
pub(in crate::api) const FOR_ISSUES: Outcomes = [Status::ProjectNotFound, Status::ProjectClarificationNeeded];

/// What is said of a hint that named no object for sure.
pub(in crate::api) struct Unclear<T> {
    pub(in crate::api) status: Status,
    pub(in crate::api) message: String,
    pub(in crate::api) shown: Hinted<T>,
    /// What the person may choose; `None` where there is nothing to choose from.
    pub(in crate::api) prompt: Option<Prompt>,
}

impl<T: Offered> Unclear<T> {
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
                let prompt = Prompt::among(language, &suggestions);
                Self { status: not_found, message, shown: Hinted::suggestions(suggestions), prompt }
            }
            Unresolved::Ambiguous(Question { candidates, why }) => {
                let called: Vec<_> =
                    candidates.iter().map(|candidate| candidate.item.called(language)).collect();
                let message = unclear::ask(language, sought, hint, &called, &why);
                let prompt = Prompt::among(language, &candidates);
                Self { status: ambiguous, message, shown: Hinted::candidates(candidates), prompt }
            }
        }
    }
}

impl Unclear<Issue> {
    /// The same for an issue of a project; `closes` where it was to be closed.
    pub(in crate::api) fn issue(
        language: Language,
        project: &Project,
        hint: &str,
        closes: bool,
        unresolved: Unresolved<Issue>,
    ) -> Self {
        let name = &project.name;
        let outcomes = [Status::IssueNotFound, Status::IssueClarificationNeeded];
        let other = match &unresolved {
            Unresolved::NotFound(NotFound { suggestions, in_other_state: true }) => suggestions.first(),
            _ => None,
        };
        // What is as it was to be leaves nothing to choose.
        let is_done = other.is_some_and(|other| closes || other.item.state == "opened");
        let message = other.map(|other| unclear::in_other_state(language, &other.item, name, closes));
        let unclear = Self::new(language, Sought::Issue(name), hint, outcomes, unresolved);
        let prompt = unclear.prompt.filter(|_| !is_done).map(|prompt| prompt.within(project));
        Self { message: message.unwrap_or(unclear.message), prompt, ..unclear }
    }
}

/// The answer for a project that is unclear; `response` makes its fields of what is shown.
pub(in crate::api) fn answer_unclear_project<T>(
    language: Language,
    unresolved: Unresolved<Project>,
    hint: &str,
    outcomes: Outcomes,
    response: impl FnOnce(ShownProjects) -> T,
) -> Answer<T> {
    let Unclear { status, message, shown, prompt } =
        Unclear::new(language, Sought::Project, hint, outcomes, unresolved);
    Answer::new(status, message, response(shown.into())).asks(prompt)
}

/// What an operation on one issue says of an issue that is unclear.
pub(in crate::api) struct UnclearIssue {
    pub(in crate::api) status: Status,
    pub(in crate::api) message: String,
    pub(in crate::api) project: Option<ProjectRef>,
    pub(in crate::api) projects: ShownProjects,
    pub(in crate::api) issues: ShownIssues,
    pub(in crate::api) prompt: Option<Prompt>,
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
                let Unclear { status, message, shown, prompt } =
                    Unclear::new(language, Sought::Project, project_hint, FOR_ISSUES, unresolved);
                let (projects, issues) = (shown.into(), ShownIssues::default());
                Self { status, message, project: None, projects, issues, prompt }
            }
            UnresolvedIssue::Issue(project, unresolved) => {
                let Unclear { status, message, shown, prompt } =
                    Unclear::issue(language, &project.item, issue_hint, closes, unresolved);
                let record = Some(project.item.clone().into());
                let (projects, issues) = (project.into(), shown.into());
                Self { status, message, project: record, projects, issues, prompt }
            }
        }
    }
}

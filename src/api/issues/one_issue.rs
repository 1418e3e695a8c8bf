//! What operations on one issue share: their answer.

use crate::api::prelude::*;

/// What they answer.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Outcome {
    project: Option<ProjectRef>,
    issue: Option<IssueListItem>,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    issues: ShownIssues,
}

/// What they answer, where they have a hint beside the issue's: the objects for that one as well.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Beside<S> {
    #[serde(flatten)]
    issue: Outcome,
    #[serde(flatten)]
    shown: S,
}

impl<S: Default> Beside<S> {
    /// Without objects for the other hint.
    pub(super) fn of(issue: Outcome) -> Self {
        Self { issue, shown: S::default() }
    }
}

/// The answer if a hint is open: one of the issue's, or the other one, whose words, kind in a project and statuses are given.
pub(super) fn answer_beside<T: Offered, S: Default + From<Hinted<T>>>(
    fields: (&ProjectFields, &IssueFields),
    success: Status,
    (hint, outcomes): (&str, Outcomes),
    sought: fn(&str) -> Sought<'_>,
    unresolved: UnresolvedBeside<T>,
) -> Answer<Beside<S>> {
    let (project, issue, unresolved) = match unresolved {
        UnresolvedBeside::Issue(unresolved) => {
            return answer_unclear(fields, success, unresolved).map(Beside::of);
        }
        UnresolvedBeside::Other { project, issue, unresolved } => (project, issue, unresolved),
    };
    let answer = Answer::unclear(sought(&project.item.name), hint, outcomes, unresolved);
    // One that was confirmed stands in the request already.
    let read = issue.as_ref().map(|issue| issue.item.iid.0);
    let know = |settled: &mut Settled| (settled.issue, settled.is_all) = (read, true);
    let answer = answer.asking(|prompt| prompt.within(&project.item).knowing(know));
    let (issue, candidates) = issue.map(|issue| (issue.item.clone(), issue.only_candidate())).unzip();
    let issue = Outcome::of(project, issue, candidates.unwrap_or_default());
    answer.map(|shown| Beside { issue, shown: shown.into() })
}

/// The answer of an operation on one issue. `status` and the sentence, which is told how the issue is called, are used if it acted.
pub(super) fn answer(
    service: &Service,
    fields: (&ProjectFields, &IssueFields),
    done: Result<Changed, Halt<UnresolvedIssue>>,
    status: Status,
    message: impl FnOnce(&Issue, Sentence) -> Sentence,
) -> Ran<Outcome> {
    let changed = done.or_answer(|unresolved| answer_unclear(fields, status, unresolved))?;
    Ok(answer_changed(service, changed, status, message))
}

/// The answer if it acted.
pub(super) fn answer_changed(
    service: &Service,
    changed: Changed,
    status: Status,
    message: impl FnOnce(&Issue, Sentence) -> Sentence,
) -> Answer<Outcome> {
    let (issue, project) = (&changed.issue, &changed.project.item);
    let message = if changed.already {
        messages::already(issue, project)
    } else {
        message(issue, messages::the_issue(issue, project))
            .then(messages::dropped_labels(&changed.dropped_labels))
    };
    let outcome = Outcome::of(changed.project, Some(changed.issue), changed.candidates);
    Answer::done(service.intent(), (status, message), outcome)
}

/// The answer if the hints do not name one project and one issue; `success` is the status that acting would have had.
pub(super) fn answer_unclear(
    (project, issue): (&ProjectFields, &IssueFields),
    success: Status,
    unresolved: UnresolvedIssue,
) -> Answer<Outcome> {
    let closes = success == Status::Closed;
    answer_unclear_issue(unresolved, issue.hints(project), closes, |project, projects, issues| Outcome {
        project,
        issue: None,
        projects,
        issues,
    })
}

impl Outcome {
    /// The outcome about an issue as it was changed, or as it was read; `None` for one that was not read.
    fn of(project: Chosen<Project>, issue: Option<Issue>, candidates: Vec<Scored<Issue>>) -> Self {
        Self {
            project: Some(project.item.clone().into()),
            issue: issue.map(Into::into),
            projects: project.into(),
            issues: ShownIssues::candidates(candidates),
        }
    }
}

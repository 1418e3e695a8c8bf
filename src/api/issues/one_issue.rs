//! What operations on one issue share: their answer.

use crate::{api::prelude::*, matching::Kind};

/// What they answer: the issue, as this record, and what the operation has to say besides.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct Outcome<B = Nothing, I = IssueListItem> {
    project: Option<ProjectRef>,
    issue: Option<I>,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    issues: ShownIssues,
    #[serde(flatten)]
    pub(super) besides: B,
}

/// Nothing besides.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Nothing {}

/// The answer if a hint is open: one of the issue's, or the other one, whose words are given, for a milestone or a member.
pub(super) fn answer_beside<T: Offered + Called, S: Default + From<Hinted<T>>>(
    fields: (&ProjectFields, &IssueFields),
    hint: &str,
    unresolved: UnresolvedBeside<T>,
) -> Answer<Outcome<S>> {
    let (project, issue, unresolved) = match unresolved {
        UnresolvedBeside::Issue(unresolved) => return answer_unclear(fields, false, unresolved),
        UnresolvedBeside::Other { project, issue, unresolved } => (project, issue, unresolved),
    };
    let place = Place::Project(&*project.item.name);
    let (sought, outcomes) = match T::KIND {
        Kind::Milestone => (Sought::Milestone(place), FOR_MILESTONE),
        _ => (Sought::Member(place), FOR_ASSIGNEE),
    };
    let answer = Answer::unclear(sought, hint, outcomes, unresolved);
    // One that was confirmed stands in the request already.
    let read = issue.as_ref().map(|issue| issue.item.iid.0);
    let know = |settled: &mut Settled| (settled.issue, settled.is_all) = (read, true);
    let answer = answer.asking(|prompt| prompt.within(&project.item).knowing(know));
    let (issue, candidates) = issue.map(|issue| (issue.item.clone(), issue.only_candidate())).unzip();
    answer.map(|shown| Outcome::of(project, issue, candidates.unwrap_or_default(), shown.into()))
}

/// The answer of an operation on one issue. `status` and the sentence, which is told the beginning of itself, are used if it acted.
pub(super) fn answer(
    service: &Service,
    fields: (&ProjectFields, &IssueFields),
    done: ChangedIssue,
    status: Status,
    message: impl FnOnce(&Issue, Sentence) -> Sentence,
) -> Ran<Outcome> {
    let changed =
        done.or_answer(|unresolved| answer_unclear(fields, status == Status::Closed, unresolved))?;
    Ok(answer_changed(service, changed, status, message, Nothing {}))
}

/// The answer if it acted.
pub(super) fn answer_changed<B>(
    service: &Service,
    changed: Changed,
    status: Status,
    message: impl FnOnce(&Issue, Sentence) -> Sentence,
    besides: B,
) -> Answer<Outcome<B>> {
    let (issue, project) = (&changed.issue, &changed.project.item);
    let message = if changed.already {
        messages::already(issue, project)
    } else {
        message(issue, messages::the_issue_is(service.intent(), issue, project))
            .then(messages::dropped_labels(&changed.dropped_labels))
    };
    let outcome = Outcome::of(changed.project, Some(changed.issue), changed.candidates, besides);
    Answer::done(service.intent(), (status, message), outcome)
}

/// The answer if the hints do not name one project and one issue for sure; `closes` if the operation closes issues.
pub(super) fn answer_unclear<B: Default, I>(
    (project_fields, issue_fields): (&ProjectFields, &IssueFields),
    closes: bool,
    unresolved: UnresolvedIssue,
) -> Answer<Outcome<B, I>> {
    let (project_hint, issue_hint) = issue_fields.hints(project_fields);
    let outcome = |project, projects: Hinted<Project>, issues| Outcome {
        project,
        issue: None,
        projects: projects.into(),
        issues,
        besides: B::default(),
    };
    match unresolved {
        UnresolvedIssue::Project(UnresolvedProject { mut project, issues }) => {
            let is_named = project_hint != issue_hint;
            if let Unresolved::NotFound(found) = &mut project
                && !is_named
                && issues.first().is_some_and(|first| first.score >= Score::NEAR)
            {
                // What the issue's words have in common with names of projects says less than the issues.
                found.suggestions.clear();
            }
            let sought = if is_named { Sought::Project } else { Sought::ProjectOfIssue };
            let answer = Answer::unclear(sought, project_hint, FOR_PROJECT, project);
            or_elsewhere(answer, &issues).map(|shown| {
                let is_asked = !shown.candidates.is_empty();
                let projects = if is_asked { shown } else { shown.with_projects_of(&issues) };
                outcome(None, projects, ShownIssues::suggested(issues))
            })
        }
        UnresolvedIssue::Issue { project, issue, elsewhere } => {
            let answer = Answer::unclear_issue(&project.item, issue_hint, closes, issue);
            or_elsewhere(answer, &elsewhere).map(|shown| {
                let named = project.item.clone();
                let projects = Hinted::candidates(project.only_candidate()).with_projects_of(&elsewhere);
                let issues = ShownIssues::of(shown, &named, elsewhere);
                outcome(Some(named.into()), projects, issues)
            })
        }
    }
}

/// The answer, which names these issues of other projects too, and asks about them where it asks nothing else.
fn or_elsewhere<T>(answer: Answer<T>, issues: &[NearIssue]) -> Answer<T> {
    let answer = if answer.prompts.is_empty() { answer.asks(Prompt::among(issues)) } else { answer };
    answer.adding(in_a_project(issues))
}

impl<B, I> Outcome<B, I> {
    /// The outcome about an issue as it was changed, or as it was read; `None` for one that was not read.
    pub(super) fn of(
        project: Chosen<Project>,
        issue: Option<impl Into<I>>,
        candidates: Vec<Scored<Issue>>,
        besides: B,
    ) -> Self {
        Self {
            project: Some(project.item.clone().into()),
            issue: issue.map(Into::into),
            issues: ShownIssues::of(Hinted::candidates(candidates), &project.item, Vec::new()),
            projects: project.into(),
            besides,
        }
    }
}

//! What operations on one issue have in common: which one is meant, and what is said of it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::wire::{
        answer::{Answer, Status},
        records::{IssueListItem, ProjectRef},
        shown::{Hinted, ShownIssues, ShownProjects},
        targets::{IssueFields, ProjectFields},
        unclear::UnclearIssue,
    },
    gitlab::{Issue, Project},
    language::Language,
    messages,
    service::{
        Intent,
        issues::Changed,
        resolve::{Chosen, UnresolvedIssue},
    },
};

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

/// Their statuses: their own for a success, and those that the hints can end in.
pub(super) const fn statuses(success: Status) -> [Status; 5] {
    [
        success,
        Status::ProjectNotFound,
        Status::ProjectClarificationNeeded,
        Status::IssueNotFound,
        Status::IssueClarificationNeeded,
    ]
}

/// What became of the issue that the fields mean: the status and the sentence are for a success.
pub(super) fn answer(
    (intent, language): (Intent, Language),
    fields: (&ProjectFields, &IssueFields),
    done: Result<Changed, UnresolvedIssue>,
    status: Status,
    message: impl FnOnce(Language, &Issue, &Project) -> String,
) -> Answer<Outcome> {
    match done {
        Ok(changed) => {
            let (issue, project) = (&changed.issue, &changed.project.item);
            let message = if changed.already {
                messages::already(language, issue, project)
            } else {
                messages::without_labels(language, message(language, issue, project), &changed.dropped_labels)
            };
            Answer::done(intent, language, (status, message), Outcome::of(changed))
        }
        Err(unresolved) => answer_unclear(language, fields, status, unresolved),
    }
}

/// What is said where the hints leave the project or the issue open; `success` is the status that acting would have had.
pub(super) fn answer_unclear(
    language: Language,
    (project, issue): (&ProjectFields, &IssueFields),
    success: Status,
    unresolved: UnresolvedIssue,
) -> Answer<Outcome> {
    let hints = (issue.project_words(project), issue.issue_hint.0.as_str());
    let unclear = UnclearIssue::new(language, unresolved, hints, success == Status::Closed);
    let UnclearIssue { status, message, project, projects, issues, prompt } = unclear;
    Answer::new(status, message, Outcome { project, issue: None, projects, issues }).asks(prompt)
}

impl Outcome {
    /// An issue that something was done to.
    pub(super) fn of(changed: Changed) -> Self {
        let Changed { project, issue, candidates, .. } = changed;
        Self {
            project: Some(project.item.clone().into()),
            issue: Some(issue.into()),
            projects: project.into(),
            issues: Hinted::candidates(candidates).into(),
        }
    }

    /// An issue that stays as it is.
    pub(super) fn untouched(project: Chosen<Project>, issue: Option<Chosen<Issue>>) -> Self {
        Self {
            project: Some(project.item.clone().into()),
            issue: issue.as_ref().map(|issue| issue.item.clone().into()),
            projects: project.into(),
            issues: issue.map(ShownIssues::from).unwrap_or_default(),
        }
    }
}

//! What operations on one issue have in common: which one is meant, and what is said of it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    api::wire::{
        answer::{Answer, Status},
        records::{CandidateIssue, CandidateProject, IssueListItem, ProjectRef, into_records},
        targets::{IssueFields, ProjectFields},
        unclear::UnclearIssue,
    },
    gitlab::{Issue, Project},
    language::Language,
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
    candidate_projects: Vec<CandidateProject>,
    candidate_issues: Vec<CandidateIssue>,
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
            let message = message(language, &changed.issue, &changed.project.item);
            Answer::done(intent, language, (status, message), Outcome::of(changed))
        }
        Err(unresolved) => answer_unclear(language, fields, unresolved),
    }
}

/// What is said where the hints leave the project or the issue open.
pub(super) fn answer_unclear(
    language: Language,
    (project, issue): (&ProjectFields, &IssueFields),
    unresolved: UnresolvedIssue,
) -> Answer<Outcome> {
    let unclear = UnclearIssue::new(language, unresolved, issue.project_words(project), &issue.issue_hint.0);
    let UnclearIssue { status, message, project, candidate_projects, candidate_issues } = unclear;
    Answer::new(status, message, Outcome { project, issue: None, candidate_projects, candidate_issues })
}

impl Outcome {
    /// An issue that something was done to.
    pub(super) fn of(changed: Changed) -> Self {
        Self {
            candidate_projects: into_records(changed.project.clone().only_candidate()),
            candidate_issues: into_records(changed.candidates),
            project: Some(changed.project.item.into()),
            issue: Some(changed.issue.into()),
        }
    }

    /// An issue that stays as it is.
    pub(super) fn untouched(project: Chosen<Project>, issue: Option<Chosen<Issue>>) -> Self {
        Self {
            candidate_projects: into_records(project.clone().only_candidate()),
            candidate_issues: into_records(issue.clone().into_iter().flat_map(Chosen::only_candidate)),
            project: Some(project.item.into()),
            issue: issue.map(|issue| issue.item.into()),
        }
    }
}

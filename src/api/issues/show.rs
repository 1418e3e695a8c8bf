use schemars::JsonSchema;
use serde::Serialize;

use super::one_issue::statuses;
use crate::{
    api::{
        operation::{About, Effect, Examples, ISSUE_UNCLEAR, Operation, PROJECT_UNCLEAR},
        wire::{
            answer::{Answer, Status},
            details::{CommentItem, IssueSheet},
            records::{ProjectRef, into_records},
            shown::{Hinted, ShownIssues, ShownProjects},
            targets::{IssueFields, ProjectFields},
            unclear::UnclearIssue,
        },
    },
    error::Error,
    messages::issues::show as words,
    service::{Service, issues::show, split_failure},
};

/// Shows an issue with its last comments.
pub(super) struct AssistantShowIssue;

#[derive(Debug, Default, JsonSchema, Serialize)]
pub(super) struct Sheet {
    project: Option<ProjectRef>,
    issue: Option<IssueSheet>,
    /// The last five, newest first.
    comments: Vec<CommentItem>,
    /// Whether a text was cut, or there are older comments.
    truncated: bool,
    #[serde(flatten)]
    projects: ShownProjects,
    #[serde(flatten)]
    issues: ShownIssues,
}

impl Operation for AssistantShowIssue {
    const ABOUT: &'static About = &About {
        name: "assistant_show_issue",
        path: "/api/v1/issues/assistant-show",
        effect: Effect::Reads,
        statuses: &statuses(Status::Resolved),
        refusals: About::CONFIRMABLE,
        examples: Examples {
            done: r#"{"project_hint": "portail citoyen", "issue_hint": "page de connexion"}"#,
            otherwise: &[PROJECT_UNCLEAR, ISSUE_UNCLEAR],
        },
        words: &words::WORDS,
    };
    type Request = (ProjectFields, IssueFields);
    type Response = Answer<Sheet>;

    async fn run(service: &Service, (project, issue): Self::Request) -> Result<Self::Response, Error> {
        Ok(match split_failure(show(service, &issue.target(&project)?).await)? {
            Ok(shown) => {
                let message = words::shown(&shown);
                let sheet = Sheet {
                    project: Some(shown.project.item.clone().into()),
                    issue: Some(shown.issue.into()),
                    comments: into_records(shown.comments),
                    truncated: shown.truncated,
                    projects: shown.project.into(),
                    issues: Hinted::candidates(shown.candidates).into(),
                };
                Answer::new(Status::Resolved, message, sheet)
            }
            Err(unresolved) => {
                let hints = (issue.project_words(&project), issue.issue_hint.0.as_str());
                let unclear = UnclearIssue::new(unresolved, hints, false);
                let UnclearIssue { status, message, project, projects, issues, prompt } = unclear;
                let sheet = Sheet { project, projects, issues, ..Sheet::default() };
                Answer::new(status, message, sheet).asks(prompt)
            }
        })
    }
}

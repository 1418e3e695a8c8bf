//! assistant-show: an issue with its last comments.

use crate::service::{prelude::*, resolve::prelude::*};

/// An issue as its readers see it.
#[derive(Debug)]
pub struct ShownIssue {
    /// Its project.
    pub project: Chosen<Project>,
    /// The issue.
    pub issue: Issue,
    /// All that the host says of it. Its description has at most 4,000 characters.
    pub details: IssueDetails,
    /// The issue as the hint found it, with its score; empty if it was confirmed.
    pub candidates: Vec<Scored<Issue>>,
    /// Its last comments, newest first, at most 5 of at most 1,000 characters each.
    pub comments: Vec<Comment>,
    /// Whether a text was cut, or there are older comments.
    pub truncated: bool,
}

/// Reads the issue that the target means, in whatever state.
///
/// # Errors
/// What the hints left open, an absent issue, or a failed call.
pub async fn show(service: &Service, target: &IssueTarget) -> OnIssue<ShownIssue> {
    let (project, meant) = resolve_issue(service, target, PoolState::Any).await?;
    let (details, comments) = join!(
        service.gitlab.issue::<IssueDetails>(project.item.id, meant.key()),
        service.gitlab.comments(project.item.id, meant.iid(), COMMENTS_READ),
    );
    // An absent issue has no comments either: the sentence is about the issue.
    let mut details = details?.ok_or_else(|| service.about(&project).absent(meant.iid()))?;
    let comments = comments?;
    let mut truncated = cut(&mut details.description, DESCRIPTION_SHOWN) | comments.truncated();
    let mut comments: Vec<_> = comments.items.into_iter().filter(|comment| !comment.system).collect();
    truncated |= comments.len() > COMMENTS_SHOWN;
    comments.truncate(COMMENTS_SHOWN);
    for comment in &mut comments {
        truncated |= cut(&mut comment.body, COMMENT_SHOWN);
    }
    let (issue, candidates) = (details.issue(), meant.candidates());
    Ok(ShownIssue { project, issue, details, candidates, comments, truncated })
}

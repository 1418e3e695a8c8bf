//! assistant-update: title, description, labels.

use super::change::{Change, Changed, change};
use crate::{
    error::Aspect,
    gitlab::IssueChange,
    service::{
        Halt, LabelSet, Service,
        quick_actions::neutralise,
        resolve::{IssueTarget, PoolState, UnresolvedIssue},
    },
};

/// What to change of an issue; what is absent is left alone.
#[derive(Debug, Clone, Default)]
pub struct Edit {
    /// 1 to 255 characters.
    pub title: Option<String>,
    /// Markdown, trimmed; empty clears it.
    pub description: Option<String>,
    /// Replaces the labels; the host creates those that it lacks.
    pub labels: Option<LabelSet>,
}

/// Changes the text or the labels of an issue meant among the open ones.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn edit(
    service: &Service,
    target: &IssueTarget,
    edit: &Edit,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let edited = Change {
        sent: IssueChange {
            title: edit.title.clone(),
            description: edit.description.as_deref().map(|text| neutralise(text).into_owned()),
            labels: edit.labels.as_ref().map(LabelSet::joined),
            ..IssueChange::default()
        },
        about: Aspect::Labels,
        // Only labels are ever dropped.
        made: Box::new(|updated| match (&edit.labels, &updated.issue.labels) {
            (Some(wanted), Some(held)) => wanted.is_what_stands_in(held),
            _ => true,
        }),
    };
    change(service, target, PoolState::Opened, &edited).await
}

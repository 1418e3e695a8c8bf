//! assistant-update: changes title, description, labels.

use super::change::{Change, Changed, change};
use crate::{
    error::Aspect,
    gitlab::{Issue, IssueChange},
    service::{
        Halt, Intent, LabelSet, Service,
        quick_actions::neutralise,
        resolve::{IssueTarget, PoolState, UnresolvedIssue},
    },
};

/// What to change of an issue; `None` changes nothing.
#[derive(Debug, Clone, Default)]
pub struct IssueEdit {
    /// 1 to 255 characters.
    pub title: Option<String>,
    /// Markdown, trimmed; empty clears it.
    pub description: Option<String>,
    /// Replaces the labels; the host creates those that it lacks.
    pub labels: Option<LabelSet>,
}

/// Changes the text or the labels of an open issue.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn edit(
    service: &Service,
    target: &IssueTarget,
    edit: &IssueEdit,
) -> Result<Changed, Halt<UnresolvedIssue>> {
    let edited = Change {
        sent: IssueChange {
            title: edit.title.clone(),
            description: edit.description.as_deref().map(|text| neutralise(text).into_owned()),
            labels: edit.labels.as_ref().map(LabelSet::joined),
            ..IssueChange::default()
        },
        about: Aspect::Labels,
        stands: |_| false,
        made: Box::new(|updated| edit.is_made(&updated.issue)),
    };
    let changed = change(service, target, PoolState::Opened, &edited).await?;
    Ok(match service.intent() {
        Intent::Act => Changed { dropped_labels: edit.labels_missing_from(&changed.issue), ..changed },
        Intent::Preview => changed,
    })
}

impl IssueEdit {
    /// Whether the host made any part of the edit. The host drops only labels: if only labels were sent, at least one must be
    /// set.
    fn is_made(&self, issue: &Issue) -> bool {
        let (Some(wanted), Some(held)) = (&self.labels, &issue.labels) else { return true };
        if wanted.is_empty() {
            return held.is_empty();
        }
        let has_more = self.title.is_some() || self.description.is_some();
        has_more || wanted.missing_from(held).len() < wanted.len()
    }

    /// Requested labels that the issue does not have; empty if the host's answer has no labels.
    fn labels_missing_from(&self, issue: &Issue) -> Vec<String> {
        match (&self.labels, &issue.labels) {
            (Some(wanted), Some(held)) => wanted.missing_from(held),
            _ => Vec::new(),
        }
    }
}

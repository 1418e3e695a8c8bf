//! Which labels an issue has after a change.

use std::collections::BTreeSet;

use super::changes::{IssueChanges, Labelling};
use crate::prelude::*;

/// The labels of an issue after a change of it. Labels that do not exist are dropped unless the user may create them.
///
/// # Errors
///
/// 400 if there are more than the host allows.
pub(super) fn plan(
    world: &World,
    project: &Project,
    before: &BTreeSet<String>,
    changes: &IssueChanges,
    may_create: bool,
) -> Result<Labelling, ApiError> {
    let IssueChanges { labels, add_labels, remove_labels, .. } = changes;
    if labels.is_none() && add_labels.is_empty() && remove_labels.is_empty() {
        return Ok(Labelling { on_issue: before.clone(), named: Vec::new() });
    }
    let can_have = |name: &&String| may_create || world.find_label(project, name).is_some();
    let named: Vec<String> =
        add_labels.iter().chain(labels.iter().flatten()).filter(can_have).cloned().collect();
    let is_kept = |name: &&String| {
        let is_replaced = labels.as_ref().is_some_and(|labels| !labels.contains(name));
        is_locked(world, project, name) || !(is_replaced || remove_labels.contains(name))
    };
    let kept = before.iter().filter(is_kept);
    let added = named.iter().filter(|name| !remove_labels.contains(name));
    let all: BTreeSet<String> = kept.chain(added).cloned().collect();
    let on_issue =
        if world.rules.scoped_labels { exclusive(world, project, before, &all, &named) } else { all };
    match world.rules.max_labels.filter(|most| on_issue.len() > *most) {
        Some(most) => {
            Err(ApiError::bad_request(&format!("Cannot add more than {most} labels to a work item.")))
        }
        None => Ok(Labelling { on_issue, named }),
    }
}

/// Keeps at most one label of each scope: of the scopes to which a change adds, the label that it names last. A locked label
/// stays.
fn exclusive(
    world: &World,
    project: &Project,
    before: &BTreeSet<String>,
    all: &BTreeSet<String>,
    named: &[String],
) -> BTreeSet<String> {
    let is_chosen = |name: &&String| {
        let Some(scope) = scope(name) else { return true };
        let rivals: Vec<_> = all.iter().filter(|rival| self::scope(rival) == Some(scope)).collect();
        if rivals.len() < 2 || rivals.iter().all(|rival| before.contains(*rival)) {
            return true;
        }
        if rivals.iter().any(|rival| before.contains(*rival) && is_locked(world, project, rival)) {
            return before.contains(*name);
        }
        let last = named.iter().rev().find(|label| rivals.contains(label));
        last == Some(*name)
    };
    all.iter().filter(is_chosen).cloned().collect()
}

/// The part before the last `::` of a scoped label.
fn scope(name: &str) -> Option<&str> {
    name.rsplit_once("::").map(|(scope, _)| scope)
}

fn is_locked(world: &World, project: &Project, name: &str) -> bool {
    world.find_label(project, name).is_some_and(|label| label.lock_on_merge)
}

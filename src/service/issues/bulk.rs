//! What bulk operations share: each item has its own outcome, no issue is changed twice, and every item is reported.

use std::collections::{HashMap, HashSet};

use crate::{
    error::Error,
    gitlab::{Iid, Issue},
    matching::Scored,
    service::{
        Deadline, Halt, Service, in_time,
        resolve::{Meant, Unresolved},
        side_by_side,
    },
};

/// What became of one hint or one issue.
#[derive(Debug)]
pub struct BulkItem {
    /// The hint, or the issue's title.
    pub hint: String,
    /// The issue that the hint found, with its score; empty without a hint.
    pub candidates: Vec<Scored<Issue>>,
    /// Its outcome.
    pub outcome: ItemOutcome,
}

/// What became of one hint or one issue.
#[derive(Debug)]
pub enum ItemOutcome {
    /// It was changed: the issue as the host now has it.
    Changed(Issue),
    /// Nothing had to be changed.
    Unchanged(Issue),
    /// The hint names no issue for sure.
    Open(Unresolved<Issue>),
    /// The host refused or failed: the issue as it was, if it could be read.
    Failed(Option<Issue>, Error),
}

/// How many issues were changed. An issue that several hints mean counts once.
pub fn count_changed(items: &[BulkItem]) -> usize {
    let changed = items.iter().filter_map(|item| match &item.outcome {
        ItemOutcome::Changed(issue) => Some(issue.iid),
        _ => None,
    });
    changed.collect::<HashSet<_>>().len()
}

/// What the host answered, by issue number: an issue that two hints mean is changed once and reported twice.
pub(super) struct BulkChanges(HashMap<Iid, Result<Issue, Error>>);

impl BulkChanges {
    /// Changes each issue, side by side.
    ///
    /// # Errors
    /// If every change that was tried failed: the first failure after which the host may have changed something, else the first.
    pub(super) async fn make<'a, F>(
        service: &Service,
        deadline: Deadline<'_>,
        issues: impl Iterator<Item = &'a Issue>,
        change: impl Fn(Issue) -> F,
    ) -> Result<Self, Error>
    where
        F: Future<Output = Result<Issue, Error>>,
    {
        let mut seen = HashSet::new();
        let unique = issues.filter(|issue| seen.insert(issue.iid));
        let changes = unique.map(|issue| {
            let change = in_time(deadline, change(issue.clone()));
            async { (issue.iid, change.await) }
        });
        let changes = side_by_side(service.fan_out, changes).await;
        let tried = changes.iter().map(|(_, change)| change);
        let tried: Vec<_> = tried.filter(|change| !matches!(change, Err(Error::NotAttempted))).collect();
        let open = tried.iter().find(|change| is_perhaps_done(change));
        match open.or(tried.first()) {
            Some(Err(failure)) if tried.iter().all(|change| has_failed(change)) => Err(failure.clone()),
            _ => Ok(Self(changes.into_iter().collect())),
        }
    }

    /// The outcome of an issue. An issue without a change had nothing to change.
    pub(super) fn outcome(&self, issue: Issue) -> ItemOutcome {
        match self.0.get(&issue.iid) {
            Some(Ok(changed)) => ItemOutcome::Changed(changed.clone()),
            Some(Err(error)) => ItemOutcome::Failed(Some(issue), error.clone()),
            None => ItemOutcome::Unchanged(issue),
        }
    }

    /// One item per hint, in the order of the hints.
    pub(super) fn items(&self, hints: &[String], meant: Vec<Meant>) -> Vec<BulkItem> {
        hints.iter().zip(meant).map(|(hint, meant)| self.item(hint.clone(), meant)).collect()
    }

    fn item(&self, hint: String, meant: Meant) -> BulkItem {
        let (outcome, candidates) = match meant {
            Ok(chosen) => (self.outcome(chosen.item.clone()), chosen.only_candidate()),
            Err(Halt::Unresolved(open)) => (ItemOutcome::Open(open), Vec::new()),
            Err(Halt::Failed(error)) => (ItemOutcome::Failed(None, error), Vec::new()),
        };
        BulkItem { hint, candidates, outcome }
    }
}

fn is_perhaps_done<T>(change: &Result<T, Error>) -> bool {
    matches!(change, Err(Error::Upstream(error)) if error.is_perhaps_done())
}

/// Whether a change failed. One that was cut short may have been made.
fn has_failed<T>(change: &Result<T, Error>) -> bool {
    matches!(change, Err(error) if !matches!(error, Error::CutShort))
}

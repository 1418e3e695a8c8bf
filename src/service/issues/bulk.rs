//! assistant-bulk-close, assistant-bulk-add-label, assistant-add-label-all: each item has its own outcome, no issue is changed
//! twice, and every item is reported.

use super::{LabelRequest, change::to_state, labelling::ItemChange};
use futures_util::{FutureExt, StreamExt, TryFutureExt, stream};

use crate::service::{
    label_locks::LabelLock,
    labels::{FoundLabel, NoLabel},
    prelude::*,
    resolve::prelude::*,
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
    /// It was changed: the issue as the host now has it, whether it is otherwise than before, and the labels that it lost.
    Changed(Issue, bool, Vec<String>),
    /// Nothing had to be changed.
    Unchanged(Issue),
    /// The hint names no issue for sure; and issues of other projects that it may mean.
    Open(Unresolved<Issue>, Vec<NearIssue>),
    /// The host refused or failed: the issue as it was, if it could be read.
    Failed(Option<Issue>, Error),
}

/// How many issues have such an outcome. An issue that several hints mean counts once.
pub fn count_issues(items: &[BulkItem], of: fn(&ItemOutcome) -> Option<&Issue>) -> usize {
    items.iter().filter_map(|item| of(&item.outcome)).map(|issue| issue.iid).collect::<HashSet<_>>().len()
}

/// What the host answered, by issue number: an issue that two hints mean is changed once and reported twice.
pub(super) struct BulkChanges(HashMap<Iid, Result<ItemChange>>);

impl BulkChanges {
    /// Changes each issue, side by side.
    ///
    /// # Errors
    /// The first failure, if every change was tried and failed.
    pub(super) async fn make<'a, F: Future<Output = Result<ItemChange>>>(
        service: &Service,
        issues: impl Iterator<Item = &'a Issue>,
        change: impl Fn(Issue) -> F,
    ) -> Result<Self> {
        let mut seen = HashSet::new();
        let unique = issues.filter(|issue| seen.insert(issue.iid));
        let changes: Vec<_> = unique
            .map(|issue| {
                let change = service.in_time(change(issue.clone()));
                async { (issue.iid, change.await) }
            })
            .collect();
        // Half as many again wait, so that no call's place stays empty between the reads and the writes of labels.
        let changes =
            stream::iter(changes).buffered(service.shared.fan_out * 3 / 2).collect::<Vec<_>>().await;
        // Where one succeeded, was not tried, or was cut short and may have been made, there is a report.
        let is_failure = |error: &&Error| !matches!(error, Error::NotAttempted | Error::CutShort);
        let failures = changes.iter().map(|(_, change)| change.as_ref().err().filter(is_failure));
        let failures = failures.collect::<Option<Vec<_>>>().unwrap_or_default();
        let is_open = |failure: &&Error| failure.is_perhaps_done();
        match failures.split_first() {
            Some((first, others)) if !is_open(first) && others.iter().any(is_open) => {
                Err(Error::PerhapsDone(Box::new((*first).clone())))
            }
            Some((first, _)) => Err((*first).clone()),
            None => Ok(Self(changes.into_iter().collect())),
        }
    }

    /// The outcome of an issue. An issue without a change had nothing to change.
    pub(super) fn outcome(&self, issue: Issue) -> ItemOutcome {
        match self.0.get(&issue.iid) {
            Some(Ok((changed, is_other, lost))) => {
                ItemOutcome::Changed(changed.clone(), *is_other, lost.clone())
            }
            Some(Err(error)) => ItemOutcome::Failed(Some(issue), error.clone()),
            None => ItemOutcome::Unchanged(issue),
        }
    }

    /// One item per hint, in the order of the hints.
    pub(super) fn items(&self, hints: &[String], meant: Vec<Meant>) -> Vec<BulkItem> {
        let item = |(hint, meant): (&String, Meant)| {
            let (outcome, candidates) = match meant {
                Ok(chosen) => (self.outcome(chosen.item.clone()), chosen.only_candidate()),
                Err(Halt::Unresolved(open)) => (ItemOutcome::Open(open, Vec::new()), Vec::new()),
                Err(Halt::Failed(error)) => (ItemOutcome::Failed(None, error), Vec::new()),
            };
            BulkItem { hint: hint.clone(), candidates, outcome }
        };
        hints.iter().zip(meant).map(item).collect()
    }
}

/// Closes the open issues that several hints mean. Each hint has its own outcome, in their order.
///
/// # Errors
/// What the project's hint left open; a failed read; the first failure if every update failed.
pub async fn close_several(
    service: &Service,
    target: &ProjectTarget,
    hints: &[String],
    limit: Limit,
) -> Result<ProjectItems<BulkItem>, Halt<UnresolvedProject>> {
    let named = Named { issues: Some((hints, PoolState::Opened)), ..Named::default() };
    let project = resolve_project_naming(service, target, Purpose::Change, &named).await?;
    let one = service.about(&project);
    let meant = one.meant_issues(hints, PoolState::Opened, limit);
    let (meant, was_searched) = match service.before_items(Box::pin(meant)).await {
        Err(Error::NotAttempted) => none_attempted(hints),
        meant => meant?,
    };
    let is_open = |issue: &&Issue| issue.state != StateEvent::Close.leads_to();
    let to_close = meant.iter().flatten().map(|chosen| &chosen.item).filter(is_open);
    let closing = to_state(StateEvent::Close);
    let close =
        |issue| one.apply(MeantIssue::read(issue), &closing).map_ok(|closed| (closed, true, Vec::new()));
    let changes = BulkChanges::make(service, to_close, close).await?;
    let mut items = changes.items(hints, meant);
    one.look_elsewhere(target, &mut items, was_searched).await;
    Ok(ProjectItems { project, items, truncated: false })
}

/// What the hints come to where the time ran out before the first item: nothing more is searched then.
fn none_attempted(hints: &[String]) -> (Vec<Meant>, bool) {
    (hints.iter().map(|_| Err(Halt::Failed(Error::NotAttempted))).collect(), true)
}

/// The label's stored name, and what came of each hint or issue, in their order.
pub type Labelled = (String, ProjectItems<BulkItem>);

/// Adds a label to the open issues that several hints mean. Each hint has its own outcome.
///
/// # Errors
/// What the project's hint left open, or a failure: an absent label, a failed read, or every update failed.
pub async fn label_several(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    hints: &[String],
    limit: Limit,
) -> Result<Labelled, Halt<UnresolvedProject>> {
    let issues = Some((hints, PoolState::Opened));
    let named = Named { issues, label: Some(&label.name), ..Named::default() };
    let project = resolve_project_naming(service, target, Purpose::Change, &named).await?;
    let one = service.about(&project);
    let meant = one.meant_issues(hints, PoolState::Opened, limit);
    let ready = async {
        let early = service.before_items(one.lock_early(label)).await?;
        // The label is looked at first: why it is none counts before why no issue could be read.
        let (found, meant) = service.before_items(in_order(one.label_for(label), meant)).await?;
        if !meant.0.iter().any(Result::is_ok) {
            // No label is created that no issue gets.
            let stored = found.map(Some).or_else(NoLabel::read)?;
            return Ok((None, stored.unwrap_or_else(|| label.name.clone()), meant));
        }
        let (lock, label) = one.locked(early, found, label).await?;
        Ok((Some(lock), label, meant))
    };
    let (lock, label, (meant, was_searched)) = match ready.await {
        Err(Error::NotAttempted) => (None, label.name.clone(), none_attempted(hints)),
        ready => ready?,
    };
    let to_label = meant.iter().flatten().map(|chosen| &chosen.item);
    let apply = |issue| one.apply_label(MeantIssue::read(issue), &label, true);
    let changes = BulkChanges::make(service, to_label, apply).await?;
    drop(lock);
    let mut items = changes.items(hints, meant);
    one.look_elsewhere(target, &mut items, was_searched).await;
    Ok((label, ProjectItems { project, items, truncated: false }))
}

/// Adds a label to all issues of a project, up to a page.
///
/// # Errors
/// What the project's hint left open, or a failure: an absent label, a failed read, or every update failed.
pub async fn label_all(
    service: &Service,
    target: &ProjectTarget,
    label: &LabelRequest,
    state: StateFilter,
    limit: Limit,
) -> Result<Labelled, Halt<UnresolvedProject>> {
    let named = Named { label: Some(&label.name), ..Named::default() };
    let project = resolve_project_naming(service, target, Purpose::Change, &named).await?;
    let one = service.about(&project);
    let issues = service.gitlab.issues(one.id(), &state, IssueOrder::Created);
    let page = issues.page(1, limit.page_size());
    let early = service.before_items(one.lock_early(label)).await;
    let (found, page) = in_order(one.label_for(label), page).await?;
    let truncated = page.truncated();
    let ready = match early {
        Ok(early) => one.locked(early, found, label).await,
        Err(error) => Err(error),
    };
    let (label, changes) = match ready {
        Err(Error::NotAttempted) => {
            let left = page.items.iter().map(|issue| (issue.iid, Err(Error::NotAttempted)));
            (label.name.clone(), BulkChanges(left.collect()))
        }
        ready => {
            let (_lock, label) = ready?;
            let bare = page.items.iter().filter(|issue| !issue.label_names().contains(&label));
            let apply = |issue| one.apply_label(MeantIssue::read(issue), &label, false);
            let changes = BulkChanges::make(service, bare, apply).await?;
            (label, changes)
        }
    };
    let items = page.items.into_iter().map(|issue| BulkItem {
        hint: issue.title.to_string(),
        candidates: Vec::new(),
        outcome: match changes.outcome(issue) {
            // Somebody else gave it the label after the list was read.
            ItemOutcome::Changed(issue, false, _) => ItemOutcome::Unchanged(issue),
            outcome => outcome,
        },
    });
    let items = items.collect();
    Ok((label, ProjectItems { project, items, truncated }))
}

impl OneProject<'_> {
    /// Looks in other projects for the issues that a few hints mean which have none here, as operations on one issue do. The report
    /// does not wait for it too long.
    async fn look_elsewhere(self, target: &ProjectTarget, items: &mut [BulkItem], was_searched: bool) {
        let ProjectTarget::Hint(ProjectHint { root, .. }) = target else { return };
        let service = self.service;
        // One search each, or one inside each root (decisions, section 6).
        let mut searches = match service.roots.prefixes() {
            _ if was_searched => 0,
            Some(_) => 1,
            None => ISSUE_SEARCHES,
        };
        let lost = items.iter_mut().filter_map(|BulkItem { hint, outcome, .. }| match outcome {
            ItemOutcome::Open(open, elsewhere) if open.is_lost() => Some((&*hint, open, elsewhere)),
            _ => None,
        });
        let heard = lost.filter(|(hint, ..)| {
            let is_loose = service.reference(hint).is_none();
            let is_heard = !is_loose || searches > 0;
            searches -= usize::from(is_loose && is_heard);
            is_heard
        });
        let looks = heard.take(ISSUES_HEARD).map(async |(hint, open, elsewhere)| {
            let named =
                Named { issues: Some((std::slice::from_ref(hint), PoolState::Opened)), ..Named::default() };
            *elsewhere = self.elsewhere(&named, root, open).await;
        });
        let looks = join_all(looks).map(Ok);
        let _ = service.before_items(looks).await;
    }

    /// The label, or that it has to be created. One that is absent and not to be created is refused before anything is changed.
    async fn label_for(self, label: &LabelRequest) -> Result<FoundLabel> {
        match self.find_label(&label.name).await? {
            absent @ Err(_) if !label.create_if_missing => self.ensure_label(absent, label).await.map(Ok),
            found => Ok(found),
        }
    }

    /// The lock on the project's labels, and the label's stored name.
    async fn locked(
        self,
        early: Option<Arc<LabelLock>>,
        found: FoundLabel,
        label: &LabelRequest,
    ) -> Result<(Arc<LabelLock>, String)> {
        let lock = match early {
            Some(lock) => lock,
            None => self.service.before_items(self.service.lock_labels(self.id())).await?,
        };
        // If its time ran out, the label may be created; the items were not begun.
        let began = |error| if matches!(error, Error::CutShort) { Error::NotAttempted } else { error };
        Ok((lock, self.service.in_time(self.ensure_label(found, label)).await.map_err(began)?))
    }
}

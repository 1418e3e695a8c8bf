//! What is wanted of a search for issues: what the host is asked for, and what of its answers is kept.

use super::{IssueWish, Place};
use crate::service::issues::change::{day, is_overdue};
use crate::service::{prelude::*, resolve::prelude::*};

/// Searches that one hint may send: one in each of a few roots, or one of the whole host.
const SEARCHES: usize = 3;

/// What is wanted, with its hints resolved.
#[derive(Clone)]
pub(super) struct Wanted<'a> {
    /// Inside the group, if there is one.
    pub(super) service: &'a Service,
    pub(super) place: &'a Place,
    /// The project to look in; `None` for all that is inside the roots.
    pub(super) project: Option<&'a Project>,
    pub(super) query: &'a IssueWish,
    /// What the host is asked for.
    pub(super) filter: IssueFilter,
}

/// Issues and how well they fit.
#[derive(Default)]
pub(super) struct Matches {
    pub(super) issues: Vec<(ListedIssue, Option<Score>)>,
    pub(super) suggestions: Vec<Scored<ListedIssue>>,
    pub(super) more: bool,
}

impl<'a> Wanted<'a> {
    /// Everything that is wanted, and what comes nearest if that is nothing.
    ///
    /// # Errors
    /// A failed call.
    pub(super) async fn matches(&self) -> Result<Matches> {
        let words = &self.query.words;
        match self.service.reference(words) {
            Some(IssueReference::NoIssue) => Ok(Matches::default()),
            Some(IssueReference::Number(iid)) => self.numbered(iid, self.project).await,
            Some(IssueReference::Full(path, iid)) => match project_at(self.service, &path).await {
                Ok(project) => self.numbered(iid, Some(&project)).await,
                Err(Error::ProjectNotFound(_) | Error::OutsideRoots(_)) => Ok(Matches::default()),
                Err(error) => Err(error),
            },
            Some(IssueReference::Named(text, iid)) => {
                let named = ProjectTarget::Hint(ProjectHint { text, root: self.query.root.clone() });
                match split_failure(resolve_project(self.service, &named).await)? {
                    Ok(project) => self.numbered(iid, Some(&project.item)).await,
                    // Words that name no one project are words of a title: "lot#3".
                    Err(_) => Box::pin(self.matching(words)).await,
                }
            }
            Some(IssueReference::Perhaps(iid)) => {
                let (numbered, matching) = try_join!(self.numbered(iid, self.project), self.matching(words))?;
                Ok(numbered.and(matching))
            }
            _ if normalise(words).is_empty() => Box::pin(self.all()).await,
            _ => Box::pin(self.matching(words)).await,
        }
    }

    /// The issues of a place that the host finds by its own filters.
    fn list(&self, place: &IssuePlace, order: IssueOrder) -> Listing<'a, ListedIssue> {
        self.service.gitlab.listed_issues(place, &self.filter, order)
    }

    /// Reads in the project, or in each root and, where that is not all, on the whole host.
    ///
    /// # Errors
    /// A failed call.
    async fn in_places<T, F: Future<Output = gitlab::Result<T>>>(
        &self,
        read: impl Fn(IssuePlace) -> F,
    ) -> gitlab::Result<Vec<T>> {
        if let Some(project) = self.project {
            return Ok(vec![read(IssuePlace::Project(project.id)).await?]);
        }
        let inside = async |group: GroupRef| match (read(IssuePlace::Group(group.clone())).await, group) {
            (Err(error), GroupRef::At(root)) if error.is_not_found() => {
                read(IssuePlace::ProjectAt(root)).await
            }
            (read, _) => read,
        };
        in_each_root(self.service, inside, async { read(IssuePlace::Everywhere).await }).await
    }

    /// The issues of this number, whatever their state.
    async fn numbered(&self, iid: Iid, project: Option<&Project>) -> Result<Matches> {
        let filter = IssueFilter { state: StateFilter::ANY, iid: Some(iid), ..self.filter.clone() };
        let found = Wanted { project, filter, ..self.clone() }.listed(IssueOrder::Updated).await?;
        let issues = found.items.into_iter().map(|issue| (issue, Some(Score::EXACT))).collect();
        Ok(Matches { issues, more: found.more, ..Matches::default() })
    }

    /// The issues that words may mean.
    async fn matching(&self, words: &str) -> Result<Matches> {
        let pages = self.in_places(async |place| {
            let page = begin(self.list(&place, IssueOrder::Updated), FULL_PAGE).await?;
            Ok((place, page))
        });
        let (mut items, mut places) = (Vec::new(), Vec::new());
        for (place, (first, begun)) in pages.await? {
            if begun.more {
                places.push((place, begun));
            }
            items.extend(first);
        }
        let more = !places.is_empty();
        let (first, mut source) = (Look::of(items, more), Listed { wanted: self, words, places, more });
        let rules = Rules { purpose: Purpose::Read, limit: self.query.limit.get() + 1 };
        let hint = self.service.hint(words);
        let (pool, verdict) = resolve_one(self.service, (first, &mut source), &hint, rules).await;
        let more = source.more || pool.missed;
        if hint.is_vague() {
            return Ok(Matches { issues: having(words, pool.items), more, ..Matches::default() });
        }
        let (mut issues, suggestions) = what_fits(verdict);
        if !issues.is_empty() {
            pool.add_described(&hint, &mut issues, rules.limit);
        }
        Ok(Matches { issues, suggestions, more })
    }

    /// All issues: what is due first, then what was updated last. The host gives each in a list of its own.
    async fn all(&self) -> Result<Matches> {
        let Look { items: mut issues, more, .. } = match self.query.due {
            Some(Due::Overdue | Due::Within(_)) => self.listed(IssueOrder::Due).await?,
            Some(Due::Absent) => self.listed(IssueOrder::Updated).await?,
            None => {
                let filter = IssueFilter { due: Some(Due::Absent), ..self.filter.clone() };
                let without = Self { filter, ..self.clone() };
                let (due, without) =
                    try_join!(self.listed(IssueOrder::Due), without.listed(IssueOrder::Updated))?;
                [due, without].into_iter().collect()
            }
        };
        let mut seen = HashSet::new();
        issues.retain(|issue| seen.insert(issue.issue.id));
        issues.sort_by(|a, b| {
            let by_date = |issue: &ListedIssue| (issue.due_date.is_none(), issue.due_date.clone());
            by_date(a).cmp(&by_date(b)).then_with(|| b.updated_at.cmp(&a.updated_at))
        });
        let issues = issues.into_iter().map(|issue| (issue, None)).collect();
        Ok(Matches { issues, more, ..Matches::default() })
    }

    /// The issues of a list that are wanted, and whether the host has more of them.
    async fn listed(&self, order: IssueOrder) -> Result<Look<ListedIssue>> {
        let limit = self.query.limit.get();
        // A list in the order of due dates ends for this purpose after the last day that is wanted.
        let is_past = |issues: &[ListedIssue]| {
            let due = issues.last().and_then(|last| last.due_date.as_deref());
            let is_after =
                |due: &str| matches!(self.filter.due, Some(Due::Within(days)) if due > &*last_of(days));
            order == IssueOrder::Due && due.is_none_or(is_after)
        };
        let is_enough = |read: &[ListedIssue], _| {
            is_past(read) || read.iter().filter(|issue| self.keeps(issue)).count() >= limit
        };
        let lists = self.in_places(async |place| {
            let issues = self.list(&place, order);
            // The host has no filter for such dates and paths.
            let is_filtered = matches!(self.filter.due, Some(Due::Within(_)))
                || !self.query.root.is_anywhere()
                || place == IssuePlace::Everywhere && self.service.roots.prefixes().is_some();
            let page_size = if is_filtered { FULL_PAGE } else { limit.min(FULL_PAGE) };
            let mut list = read_until(self.service, issues, (page_size, limit), is_enough).await?;
            list.more &= !is_past(&list.items);
            Ok(list)
        });
        let mut all: Look<_> = lists.await?.into_iter().collect();
        all.items.retain(|issue| self.keeps(issue));
        Ok(all)
    }

    /// Whether an issue is one that is wanted: the host may not know a filter, or read `any` and `none` as words of its own.
    fn keeps(&self, issue: &ListedIssue) -> bool {
        let IssueFilter { state, assignee, label, milestone, due, iid } = &self.filter;
        let known = ["opened", "closed"].into_iter().find(|known| state.word() == Some(known));
        let is_in_state = known.is_none_or(|state| issue.issue.state == state);
        let is_there = match self.place {
            Place::Project(project) => issue.project_id.is_none_or(|id| id == project.item.id),
            Place::Group(_) | Place::Anywhere => {
                let path = self.path_of(issue);
                !path.is_empty() && self.service.sees(&path) && self.query.root.holds(&path)
            }
        };
        let is_due = match due {
            None => true,
            Some(Due::Overdue) => is_overdue(&issue.issue, issue.due_date.as_deref()),
            Some(Due::Absent) => issue.due_date.is_none(),
            Some(Due::Within(days)) => {
                issue.due_date.as_ref().is_some_and(|due| (day(0)..=last_of(*days)).contains(due))
            }
        };
        let is_assigned = match assignee {
            None => true,
            Some(AssigneeFilter::Id(id)) => issue.assignees.iter().any(|assignee| assignee.id == *id),
            Some(AssigneeFilter::Username(name)) => {
                issue.assignees.iter().any(|assignee| assignee.username.to_lowercase() == name.to_lowercase())
            }
            Some(AssigneeFilter::Nobody) => issue.assignees.is_empty(),
        };
        let is_labelled = label.as_ref().is_none_or(|label| issue.issue.label_names().contains(label));
        let title = issue.milestone.as_ref().map_or("", |held| &held.title);
        is_in_state
            && iid.is_none_or(|iid| issue.issue.iid == iid)
            && is_there
            && is_due
            && is_assigned
            && is_labelled
            && milestone.as_ref().is_none_or(|wanted| title == wanted)
    }

    /// The full path of an issue's project; empty if the host does not tell it.
    pub(super) fn path_of(&self, issue: &ListedIssue) -> String {
        match (self.project, &*issue.project_path) {
            (Some(project), _) => project.path_with_namespace.clone(),
            (None, "") => match self.service.reference(&issue.issue.web_url) {
                Some(IssueReference::Full(path, _)) => path.to_string(),
                _ => String::new(),
            },
            (None, path) => path.to_owned(),
        }
    }
}

/// The issues whose titles have these words, letter by letter: those that name nothing have no other meaning.
fn having(words: &str, issues: Vec<ListedIssue>) -> Vec<(ListedIssue, Option<Score>)> {
    let words = normalise(words);
    let scored = issues.into_iter().filter_map(|issue| {
        let title = normalise(&issue.issue.title);
        let score = if title == words { Score::EXACT } else { Score::WITHIN_NAME };
        title.contains(&words).then_some((issue, Some(score)))
    });
    let mut found: Vec<_> = scored.collect();
    found.sort_by_key(|(_, score)| Reverse(*score));
    found
}

/// The last of so many days, today being the first.
fn last_of(days: u64) -> String {
    day(days.saturating_sub(1))
}

impl Matches {
    /// These, and then those of the others that are not among them.
    fn and(mut self, others: Self) -> Self {
        let known: HashSet<i64> = self.issues.iter().map(|(issue, _)| issue.issue.id).collect();
        self.issues.extend(others.issues.into_iter().filter(|(issue, _)| !known.contains(&issue.issue.id)));
        let suggestions = if self.issues.is_empty() { others.suggestions } else { Vec::new() };
        Self { suggestions, more: self.more || others.more, ..self }
    }
}

impl Findable for ListedIssue {
    const KIND: Kind = Kind::Issue;
    const NAME: &'static str = "issue";

    fn identity(&self) -> (i64, &str, &str) {
        (self.issue.id, &self.issue.title, "")
    }

    fn object(&self) -> Object {
        self.issue.object()
    }

    fn description(&self) -> Option<&str> {
        self.issue.description()
    }
}

/// The issues that were updated last: a page of each place; then the further pages up to a bound; then, if there are still more, one
/// search.
struct Listed<'a> {
    wanted: &'a Wanted<'a>,
    words: &'a str,
    /// The places that have more than their first page.
    places: Vec<(IssuePlace, Begun<'a, ListedIssue>)>,
    /// Whether the host has more than was read.
    more: bool,
}

impl Source for Listed<'_> {
    type Item = ListedIssue;

    async fn further(&mut self, number: u32, _: &[usize], more: bool) -> Option<Look<ListedIssue>> {
        match number {
            1 if more => Some(self.pages().await),
            2 if more => Some(self.searched(most_telling_word(self.words)?).await),
            _ => None,
        }
    }

    fn admits(&mut self, issue: &ListedIssue) -> bool {
        self.wanted.keeps(issue)
    }
}

impl Listed<'_> {
    /// The further pages of each place.
    async fn pages(&mut self) -> Look<ListedIssue> {
        let reads = self.places.iter().map(|(_, begun)| begun.read_on(self.wanted.service, LOOKED_AT));
        let look: Look<_> = join_all(reads).await.into_iter().collect();
        self.more = look.more;
        look
    }

    async fn searched(&self, word: &str) -> Look<ListedIssue> {
        let everywhere = [IssuePlace::Everywhere];
        let places: Vec<_> = match self.places.len() {
            0..=SEARCHES => self.places.iter().map(|(place, _)| place).collect(),
            _ => everywhere.iter().collect(),
        };
        let search = |place| self.wanted.list(place, IssueOrder::Updated).titled(word).page(1, FULL_PAGE);
        gathered(places.into_iter().map(search)).await
    }
}

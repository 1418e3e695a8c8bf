//! What is wanted of a search for issues: what the host is asked for, and what of its answers is kept.

use super::{Due, IssueWish, Place};
use crate::service::{
    issues::is_overdue,
    prelude::*,
    resolve::{IssueSearch, project_at, read_up_to},
};

/// What is wanted, with its hints resolved.
pub(super) struct Wanted<'a> {
    /// Inside the group, if there is one.
    pub(super) service: &'a Service,
    pub(super) place: &'a Place,
    pub(super) query: &'a IssueWish,
    /// What the host is asked for.
    pub(super) filter: IssueFilter,
    /// Today and the last day that is asked for, if only some days are.
    pub(super) days: Option<(String, String)>,
}

/// Issues and how well they fit.
#[derive(Default)]
pub(super) struct Matches {
    pub(super) issues: Vec<(ListedIssue, Option<Score>)>,
    pub(super) suggestions: Vec<(ListedIssue, Option<Score>)>,
    pub(super) more: bool,
}

impl Wanted<'_> {
    /// Everything that is wanted, and what comes nearest if that is nothing.
    ///
    /// # Errors
    /// A failed call.
    pub(super) async fn matches(&self) -> Result<Matches> {
        let words = &self.query.words;
        match IssueReference::parse(words, self.service.gitlab.web_address()) {
            Some(IssueReference::NoIssue) => Ok(Matches::default()),
            Some(IssueReference::Number(iid)) => self.numbered(iid, self.project()).await,
            Some(IssueReference::Full(path, iid)) => match project_at(self.service, &path).await {
                Ok(project) => self.numbered(iid, Some(&project)).await,
                Err(Error::ProjectNotFound(_) | Error::OutsideRoots(_)) => Ok(Matches::default()),
                Err(error) => Err(error),
            },
            Some(IssueReference::Perhaps(iid)) => {
                let (numbered, matching) =
                    try_join!(self.numbered(iid, self.project()), self.matching(words))?;
                Ok(numbered.and(matching))
            }
            _ if normalise(words).is_empty() => self.all().await,
            _ => self.matching(words).await,
        }
    }

    pub(super) fn project(&self) -> Option<&Project> {
        match self.place {
            Place::Project(project) => Some(&project.item),
            Place::Group(_) | Place::Anywhere => None,
        }
    }

    /// A search in the place.
    fn search<'a>(
        &'a self,
        filter: IssueFilter,
        keeps: &'a (dyn Fn(&ListedIssue) -> bool + Send + Sync),
    ) -> IssueSearch<'a> {
        IssueSearch { service: self.service, project: self.project(), filter, keeps }
    }

    /// The issues of this number, whatever their state.
    async fn numbered(&self, iid: Iid, project: Option<&Project>) -> Result<Matches> {
        let filter = IssueFilter { state: StateFilter::Any, iid: Some(iid), ..self.filter.clone() };
        let keeps = |issue: &ListedIssue| issue.issue.iid == iid && self.meets(issue);
        let search = IssueSearch { project, ..self.search(filter, &keeps) };
        let (issues, more) = self.listed(&search, IssueOrder::Updated).await?;
        let issues = issues.into_iter().map(|issue| (issue, Some(Score::EXACT))).collect();
        Ok(Matches { issues, more, ..Matches::default() })
    }

    /// The issues that words may mean; all of them if the words name nothing.
    async fn matching(&self, words: &str) -> Result<Matches> {
        let keeps = |issue: &ListedIssue| self.is_in_state(issue) && self.meets(issue);
        let search = self.search(self.filter.clone(), &keeps);
        let (verdict, more) = search.matching(words, self.query.limit.get()).await?;
        let scored = |found: Vec<Scored<ListedIssue>>| {
            found.into_iter().map(|found| (found.item, Some(found.score))).collect()
        };
        let (issues, suggestions) = match verdict {
            Ok(chosen) => (chosen.candidates, Vec::new()),
            Err(Unresolved::NotFound(NotFound { suggestions, .. })) => (Vec::new(), suggestions),
            Err(Unresolved::Ambiguous(Question { why: Why::Doubt(Doubt::Vague), .. })) => {
                return self.all().await;
            }
            Err(Unresolved::Ambiguous(Question { candidates, .. })) => (candidates, Vec::new()),
        };
        Ok(Matches { issues: scored(issues), suggestions: scored(suggestions), more })
    }

    /// All issues: what is due first, then what was updated last. The host gives each in a list of its own.
    async fn all(&self) -> Result<Matches> {
        let keeps = |issue: &ListedIssue| self.is_in_state(issue) && self.meets(issue);
        let due = self.search(self.filter.clone(), &keeps);
        let (mut issues, more) = match self.query.due {
            Some(Due::Overdue | Due::Within(_)) => self.listed(&due, IssueOrder::Due).await?,
            Some(Due::Absent) => self.listed(&due, IssueOrder::Updated).await?,
            None => {
                let filter = IssueFilter { due: Some(DueFilter::Absent), ..self.filter.clone() };
                let without = self.search(filter, &keeps);
                let without = self.listed(&without, IssueOrder::Updated);
                let ((mut issues, more), without) = try_join!(self.listed(&due, IssueOrder::Due), without)?;
                issues.extend(without.0);
                (issues, more || without.1)
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
    async fn listed(&self, search: &IssueSearch<'_>, order: IssueOrder) -> Result<(Vec<ListedIssue>, bool)> {
        let limit = self.query.limit.get();
        // A list in the order of due dates ends for this purpose after the last day that is wanted.
        let is_past = |issues: &[ListedIssue]| {
            let due = issues.last().and_then(|last| last.due_date.as_deref());
            order == IssueOrder::Due
                && due.is_none_or(|due| self.days.as_ref().is_some_and(|(_, last)| due > last.as_str()))
        };
        let is_enough = |first: &[ListedIssue], _| {
            is_past(first) || first.iter().filter(|issue| (search.keeps)(issue)).count() >= limit
        };
        let lists = search.in_places(async |place| {
            let issues = self.service.gitlab.listed_issues(&place, &search.filter, order);
            // The host has no filter for such dates and paths: further pages are read if the first holds too few.
            let is_filtered = self.days.is_some() || !self.query.root.is_anywhere() || {
                place == IssuePlace::Everywhere && self.service.roots.prefixes().is_some()
            };
            let most = if is_filtered { LOOKED_AT } else { limit };
            let (issues, more) = read_up_to(self.service, issues, most, is_enough).await?;
            let more = more && !is_past(&issues);
            Ok((issues, more))
        });
        let lists = lists.await?;
        let more = lists.iter().any(|(_, more)| *more);
        let issues = lists.into_iter().flat_map(|(issues, _)| issues).filter(|issue| (search.keeps)(issue));
        Ok((issues.collect(), more))
    }

    fn is_in_state(&self, issue: &ListedIssue) -> bool {
        match &self.filter.state {
            StateFilter::Only(state) if ["opened", "closed"].contains(&state.as_str()) => {
                issue.issue.state == *state
            }
            _ => true,
        }
    }

    /// Whether an issue is one that is wanted, its state apart: the host may not know a filter, or read `any` and `none` as words of
    /// its own.
    fn meets(&self, issue: &ListedIssue) -> bool {
        let is_there = match self.place {
            Place::Project(project) => issue.project_id.is_none_or(|id| id == project.item.id),
            Place::Group(_) | Place::Anywhere => {
                let path = self.path_of(issue);
                !path.is_empty() && self.service.sees(&path) && self.query.root.holds(&path)
            }
        };
        let is_due = match self.query.due {
            None => true,
            Some(Due::Overdue) => is_overdue(&issue.issue, issue.due_date.as_deref()),
            Some(Due::Absent) => issue.due_date.is_none(),
            Some(Due::Within(_)) => {
                let within = |due: &String| {
                    self.days.as_ref().is_some_and(|(first, last)| first <= due && due <= last)
                };
                issue.due_date.as_ref().is_some_and(within)
            }
        };
        let IssueFilter { assignee, label, milestone, .. } = &self.filter;
        let is_assigned = match assignee {
            None => true,
            Some(AssigneeFilter::Id(id)) => issue.assignees.iter().any(|assignee| assignee.id == *id),
            Some(AssigneeFilter::Username(name)) => {
                issue.assignees.iter().any(|assignee| assignee.username.to_lowercase() == name.to_lowercase())
            }
            Some(AssigneeFilter::Nobody) => issue.assignees.is_empty(),
        };
        let is_labelled = label.as_ref().is_none_or(|label| issue.issue.label_names().contains(label));
        let title = issue.milestone.as_ref().map(|held| &held.title);
        is_there
            && is_due
            && is_assigned
            && is_labelled
            && (milestone.is_none() || title == milestone.as_ref())
    }

    /// The full path of an issue's project; empty if the host does not tell it.
    pub(super) fn path_of(&self, issue: &ListedIssue) -> String {
        if let Some(project) = self.project() {
            return project.path_with_namespace.clone();
        }
        if !issue.project_path.is_empty() {
            return issue.project_path.clone();
        }
        match IssueReference::parse(&issue.issue.web_url, self.service.gitlab.web_address()) {
            Some(IssueReference::Full(path, _)) => path.to_string(),
            _ => String::new(),
        }
    }
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

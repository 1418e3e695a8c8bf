//! A call is heard as a whole: what it names beside its project says which project is meant (decisions, section 5).

use std::time::Duration;

use tokio::time::timeout;

use crate::{
    gitlab::visible,
    service::{prelude::*, resolve::prelude::*},
};

/// How long the candidates of a question may take: past it the answer is the interface's alone.
const LONGEST: Duration = Duration::from_secs(5);

/// Most issues of one call that are used to find out which project is meant.
pub(crate) const ISSUES_HEARD: usize = 5;

/// What a call names beside its project, in loose words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named<'a> {
    /// Its issues, and among which they are looked for.
    pub issues: Option<(&'a [String], PoolState)>,
    /// Its milestone.
    pub milestone: Option<&'a str>,
    /// Its label.
    pub label: Option<&'a str>,
    /// Who is to do it.
    pub assignee: Option<&'a str>,
}

/// An issue with its project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedIssue {
    /// The issue.
    pub issue: Issue,
    /// Its project.
    pub project: Project,
}

/// Such an issue, and how near to a hint it is.
pub type NearIssue = Scored<PlacedIssue>;

/// What is known of the project if it is not sure.
#[derive(Debug)]
pub struct UnresolvedProject {
    /// What its hint left open.
    pub project: Unresolved<Project>,
    /// Issues that the call may mean, with their projects, best first, as many as an answer shows.
    pub issues: Vec<NearIssue>,
}

impl From<Halt<UnresolvedProject>> for Halt<Unresolved<Project>> {
    fn from(halt: Halt<UnresolvedProject>) -> Self {
        halt.map(|open| open.project)
    }
}

/// Which candidates for a project hold what the call names.
#[derive(Debug, Default)]
pub(super) struct Joint {
    /// The named issues that were found, best first, as many as an answer shows.
    pub(super) issues: Vec<NearIssue>,
    /// For each kind of object that is named, what each candidate has.
    held: Vec<Vec<Held>>,
}

/// Whether a candidate has something; `None` if not all of it was read.
type Held = Option<bool>;

/// One page of each candidate; `None` for one that could not be read.
type Pages<T> = Vec<Option<Page<T>>>;

impl Joint {
    /// Whether the first candidate alone has what is named: each kind that was found anywhere is in it, and one in no other.
    pub(super) fn names_the_first(&self) -> bool {
        let elsewhere = |held: &Vec<Held>| held.iter().skip(1).any(|held| *held == Some(true));
        let here_alone = |held: &Vec<Held>| {
            held.first() == Some(&Some(true)) && held.iter().skip(1).all(|held| *held == Some(false))
        };
        !self.held.iter().any(elsewhere) && self.held.iter().any(here_alone)
    }

    /// Whether each candidate was read and none has the first of what is named, the issue if there is one.
    pub(super) fn lacks_the_issue(&self) -> bool {
        self.held.first().is_some_and(|held| held.iter().all(|held| *held == Some(false)))
    }

    /// The candidates, those first that have most of what is named, then those that have what is a little like the issue.
    pub(super) fn ordered(&self, candidates: Vec<Scored<Project>>) -> Vec<Scored<Project>> {
        let count =
            |place: usize| self.held.iter().filter(|held| held.get(place) == Some(&Some(true))).count();
        let is_alike =
            |project: &Project| self.issues.iter().any(|found| found.item.project.id == project.id);
        let mut placed: Vec<_> = candidates.into_iter().enumerate().collect();
        placed.sort_by_key(|(place, candidate)| Reverse((count(*place), is_alike(&candidate.item))));
        placed.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

impl Named<'_> {
    /// Looks for what is named in one page of each candidate, side by side.
    pub(super) async fn look(&self, service: &Service, candidates: &[Scored<Project>]) -> Joint {
        let projects: Vec<&Project> = candidates.iter().map(|candidate| &candidate.item).collect();
        // Those of the groups above count as a project's own.
        let milestones =
            |project: &Project| service.gitlab.milestones(Holder::Project(project.id)).with_ancestors();
        let members = |project: &Project| service.gitlab.members(Holder::Project(project.id));
        let assignee = self.assignee.map(|hint| hint.trim_start_matches('@'));
        let looked = async {
            let (issues, milestones, labels, members) = join!(
                self.issues_in(service, &projects),
                holders(service, &projects, self.milestone, milestones),
                self.labels_in(service, &projects),
                holders(service, &projects, assignee, members),
            );
            let (issues, mut held) = issues;
            held.extend([milestones, labels, members].into_iter().flatten());
            Joint { issues, held }
        };
        timeout(LONGEST, looked).await.unwrap_or_default()
    }

    /// Whether its only issue is called so.
    pub(super) fn is_called(&self, text: &str) -> bool {
        matches!(self.issues, Some(([issue], _)) if issue == text)
    }

    /// The issues that the call names in loose words, a few at most, and the state in which they are looked for. References are
    /// left out: most projects have an issue of that number, so it would not tell projects apart.
    fn loose_issues(&self, service: &Service) -> Option<(Vec<&str>, PoolState)> {
        let (hints, state) = self.issues?;
        let is_loose = |hint: &&String| service.reference(hint).is_none();
        let loose: Vec<_> = hints.iter().filter(is_loose).take(ISSUES_HEARD).map(String::as_str).collect();
        (!loose.is_empty()).then_some((loose, state))
    }

    /// The issues that may be meant wherever the bridge may look, with their projects, best first.
    pub(super) async fn elsewhere(&self, service: &Service, root: &Root) -> Vec<NearIssue> {
        if let Some(([hint], _)) = self.issues
            && let Some(reference) = service.reference(hint)
        {
            let issue = timeout(LONGEST, named_elsewhere(service, &reference, root)).await;
            return issue.ok().flatten().into_iter().collect();
        }
        let Some((hints, state)) = self.loose_issues(service) else { return Vec::new() };
        let [hint] = *hints else { return Vec::new() };
        Box::pin(elsewhere(service, hint, state, root)).await
    }

    async fn issues_in(&self, service: &Service, projects: &[&Project]) -> (Vec<NearIssue>, Vec<Vec<Held>>) {
        let Some((hints, state)) = self.loose_issues(service) else { return Default::default() };
        let list =
            |project: &Project| service.gitlab.issues(project.id, &state.filter(), IssueOrder::Updated);
        let pages = read_each(projects, list).await;
        let (mut all, mut held) = (Vec::new(), Vec::new());
        for hint in hints {
            let (found, of_hint) = find(service, hint, &pages).await;
            all.extend(found);
            held.push(of_hint);
        }
        all.sort_by_key(|found| Reverse(found.score));
        all.truncate(SHOWN_CANDIDATES);
        let placed = all.into_iter().filter_map(|Scored { item: (place, issue), score }| {
            let project = (*projects.get(place)?).clone();
            Some(Scored { item: PlacedIssue { issue, project }, score })
        });
        (placed.collect(), held)
    }

    async fn labels_in(&self, service: &Service, projects: &[&Project]) -> Option<Vec<Held>> {
        let name = self.label?;
        let wanted = Folded::label(&visible(name));
        let is_meant =
            |label: &Label| label.name == name || Folded::label(&visible(&label.name)).is_same(&wanted);
        let list = |project: &Project| service.gitlab.labels(project.id);
        let pages = read_each(projects, list).await;
        let held = pages.iter().map(|page| match page {
            Some(page) if page.items.iter().any(is_meant) => Some(true),
            page => unless_all(page.as_ref()),
        });
        Some(held.collect())
    }
}

/// The issues that a hint may mean wherever the bridge may look, with their projects, best first: one search of the host, or one
/// inside each root. Nothing if the host is slow, limited or away.
async fn elsewhere(service: &Service, hint: &str, state: PoolState, root: &Root) -> Vec<NearIssue> {
    let looked = async {
        let word = surest_word(hint).map(stem).filter(|_| service.shared.widen)?;
        // The projects of the found issues are mostly the token's own: they are read beside the search, not after it.
        let own = service.gitlab.projects().own();
        let (found, own) = join!(search(service, &word, state), own.page(1, FULL_PAGE));
        let own = own.map(|page| page.items).unwrap_or_default();
        let found =
            found.inspect_err(|error| tracing::warn!(%error, "issues could not be looked for")).ok()?;
        let is_inside =
            |issue: &ListedIssue| service.sees(&issue.project_path) && root.holds(&issue.project_path);
        let found: Vec<_> = found.into_iter().filter(is_inside).collect();
        let ranking = rank_items(&service.hint(hint), &found).await;
        let best = ranking.nearest(SHOWN_CANDIDATES).iter().filter(|near| near.score > Score::default());
        let placed = best.map(async |best| {
            let ListedIssue { issue, project_id, .. } = found.get(best.item)?.clone();
            let project_id = project_id?;
            let project = match own.iter().find(|project| project.id == project_id) {
                Some(project) => project.clone(),
                None => service.gitlab.project(&project_id).await.ok()??,
            };
            service
                .is_seen(root, &project)
                .then_some(Scored { item: PlacedIssue { issue, project }, score: best.score })
        });
        Some(join_all(placed).await.into_iter().flatten().collect())
    };
    timeout(LONGEST, looked).await.ok().flatten().unwrap_or_default()
}

/// The issue of whatever project that a reference names with its project.
async fn named_elsewhere(service: &Service, reference: &IssueReference, root: &Root) -> Option<NearIssue> {
    let (project, iid) = match reference {
        IssueReference::Full(path, iid) if service.sees(path.as_str()) => {
            (service.gitlab.project(path).await.ok()??, *iid)
        }
        IssueReference::Named(name, iid) | IssueReference::Beside(name, iid) => {
            let called = service.project_called(name, root).await.ok()?;
            let path = called.as_ref().map(|project| &*project.path_with_namespace);
            let hint = service.hint(name).calling(path);
            let mut found = search_projects(service, name, PROJECTS_READ).await.ok()?.items;
            let is_other = |project: &Project| called.as_ref().is_none_or(|called| called.id != project.id);
            found.retain(|project| service.is_seen(root, project) && is_other(project));
            found.extend(called.clone());
            let ranking = rank_items(&hint, &found).await;
            let project = found.get(ranking.top().filter(|_| is_clear(&ranking))?.item)?;
            (project.clone(), *iid)
        }
        _ => return None,
    };
    if !service.is_seen(root, &project) {
        return None;
    }
    let issue = service.gitlab.issue(project.id, iid.into()).await.ok()??;
    Some(Scored { item: PlacedIssue { issue, project }, score: Score::EXACT })
}

async fn search(service: &Service, word: &str, state: PoolState) -> gitlab::Result<Vec<ListedIssue>> {
    let filter = IssueFilter { state: state.filter(), ..IssueFilter::default() };
    let search = async |place| {
        let issues = service.gitlab.listed_issues(&place, &filter, IssueOrder::Updated).titled(word);
        issues.page(1, FULL_PAGE).await.map(|page| page.items)
    };
    let roots = service.roots.prefixes().map_or(0, <[_]>::len);
    if !(1..=ISSUE_SEARCHES).contains(&roots) {
        return search(IssuePlace::Everywhere).await;
    }
    let inside = |group| search(IssuePlace::Group(group));
    let found = in_each_root(service, inside, search(IssuePlace::Everywhere)).await?;
    // Beside a root that is no group the whole host is searched.
    let mut seen = HashSet::new();
    Ok(found.into_iter().flatten().filter(|found| seen.insert(found.issue.id)).collect())
}

/// Which candidates have the object that the words mean, if there are words; `list` lists such objects of a candidate.
async fn holders<'a, T: Findable + Readable>(
    service: &Service,
    projects: &[&Project],
    hint: Option<&str>,
    list: impl Fn(&Project) -> Listing<'a, T>,
) -> Option<Vec<Held>> {
    let hint = hint?;
    Some(find(service, hint, &read_each(projects, list).await).await.1)
}

/// A full page of each candidate.
async fn read_each<'a, T: Readable>(
    projects: &[&Project],
    list: impl Fn(&Project) -> Listing<'a, T>,
) -> Pages<T> {
    let reads = projects.iter().map(|project| list(project).page(1, FULL_PAGE));
    let pages = join_all(reads).await;
    let told = |error: &gitlab::Error| tracing::warn!(%error, "a candidate's objects could not be read");
    pages.into_iter().map(|page| page.inspect_err(told).ok()).collect()
}

/// The objects that a hint may mean, with the places of their candidates, best first; and which candidates have the meant one. All
/// are ranked together, so that an object of one candidate is weighed against those of the others.
async fn find<T: Findable>(
    service: &Service,
    hint: &str,
    pages: &Pages<T>,
) -> (Vec<Scored<(usize, T)>>, Vec<Held>) {
    let mut items = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        items.extend(page.iter().flat_map(|page| &page.items).map(|item| (place, item.clone())));
    }
    let bare: Vec<T> = items.iter().map(|(_, item)| item.clone()).collect();
    let ranking = rank_items(&service.hint(hint), &bare).await;
    // If there is no doubt, the first is meant; else all that are as near.
    let meant: Vec<_> = match ranking.top() {
        Some(top) if is_clear(&ranking) => vec![top],
        Some(top) => ranking.candidates().iter().filter(|other| near_to(top.score, other.score)).collect(),
        None => Vec::new(),
    };
    let held = pages.iter().enumerate().map(|(place, page)| {
        let is_here = |meant: &&Scored<usize>| {
            !meant.score.is_guess() && items.get(meant.item).is_some_and(|item| item.0 == place)
        };
        if meant.iter().any(is_here) { Some(true) } else { unless_all(page.as_ref()) }
    });
    let held = held.collect();
    // In the only candidate, what comes nearest may be recognised.
    let shown = match pages.len() {
        1 if meant.is_empty() => {
            ranking.nearest(SHOWN_CANDIDATES).iter().filter(|near| near.score >= Score::NEAR).collect()
        }
        _ => meant,
    };
    (scored(shown, &items), held)
}

/// Whether one comes as near as the best, by the interface's margin.
pub(super) fn near_to(top: Score, score: Score) -> bool {
    top.value().saturating_sub(score.value()) <= MARGIN
}

/// Whether the first is meant for sure.
fn is_clear(ranking: &Ranking<usize>) -> bool {
    ranking.doubt().is_none() && !ranking.is_ambiguous()
}

/// What a page without a fitting object says of its candidate.
fn unless_all<T>(page: Option<&Page<T>>) -> Held {
    page.filter(|page| !page.continues(FULL_PAGE)).map(|_| false)
}

#[cfg(test)]
mod tests {
    use super::{Held, Joint, near_to};
    use crate::matching::Score;

    const YES: Held = Some(true);
    const NO: Held = Some(false);

    #[test]
    fn the_first_candidate_is_named_by_what_it_has_and_no_other_does() {
        let rows: [(&[&[Held]], bool); 8] = [
            (&[&[YES, NO, NO]], true),
            (&[&[YES]], true),
            (&[&[YES, YES]], false),
            (&[&[YES, None]], false),
            (&[&[NO, YES]], false),
            (&[&[YES, NO], &[NO, NO]], true),
            (&[&[YES, NO], &[NO, YES]], false),
            (&[], false),
        ];
        for (held, names) in rows {
            let joint = Joint { held: held.iter().map(|row| row.to_vec()).collect(), ..Joint::default() };
            assert_eq!(joint.names_the_first(), names, "{held:?}");
        }
    }

    #[test]
    fn what_comes_within_ten_of_the_best_is_as_near_as_it() {
        let best = Score::new(80);
        let is_near = [80, 70, 69].map(|score| near_to(best, Score::new(score)));
        assert_eq!(is_near, [true, true, false]);
    }
}

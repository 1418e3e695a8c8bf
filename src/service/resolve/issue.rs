//! Rule 3: issue by hint, by reference or by its confirmed number.

use tokio::join;

use super::{
    Chosen, ProjectTarget, Unresolved,
    look::Look,
    project, project_at,
    second_look::{self, extend_unique},
    title_score,
};
use crate::{
    audit::{Ground, Object},
    error::Error,
    gitlab::{FullPath, Iid, Issue, IssueOrder, IssueQuery, Page, Project, ProjectId, State},
    matching::{Matcher, Ranked, rank::SHOWN_CANDIDATES},
    service::{Halt, IssueReference, Limit, Service, side_by_side},
};

/// Which issue of which project a caller means.
#[derive(Debug, Clone)]
pub struct IssueTarget {
    /// The project.
    pub project: ProjectTarget,
    /// The issue inside it.
    pub issue: IssueChoice,
}

/// Which issue of a project a caller means.
#[derive(Debug, Clone)]
pub enum IssueChoice {
    /// Loose words or a reference, and how many issues to look through.
    Hint {
        /// The words.
        text: String,
        /// Size of the pool.
        limit: Limit,
    },
    /// A number that the caller confirmed.
    Confirmed(Iid),
}

/// Which issues a hint is looked up among.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolState {
    /// For all but reopening.
    Opened,
    /// To reopen.
    Closed,
}

/// What a hint for an issue left open.
#[derive(Debug)]
pub enum UnresolvedIssue {
    /// Already the project.
    Project(Unresolved<Project>),
    /// The issue, inside this project.
    Issue(Project, Unresolved<Issue>),
}

impl From<Halt<Unresolved<Project>>> for Halt<UnresolvedIssue> {
    fn from(halt: Halt<Unresolved<Project>>) -> Self {
        halt.map(UnresolvedIssue::Project)
    }
}

impl From<Unresolved<Project>> for UnresolvedIssue {
    fn from(unresolved: Unresolved<Project>) -> Self {
        Self::Project(unresolved)
    }
}

impl From<UnresolvedIssue> for Halt<UnresolvedIssue> {
    fn from(unresolved: UnresolvedIssue) -> Self {
        Self::Unresolved(unresolved)
    }
}

/// An issue that is meant: by its number alone when it was confirmed, as read from the host otherwise.
#[derive(Debug, Clone)]
pub enum MeantIssue {
    /// Not read yet.
    Confirmed(Iid),
    /// As read.
    Read(Issue),
}

impl MeantIssue {
    /// The issue's number.
    #[must_use]
    pub fn iid(&self) -> Iid {
        match self {
            Self::Confirmed(iid) => *iid,
            Self::Read(issue) => issue.iid,
        }
    }
}

/// The project and the issue that are meant.
///
/// # Errors
/// What the hints left open, or a failed call.
pub async fn issue(
    service: &Service,
    target: &IssueTarget,
    state: PoolState,
) -> Result<(Chosen<Project>, MeantIssue), Halt<UnresolvedIssue>> {
    let project = project(service, &target.project).await?;
    let meant = issue_of(service, &project.item, &target.issue, state).await?;
    Ok((project, meant))
}

/// The issue that is meant, inside a project.
///
/// # Errors
/// What the hint left open, or a failed call.
pub(in crate::service) async fn issue_of(
    service: &Service,
    project: &Project,
    choice: &IssueChoice,
    state: PoolState,
) -> Result<MeantIssue, Halt<UnresolvedIssue>> {
    let (text, limit) = match choice {
        IssueChoice::Confirmed(iid) => {
            service.note_resolved(Object::Issue(iid.0), Ground::Named);
            return Ok(MeantIssue::Confirmed(*iid));
        }
        IssueChoice::Hint { text, limit } => (text, *limit),
    };
    let mut meant = issues_of(service, project, std::slice::from_ref(text), state, limit).await?;
    match meant.pop() {
        Some(Ok(issue)) => Ok(MeantIssue::Read(issue)),
        Some(Err(Halt::Unresolved(unresolved))) => {
            Err(UnresolvedIssue::Issue(project.clone(), unresolved).into())
        }
        Some(Err(Halt::Failed(error))) => Err(error.into()),
        None => Err(UnresolvedIssue::Issue(project.clone(), Unresolved::NotFound).into()),
    }
}

/// What became of one hint of several.
pub(in crate::service) type Meant = Result<Issue, Halt<Unresolved<Issue>>>;

/// The issues that several hints mean, each on its own, in their order. References are fetched, and one that can't be is no
/// other's failure; the pool is read once, and only for loose words.
///
/// # Errors
/// A pool that can't be read; the first failure where every hint failed.
pub(in crate::service) async fn issues_of(
    service: &Service,
    project: &Project,
    hints: &[String],
    state: PoolState,
    limit: Limit,
) -> Result<Vec<Meant>, Error> {
    let references: Vec<_> =
        hints.iter().map(|hint| IssueReference::parse(hint, service.gitlab.web_address())).collect();
    let loose: Vec<&str> = hints
        .iter()
        .zip(&references)
        .filter_map(|(hint, reference)| reference.is_none().then_some(hint.as_str()))
        .collect();
    let pool = async {
        if loose.is_empty() {
            return Ok::<_, Error>(Vec::new());
        }
        Ok(IssuePool::read(service, project.id, state, limit)
            .await?
            .choose(service, project.id, &loose)
            .await)
    };
    let named = references.iter().flatten().map(|reference| referenced(service, project, reference));
    let (chosen, named) = join!(pool, side_by_side(service.fan_out, named));
    let (mut chosen, mut named) = (chosen?.into_iter(), named.into_iter());
    let meant = references.iter().map(|reference| {
        let next = if reference.is_some() {
            named.next()
        } else {
            chosen.next().map(|it| it.map_err(Halt::Unresolved))
        };
        next.unwrap_or(Err(Halt::Unresolved(Unresolved::NotFound)))
    });
    let meant: Vec<Meant> = meant.collect();
    match meant.first() {
        Some(Err(Halt::Failed(first))) if meant.iter().all(|meant| matches!(meant, Err(Halt::Failed(_)))) => {
            Err(first.clone())
        }
        _ => Ok(meant),
    }
}

/// The issue that a reference names; none when it names one of another project.
///
/// # Errors
/// A failed call.
async fn referenced(service: &Service, project: &Project, reference: &IssueReference) -> Meant {
    let iid = match reference {
        IssueReference::Number(iid) => *iid,
        IssueReference::Full(path, iid) if is_at(service, project, path).await? => *iid,
        IssueReference::Full(..) => return Err(Halt::Unresolved(Unresolved::NotFound)),
    };
    service.note_resolved(Object::Issue(iid.0), Ground::Named);
    service.gitlab.issue(project.id, iid).await?.ok_or(Halt::Unresolved(Unresolved::NotFound))
}

/// Whether this path leads to the project: its own, or one that it was moved from.
async fn is_at(service: &Service, project: &Project, path: &FullPath) -> Result<bool, Error> {
    if path.as_str().eq_ignore_ascii_case(&project.path_with_namespace) {
        return Ok(true);
    }
    match project_at(service, path).await {
        Ok(other) => Ok(other.id == project.id),
        Err(Error::ProjectNotFound(_) | Error::ProjectWithoutId(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The issues of a project that hints are looked up among, last updated first.
struct IssuePool {
    query: IssueQuery,
    page: Page<Issue>,
    limit: Limit,
}

impl IssuePool {
    /// Reads the pool: one page.
    async fn read(
        service: &Service,
        project: ProjectId,
        state: PoolState,
        limit: Limit,
    ) -> Result<Self, Error> {
        let state = match state {
            PoolState::Opened => State::opened(),
            PoolState::Closed => State::closed(),
        };
        let query = IssueQuery { state, order: IssueOrder::Updated, page_size: limit.page_size() };
        let page = service.gitlab.issues(project, &query).await?;
        Ok(Self { query, page, limit })
    }

    /// The issues that hints mean, each on its own. Where the pool may lack some of them, the host's title search is asked
    /// once for all.
    async fn choose(
        mut self,
        service: &Service,
        project: ProjectId,
        hints: &[&str],
    ) -> Vec<Result<Issue, Unresolved<Issue>>> {
        let more = service.widen && self.page.continues(self.query.page_size);
        let settled = |look: &Look<'_, Issue>| !more || look.settles(more);
        let first =
            hints.iter().map(|hint| Some(self.look(hint)).filter(settled).map(|look| decide(service, look)));
        let first: Vec<_> = first.collect();
        let open: Vec<&str> =
            hints.iter().zip(&first).filter_map(|(hint, meant)| meant.is_none().then_some(*hint)).collect();
        if !open.is_empty() {
            let added = second_look::issues(service, project, &open, &self.query).await;
            extend_unique(&mut self.page.items, added, |issue| issue.iid);
        }
        let meant = first.into_iter().zip(hints);
        meant.map(|(first, hint)| first.unwrap_or_else(|| decide(service, self.look(hint)))).collect()
    }

    fn look(&self, hint: &str) -> Look<'_, Issue> {
        let mut matcher = Matcher::new(hint);
        let ranked = Ranked::by_score(&self.page.items, |issue| title_score(&mut matcher, &issue.title));
        Look::new(&matcher, ranked.take(self.limit.get()))
    }
}

fn decide(service: &Service, look: Look<'_, Issue>) -> Result<Issue, Unresolved<Issue>> {
    look.decide(service, SHOWN_CANDIDATES).map(|chosen| chosen.item)
}

impl From<&Issue> for Object {
    fn from(issue: &Issue) -> Self {
        Self::Issue(issue.iid.0)
    }
}

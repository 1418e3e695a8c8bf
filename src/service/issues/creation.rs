//! Creating an issue: directly, or after looking for its project, its milestone and its like.

use tokio::{join, try_join};

use crate::{
    error::Error,
    gitlab::{
        self, CreatedIssue, FullPath, Issue, IssueOrder, IssueQuery, MilestoneId, Project, ProjectId, State,
    },
    matching::{DuplicateMatcher, Score, Scored, rank::SHOWN_CANDIDATES},
    service::{
        Halt, LabelSet, Service,
        limits::DUPLICATES_READ,
        quick_actions::neutralise,
        resolve::{
            Chosen, ProjectTarget, Unresolved, milestone, project, project_at,
            second_look::{self, together},
        },
        settle,
    },
};

/// An issue to create.
#[derive(Debug, Clone)]
pub struct NewIssue {
    /// 1 to 255 characters.
    pub title: String,
    /// Markdown, trimmed.
    pub description: String,
    /// Its labels; the host creates those that it lacks.
    pub labels: LabelSet,
}

/// An issue to create after a look around.
#[derive(Debug, Clone)]
pub struct Creation {
    /// Its project.
    pub project: ProjectTarget,
    /// The issue.
    pub issue: NewIssue,
    /// A milestone by its id: nothing is looked up.
    pub milestone: Option<MilestoneId>,
    /// A milestone by hint, unless blank or given by id.
    pub milestone_hint: String,
}

/// An issue that was created.
#[derive(Debug)]
pub struct Created {
    /// The project, among its candidates.
    pub project: Chosen<Project>,
    /// The issue; none in a preview.
    pub issue: Option<CreatedIssue>,
    /// The milestone that was asked for it.
    pub milestone: Option<MilestoneId>,
}

/// Why an issue was not created yet.
#[derive(Debug)]
pub enum UnresolvedCreation {
    /// The hint left the project open.
    Project(Unresolved<Project>),
    /// Several milestones fit.
    Milestone(Vec<Scored<gitlab::Milestone>>),
    /// Issues that say the same, best first.
    Duplicates(Chosen<Project>, Vec<Scored<Issue>>),
}

impl From<Halt<Unresolved<Project>>> for Halt<UnresolvedCreation> {
    fn from(halt: Halt<Unresolved<Project>>) -> Self {
        halt.map(UnresolvedCreation::Project)
    }
}

/// Creates an issue in the project at a path (issues create); none in a preview.
///
/// # Errors
/// An absent project or a failed call.
pub async fn create(
    service: &Service,
    path: &FullPath,
    issue: &NewIssue,
) -> Result<Option<CreatedIssue>, Error> {
    let project = project_at(service, path).await?;
    send(service, project.id, issue, None).await
}

/// Creates an issue in the project that is meant. A confirmed project is taken at its word; otherwise the milestone is
/// looked up and nothing is created that an issue says already.
///
/// # Errors
/// What stands in the way, or a failed call.
pub async fn assisted_create(
    service: &Service,
    creation: &Creation,
) -> Result<Created, Halt<UnresolvedCreation>> {
    let project = project(service, &creation.project).await?;
    let milestone = if matches!(creation.project, ProjectTarget::Confirmed(_)) {
        creation.milestone
    } else {
        look_around(service, &project, creation).await?
    };
    let issue = send(service, project.item.id, &creation.issue, milestone).await?;
    Ok(Created { project, issue, milestone })
}

/// The milestone to use; ends here where it is unclear or an issue says the same.
async fn look_around(
    service: &Service,
    project: &Chosen<Project>,
    creation: &Creation,
) -> Result<Option<MilestoneId>, Halt<UnresolvedCreation>> {
    let id = project.item.id;
    let (milestone, duplicates) =
        try_join!(wanted_milestone(service, id, creation), duplicates(service, id, &creation.issue.title))?;
    let milestone = match milestone {
        Ok(milestone) => milestone,
        Err(Unresolved::Ambiguous(candidates)) => {
            return Err(Halt::Unresolved(UnresolvedCreation::Milestone(candidates)));
        }
        Err(Unresolved::NotFound) => {
            tracing::info!("no milestone fits the hint: the issue is created without one");
            None
        }
    };
    if duplicates.first().is_some_and(|best| best.score >= Score::DUPLICATE_WARNING) {
        return Err(Halt::Unresolved(UnresolvedCreation::Duplicates(project.clone(), duplicates)));
    }
    Ok(milestone)
}

async fn wanted_milestone(
    service: &Service,
    project: ProjectId,
    creation: &Creation,
) -> Result<Result<Option<MilestoneId>, Unresolved<gitlab::Milestone>>, Error> {
    if creation.milestone.is_some() || creation.milestone_hint.is_empty() {
        return Ok(Ok(creation.milestone));
    }
    let found = settle(milestone(service, project, &creation.milestone_hint).await)?;
    Ok(found.map(|milestone| Some(milestone.id)))
}

/// Issues of any state whose title says what the new one says, best first, as many as a caller is shown.
async fn duplicates(service: &Service, project: ProjectId, title: &str) -> Result<Vec<Scored<Issue>>, Error> {
    let query = IssueQuery { state: State::Any, order: IssueOrder::Updated, page_size: DUPLICATES_READ };
    let latest = async { Ok::<_, Error>(service.gitlab.issues(project, &query).await?.items) };
    let found = async {
        if service.widen {
            second_look::duplicates(service, project, title, &query).await
        } else {
            Vec::new()
        }
    };
    let (latest, found) = join!(latest, found);
    let mut issues = latest?;
    together(&mut issues, found, |issue| issue.iid);
    let matcher = DuplicateMatcher::new(title);
    let mut alike: Vec<_> = issues
        .into_iter()
        .map(|issue| (matcher.score(&issue.title), issue))
        .filter(|((score, _), _)| *score >= Score::DUPLICATE_CANDIDATE)
        .collect();
    // Equal scores are common, since two shared words give the same: the most similar title comes first.
    alike.sort_by_key(|(scores, _)| std::cmp::Reverse(*scores));
    alike.truncate(SHOWN_CANDIDATES);
    Ok(alike.into_iter().map(|((score, _), item)| Scored { item, score }).collect())
}

/// Creates an issue, its text made harmless; none in a preview.
pub(super) async fn send(
    service: &Service,
    project: ProjectId,
    issue: &NewIssue,
    milestone: Option<MilestoneId>,
) -> Result<Option<CreatedIssue>, Error> {
    let new = gitlab::NewIssue {
        title: &issue.title,
        description: &neutralise(&issue.description),
        labels: &issue.labels.joined(),
        milestone_id: milestone,
    };
    Ok(service.write(|host| host.create_issue(project, &new)).await?)
}

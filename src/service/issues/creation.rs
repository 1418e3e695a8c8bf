//! Creating an issue: directly, or after looking for its project, its milestone and its like.

use tokio::try_join;

use super::duplicates::find_duplicates;
use crate::{
    audit::Object,
    error::Error,
    gitlab::{self, CreatedIssue, FullPath, Issue, MilestoneId, Project, ProjectId, Said},
    matching::{Score, Scored},
    service::{
        Halt, LabelSet, Service,
        quick_actions::neutralise,
        resolve::{
            Chosen, NotFound, ProjectTarget, Purpose, Question, Unresolved, project_at, resolve_milestone,
            resolve_project,
        },
        split_failure,
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
    /// Its milestone.
    pub milestone: MilestoneChoice,
}

/// The milestone that new issues are to get, as the caller names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MilestoneChoice {
    /// None.
    None,
    /// By its id, taken at its word.
    Confirmed(MilestoneId),
    /// By loose words, not blank.
    Hint(String),
}

/// An issue that was created.
#[derive(Debug)]
pub struct Created {
    /// The project, among its candidates.
    pub project: Chosen<Project>,
    /// The issue; none in a preview.
    pub issue: Option<SentIssue>,
    /// The milestone that it was to get.
    pub milestone: MilestoneWish,
    /// Whether issues that say the same may have been missed: a part of the project could not be read.
    pub duplicates_missed: bool,
}

/// An issue as the host created it.
#[derive(Debug)]
pub struct SentIssue {
    /// The issue.
    pub issue: CreatedIssue,
    /// Labels that were asked for and that the host left out.
    pub dropped_labels: Vec<String>,
    /// What the host made of the milestone that was asked for.
    pub milestone: HeldMilestone,
}

impl Created {
    /// The milestone that the issue has, or would have: its id, and its title where somebody says it.
    #[must_use]
    pub fn milestone(&self) -> Option<(MilestoneId, Option<&str>)> {
        let id = self.milestone.id()?;
        let found = match &self.milestone {
            MilestoneWish::Found(milestone) => Some(milestone.title.as_str()),
            _ => None,
        };
        match self.issue.as_ref().map(|sent| &sent.milestone) {
            Some(HeldMilestone::Dropped | HeldMilestone::Unasked) => None,
            Some(HeldMilestone::Held(title)) => Some((id, title.as_deref().or(found))),
            None => Some((id, found)),
        }
    }
}

/// What the host made of the milestone that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeldMilestone {
    /// None was asked for.
    Unasked,
    /// The issue has it; by its title where the host says it.
    Held(Option<String>),
    /// The host left it out.
    Dropped,
}

/// The milestone that a new issue is to get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MilestoneWish {
    /// None.
    None,
    /// One that the caller gave by its id.
    Confirmed(MilestoneId),
    /// One that a hint meant.
    Found(gitlab::Milestone),
    /// A hint meant one, and none fits it.
    NotFound {
        /// The hint.
        hint: String,
        /// What comes nearest to it.
        nearest: NotFound<gitlab::Milestone>,
    },
}

impl MilestoneWish {
    /// The id to send, if any.
    #[must_use]
    pub fn id(&self) -> Option<MilestoneId> {
        match self {
            Self::None | Self::NotFound { .. } => None,
            Self::Confirmed(id) => Some(*id),
            Self::Found(milestone) => Some(milestone.id),
        }
    }
}

/// Why an issue was not created yet.
#[derive(Debug)]
pub enum UnresolvedCreation {
    /// The hint left the project open.
    Project(Unresolved<Project>),
    /// The hint names no milestone of the project for sure.
    Milestone(Chosen<Project>, Question<gitlab::Milestone>),
    /// There are issues that say the same.
    Duplicates {
        /// The project.
        project: Chosen<Project>,
        /// They, best first.
        duplicates: Vec<Scored<Issue>>,
        /// The milestone that the new one would get.
        milestone: Option<MilestoneId>,
    },
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
) -> Result<Option<SentIssue>, Error> {
    let project = project_at(service, path).await?;
    send(service, &project, issue, None).await
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
    let project = resolve_project(service, &creation.project, Purpose::Change).await?;
    let (milestone, duplicates_missed) = if matches!(creation.project, ProjectTarget::Confirmed(_)) {
        let wish = resolve_wish(service, project.item.id, &creation.milestone).await;
        (wish.map_err(|halt| open_milestone(&project, halt))?, false)
    } else {
        look_around(service, &project, creation).await?
    };
    let issue = send(service, &project.item, &creation.issue, milestone.id()).await?;
    Ok(Created { project, issue, milestone, duplicates_missed })
}

/// The milestone to use, and whether duplicates may have been missed; ends here where the milestone is unclear or an issue
/// says the same.
async fn look_around(
    service: &Service,
    project: &Chosen<Project>,
    creation: &Creation,
) -> Result<(MilestoneWish, bool), Halt<UnresolvedCreation>> {
    let id = project.item.id;
    let wish = async { split_failure(resolve_wish(service, id, &creation.milestone).await) };
    let duplicates = find_duplicates(service, id, &creation.issue.title);
    let (wish, duplicates) = try_join!(wish, duplicates)?;
    let wish = wish.map_err(|question| open_milestone(project, Halt::Unresolved(question)))?;
    if duplicates.alike.first().is_some_and(|best| best.score >= Score::DUPLICATE_WARNING) {
        return Err(Halt::Unresolved(UnresolvedCreation::Duplicates {
            project: project.clone(),
            duplicates: duplicates.alike,
            milestone: wish.id(),
        }));
    }
    Ok((wish, duplicates.missed))
}

/// What stands in the way of a creation, where the milestone does.
fn open_milestone(
    project: &Chosen<Project>,
    halt: Halt<Question<gitlab::Milestone>>,
) -> Halt<UnresolvedCreation> {
    halt.map(|question| UnresolvedCreation::Milestone(project.clone(), question))
}

async fn resolve_wish(
    service: &Service,
    project: ProjectId,
    choice: &MilestoneChoice,
) -> Result<MilestoneWish, Halt<Question<gitlab::Milestone>>> {
    let hint = match choice {
        MilestoneChoice::None => return Ok(MilestoneWish::None),
        MilestoneChoice::Confirmed(id) => return Ok(MilestoneWish::Confirmed(*id)),
        MilestoneChoice::Hint(hint) => hint,
    };
    match split_failure(resolve_milestone(service, project, hint).await)? {
        Ok(milestone) => Ok(MilestoneWish::Found(milestone)),
        Err(Unresolved::Ambiguous(question)) => Err(Halt::Unresolved(question)),
        Err(Unresolved::NotFound(nearest)) => {
            tracing::info!("no milestone fits the hint: the issue is created without one");
            Ok(MilestoneWish::NotFound { hint: hint.clone(), nearest })
        }
    }
}

/// Creates an issue, its text made harmless; none in a preview.
pub(super) async fn send(
    service: &Service,
    project: &Project,
    issue: &NewIssue,
    milestone: Option<MilestoneId>,
) -> Result<Option<SentIssue>, Error> {
    let new = gitlab::NewIssue {
        title: &issue.title,
        description: &neutralise(&issue.description),
        labels: &issue.labels.joined(),
        milestone_id: milestone,
    };
    let objects = milestone.map(|milestone| Object::Milestone(milestone.0));
    let objects = [Object::from(project)].into_iter().chain(objects).collect();
    let created = service.write(objects, |host| host.create_issue(project.id, &new)).await?;
    Ok(created.map(|created| SentIssue::of(created, &issue.labels, milestone)))
}

impl SentIssue {
    /// Whether it has the milestone that was asked for.
    #[must_use]
    pub fn has_milestone(&self) -> bool {
        matches!(self.milestone, HeldMilestone::Held(_))
    }

    /// The host's answer held against what was sent: it drops labels and milestones that the token may not set, and says 201.
    fn of(issue: CreatedIssue, labels: &LabelSet, milestone: Option<MilestoneId>) -> Self {
        let dropped_labels = issue.labels.as_deref().map(|held| labels.missing_from(held));
        let milestone = match (milestone, &issue.milestone) {
            (None, _) => HeldMilestone::Unasked,
            (Some(_), Said::Nothing) => HeldMilestone::Held(None),
            (Some(asked), Said::Present(held)) if held.id == asked => {
                HeldMilestone::Held(Some(held.title.clone()).filter(|title| !title.is_empty()))
            }
            (Some(_), Said::Present(_) | Said::Absent) => HeldMilestone::Dropped,
        };
        Self { issue, dropped_labels: dropped_labels.unwrap_or_default(), milestone }
    }
}

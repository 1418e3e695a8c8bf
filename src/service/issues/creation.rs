//! Creating an issue: directly, or after a search for its project, its milestone and its duplicates.

use super::duplicates::Existing;
use crate::service::{LabelSet, prelude::*, resolve::prelude::*};

/// An issue to create.
#[derive(Debug, Clone)]
pub struct IssueDraft {
    /// 1 to 255 characters.
    pub title: String,
    /// Markdown, trimmed.
    pub description: String,
    /// Its labels; the host creates those that it lacks.
    pub labels: LabelSet,
}

/// An issue to create, with its project and its milestone as the caller gave them.
#[derive(Debug, Clone)]
pub struct Creation {
    /// Its project.
    pub project: ProjectTarget,
    /// The issue.
    pub issue: IssueDraft,
    /// Its milestone.
    pub milestone: MilestoneChoice,
}

/// The milestone for new issues, as the caller gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MilestoneChoice {
    /// None.
    None,
    /// An id, which is used without a look-up.
    Confirmed(MilestoneId),
    /// Loose words, not blank.
    Hint(String),
}

impl MilestoneChoice {
    /// The words, if it is a hint.
    pub(super) fn hint(&self) -> Option<&str> {
        if let Self::Hint(hint) = self { Some(hint) } else { None }
    }
}

/// An issue that was created.
#[derive(Debug)]
pub struct CreationResult {
    /// The project, among its candidates.
    pub project: Chosen<Project>,
    /// The issue; `None` in a preview.
    pub issue: Option<SentIssue>,
    /// The milestone that was wanted for it.
    pub milestone: MilestoneWish,
    /// Whether duplicates may have been missed, since some issues could not be read.
    pub duplicates_missed: bool,
}

/// An issue as the host created it.
#[derive(Debug)]
pub struct SentIssue {
    /// The issue.
    pub issue: CreatedIssue,
    /// Labels that were asked for and that the host left out.
    pub dropped_labels: Vec<String>,
    /// Whether the host left the wanted milestone out.
    pub lacks_milestone: bool,
}

impl CreationResult {
    /// The milestone that the issue has, or would have in a preview: its id, and its title if known.
    pub fn milestone(&self) -> Option<(MilestoneId, Option<&str>)> {
        let sent = self.issue.as_ref();
        let (id, found) = self.milestone.named().filter(|_| !self.milestone.is_left_out(sent))?;
        let held = sent.and_then(|sent| sent.issue.milestone.as_ref()).and_then(IssueMilestone::title);
        Some((id, held.or(found)))
    }
}

/// The milestone that is wanted for a new issue, after the look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MilestoneWish {
    /// None.
    None,
    /// One that the caller gave by its id.
    Confirmed(MilestoneId),
    /// One that the caller gave by its id, and that the project does not have: the host leaves it out.
    Absent(MilestoneId),
    /// One that a hint meant, or that was read.
    Found(Milestone),
    /// There was a hint, and no milestone fits it.
    NotFound {
        /// The hint.
        hint: String,
        /// The nearest milestones.
        nearest: NotFound<Milestone>,
    },
}

impl MilestoneWish {
    /// The id to send, if any, and the title if it is known.
    pub fn named(&self) -> Option<(MilestoneId, Option<&str>)> {
        match self {
            Self::None | Self::NotFound { .. } => None,
            Self::Confirmed(id) | Self::Absent(id) => Some((*id, None)),
            Self::Found(milestone) => Some((milestone.id, Some(&milestone.title))),
        }
    }

    /// Whether the host left it out of this issue, or in a preview would.
    pub fn is_left_out(&self, sent: Option<&SentIssue>) -> bool {
        sent.map_or(matches!(self, Self::Absent(_)), |sent| sent.lacks_milestone)
    }
}

/// Why an issue was not created yet.
#[derive(Debug)]
pub enum UnresolvedCreation {
    /// The hint left the project open.
    Project(Unresolved<Project>),
    /// The hint names no milestone of the project for sure.
    Milestone(Chosen<Project>, Question<Milestone>),
    /// Issues that may say the same.
    Duplicates {
        /// The project.
        project: Chosen<Project>,
        /// Possible duplicates, best first.
        duplicates: Vec<Scored<Issue>>,
        /// The milestone that the new one would get.
        milestone: MilestoneWish,
    },
}

/// What a creation came to; or what its hints left open, or a failure.
pub type Creating<T> = Result<T, Halt<UnresolvedCreation>>;

/// Creates an issue in the project at a path (issues create); `None` in a preview.
///
/// # Errors
/// An absent project or a failed call.
pub async fn create(service: &Service, path: &FullPath, issue: &IssueDraft) -> Result<Option<SentIssue>> {
    let project = Chosen::confirmed(project_at(service, path).await?);
    service.about(&project).create_issue(issue, None).await
}

/// Creates an issue in the project that is meant. If the project is confirmed, nothing else is looked up. Otherwise the
/// milestone is looked up, and a likely duplicate stops the creation.
///
/// # Errors
/// The question that stopped the creation, or a failed call.
pub async fn assisted_create(service: &Service, creation: &Creation) -> Creating<CreationResult> {
    let label = creation.issue.labels.first().map(String::as_str);
    let named = Named { milestone: creation.milestone.hint(), label, ..Named::default() };
    let project = resolve_project_naming(service, &creation.project, Purpose::Change, &named).await;
    let project = project.map_err(|halt| halt.map(|open| UnresolvedCreation::Project(open.project)))?;
    let is_confirmed = matches!(creation.project, ProjectTarget::Confirmed(_));
    let one = service.about(&project);
    let title = creation.issue.title.as_str();
    let existing = async {
        if is_confirmed { Ok(Existing::default()) } else { Existing::read(service, one.id(), &[title]).await }
    };
    // The milestone counts first: a failed look at existing issues hides no question about it.
    let (milestone, existing) = in_order(one.milestone_wish(&creation.milestone), existing).await?;
    let duplicates = existing.alike(title).await;
    if duplicates.first().is_some_and(|best| best.score >= Score::DUPLICATE_WARNING) {
        return Err(Halt::Unresolved(UnresolvedCreation::Duplicates { project, duplicates, milestone }));
    }
    let duplicates_missed = existing.missed;
    let id = milestone.named().map(|(id, _)| id);
    let issue = one.create_issue(&creation.issue, id).await?;
    Ok(CreationResult { project, issue, milestone, duplicates_missed })
}

impl OneProject<'_> {
    /// The milestone that a caller chose; one that is confirmed is read in a preview alone.
    ///
    /// # Errors
    /// What the hint left open, or a failed call.
    pub(super) async fn wish(self, choice: &MilestoneChoice) -> Resolved<MilestoneWish, Milestone> {
        Ok(match choice {
            MilestoneChoice::None => MilestoneWish::None,
            MilestoneChoice::Confirmed(id) if self.service.intent() == Intent::Preview => {
                self.shown_milestone(*id).await
            }
            MilestoneChoice::Confirmed(id) => MilestoneWish::Confirmed(*id),
            MilestoneChoice::Hint(hint) => MilestoneWish::Found(self.meant_milestone(hint).await?),
        })
    }

    /// A confirmed milestone, which is read.
    pub(super) async fn shown_milestone(self, id: MilestoneId) -> MilestoneWish {
        match self.read_milestone(id).await {
            Ok(milestone) => MilestoneWish::Found(milestone),
            Err(true) => MilestoneWish::Absent(id),
            Err(false) => MilestoneWish::Confirmed(id),
        }
    }

    /// The milestone to use for a new issue: none where nothing fits the hint. Stops the creation if it is ambiguous.
    async fn milestone_wish(self, choice: &MilestoneChoice) -> Creating<MilestoneWish> {
        match split_failure(self.wish(choice).await)? {
            Ok(wish) => Ok(wish),
            Err(Unresolved::Ambiguous(question)) => {
                Err(Halt::Unresolved(UnresolvedCreation::Milestone(self.project.clone(), question)))
            }
            Err(Unresolved::NotFound(nearest)) => {
                tracing::info!("no milestone fits the hint: the issue is created without one");
                let hint = choice.hint().unwrap_or_default().to_owned();
                Ok(MilestoneWish::NotFound { hint, nearest })
            }
        }
    }

    /// Creates an issue, with quick actions in its text neutralised; `None` in a preview.
    pub(super) async fn create_issue(
        self,
        issue: &IssueDraft,
        milestone: Option<MilestoneId>,
    ) -> Result<Option<SentIssue>> {
        let new = NewIssue {
            title: &issue.title,
            description: &neutralise(&issue.description),
            labels: &issue.labels.joined(),
            milestone_id: milestone,
        };
        let objects = milestone.map(|milestone| Object::Milestone(milestone.0));
        let objects = [self.project.item.object()].into_iter().chain(objects).collect();
        let created = self.service.write(objects, |host| host.create_issue(self.id(), &new)).await?;
        Ok(created.map(|created| SentIssue::of(created, &issue.labels, milestone)))
    }
}

impl SentIssue {
    /// Compares the host's answer with what was sent: the host drops labels and milestones that the token may not set, and
    /// still answers 201.
    fn of(issue: CreatedIssue, labels: &LabelSet, milestone: Option<MilestoneId>) -> Self {
        let dropped_labels = issue.labels.as_deref().map(|held| labels.missing_from(held));
        let held = issue.milestone.as_ref();
        let lacks_milestone = milestone.is_some_and(|asked| held.is_some_and(|held| held.id != asked));
        Self { issue, dropped_labels: dropped_labels.unwrap_or_default(), lacks_milestone }
    }
}

//! assistant-update: changes the text, the labels and the milestone of an issue, and clears what it has.

use super::{Beside, Changed, LabelRequest, MilestoneChoice, MilestoneWish, UnresolvedBeside};
use crate::service::{LabelSet, labels::FoundLabel, prelude::*, resolve::prelude::*};

/// What to change of an issue; `None` changes nothing.
#[derive(Debug, Clone, Default)]
pub struct IssueEdit {
    /// 1 to 255 characters.
    pub title: Option<String>,
    /// Markdown, trimmed; empty clears it.
    pub description: Option<String>,
    /// Its labels.
    pub labels: LabelEdit,
    /// Its milestone; [`MilestoneChoice::None`] takes it away.
    pub milestone: Option<MilestoneChoice>,
    /// Whether nobody is to have it.
    pub clears_assignees: bool,
    /// Whether it is to have no due date.
    pub clears_due_date: bool,
}

/// What to change of an issue's labels.
#[derive(Debug, Clone, Default)]
pub struct LabelEdit {
    /// Replaces them all.
    pub set: Option<LabelSet>,
    /// Added after that.
    pub add: LabelSet,
    /// Taken away.
    pub remove: LabelSet,
    /// Whether to create those that the project does not have.
    pub create_if_missing: bool,
}

/// An issue that was edited.
#[derive(Debug)]
pub struct Edited {
    /// The issue as it now stands.
    pub changed: Changed,
    /// Whether it is otherwise than before: all that was asked for may hold already.
    pub is_other: bool,
    /// What it had before and no longer has.
    pub gone: Gone,
    /// Labels that were to be removed and that it does not have.
    pub absent_labels: Vec<String>,
    /// Its new milestone: the title, or the id if that is not known.
    pub milestone: Option<String>,
    /// The labels that it has now, where some were to change.
    pub labels: Option<Vec<String>>,
    /// What the host left as it was. Labels are not part of it: they are named one by one.
    pub dropped: Vec<Aspect>,
}

/// What an issue had before an edit and no longer has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gone {
    /// Its title.
    pub title: Option<String>,
    /// Names of labels.
    pub labels: Vec<String>,
    /// The title of its milestone.
    pub milestone: Option<String>,
    /// Names of assignees.
    pub assignees: Vec<String>,
    /// `YYYY-MM-DD`
    pub due_date: Option<String>,
}

/// Edits an open issue. What it has is read just before it is changed (decisions, sections 2 and 5).
///
/// # Errors
/// What the hints left open, the issue first, or a failure: an absent label, or a failed call.
pub async fn edit(service: &Service, target: &IssueTarget, edit: &IssueEdit) -> Beside<Edited, Milestone> {
    let named = Named {
        milestone: edit.milestone.as_ref().and_then(MilestoneChoice::hint),
        label: edit.labels.wanted().first().copied(),
        ..target.named(PoolState::Opened)
    };
    let project = resolve_project_naming(service, &target.project, Purpose::Change, &named).await?;
    let (one, labels) = (service.about(&project), edit.labels.wanted());
    // The lock stops calls that add a label at the same time: they would send the old labels back.
    let _lock = if edit.labels.is_any() { Some(service.lock_labels(one.id()).await?) } else { None };
    let (meant, milestone, found) =
        join!(one.meant_issue(target, PoolState::Opened), edit.milestone(one), one.find_labels(&labels),);
    let meant = meant?;
    let wish = UnresolvedBeside::settle(one, &meant, milestone).await?;
    let milestone = wish.as_ref().map(|wish| {
        let (id, title) = wish.named().unwrap_or((MilestoneId(0), Some("")));
        IssueMilestone { id, title: title.map_or_else(|| id.to_string(), str::to_owned) }
    });
    let (found, candidates) = (found?, meant.candidates());
    // No label is created for an issue that is absent.
    if !matches!(meant, MeantIssue::Read(_)) && found.iter().any(Result::is_err) {
        one.reread::<IssueDetails>(meant.key()).await?;
    }
    // What was asked for in other capitals may be the label that is to go.
    if edit.labels.remove.iter().any(|name| found.iter().flatten().any(|given| given == name)) {
        let other = if edit.labels.set.is_some() { "labels" } else { "add_labels" };
        return Err(Refusal::Contradiction { field: "remove_labels", other }.into());
    }
    let labels = edit.labels.ensured(one, &labels, found).await?;
    // It is read again, with its details, if the edit replaces more than its texts, or if only its number is known.
    let (before, details) = match meant {
        MeantIssue::Read(chosen) if !edit.replaces() => (chosen.item, None),
        meant => {
            let details: IssueDetails = one.reread(meant.key()).await?;
            (details.issue(), Some(details))
        }
    };
    let key = IssueKey::of(&before);
    let (sent, absent_labels) = edit.change(&before, labels, milestone.as_ref())?;
    let gone = Gone::of(&before, details.as_ref(), &sent);
    let mut edited = Edited {
        is_other: gone != Gone::default() || is_more_than(&before, details.as_ref(), &sent),
        gone,
        absent_labels,
        labels: sent.labels.is_some().then(|| wanted(&sent).into_names()),
        milestone: milestone.map(|milestone| milestone.title),
        dropped: Vec::new(),
        changed: Changed::as_asked(project, before, candidates),
    };
    if sent != IssueChange::default() {
        match service.about(&edited.changed.project).send(key, &sent).await? {
            Some(updated) => edited.take(&sent, updated)?,
            None if matches!(wish, Some(MilestoneWish::Absent(_))) => edited.lack_milestone(&sent)?,
            None => {}
        }
    }
    Ok(edited)
}

impl LabelEdit {
    /// Whether it changes anything.
    pub fn is_any(&self) -> bool {
        self.set.is_some() || !self.add.is_empty() || !self.remove.is_empty()
    }

    /// The labels that the project has to have: those of the set, then those to add.
    fn wanted(&self) -> Vec<&str> {
        self.set.iter().chain([&self.add]).flat_map(|labels| labels.iter()).map(String::as_str).collect()
    }

    /// The same with the stored names of the set and of the labels to add, as they were found.
    async fn ensured(&self, one: OneProject<'_>, wanted: &[&str], found: Vec<FoundLabel>) -> Result<Self> {
        let mut names = Vec::<String>::with_capacity(wanted.len());
        for (name, found) in wanted.iter().zip(found) {
            // "À relire" and "a relire" are one label: the second is not created beside the first.
            let same = |known: &&String| Folded::label(known).is_same(&Folded::label(name));
            let known = names.iter().find(same).cloned().filter(|_| found.is_err());
            let found = known.map_or(found, Ok);
            let create_if_missing = self.create_if_missing;
            let label = LabelRequest { name: (*name).to_owned(), create_if_missing };
            names.push(one.ensure_label(found, &label).await?);
        }
        let added = names.split_off(self.set.as_ref().map_or(0, |set| set.len()));
        let set = self.set.is_some().then(|| LabelSet::stored(names));
        Ok(Self { set, add: LabelSet::stored(added), ..self.clone() })
    }
}

impl IssueEdit {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.title.is_none() && self.description.is_none() && !self.replaces()
    }

    /// Whether it changes more than the texts.
    fn replaces(&self) -> bool {
        self.labels.is_any() || self.milestone.is_some() || self.clears_assignees || self.clears_due_date
    }

    /// The milestone that the issue gets, if that is to change.
    async fn milestone(&self, one: OneProject<'_>) -> Resolved<Option<MilestoneWish>, Milestone> {
        let Some(choice) = &self.milestone else { return Ok(None) };
        one.wish(choice).await.map(Some)
    }

    /// What to send, and the labels to take away that the issue does not have.
    ///
    /// # Errors
    /// The issue has too many labels to send them back.
    fn change(
        &self,
        before: &Issue,
        labels: LabelEdit,
        milestone: Option<&IssueMilestone>,
    ) -> Result<(IssueChange, Vec<String>)> {
        let mut sends_labels = labels.set.is_some() || !labels.add.is_empty();
        let is_any = labels.is_any();
        let given = LabelSet::stored(labels.set.iter().chain([&labels.add]).flat_map(|labels| labels.iter()));
        let set = match labels.set {
            Some(set) => set,
            None if is_any => LabelSet::held_by(before)?,
            None => LabelSet::default(),
        };
        let wanted = labels.add.iter().fold(set, |set, label| set.with(label));
        // What is given stays, also if it resembles what is to go.
        let own = LabelSet::stored(wanted.iter().filter(|label| !given.contains(label)));
        let held = LabelSet::stored(before.label_names());
        let (mut removed, mut absent) = (HashSet::new(), Vec::new());
        for name in labels.remove.iter() {
            match own.held_as(name) {
                Some(held) => drop(removed.insert(held)),
                None if held.held_as(name).is_none_or(|held| given.iter().any(|given| given == held)) => {
                    absent.push(name.clone());
                }
                None => {}
            }
        }
        sends_labels |= !removed.is_empty();
        let wanted = LabelSet::stored(wanted.iter().filter(|held| !removed.contains(held.as_str())));
        let change = IssueChange {
            title: self.title.clone(),
            description: self.description.as_deref().map(neutralise),
            labels: sends_labels.then(|| wanted.joined()),
            milestone_id: milestone.map(|milestone| milestone.id),
            assignee_ids: self.clears_assignees.then(Vec::new),
            due_date: self.clears_due_date.then(String::new),
            ..IssueChange::default()
        };
        Ok((change, absent))
    }
}

impl Gone {
    /// Tells what goes from all else that may go, as far as a person has to agree to it; `None` of nothing.
    pub fn key(&self) -> Option<String> {
        let lost = Self { title: None, ..self.clone() };
        (lost != Self::default()).then(|| format!("{lost:?}"))
    }

    /// What an issue no longer has once it is changed as sent.
    pub(super) fn of(issue: &Issue, details: Option<&IssueDetails>, sent: &IssueChange) -> Self {
        let kept = sent.labels.is_some().then(|| wanted(sent));
        let is_gone = |label: &&String| kept.as_ref().is_some_and(|kept| !kept.contains(label));
        let milestone = details.and_then(|details| details.milestone.as_ref());
        let milestone = milestone.filter(|held| sent.milestone_id.is_some_and(|id| id != held.id));
        let is_released =
            |held: &&Member| sent.assignee_ids.as_ref().is_some_and(|ids| !ids.contains(&held.id));
        let assignees = details.iter().flat_map(|details| &details.assignees).filter(is_released);
        let due_date = details.and_then(|details| details.due_date.as_ref());
        let is_renamed = sent.title.as_ref().is_some_and(|title| **title != *issue.title);
        Self {
            title: is_renamed.then(|| issue.title.to_string()),
            labels: issue.label_names().iter().filter(is_gone).cloned().collect(),
            milestone: milestone.map(|held| held.title.clone()),
            assignees: assignees.map(|held| held.name.clone()).collect(),
            due_date: due_date.filter(|held| sent.due_date.as_ref().is_some_and(|due| due != *held)).cloned(),
        }
    }
}

/// Whether what is sent gives the issue something that it does not have already.
fn is_more_than(before: &Issue, details: Option<&IssueDetails>, sent: &IssueChange) -> bool {
    let held = details.and_then(|details| details.milestone.as_ref()).map_or(MilestoneId(0), |held| held.id);
    // Not all of the old text is known.
    sent.description.is_some()
        || !wanted(sent).missing_from(before.label_names()).is_empty()
        || sent.milestone_id.is_some_and(|id| id != held)
}

impl Edited {
    /// What acting would come to where the host has no such milestone.
    ///
    /// # Errors
    /// [`Error::Dropped`] if nothing else is sent.
    fn lack_milestone(&mut self, sent: &IssueChange) -> Result<()> {
        let what = Aspect::Milestone;
        if (IssueChange { milestone_id: None, ..sent.clone() }) == IssueChange::default() {
            return Err(Error::Dropped { iid: self.changed.issue.iid, what });
        }
        self.gone.milestone = None;
        self.dropped.push(what);
        Ok(())
    }

    /// Takes the host's answer for what came of the edit. The host may ignore a part of a change and still answer with a success.
    ///
    /// # Errors
    /// [`Error::Dropped`] if it changed nothing.
    fn take(&mut self, sent: &IssueChange, updated: UpdatedIssue) -> Result<()> {
        let before = self.changed.issue.label_names();
        let parts = parts(&self.changed.issue, sent, &updated);
        let all: Vec<_> = parts.iter().map(|(what, _)| *what).collect();
        let dropped: Vec<_> = parts.into_iter().filter(|(_, made)| !made).map(|(what, _)| what).collect();
        if let Some(what) = dropped.first().filter(|_| sent.description.is_none() && dropped == all) {
            return Err(Error::Dropped { iid: updated.issue.iid, what: *what });
        }
        if let Some(held) = &updated.issue.labels {
            self.gone.labels = before.iter().filter(|label| !held.contains(label)).cloned().collect();
            // What it had and lost is told as gone: of one scope (`key::value`) the host keeps one label.
            let mut missing = wanted(sent).missing_from(held);
            missing.retain(|label| !before.contains(label));
            self.changed.dropped_labels = missing;
            self.labels = self.labels.take().map(|_| held.clone());
        } else {
            (self.gone.labels, self.labels) = (Vec::new(), None);
        }
        for what in &dropped {
            match what {
                Aspect::Milestone => self.gone.milestone = None,
                Aspect::Assignee => self.gone.assignees.clear(),
                Aspect::DueDate => self.gone.due_date = None,
                Aspect::Title => self.gone.title = None,
                _ => {}
            }
        }
        if !dropped.contains(&Aspect::Milestone)
            && let Some(named) = &mut self.milestone
            && let Some(title) = updated.milestone.as_ref().and_then(IssueMilestone::title)
        {
            title.clone_into(named);
        }
        self.changed.issue = updated.issue;
        let named = !self.changed.dropped_labels.is_empty();
        self.dropped = dropped.into_iter().filter(|what| !(named && *what == Aspect::Labels)).collect();
        Ok(())
    }
}

/// The labels that are sent.
fn wanted(sent: &IssueChange) -> LabelSet {
    LabelSet::split(sent.labels.as_deref().unwrap_or_default())
}

/// What was sent beside the description, and whether the host's answer shows it. Whatever the answer does not say counts as left.
fn parts(before: &Issue, sent: &IssueChange, updated: &UpdatedIssue) -> Vec<(Aspect, bool)> {
    // The host may tidy a title, but not leave the old one.
    let has_title = |sent: &str| {
        let held = &*updated.issue.title;
        !held.is_empty() && (held != &*before.title || sent == held)
    };
    let before = before.label_names();
    let has_labels = |held: &[String]| {
        let wanted = wanted(sent);
        let new = wanted.missing_from(before);
        let mut to_go = before.iter().filter(|label| !wanted.contains(label)).peekable();
        match to_go.peek() {
            _ if wanted.is_empty() => held.is_empty(),
            _ if !new.is_empty() => new.iter().any(|label| held.contains(label)),
            None => wanted.iter().any(|label| held.contains(label)),
            Some(_) => to_go.any(|label| !held.contains(label)),
        }
    };
    let has_milestone = |id: MilestoneId| updated.milestone.as_ref().is_some_and(|held| held.id == id);
    let labels = || updated.issue.labels.as_deref().is_some_and(has_labels);
    let assignees = || updated.assignees.as_ref().is_some_and(Vec::is_empty);
    let due_date = || updated.due_date.as_ref().is_some_and(String::is_empty);
    let parts = [
        (Aspect::Title, sent.title.as_deref().map(has_title)),
        (Aspect::Labels, sent.labels.is_some().then(labels)),
        (Aspect::Milestone, sent.milestone_id.map(has_milestone)),
        (Aspect::Assignee, sent.assignee_ids.is_some().then(assignees)),
        (Aspect::DueDate, sent.due_date.is_some().then(due_date)),
    ];
    parts.into_iter().filter_map(|(what, made)| Some((what, made?))).collect()
}

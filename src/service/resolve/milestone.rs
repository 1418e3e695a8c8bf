//! Rule 4: milestone by hint.

use crate::service::{prelude::*, resolve::prelude::*};

/// The milestone that a hint, not empty, means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn resolve_milestone(
    service: &Service,
    holder: Holder,
    hint: &str,
    purpose: Purpose,
) -> Resolved<Milestone> {
    let mut source = MilestoneSource { service, holder, hint, titles: HashSet::new() };
    let first = first_page(source.listing(), MILESTONES_READ).await?;
    let (words, rules) = (service.hint(hint), Rules::shown(purpose));
    let (_, verdict) = resolve_one(service, (first, &mut source), &words, rules).await;
    Ok(verdict.map_err(Halt::Unresolved)?.noted(service).item)
}

impl OneProject<'_> {
    /// The milestone that a hint, not empty, means for a change.
    ///
    /// # Errors
    /// What the hint left open, or a failed call.
    pub(crate) async fn meant_milestone(self, hint: &str) -> Resolved<Milestone> {
        resolve_milestone(self.service, Holder::Project(self.id()), hint, Purpose::Change).await
    }

    /// A confirmed milestone, to show it: one of the project; a preview finds one of the groups above too.
    ///
    /// # Errors
    /// `true` if neither has it, `false` if they could not be read: its id is used all the same.
    pub(crate) async fn read_milestone(self, id: MilestoneId) -> Result<Milestone, bool> {
        let Self { service, .. } = self;
        let error = match service.gitlab.milestone(self.id(), id).await {
            Ok(own) => return Ok(own),
            Err(error) => error,
        };
        tracing::warn!(%error, "a confirmed milestone could not be read");
        // Acting sends the id all the same (assistant-batch-create, rule 2).
        if service.intent() == Intent::Act {
            return Err(false);
        }
        let (holder, titles) = (Holder::Project(self.id()), HashSet::new());
        let all = MilestoneSource { service, holder, hint: "", titles }.with_groups().await;
        let is_absent = error.is_not_found() && all.failure.is_none() && !all.more;
        all.items.into_iter().find(|milestone| milestone.id == id).ok_or(is_absent)
    }
}

impl Findable for Milestone {
    const KIND: Kind = Kind::Milestone;
    const NAME: &'static str = "milestone";

    fn identity(&self) -> (i64, &str, &str) {
        (self.id.0, &self.title, "")
    }
}

/// The milestones of a project or a group: one page of its own; then all pages up to a bound, with those of the groups above; then, if
/// there are still more, a search.
struct MilestoneSource<'a> {
    service: &'a Service,
    holder: Holder,
    hint: &'a str,
    /// The titles of a group's milestones: projects below it may each have one of the same.
    titles: HashSet<String>,
}

impl Source for MilestoneSource<'_> {
    type Item = Milestone;

    async fn further(&mut self, number: u32, _: &[usize], more: bool) -> Option<Look<Milestone>> {
        match number {
            1 => Some(self.with_groups().await),
            2 if more => {
                let search = self.listing().with_ancestors().search(most_telling_word(self.hint)?);
                Some(gathered([search.page(1, FULL_PAGE)]).await)
            }
            _ => None,
        }
    }

    fn admits(&mut self, milestone: &Milestone) -> bool {
        matches!(self.holder, Holder::Project(_)) || self.titles.insert(milestone.title.clone())
    }
}

impl<'a> MilestoneSource<'a> {
    fn listing(&self) -> Listing<'a, Milestone> {
        self.service.gitlab.milestones(self.holder)
    }

    /// Reads those of the groups above too. A host before 16.7 has another name for that parameter.
    async fn with_groups(&self) -> Look<Milestone> {
        let own = read_all(self.service, self.listing().with_ancestors()).await;
        let is_inherited =
            |milestone: &Milestone| milestone.project_id.map(Holder::Project) != Some(self.holder);
        if own.failure.is_some() || own.items.iter().any(is_inherited) {
            return own;
        }
        let older = self.listing().with_ancestors_before_16_7();
        let mut older = read_all(self.service, older).await;
        older.items.extend(own.items);
        older
    }
}

//! Rule 4: milestone by hint.

use std::collections::HashSet;

use super::{
    Purpose, Unresolved,
    driver::{Findable, Look, Missed, ReadHint, Rules, Source, resolve_one},
    pages::{ReadPages, read_all},
    searches::{gathered, most_telling_word},
};
use crate::service::{limits::MILESTONES_READ, prelude::*};

/// The milestone that a hint, not empty, means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn resolve_milestone(
    service: &Service,
    holder: impl Into<Holder>,
    hint: &str,
    purpose: Purpose,
) -> Result<Milestone, Halt<Unresolved<Milestone>>> {
    let holder = holder.into();
    let mut source = MilestoneSource { service, holder, hint, steps: 0, titles: HashSet::new() };
    let (_, verdict) =
        resolve_one(service, &mut source, &ReadHint::new(service, hint), Rules::shown(purpose)).await?;
    let chosen = verdict.map_err(Halt::Unresolved)?;
    chosen.note(service);
    Ok(chosen.item)
}

impl From<&Milestone> for Object {
    fn from(milestone: &Milestone) -> Self {
        Self::Milestone(milestone.id.0)
    }
}

impl Findable for Milestone {
    const KIND: Kind = Kind::Milestone;
    const NAME: &'static str = "milestone";

    fn key(&self) -> i64 {
        self.id.0
    }

    fn names(&self) -> (&str, &str) {
        (&self.title, "")
    }
}

/// The milestones of a project or a group: one page of its own; then all pages up to a bound, with those of the groups above; then, if
/// there are still more, a search.
struct MilestoneSource<'a> {
    service: &'a Service,
    holder: Holder,
    hint: &'a str,
    /// How many further looks were taken.
    steps: u32,
    /// The titles of a group's milestones: projects below it may each have one of the same.
    titles: HashSet<String>,
}

impl Source for MilestoneSource<'_> {
    type Item = Milestone;

    async fn first(&mut self) -> Result<Look<Milestone>, gitlab::Error> {
        let query = MilestoneQuery { page_size: MILESTONES_READ, ..MilestoneQuery::default() };
        let page = self.service.gitlab.milestones(self.holder, &query).await?;
        let more = page.continues(MILESTONES_READ);
        Ok(self.look(page.items, more, false))
    }

    async fn further(&mut self, _: &[&str], more: bool) -> Option<Look<Milestone>> {
        self.steps += 1;
        match self.steps {
            1 => {
                let pages = self.with_groups().await;
                Some(self.look(pages.items, pages.more, pages.failure.is_some()))
            }
            2 if more => {
                let word = most_telling_word(self.hint)?;
                let (milestones, has_failed) = gathered(self.service, [self.searched(word)]).await;
                Some(self.look(milestones, false, has_failed))
            }
            _ => None,
        }
    }
}

impl MilestoneSource<'_> {
    fn look(&mut self, mut items: Vec<Milestone>, more: bool, has_failed: bool) -> Look<Milestone> {
        if let Holder::Group(_) = self.holder {
            items.retain(|milestone| self.titles.insert(milestone.title.clone()));
        }
        Look { items, more, missed: Missed::All(has_failed) }
    }

    /// Reads those of the groups above too. A host before 16.7 has another name for that parameter.
    async fn with_groups(&self) -> ReadPages<Milestone> {
        let own = self.all(Ancestors::Included).await;
        let is_inherited =
            |milestone: &Milestone| milestone.project_id.map(Holder::Project) != Some(self.holder);
        let pages = if own.failure.is_some() || own.items.iter().any(is_inherited) {
            own
        } else {
            let mut older = self.all(Ancestors::IncludedBefore16_7).await;
            older.items.extend(own.items);
            older
        };
        if let Some(error) = &pages.failure {
            tracing::warn!(%error, "milestones of the groups above could not be read");
        }
        pages
    }

    async fn all(&self, ancestors: Ancestors) -> ReadPages<Milestone> {
        read_all(self.service, LOOKED_AT, |number| async move {
            let query = MilestoneQuery { ancestors, number, ..MilestoneQuery::default() };
            self.service.gitlab.milestones(self.holder, &query).await
        })
        .await
    }

    async fn searched(&self, word: &str) -> Result<Page<Milestone>, gitlab::Error> {
        let search = Some(word.to_owned());
        let query = MilestoneQuery { ancestors: Ancestors::Included, search, ..MilestoneQuery::default() };
        self.service.gitlab.milestones(self.holder, &query).await
    }
}

//! Rule 4: milestone by hint.

use super::{
    Unresolved,
    driver::{Findable, Look, Missed, ReadHint, Rules, Source, resolve_one},
    pages::{ReadPages, read_all},
    searches::most_telling_word,
};
use crate::{
    audit::Object,
    gitlab::{self, Ancestors, Milestone, MilestoneQuery, ProjectId},
    matching::Kind,
    service::{
        Halt, Service,
        limits::{LOOKED_AT, MILESTONES_READ},
    },
};

/// The milestone that a hint, not empty, means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn resolve_milestone(
    service: &Service,
    project: ProjectId,
    hint: &str,
) -> Result<Milestone, Halt<Unresolved<Milestone>>> {
    let mut source = MilestoneSource { service, project, hint, steps: 0 };
    let (_, verdict) = resolve_one(service, &mut source, &ReadHint::new(hint), Rules::CHANGE).await?;
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

/// The milestones of a project: one page of its own; then all pages up to a bound, with those of the groups above; then, if
/// there are still more, a search.
struct MilestoneSource<'a> {
    service: &'a Service,
    project: ProjectId,
    hint: &'a str,
    /// How many further looks were taken.
    steps: u32,
}

impl Source for MilestoneSource<'_> {
    type Item = Milestone;

    async fn first(&mut self) -> Result<Look<Milestone>, gitlab::Error> {
        let query = MilestoneQuery { page_size: MILESTONES_READ, ..MilestoneQuery::default() };
        let page = self.service.gitlab.milestones(self.project, &query).await?;
        let more = page.continues(MILESTONES_READ);
        Ok(Look { items: page.items, more, missed: Missed::All(false) })
    }

    async fn further(&mut self, _: &[&str], more: bool) -> Option<Look<Milestone>> {
        self.steps += 1;
        match self.steps {
            1 => Some(self.with_groups().await),
            2 if more => Some(self.searched(most_telling_word(self.hint)?).await),
            _ => None,
        }
    }
}

impl MilestoneSource<'_> {
    /// Reads those of the groups above too. A host before 16.7 has another name for that parameter.
    async fn with_groups(&self) -> Look<Milestone> {
        let own = self.all(Ancestors::Included).await;
        let is_inherited = |milestone: &Milestone| milestone.project_id != Some(self.project);
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
        Look { items: pages.items, more: pages.more, missed: Missed::All(pages.failure.is_some()) }
    }

    async fn all(&self, ancestors: Ancestors) -> ReadPages<Milestone> {
        read_all(self.service, LOOKED_AT, |number| async move {
            let query = MilestoneQuery { ancestors, number, ..MilestoneQuery::default() };
            self.service.gitlab.milestones(self.project, &query).await
        })
        .await
    }

    async fn searched(&self, word: &str) -> Look<Milestone> {
        let search = Some(word.to_owned());
        let query = MilestoneQuery { ancestors: Ancestors::Included, search, ..MilestoneQuery::default() };
        let found = self.service.gitlab.milestones(self.project, &query).await;
        let found = found.inspect_err(|error| tracing::warn!(%error, "a search for milestones failed"));
        let missed = Missed::All(found.is_err());
        Look { items: found.map(|page| page.items).unwrap_or_default(), more: false, missed }
    }
}

//! Rule 4: milestone by hint.

use super::{
    Unresolved,
    look::Look,
    second_look::{self, extend_unique},
    title_score,
};
use crate::{
    audit::Object,
    gitlab::{Milestone, ProjectId},
    matching::{Matcher, Ranked, rank::SHOWN_CANDIDATES},
    service::{Halt, Service, limits::MILESTONES_READ},
};

/// The milestone that a hint, not empty, means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn milestone(
    service: &Service,
    project: ProjectId,
    hint: &str,
) -> Result<Milestone, Halt<Unresolved<Milestone>>> {
    let page = service.gitlab.milestones(project, false, MILESTONES_READ).await?;
    let more = page.continues(MILESTONES_READ);
    let mut milestones = page.items;
    let mut matcher = Matcher::new(hint);
    let mut looked_again = !service.widen;
    loop {
        let ranked = Ranked::by_score(&milestones, |milestone| title_score(&mut matcher, &milestone.title));
        let too_close = ranked.is_ambiguous_milestone();
        let look = Look::judged(&matcher, ranked, too_close);
        if looked_again || look.settles(more) {
            let chosen = look.decide(service, SHOWN_CANDIDATES).map_err(Halt::Unresolved)?;
            return Ok(chosen.item);
        }
        looked_again = true;
        extend_unique(&mut milestones, second_look::milestones(service, project).await, |milestone| {
            milestone.id
        });
    }
}

impl From<&Milestone> for Object {
    fn from(milestone: &Milestone) -> Self {
        Self::Milestone(milestone.id.0)
    }
}

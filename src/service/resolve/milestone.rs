//! Rule 4: milestone by hint.

use super::{
    Chosen, Unresolved, is_unclear,
    second_look::{self, is_settled, together},
    title_score,
};
use crate::{
    audit::{self, Object},
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
        let ambiguous = is_unclear(&matcher, &ranked, ranked.is_ambiguous_milestone());
        if looked_again || is_settled(&ranked, ambiguous, more) {
            let chosen = Chosen::decide(ranked, ambiguous, SHOWN_CANDIDATES).map_err(Halt::Unresolved)?;
            audit::meant(Object::Milestone(chosen.item.id.0), chosen.score());
            return Ok(chosen.item);
        }
        looked_again = true;
        together(&mut milestones, second_look::milestones(service, project).await, |milestone| milestone.id);
    }
}

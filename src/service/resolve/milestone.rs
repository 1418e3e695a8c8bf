//! Rule 4: milestone by hint.

use super::{Chosen, Unresolved, title_score};
use crate::{
    gitlab::{Milestone, ProjectId},
    matching::{Matcher, Ranked, rank::SHOWN_CANDIDATES},
    service::{Halt, Service},
};

/// Milestones that are read (interface, Limits).
const MILESTONES_READ: usize = 100;

/// The milestone that a hint, not empty, means.
///
/// # Errors
/// What the hint left open, or a failed call.
pub async fn milestone(
    service: &Service,
    project: ProjectId,
    hint: &str,
) -> Result<Milestone, Halt<Unresolved<Milestone>>> {
    let page = service.gitlab.milestones(project, MILESTONES_READ).await?;
    let mut matcher = Matcher::new(hint);
    let ranked = Ranked::by_score(page.items, |milestone| title_score(&mut matcher, &milestone.title));
    // A blank hint stands inside every title: it names none, even where there is but one.
    let ambiguous = ranked.is_ambiguous_milestone() || matcher.is_blank();
    let chosen = Chosen::decide(ranked.take(SHOWN_CANDIDATES).into_inner(), ambiguous);
    chosen.map(|chosen| chosen.item).map_err(Halt::Unresolved)
}

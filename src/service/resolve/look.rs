//! One look at the objects read so far: who fits a hint, whether that settles it, and what it decides.

use super::{Chosen, Unresolved};
use crate::{
    audit::{Ground, Object},
    matching::{Matcher, Ranked, Score, Scored},
    service::Service,
};

/// A match above this is acted on without a second look. It is what a hint inside a path scores, while the name itself may
/// stand on a page that was not read.
const UNSURE: Score = Score::WITHIN_PATH;

/// The candidates among what was read.
pub(super) struct Look<'a, T> {
    ranked: Ranked<&'a T>,
    /// Whether to ask back.
    unclear: bool,
}

impl<'a, T> Look<'a, T> {
    /// Projects, groups, issues, members, ranked for a hint.
    pub(super) fn new(hint: &Matcher, ranked: Ranked<&'a T>) -> Self {
        let too_close = ranked.is_ambiguous();
        Self::judged(hint, ranked, too_close)
    }

    /// To ask back is right where the candidates are too close, and where the hint names nothing, even if there is but one
    /// object. A name that is exactly the hint is named all the same.
    pub(super) fn judged(hint: &Matcher, ranked: Ranked<&'a T>, too_close: bool) -> Self {
        let unclear = too_close || (hint.is_vague() && ranked.top() != Some(Score::EXACT));
        Self { ranked, unclear }
    }

    /// Whether it settles the matter: it shows a sure match, a question to ask, or a weak match where there is no more to read.
    pub(super) fn settles(&self, more: bool) -> bool {
        self.ranked.top().is_some_and(|top| self.unclear || top > UNSURE || !more)
    }
}

impl<T: Clone> Look<'_, T>
where
    Object: for<'item> From<&'item T>,
{
    /// The first of the best candidates, at most `shown`, noted for the audit log; or what stands in its way.
    pub(super) fn decide(self, service: &Service, shown: usize) -> Result<Chosen<T>, Unresolved<T>> {
        let best = self.ranked.take(shown).into_inner();
        let candidates: Vec<Scored<T>> = best.into_iter().map(|candidate| candidate.map(T::clone)).collect();
        match candidates.first() {
            None => Err(Unresolved::NotFound),
            Some(_) if self.unclear => Err(Unresolved::Ambiguous(candidates)),
            Some(first) => {
                let ground = Ground::Matched { score: first.score.shown(), evidence: String::new() };
                service.note_resolved(&first.item, ground);
                Ok(Chosen { item: first.item.clone(), candidates })
            }
        }
    }
}

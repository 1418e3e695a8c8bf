//! Thresholds, margins and the order of candidates: what the interface fixes about scores.

use serde::Serialize;

/// A kind of object: which of the interface's boosts and margins hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Shared rule 1.
    Project,
    /// Shared rule 2.
    Group,
    /// Shared rule 3.
    Issue,
    /// Shared rule 4.
    Milestone,
    /// A member of a project.
    Member,
}

/// How well a candidate fits: 0 to 100, [`Score::CALLED`] or [`Score::EXACT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u8);

impl Score {
    /// Equal after normalisation: above all else, so that an exact name is never ambiguous with a longer one.
    pub const EXACT: Self = Self(110);
    /// The hint says all of a name or a title, in another order, with other small words or gaps: above what merely contains it.
    pub const CALLED: Self = Self(106);
    /// A candidate below this is none (interface, Limits).
    pub const MINIMUM: Self = Self(40);
    /// The normalised hint stands inside the title or the name (shared rules 2 to 4).
    pub const WITHIN_NAME: Self = Self(95);
    /// The normalised hint stands inside the full path alone (shared rule 2).
    pub const WITHIN_PATH: Self = Self(90);
    /// Equality on the scale of groups/search.
    pub const FULL: Self = Self(100);
    /// The most for what is not equal on the scale of groups/search.
    pub const UNEQUAL: Self = Self(99);
    /// An issue this close to a new title is shown as a possible duplicate (issues assistant-create).
    pub const DUPLICATE_CANDIDATE: Self = Self(65);
    /// From here on a new issue is not created without a confirmation (issues assistant-create).
    pub const DUPLICATE_WARNING: Self = Self(80);

    /// A score on the scale of 0 to 100; what lies above is cut.
    #[must_use]
    pub const fn new(value: u8) -> Self {
        Self(if value > 100 { 100 } else { value })
    }

    /// What a caller reads: 0 to 100.
    #[must_use]
    pub fn shown(self) -> u8 {
        self.0.min(100)
    }

    /// The inner value, 0 to 110.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.shown())
    }
}

/// A candidate and how well it fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored<T> {
    /// The candidate.
    pub item: T,
    /// How well it fits.
    pub score: Score,
}

impl<T> Scored<T> {
    /// The same score on something made of the candidate.
    pub fn map<U>(self, item: impl FnOnce(T) -> U) -> Scored<U> {
        Scored { item: item(self.item), score: self.score }
    }
}

/// A second candidate this close to the first makes the hint ambiguous (interface, Limits).
pub(super) const MARGIN: u8 = 10;
/// How many candidates a caller is shown (interface, Limits).
pub const SHOWN_CANDIDATES: usize = 5;

/// Candidates of at least [`Score::MINIMUM`], best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked<T>(Vec<Scored<T>>);

impl<T> Ranked<T> {
    /// Scores every item, drops the weak ones, and sorts by score; the given order decides on ties.
    pub fn by_score(items: impl IntoIterator<Item = T>, mut score: impl FnMut(&T) -> Score) -> Self {
        let mut scored: Vec<_> = items
            .into_iter()
            .filter_map(|item| {
                let score = score(&item);
                (score >= Score::MINIMUM).then_some(Scored { item, score })
            })
            .collect();
        scored.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        Self(scored)
    }

    /// Sorts candidates of one score by a text of theirs, ascending.
    #[must_use]
    pub fn then_by(mut self, text: impl Fn(&T) -> &str) -> Self {
        self.0.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| text(&a.item).cmp(text(&b.item))));
        self
    }

    /// Keeps the first `limit`.
    #[must_use]
    pub fn take(mut self, limit: usize) -> Self {
        self.0.truncate(limit);
        self
    }

    /// The best score, if there is a candidate.
    #[must_use]
    pub fn top(&self) -> Option<Score> {
        self.0.first().map(|candidate| candidate.score)
    }

    /// Projects, groups, issues: the second is within ten points of the first (shared rules 1 to 3). Only another exact one
    /// is that close to an exact one.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        match self.0.as_slice() {
            [first, second, ..] if first.score == Score::EXACT => second.score == Score::EXACT,
            _ => self.lead().is_some_and(|lead| lead <= MARGIN),
        }
    }

    /// Milestones: the first is not ten points ahead of the second (shared rule 4).
    #[must_use]
    pub fn is_ambiguous_milestone(&self) -> bool {
        self.lead().is_some_and(|lead| lead < MARGIN)
    }

    /// How far the first is ahead of the second.
    fn lead(&self) -> Option<u8> {
        match self.0.as_slice() {
            [first, second, ..] => Some(first.score.0 - second.score.0),
            _ => None,
        }
    }

    /// The candidates, best first.
    #[must_use]
    pub fn into_inner(self) -> Vec<Scored<T>> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ambiguous(scores: &[Score]) -> bool {
        Ranked::by_score(scores, |score| **score).is_ambiguous()
    }

    #[test]
    fn ten_points_are_too_close_and_eleven_are_not() {
        assert!(is_ambiguous(&[Score::new(90), Score::new(80)]));
        assert!(!is_ambiguous(&[Score::new(91), Score::new(80)]));
        assert!(!is_ambiguous(&[Score::new(45), Score::new(39)]), "below the minimum nothing counts");
    }

    #[test]
    fn only_another_exact_one_is_close_to_an_exact_one() {
        assert!(!is_ambiguous(&[Score::EXACT, Score::FULL]));
        assert!(is_ambiguous(&[Score::EXACT, Score::EXACT, Score::FULL]));
    }

    #[test]
    fn a_milestone_ten_points_ahead_is_clear_and_nine_are_not() {
        let ambiguous = |scores: &[Score]| Ranked::by_score(scores, |score| **score).is_ambiguous_milestone();
        assert!(!ambiguous(&[Score::new(90), Score::new(80)]));
        assert!(ambiguous(&[Score::new(90), Score::new(81)]));
        assert!(!ambiguous(&[Score::new(45), Score::new(39)]), "below the minimum nothing counts");
    }

    #[test]
    fn scores_below_40_are_dropped_and_ties_keep_their_order() {
        let scores = [39, 40, 70, 40, 70, 0].map(Score::new);
        let kept = Ranked::by_score(scores.iter().enumerate(), |(_, score)| **score).into_inner();
        assert_eq!(kept.iter().map(|candidate| candidate.item.0).collect::<Vec<_>>(), [2, 4, 1, 3]);
    }
}

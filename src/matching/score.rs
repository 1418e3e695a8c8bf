//! Thresholds, margins and the order of candidates: what the interface fixes about scores.

use serde::Serialize;

use super::kind::Kind;

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
    /// What the evidence names is at least here.
    pub const NAMED: Self = Self(80);
    /// The most for a text that lacks a counterpart of some word: it is only worth asking for.
    pub const GUESSED: Self = Self(49);
    /// What nothing fits is named as the nearest from here on (decisions, Never empty-handed).
    pub const NEAR: Self = Self(25);
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
    /// The same between two issues of one list, which were named as two: two shared words are not enough.
    pub const DUPLICATE_IN_LIST: Self = Self(95);

    /// A score on the scale of 0 to 100; what lies above is cut.
    pub const fn new(value: u8) -> Self {
        Self(if value > 100 { 100 } else { value })
    }

    /// Whether it is below those of texts that have a counterpart for each word of the hint: such a text is only worth asking for.
    pub fn is_guess(self) -> bool {
        self <= Self::GUESSED
    }

    /// What a caller reads: 0 to 100.
    pub fn shown(self) -> u8 {
        self.0.min(100)
    }

    /// The inner value, 0 to 110.
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

/// A second candidate this close to the first makes the hint ambiguous; of milestones, one that is closer (interface, Limits).
pub const MARGIN: u8 = 10;
/// How many candidates a caller is shown (interface, Limits).
pub const SHOWN_CANDIDATES: usize = 5;

/// Whether the second of two candidates is too close to the first to choose: within ten points (shared rules 1 to 3), for milestones not
/// ten points behind (shared rule 4). Only another exact one is close to an exact one.
pub(super) fn is_too_close(kind: Kind, first: Score, second: Score) -> bool {
    let lead = first.0.saturating_sub(second.0);
    match kind {
        _ if first == Score::EXACT => second == Score::EXACT,
        Kind::Milestone => lead < MARGIN,
        _ => lead <= MARGIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_read_0_to_100() {
        let shown =
            [Score::new(0), Score::new(37), Score::new(100), Score::CALLED, Score::EXACT].map(Score::shown);
        assert_eq!(shown, [0, 37, 100, 100, 100]);
    }

    #[test]
    fn ten_points_are_too_close_and_eleven_are_not() {
        for kind in [Kind::Project, Kind::Group, Kind::Issue, Kind::Member] {
            assert!(is_too_close(kind, Score::new(90), Score::new(80)));
            assert!(!is_too_close(kind, Score::new(91), Score::new(80)));
        }
    }

    #[test]
    fn a_milestone_ten_points_ahead_is_clear_and_nine_are_not() {
        assert!(!is_too_close(Kind::Milestone, Score::new(90), Score::new(80)));
        assert!(is_too_close(Kind::Milestone, Score::new(90), Score::new(81)));
    }

    #[test]
    fn only_another_exact_one_is_close_to_an_exact_one() {
        assert!(!is_too_close(Kind::Issue, Score::EXACT, Score::CALLED));
        assert!(is_too_close(Kind::Issue, Score::EXACT, Score::EXACT));
        assert!(
            !is_too_close(Kind::Issue, Score::CALLED, Score::WITHIN_NAME),
            "what says it all is above what contains it"
        );
    }
}

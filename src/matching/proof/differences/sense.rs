//! Words that are spelled alike and mean two things.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::Mark,
    reading::{Reading, is_one_of},
};

impl<'a> Aligned<'a> {
    /// "pâte" for "pâté", "sign up" for "sign in".
    pub(super) fn sensed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (ours, theirs) =
            (self.hint.reading.raw_at(pair.ours + 1), self.text.reading.raw_at(pair.theirs + 1));
        let are_particles = is_one_of(ours, VERB_PARTICLES) && is_one_of(theirs, VERB_PARTICLES);
        if pair.literal && are_particles && ours != theirs {
            return Some(self.told(pair.ours + 1, pair.theirs + 1));
        }
        // Who writes some accents leaves out none that tells two words apart.
        let has_accents = |reading: &Reading| reading.tokens.iter().any(|token| token.accents != 0);
        let is_other = pair.other.lexeme.is(Mark::Accented)
            && pair.mine.key == pair.other.key
            && pair.mine.accents != pair.other.accents
            && has_accents(&self.hint.reading)
            && has_accents(&self.text.reading);
        is_other.then(|| self.told(pair.ours, pair.theirs))
    }
}

/// What makes another verb of the one before it.
const VERB_PARTICLES: &str = "in up off out down over back away";

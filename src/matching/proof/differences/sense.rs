//! Words that are spelled alike and mean two things.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::Mark,
    reading::{Reading, TokenKind, is_one_of},
};

impl<'a> Aligned<'a> {
    /// "pâte" for "pâté", "sign up" for "sign in".
    pub(super) fn sensed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        if pair.mine.kind != TokenKind::Word {
            return None;
        }
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        if is_other_particle(pair, ours, theirs) {
            return Some(self.told(pair.ours + 1, pair.theirs + 1));
        }
        let is_accented = pair.mine.key == pair.other.key && pair.other.lexeme.is(Mark::Accented);
        (is_accented && are_accents(pair, ours, theirs)).then(|| self.told(pair.ours, pair.theirs))
    }
}

/// Whether one verb stands before two particles: "sign up", "sign in".
fn is_other_particle(pair: &AlignedPair<'_>, hint: &Reading, text: &Reading) -> bool {
    let (ours, theirs) = (hint.raw_at(pair.ours + 1), text.raw_at(pair.theirs + 1));
    let says = |reading: &Reading, word| reading.tokens.iter().any(|token| reading.raw(token) == word);
    let particles = is_one_of(ours, VERB_PARTICLES) && is_one_of(theirs, VERB_PARTICLES);
    pair.literal && particles && !says(hint, theirs) && !says(text, ours)
}

/// What makes another verb of the one before it.
const VERB_PARTICLES: &str = "in up off out down over back away";

/// Whether the hint says other accents: who writes some leaves out none that tells two words apart.
fn are_accents(pair: &AlignedPair<'_>, hint: &Reading, text: &Reading) -> bool {
    let has_accents = |reading: &Reading| reading.tokens.iter().any(|token| token.accents != 0);
    pair.mine.accents != pair.other.accents && has_accents(hint) && has_accents(text)
}

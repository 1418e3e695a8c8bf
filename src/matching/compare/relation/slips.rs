//! Slips of the keyboard: how many part two words, and what they prove.

use rapidfuzz::distance::osa;

use super::super::super::{
    lexicon::Mark,
    reading::{Said, Token},
};
use super::{Proof, Relates, Relation, SpelledPair};

/// Two real words that a slip parts are this much less alike.
const REAL_WORDS: f32 = 0.6;
/// How many slips part two words, if not more than allowed.
pub(in crate::matching::compare) fn slips(one: &str, other: &str, allowed: usize) -> Option<usize> {
    osa::distance_with_args(one.bytes(), other.bytes(), &osa::Args::default().score_cutoff(allowed))
}

/// A slip of the keyboard, if few enough letters differ.
#[expect(clippy::cast_precision_loss, reason = "words have few letters")]
pub(super) fn slip(pair: &SpelledPair<'_>) -> Option<Relation> {
    let SpelledPair { mine, other, .. } = *pair;
    let (longer, shorter) = (mine.len().max(other.len()), mine.len().min(other.len()));
    let allowed = match longer {
        0..=5 => 1,
        6..=10 => 2,
        _ => 3,
    };
    let different = (pair.ours.letters ^ pair.theirs.letters).count_ones() as usize;
    if longer < 4 || longer - shorter > allowed || different > 2 * allowed {
        return None;
    }
    let slips = slips(mine, other, allowed).filter(|slips| *slips > 0)?;
    let mut likeness = 0.92 - (0.55 + 0.9 * (slips as f32 - 1.0)) / longer as f32;
    if is_real(pair.ours) && is_real(pair.theirs) {
        likeness *= REAL_WORDS;
    }
    Some(Relation::new(likeness, Relates::Slip, slip_proof(pair, slips)))
}

/// Whether it is a real word. What stands in capitals is an acronym: its letters are chosen.
pub(super) fn is_real(token: &Token) -> bool {
    token.lexeme.is(Mark::Known) || token.is(Said::Capital)
}

/// What a slip in what is no real word proves: long words have few neighbours. Slips are letters in another order, too many or too few, or
/// one for another in a real word: another letter in a name makes another name.
fn slip_proof(pair: &SpelledPair<'_>, slips: usize) -> Proof {
    let SpelledPair { mine, other, .. } = *pair;
    let same_start = mine.bytes().next() == other.bytes().next();
    let changed = letters_changed(mine, other);
    let allowed = if same_start && pair.theirs.lexeme.is(Mark::Known) { 2 } else { 1 };
    if is_real(pair.ours) || changed > allowed {
        return Proof::None;
    }
    match (slips, mine.len().max(other.len())) {
        // One letter for another makes another short word: "Iran", "Irak".
        (1, ..=5) if changed == 2 => Proof::None,
        (1, ..=6) if changed == 2 => Proof::Fair,
        (1, ..=4) => Proof::Fair,
        (1, _) | (_, 11..) => Proof::Firm,
        _ if same_start => Proof::Fair,
        _ => Proof::None,
    }
}

/// How many letters one of two words has and the other has not.
fn letters_changed(mine: &str, other: &str) -> usize {
    let count = |word: &str, letter| word.bytes().filter(|own| *own == letter).count();
    (b'a'..=b'z').map(|letter| count(mine, letter).abs_diff(count(other, letter))).sum()
}

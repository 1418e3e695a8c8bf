//! Slips of the keyboard: how many part two words, and what they prove.

use rapidfuzz::distance::osa;

use super::super::super::{
    letters::is_swap,
    lexicon::Mark,
    reading::{Said, Token},
};
use super::{Proof, Relates, Relation, SpelledPair};

/// Two real words that a slip parts are this much less alike.
const REAL_WORDS: f32 = 0.6;
/// How many slips a word of this length may have and still be recognised.
fn slips_allowed(length: usize) -> usize {
    match length {
        0..=5 => 1,
        6..=10 => 2,
        _ => 3,
    }
}

/// How many slips part two words, if not more than allowed.
pub(in crate::matching::compare) fn slips(one: &str, other: &str, allowed: usize) -> Option<usize> {
    osa::distance_with_args(one.bytes(), other.bytes(), &osa::Args::default().score_cutoff(allowed))
}

/// A slip of the keyboard, if few enough letters differ.
#[expect(clippy::cast_precision_loss, reason = "words have few letters")]
pub(super) fn slip(pair: &SpelledPair<'_>) -> Option<Relation> {
    let SpelledPair { mine, other, .. } = *pair;
    let (longer, shorter) = (mine.len().max(other.len()), mine.len().min(other.len()));
    let allowed = slips_allowed(longer);
    let different = (pair.ours.letters ^ pair.theirs.letters).count_ones() as usize;
    if longer < 4 || shorter < 3 || longer - shorter > allowed || different > 2 * allowed {
        return None;
    }
    let slips = slips(mine, other, allowed).filter(|slips| *slips > 0)?;
    let same_start = mine.bytes().next() == other.bytes().next();
    let mut likeness = 1.0 - (0.55 + 0.9 * (slips as f32 - 1.0)) / longer as f32;
    let (known, both_known) = known(pair);
    if both_known {
        likeness *= REAL_WORDS;
    }
    if !same_start {
        likeness -= 0.08;
    }
    let proof =
        if known { Proof::None } else { slip_proof(mine, other, slips, pair.theirs.lexeme.is(Mark::Known)) };
    Some(Relation::new(likeness, Relates::Slip, proof))
}

/// Whether the hint's word is a real one, and whether both are. What stands in capitals is an acronym: its letters are chosen.
pub(super) fn known(pair: &SpelledPair<'_>) -> (bool, bool) {
    let real = |token: &Token| token.lexeme.is(Mark::Known) || token.is(Said::Capital);
    let ours = real(pair.ours);
    (ours, ours && real(pair.theirs))
}

/// What a slip in a word that is none proves: long words have few neighbours. One letter for another is seldom a slip unless they
/// are neighbours on a keyboard; between two names it makes another name.
fn slip_proof(mine: &str, other: &str, slips: usize, real: bool) -> Proof {
    let (longer, same_length) = (mine.len().max(other.len()), mine.len() == other.len());
    let same_start = mine.bytes().next() == other.bytes().next();
    let swapped = slips == 1 && same_length && is_swap(mine, other);
    // Another letter makes another name, unless it stands beside it on the keyboard; several slips are letters in another order, too many or too few.
    let replaced = slips == 1 && same_length && !swapped && !is_neighbouring(mine, other, real);
    let changed = || letters_changed(mine, other);
    if replaced && !(real && same_start) || slips > 1 && changed() > if real { 2 } else { 1 } {
        return Proof::None;
    }
    let firm = match slips {
        1 if swapped => longer >= 5,
        1 if same_start => longer >= if same_length { 7 } else { 6 },
        1 => longer >= 9,
        2 => longer >= if same_start { 11 } else { 13 },
        _ => longer >= 13 && same_start,
    };
    let fair = match slips {
        1 => longer >= 6 || !same_length || swapped || is_neighbouring(mine, other, real),
        2 => longer >= 7 && same_start,
        _ => same_start,
    };
    if firm {
        Proof::Firm
    } else if fair {
        Proof::Fair
    } else {
        Proof::None
    }
}

/// How many letters one of two words has and the other has not.
fn letters_changed(mine: &str, other: &str) -> usize {
    let count = |word: &str, letter| word.bytes().filter(|own| *own == letter).count();
    (b'a'..=b'z').map(|letter| count(mine, letter).abs_diff(count(other, letter))).sum()
}

/// The rows of the keyboards that French and English speakers use.
const ROWS: &[&str] =
    &["azertyuiop", "qsdfghjklm", "wxcvbn", "qwertyuiop", "asdfghjkl", "zxcvbnm", SPELLINGS];

/// "organise" is "organize".
const SPELLINGS: &str = "sz";

/// Whether the first letters that differ are neighbours on a keyboard, or two vowels where these count.
fn is_neighbouring(mine: &str, other: &str, vowels: bool) -> bool {
    let Some((a, b)) = mine.chars().zip(other.chars()).find(|(a, b)| a != b) else { return false };
    let neighbours = |row: &&str| row.find(a).zip(row.find(b)).is_some_and(|(a, b)| a.abs_diff(b) == 1);
    ROWS.iter().any(neighbours) || vowels && "aeiouy".contains(a) && "aeiouy".contains(b)
}

//! Words that are spelled alike and mean two things.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::{Mark, forms::singular},
    reading::{Reading, TokenKind, is_one_of},
};

impl<'a> Aligned<'a> {
    /// "la tour" for "le tour", "the stage" for "le stage", "le danseur" for "la danseuse".
    pub(super) fn sensed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        if pair.mine.kind != TokenKind::Word {
            return None;
        }
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let is = |mark| pair.other.lexeme.is(mark);
        let genders = gender(ours, pair.ours).zip(gender(theirs, pair.theirs));
        let other_gender = genders.is_some_and(|(one, other)| one != other);
        let is_foreign = pair.literal && is(Mark::Foreign) && are_languages(ours, theirs);
        if is_other_particle(pair, ours, theirs) {
            return Some(self.told(pair.ours + 1, pair.theirs + 1));
        }
        let differs = if is_foreign || pair.mine.key == pair.other.key {
            is_foreign
                || is(Mark::Gendered) && other_gender
                || is(Mark::Accented) && are_accents(pair, ours, theirs)
        } else {
            are_two_persons(ours.raw(pair.mine), theirs.raw(pair.other), other_gender)
        };
        differs.then(|| self.told(pair.ours, pair.theirs))
    }
}

/// Whether the article right before a word says that it is feminine, if it says a gender.
fn gender(reading: &Reading, place: usize) -> Option<bool> {
    let before = reading.raw_at(place.checked_sub(1)?);
    let is = |articles| is_one_of(before, articles);
    (is("la une cette") || is("le un au du ce cet")).then(|| is("la une cette"))
}

/// Whether the small words of one text are French and those of the other English.
fn are_languages(one: &Reading, other: &Reading) -> bool {
    let has =
        |reading: &Reading, words| reading.tokens.iter().any(|token| is_one_of(reading.raw(token), words));
    let is_french = |reading| {
        let french = has(reading, "le la les l de d du des un une au aux et pour");
        (french != has(reading, "the of to for and on in at is")).then_some(french)
    };
    is_french(one).zip(is_french(other)).is_some_and(|(one, other)| one != other)
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

/// Whether one of two forms is of a woman and the other of a man.
fn are_two_persons(one: &str, other: &str, other_gender: bool) -> bool {
    let (one, other) = (singular(one), singular(other));
    let is_woman = |woman: &str, man: &str| {
        let of =
            |ending| woman.strip_suffix(ending).is_some_and(|stem| man.strip_suffix("eur") == Some(stem));
        of("euse") || of("rice") || other_gender && woman.strip_suffix('e') == Some(man)
    };
    is_woman(one, other) || is_woman(other, one)
}

//! From an alignment to a score.

use super::{
    alignment::Alignment,
    lexicon::Class,
    numbers,
    opposition::is_opposed,
    reading::Reading,
    tokens::{Token, weight},
    words,
};

/// The share of the score that the hint's own coverage decides; the rest asks how much of the text the hint says.
const HINT_SHARE: f32 = 0.66;
/// The same where the hint leans on the namespace: then the name itself must be said.
const LEANING_SHARE: f32 = 0.2;
/// Half a hint matched must fall under the minimum: coverage counts with this exponent.
const STEEPNESS: f32 = 2.1;
/// And so does the text's: of two texts that have the whole hint, the shorter one is clearly ahead.
const TEXT_STEEPNESS: f32 = 1.2;
/// Nothing but equality gets more than this: room above for what is equal and for what stands within.
const BEST_GUESS: f32 = 90.0;
/// The same tokens in whatever order.
const SAME_TOKENS: u8 = 97;
/// The same letters and digits, however cut: "geonature" and "Geo nature".
const SAME_LETTERS: u8 = 100;
/// A name called by its initials.
const INITIALS: u8 = 78;
/// What is left for each number of the hint that the text lacks: "sprint 1" is never "sprint 12".
const MISSING_NUMBER: f32 = 0.4;
/// What is left when hint and text exclude each other: under the minimum, whatever else agrees.
const OPPOSED: f32 = 0.4;
/// How far towards the best guess it goes when both say the same words, some misspelt: a slip must not bring a name
/// within ten points of its longer siblings.
const COMPLETE: f32 = 0.5;
/// The share from which that holds: what is too unlike to be a candidate does not become one.
const LEAST_COMPLETE: f32 = 0.45;
/// What is left of a path that a hint with a `/` in it does not say in full: who types a path means that very one.
const OTHER_PATH: f32 = 0.4;
/// What a word weighs that people add to a name ("l'application X") when the name lacks it.
const ADDED: f32 = 0.4;
/// What words that only the namespace has prove of the project.
const NAMESPACE_MATCH: f32 = 0.35;
/// What namespace words that the hint leaves out weigh.
const NAMESPACE_LEFT_OUT: f32 = 0.15;
/// What a wholly reversed order costs.
const DISORDER: f32 = 0.04;

/// How surely the hint means the text: 0 to 100.
pub(super) fn score(hint: &Reading, text: &Reading, alignment: &mut Alignment) -> u8 {
    if same_letters(hint, text) {
        return SAME_LETTERS;
    }
    let known = initials(hint, text);
    if !alignment.align(&hint.tokens, &text.tokens) {
        return known;
    }
    let share = weighed(hint, text, alignment);
    if hint.excludes && is_opposed(hint, text, alignment) {
        return percent(BEST_GUESS * OPPOSED * share);
    }
    if same_tokens(hint, text, alignment) {
        return SAME_TOKENS;
    }
    let same_words = is_complete(hint, text, alignment);
    if hint.name > 0 && !same_words {
        return percent(BEST_GUESS * OTHER_PATH * share);
    }
    // Under the minimum a match stays what it is: what is unlike is not meant, however complete.
    let share = if same_words && share >= LEAST_COMPLETE { share + COMPLETE * (1.0 - share) } else { share };
    percent(BEST_GUESS * share).max(known)
}

fn same_letters(hint: &Reading, text: &Reading) -> bool {
    // "sprint 1 2" and "sprint 12" have the same digits.
    if !hint.numbers().eq(text.numbers()) {
        return false;
    }
    let alike = |ours: &str, theirs: &str| words::singular(ours) == words::singular(theirs);
    let name = text.name().next().map_or("", |first| text.tokens.glued_from(first));
    alike(&hint.glued, &text.glued) || alike(&hint.tokens.text, name)
}

fn same_tokens(hint: &Reading, text: &Reading, alignment: &Alignment) -> bool {
    #[expect(clippy::float_cmp, reason = "equal words are given exactly 1")]
    let whole = |likeness: &f32| *likeness == 1.0;
    hint.tokens.items.len() == text.tokens.items.len()
        && alignment.ours.iter().all(whole)
        && alignment.theirs.iter().all(whole)
}

/// Whether both say the same words, some misspelt: nothing that tells is left over, and no
/// word is cut short, which it may be on purpose ("jui 2025").
fn is_complete(hint: &Reading, text: &Reading, alignment: &Alignment) -> bool {
    let said = |(token, likeness): (&Token, &f32)| *likeness > 0.0 || token.weight < weight::SOFT;
    let is_whole = |(ours, theirs): &(usize, usize)| {
        let (ours, theirs) = (hint.tokens.str_at(*ours), text.tokens.str_at(*theirs));
        theirs == ours || !theirs.starts_with(ours) && !ours.starts_with(theirs)
    };
    hint.tokens.items.iter().zip(&alignment.ours).all(said)
        && text.name().zip(alignment.theirs.iter().skip(text.name)).all(said)
        && alignment.places.iter().all(is_whole)
}

fn weighed(hint: &Reading, text: &Reading, alignment: &Alignment) -> f32 {
    let leaning = leans_on_namespace(text, alignment);
    let said = hint_coverage(hint, text, alignment, leaning) * (1.0 - DISORDER * alignment.disorder());
    let (own, from) = if leaning { (LEANING_SHARE, text.name) } else { (HINT_SHARE, 0) };
    let share = own + (1.0 - own) * text_coverage(text, alignment, from).powf(TEXT_STEEPNESS);
    let missing =
        hint.numbers().filter(|ours| !text.numbers().any(|theirs| numbers::agreement(ours, theirs) > 0.0));
    said.powf(STEEPNESS) * share * missing.fold(1.0, |left, _| left * MISSING_NUMBER)
}

/// Whether the hint finds some of its words in a path's name and some in its namespace alone.
fn leans_on_namespace(text: &Reading, alignment: &Alignment) -> bool {
    let in_name = |(_, theirs): &(usize, usize)| *theirs >= text.name;
    let found = &alignment.places;
    text.name > 0 && found.iter().any(in_name) && !found.iter().all(in_name)
}

/// How much of the hint the text has.
fn hint_coverage(hint: &Reading, text: &Reading, alignment: &Alignment, leaning: bool) -> f32 {
    let in_namespace =
        |place: usize| alignment.places.iter().any(|(ours, theirs)| *ours == place && *theirs < text.name);
    let (mut sum, mut total) = (0.0, 0.0);
    for (place, (token, likeness)) in hint.tokens.items.iter().zip(&alignment.ours).enumerate() {
        let mut weight = token.weight;
        if *likeness == 0.0 && token.lexeme.class == Class::Soft {
            weight *= ADDED;
        }
        if token.namespace || leaning && in_namespace(place) {
            weight *= NAMESPACE_MATCH;
        }
        total += weight;
        sum += weight * likeness;
    }
    ratio(sum, total)
}

/// How much of the text, from a place on, the hint says.
fn text_coverage(text: &Reading, alignment: &Alignment, from: usize) -> f32 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (token, likeness) in text.tokens.items.iter().zip(&alignment.theirs).skip(from) {
        let left_out = token.namespace && *likeness == 0.0;
        let weight = if left_out { token.weight * NAMESPACE_LEFT_OUT } else { token.weight };
        total += weight;
        sum += weight * likeness;
    }
    ratio(sum, total)
}

fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 }
}

fn initials(hint: &Reading, text: &Reading) -> u8 {
    let called =
        hint.tokens.items.len() == 1 && !text.initials.is_empty() && hint.tokens.text == text.initials;
    if called { INITIALS } else { 0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
fn percent(value: f32) -> u8 {
    value.clamp(0.0, 100.0) as u8
}

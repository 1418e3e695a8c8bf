//! From an alignment to a score.

use super::{alignment::Alignment, numbers, opposition::is_opposed, reading::Reading, tokens::Token, words};

/// The share of the score that the hint's own coverage decides; the rest asks how much of the text the hint says.
const HINT_SHARE: f32 = 0.62;
/// Half a hint matched must fall under the minimum: coverage counts with this exponent.
const STEEPNESS: f32 = 1.7;
/// Long texts are rarely said in full: their coverage counts with an exponent below one.
const TEXT_STEEPNESS: f32 = 0.87;
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
/// What is left when the text says no and the hint does not: people name a fault without its "not".
const UNSAID_NEGATION: f32 = 0.97;
/// What words that only the namespace has prove of the project.
const NAMESPACE_MATCH: f32 = 0.35;
/// What namespace words that the hint leaves out weigh.
const NAMESPACE_LEFT_OUT: f32 = 0.15;
/// What a wholly reversed order costs.
const DISORDER: f32 = 0.04;
/// Misspelt in one piece: the least ratio of letters that counts, and what it counts.
const LEAST_SPELLING: f64 = 0.8;
/// See [`LEAST_SPELLING`].
const SPELLING: f64 = 90.0;
/// Shorter names are not compared in one piece.
const SHORTEST_SPELLING: usize = 5;

/// How surely the hint means the text: 0 to 100.
pub(super) fn score(hint: &Reading, text: &Reading, alignment: &mut Alignment) -> u8 {
    if same_letters(hint, text) {
        return SAME_LETTERS;
    }
    let known = initials(hint, text);
    if !alignment.align(&hint.tokens, &text.tokens) {
        return known.max(spelling(hint, text));
    }
    let share = weighed(hint, text, alignment);
    if hint.excludes && is_opposed(hint, text, alignment) {
        return percent(BEST_GUESS * OPPOSED * share);
    }
    if same_tokens(hint, text, alignment) {
        return SAME_TOKENS;
    }
    let unsaid = if text.negates && !hint.negates { UNSAID_NEGATION } else { 1.0 };
    percent(BEST_GUESS * unsaid * share).max(known).max(spelling(hint, text))
}

fn same_letters(hint: &Reading, text: &Reading) -> bool {
    if !hint.numbers().eq(text.numbers()) {
        return hint.glued == text.glued;
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

fn weighed(hint: &Reading, text: &Reading, alignment: &Alignment) -> f32 {
    let said = hint_coverage(hint, text, alignment) * (1.0 - DISORDER * alignment.disorder());
    let share = HINT_SHARE + (1.0 - HINT_SHARE) * text_coverage(text, alignment).powf(TEXT_STEEPNESS);
    let missing =
        hint.numbers().filter(|ours| !text.numbers().any(|theirs| numbers::agreement(ours, theirs) > 0.0));
    said.powf(STEEPNESS) * share * missing.fold(1.0, |left, _| left * MISSING_NUMBER)
}

/// How much of the hint the text has.
fn hint_coverage(hint: &Reading, text: &Reading, alignment: &Alignment) -> f32 {
    let in_namespace = |place: usize| {
        let partner = alignment.places.iter().find(|(ours, _)| *ours == place).map(|(_, theirs)| *theirs);
        partner.is_some_and(|theirs| theirs < text.name)
    };
    let only_namespace = (0..hint.tokens.items.len()).all(|place| {
        alignment.ours.get(place).is_none_or(|likeness| *likeness == 0.0) || in_namespace(place)
    });
    let (mut sum, mut total) = (0.0, 0.0);
    for (place, (token, likeness)) in hint.tokens.items.iter().zip(&alignment.ours).enumerate() {
        let mut weight = token.weight;
        if token.namespace || text.name > 0 && !only_namespace && in_namespace(place) {
            weight *= NAMESPACE_MATCH;
        }
        total += weight;
        sum += weight * likeness;
    }
    ratio(sum, total)
}

/// How much of the text the hint says.
fn text_coverage(text: &Reading, alignment: &Alignment) -> f32 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (token, likeness) in text.tokens.items.iter().zip(&alignment.theirs) {
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

/// Names written in one piece and misspelt: "nosgestclimat" for "Nos gestes climat".
fn spelling(hint: &Reading, text: &Reading) -> u8 {
    let (ours, theirs) =
        (hint.tokens.text.as_str(), text.name().next().map_or("", |name| text.tokens.glued_from(name)));
    let (shorter, longer) = (ours.len().min(theirs.len()), ours.len().max(theirs.len()));
    // Equally many words were compared one by one, and better.
    let cut_alike = hint.tokens.items.len() == text.name().count();
    if cut_alike || shorter < SHORTEST_SPELLING || shorter * 5 < longer * 4 || longer > LONGEST_SPELLING {
        return 0;
    }
    if !hint.numbers().eq(text.numbers()) {
        return 0;
    }
    let different = (letters(hint) ^ letters(text)).count_ones() as usize;
    if different * 5 > longer * 2 {
        return 0;
    }
    let likeness = strsim::normalized_damerau_levenshtein(ours, theirs);
    if likeness < LEAST_SPELLING { 0 } else { percent_of(SPELLING * likeness) }
}

/// Longer names are not typed in one piece.
const LONGEST_SPELLING: usize = 40;

fn letters(reading: &Reading) -> u32 {
    reading.name().fold(0, |set, token: &Token| set | token.letters)
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

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
fn percent_of(value: f64) -> u8 {
    value.clamp(0.0, 100.0) as u8
}

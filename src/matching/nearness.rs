//! How near a text is: what it has of the hint's words and of its letters, each as rare as it is in the pool.

mod weights;

use std::ops::Range;

pub(super) use self::weights::Weights;
use super::{
    compare::{
        pairing::{Pair, Pairing},
        relation::Proof,
    },
    doubt::Difference,
    grams::GramSet,
    hint::Hint,
    reading::{Set, TextField, only},
    text::Text,
    word_counts::WordCounts,
};

/// What the words that the text has are worth.
const WORDS: f32 = 0.66;
/// What the letters are worth.
const LETTERS: f32 = 0.24;
/// What it is worth that the hint says much of the text.
const SAID: f32 = 0.08;
/// What a word of the namespace proves of the object.
const NAMESPACE: f32 = 0.70;
/// What is left where the hint says a number that the text lacks.
const MISSING_NUMBER: f32 = 0.5;
/// What is left of what the hint excludes.
const DENIED: f32 = 0.25;
/// What is left where hint and text exclude each other: "activer", "désactiver".
const EXCLUDED: f32 = 0.42;

/// What a comparison finds of a hint in one text.
pub(in crate::matching) struct Found<'a> {
    pub(in crate::matching) text: &'a Text,
    /// Its matches, among those of all texts.
    pub(in crate::matching) matches: Range<usize>,
    grams: GramSet,
    /// It has all that the hint excludes.
    pub(in crate::matching) denied: bool,
    /// The first thing that differs.
    pub(in crate::matching) difference: Option<Difference>,
    /// The hint says a number that it lacks.
    pub(in crate::matching) lacks_number: bool,
    /// How near it is: 0 to 1.
    pub(in crate::matching) near: f32,
    /// How plausible it is that it is meant.
    pub(in crate::matching) plausible: f32,
}

impl<'a> Found<'a> {
    pub(in crate::matching) fn new(
        text: &'a Text,
        matches: Range<usize>,
        grams: GramSet,
        denied: bool,
    ) -> Self {
        Self {
            text,
            matches,
            grams,
            denied,
            difference: None,
            lacks_number: false,
            near: 0.0,
            plausible: 0.0,
        }
    }

    /// Whether hint and text exclude each other, or say the same the other way round.
    pub(in crate::matching) fn is_opposed(&self) -> bool {
        self.difference.as_ref().is_some_and(|difference| difference.excludes)
    }
}

/// Weighs what was found.
pub(in crate::matching) fn nearness(
    found: &Found<'_>,
    pool: &WordCounts,
    weights: &Weights,
    pairing: &Pairing,
) -> f32 {
    let mut value = WORDS * covered(weights, pairing)
        + LETTERS * weights.of_grams(found.grams)
        + SAID * said(found.text, pool, pairing);
    if found.lacks_number {
        value *= MISSING_NUMBER;
    }
    if found.is_opposed() {
        value *= EXCLUDED;
    }
    if found.denied {
        value *= DENIED;
    }
    value
}

fn covered(weights: &Weights, pairing: &Pairing) -> f32 {
    let part = |(place, pair): (usize, &Pair)| {
        let field = if pair.field == TextField::Namespace { NAMESPACE } else { 1.0 };
        weights.of_token(place) * pair.relation.likeness * field
    };
    let sum: f32 = pairing.pairs(pairing.ours).map(part).sum();
    if weights.total > 0.0 { sum / weights.total } else { 0.0 }
}

/// How much of the name the hint says.
fn said(text: &Text, pool: &WordCounts, pairing: &Pairing) -> f32 {
    let weigh = |set: Set| -> f32 { text.reading.all(set).map(|token| pool.rarity_of(token.key)).sum() };
    if text.own_words & pairing.theirs == 0 {
        return 0.0;
    }
    let whole = weigh(text.own_words);
    if whole > 0.0 { weigh(text.own_words & pairing.theirs) / whole } else { 0.0 }
}

/// What speaks for it that a text is meant, against the logarithm of how many texts there are: near the weights of a logistic regression on
/// labelled hints, but for that of an opposite, which no read may act on.
mod weight {
    /// Of any text.
    pub(super) const ANY: f32 = 1.25;
    pub(super) const NEAR: f32 = 1.6;
    /// Of each word of the hint: who writes more describes a thing that is there.
    pub(super) const WORD: f32 = 0.3;
    /// Of the hint all of whose words are found, in the namespace too.
    pub(super) const FOUND: f32 = 2.25;
    /// Of the name that the hint says all of.
    pub(super) const SAID: f32 = 1.15;
    pub(super) const OPPOSED: f32 = -6.0;
    pub(super) const SIBLING: f32 = -1.3;
}
/// More words tell no more.
const MOST_WORDS: usize = 12;

/// How plausible it is that a text is meant, as far as it alone tells: from 0 and less to about 9. What looks like a sibling of what is meant
/// is less plausible.
///
/// A sibling has the hint's words as they are but one, and another in its place, or where others have one: "export XML" and "Export CSV",
/// "portail mobile" and "Portail" beside "Portail API". What is meant is called in other words, or described.
#[expect(clippy::cast_precision_loss, reason = "a hint has few words")]
pub(in crate::matching) fn plausibility(
    hint: &Hint,
    pool: &WordCounts,
    found: &Found<'_>,
    pairing: &Pairing,
) -> f32 {
    let names = hint.roles.names;
    let proven = || pairing.pairs(names).filter(|(_, pair)| pair.relation.proof > Proof::None);
    let literal = pairing.pairs(names).all(|(_, pair)| pair.relation.tier() == 0);
    let own = found.text.own_words;
    let is_said = own != 0 && proven().fold(own, |left, (_, pair)| left & !pair.theirs) == 0;
    let is_shared = || found.text.reading.all(own).all(|token| pool.count(token.key) > 1);
    let is_sibling = literal && !hint.describes && (!is_said || is_shared());
    let is_found = names != 0 && proven().fold(names, |left, (place, _)| left & !only(place)) == 0;
    let weights = [
        (is_found, weight::FOUND),
        (is_said, weight::SAID),
        (found.is_opposed(), weight::OPPOSED),
        (is_sibling, weight::SIBLING),
    ];
    let said: f32 = weights.iter().filter(|(holds, _)| *holds).map(|(_, weight)| weight).sum();
    weight::ANY
        + weight::NEAR * found.near
        + weight::WORD * hint.reading.tokens.len().min(MOST_WORDS) as f32
        + said
}

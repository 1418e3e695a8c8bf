//! How near a text is: what it has of the hint's words and of its letters, each as rare as it is in the pool.

mod weights;

use std::ops::Range;

pub(super) use self::weights::Weights;
use super::{
    compare::{Pair, Pairing, Proof, collect, relation},
    doubt::Difference,
    grams::GramSet,
    hint::Hint,
    reading::{Said, Set, TextField, Token, TokenKind, only, places},
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
#[derive(Clone)]
pub(super) struct Found<'a> {
    pub(super) text: &'a Text,
    /// Its matches, among those of all texts.
    pub(super) matches: Range<usize>,
    grams: GramSet,
    /// It has all that the hint excludes.
    pub(super) denied: bool,
    /// The first thing that differs.
    pub(super) difference: Option<Difference>,
    /// The hint says a number that it lacks.
    pub(super) lacks_number: bool,
    /// How near it is: 0 to 1.
    pub(super) near: f32,
    /// How plausible it is that it is meant.
    pub(super) plausible: f32,
}

impl<'a> Found<'a> {
    /// Finds what a text has of the hint, and adds its matches to those of all texts.
    pub(super) fn of(hint: &Hint, text: &'a Text, pool: &WordCounts, matches: &mut Vec<Pair>) -> Self {
        let start = matches.len();
        collect(hint, text, pool, matches);
        Self {
            text,
            matches: start..matches.len(),
            grams: hint.grams.found_in(&text.grams),
            denied: is_denied(hint, text, matches.get(start..).unwrap_or_default()),
            difference: None,
            lacks_number: lacks_number(hint, text),
            near: 0.0,
            plausible: 0.0,
        }
    }

    /// The best of its matches.
    pub(super) fn pairing(&self, hint: &Hint, matches: &mut [Pair]) -> Pairing {
        Pairing::of(hint, self.text, matches.get_mut(self.matches.clone()).unwrap_or_default())
    }

    /// Whether hint and text exclude each other: opposites, or two things in each other's part.
    pub(super) fn is_opposed(&self) -> bool {
        self.difference.as_ref().is_some_and(|difference| difference.excludes)
    }

    /// Weighs what was found.
    pub(super) fn nearness(&self, pool: &WordCounts, weights: &Weights, pairing: &Pairing) -> f32 {
        let near = WORDS * covered(weights, pairing)
            + LETTERS * weights.of_grams(self.grams)
            + SAID * said(self.text, pool, pairing);
        let factors =
            [(self.lacks_number, MISSING_NUMBER), (self.is_opposed(), EXCLUDED), (self.denied, DENIED)];
        factors.iter().filter(|(holds, _)| *holds).fold(near, |near, (_, factor)| near * factor)
    }

    /// How plausible it is that a text is meant, as far as it alone tells: from 0 and less to about 9. What looks like a sibling of what is meant
    /// is less plausible.
    ///
    /// A sibling has the hint's words as they are but one, and another in its place, or where others have one: "export XML" and "Export CSV",
    /// "portail mobile" and "Portail" beside "Portail API". What is meant is called in other words, or described.
    #[expect(clippy::cast_precision_loss, reason = "a hint has few words")]
    pub(super) fn plausibility(&self, hint: &Hint, pool: &WordCounts, pairing: &Pairing) -> f32 {
        use weight::{ANY, FOUND, NEAR, OPPOSED, SAID_ALL, SIBLING, WORD};
        let names = hint.roles.names;
        let proven = || pairing.pairs(names).filter(|(_, pair)| pair.relation.proof > Proof::None);
        let literal = pairing.pairs(names).all(|(_, pair)| pair.relation.tier() == 0);
        let own = self.text.own_words;
        let is_said = own != 0 && proven().fold(own, |left, (_, pair)| left & !pair.theirs) == 0;
        let is_shared = || self.text.reading.all(own).all(|token| pool.count(token.key) > 1);
        let is_sibling = literal && !hint.describes && (!is_said || is_shared());
        let is_found = names != 0 && proven().count() == names.count_ones() as usize;
        let signs =
            [(is_found, FOUND), (is_said, SAID_ALL), (self.is_opposed(), OPPOSED), (is_sibling, SIBLING)];
        let told: f32 = signs.iter().filter(|(holds, _)| *holds).map(|(_, weight)| weight).sum();
        let words = hint.reading.tokens.len().min(MOST_WORDS) as f32;
        ANY + NEAR * self.near + WORD * words + told
    }
}

/// Whether the text has all that the hint excludes at once.
fn is_denied(hint: &Hint, text: &Text, matches: &[Pair]) -> bool {
    let states = |found: &Pair| !text.reading.all(found.theirs).any(Token::is_contrasted);
    let proves = |found: &Pair| found.relation.proof == Proof::Firm && states(found);
    let has = |place| matches.iter().any(|found| found.ours == only(place) && proves(found));
    hint.denials.iter().any(|denial| places(*denial).all(has))
}

/// Whether the hint surely says a number that the text lacks.
fn lacks_number(hint: &Hint, text: &Text) -> bool {
    let is_number = |token: &&Token| token.kind == TokenKind::Number;
    let is_sure = |token: &&Token| token.is(Said::Firm) && !token.is(Said::Denied);
    hint.reading.tokens.iter().filter(is_number).filter(is_sure).any(|number| {
        let proves = |other| {
            let relation = relation(&hint.reading, number, &text.reading, other);
            relation.is_some_and(|relation| relation.proof > Proof::None)
        };
        !text.reading.tokens.iter().filter(is_number).any(proves)
    })
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
    match text.own_words & pairing.theirs {
        0 => 0.0,
        said => weigh(said) / weigh(text.own_words),
    }
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
    pub(super) const SAID_ALL: f32 = 1.15;
    pub(super) const OPPOSED: f32 = -6.0;
    pub(super) const SIBLING: f32 = -1.3;
}
/// More words tell no more.
const MOST_WORDS: usize = 12;

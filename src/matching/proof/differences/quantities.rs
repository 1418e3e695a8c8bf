//! How much, how many and how often.

use super::{Aligned, AlignedPair, Difference, told, word::Word};
use crate::matching::{
    lexicon::Numeral,
    reading::{Compare, Quantity, Token, TokenKind, is_one_of},
};

impl<'a> Aligned<'a> {
    /// "moins de 5" or `< 5` for "plus de 5".
    pub(super) fn compared(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let next = pair.theirs.behind().next();
        // "1 page" for "une page": what stands before the article is kept with its word.
        let counted = if pair.theirs.is_small() { next } else { Some(pair.theirs) };
        let (mine, other) = (pair.ours.qualifier.compare, counted.and_then(|word| word.qualifier.compare));
        // "4 °C" is "+4 °C", but not "-4 °C", nor "sandbox 1" "Sandbox +1".
        let left_out = match other {
            Some(Compare::Plus) => next.is_none_or(|next| !next.is_naming()),
            Some(Compare::Minus) => true,
            _ => self.is_all,
        };
        let differs = mine != other && (mine.is_some() || left_out);
        differs.then(|| Difference { excludes: true, ..pair.told_before(Token::compare) })
    }

    /// "un agent" for "tous les agents", "une des cinq pages" for "les cinq pages".
    pub(super) fn counted(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (ours, theirs) = (pair.ours, pair.theirs);
        let is_number = ours.kind == TokenKind::Number;
        // "quatre bacs" for "un quatrième bac"
        let counts = |number: Word<'a>, other: Word<'a>| {
            let many = |next: Word<'a>| next.is_plural() && !is_one_of(next.raw(), "times fois");
            let ordinal = matches!(other.lexeme.numeral, Some(Numeral::Ordinal(_)));
            number.kind == TokenKind::Number && ordinal && number.behind().next().is_some_and(many)
        };
        let counts_other = |noun: &AlignedPair<'a>| {
            // "12 sprints" for "sprint 12"
            let is_numbered = !noun.theirs.is_plural() && noun.theirs.place + 1 == theirs.place;
            // "100 orders" for "orders over 100 euros"
            let is_of_other = theirs.place.abs_diff(noun.theirs.place) > 1
                && (theirs.qualifier.compare.is_some() || theirs.qualifier.link.is_some())
                && theirs.behind().next().is_some_and(|next| self.is_left(next));
            let is_counted = noun.ours.place == ours.place + 1 && noun.ours.is_plural();
            is_counted && (is_numbered || is_of_other)
        };
        let is_other = is_number && self.pairs.iter().any(counts_other);
        if is_other || counts(ours, theirs) || counts(theirs, ours) {
            return Some(told(ours, theirs));
        }
        let differs = match (ours.qualifier.quantity, theirs.qualifier.quantity) {
            // "pendant 2 h" for "toutes les 2 h"
            (None, other) => is_number && other == Some(Quantity::All),
            (Some(mine), Some(other)) => mine != other,
            // "une des cinq" for "les cinq", "une fois" for "trois fois"; "1 page" is "une page".
            (Some(Quantity::One), None) => {
                let counts = |word: Word<'a>| word.kind == TokenKind::Number && word.raw() != "1";
                is_number || theirs.before().next().is_some_and(counts)
            }
            (Some(Quantity::Always | Quantity::Also | Quantity::Even), None) => false,
            // "tout flou", "tout effacer"
            (Some(Quantity::All), None) if ours.raw_before() == "tout" => false,
            // "some glass"
            (Some(Quantity::Some), None) => ours.is_plural(),
            // "parfois" stands anywhere, "la nuit seulement" says it behind.
            (mine, None) => {
                use Quantity::{Often, Rarely, Sometimes};
                let reach = if matches!(mine, Some(Sometimes | Often | Rarely)) { usize::MAX } else { 1 };
                !self.text.words().rev().take(reach).any(|word| word.quantity() == mine)
            }
        };
        differs.then(|| pair.told_before(Token::quantity))
    }
}

//! How much, how many and how often.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::Numeral,
    reading::{Compare, Quantity, Reading, Token, TokenKind, is_one_of},
    text::is_naming,
};

impl<'a> Aligned<'a> {
    /// "moins de 5" or `< 5` for "plus de 5".
    pub(super) fn compared(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        // "1 page" for "une page": what stands before the article is kept with its word.
        let counted = Some(pair.other).filter(|other| !other.is_small()).or(self.other(pair.theirs + 1));
        let (mine, other) = (pair.mine.qualifier.compare, counted.and_then(|other| other.qualifier.compare));
        // "4 °C" is "+4 °C", but not "-4 °C", nor "sandbox 1" "Sandbox +1".
        let left_out = match other {
            Some(Compare::Plus) => !self.other(pair.theirs + 1).is_some_and(is_naming),
            Some(Compare::Minus) => true,
            _ => self.is_all,
        };
        let differs = mine != other && (mine.is_some() || left_out);
        differs.then(|| self.told_before(pair, Token::compare, true))
    }

    /// "un agent" for "tous les agents", "une des cinq pages" for "les cinq pages".
    pub(super) fn counted(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let (mine, other) = (pair.mine.qualifier.quantity, pair.other.qualifier.quantity);
        // "quatre bacs" for "un quatrième bac"
        let is_plural = |reading: &Reading, noun: &Token| reading.raw(noun) != reading.word(noun);
        let counts = |reading: &Reading, number: &Token, place: usize, other: &Token| {
            let many = |next: &Token| is_plural(reading, next) && !is_one_of(reading.raw(next), "times fois");
            let ordinal = matches!(other.lexeme.numeral, Some(Numeral::Ordinal(_)));
            number.kind == TokenKind::Number && ordinal && reading.has(place + 1, many)
        };
        if counts(&self.hint.reading, pair.mine, pair.ours, pair.other)
            || counts(&self.text.reading, pair.other, pair.theirs, pair.mine)
        {
            return Some(self.told(pair.ours, pair.theirs));
        }
        // "12 sprints" for "sprint 12"
        let many = |noun: &AlignedPair<'a>| {
            let counted =
                is_plural(&self.hint.reading, noun.mine) && !is_plural(&self.text.reading, noun.other);
            counted && noun.ours == pair.ours + 1 && noun.theirs + 1 == pair.theirs
        };
        // "100 orders" for "orders over 100 euros"
        let is_of_other = |noun: &AlignedPair<'a>| {
            noun.ours == pair.ours + 1
                && is_plural(&self.hint.reading, noun.mine)
                && pair.theirs.abs_diff(noun.theirs) > 1
                && (pair.other.qualifier.compare.is_some() || pair.other.qualifier.link.is_some())
                && self.is_left(pair.theirs + 1)
        };
        if pair.mine.kind == TokenKind::Number
            && self.pairs.iter().any(|noun| many(noun) || is_of_other(noun))
        {
            return Some(self.told(pair.ours, pair.theirs));
        }
        let before = pair.ours.checked_sub(1).map_or("", |before| self.hint.reading.raw_at(before));
        let differs = match (mine, other) {
            // "pendant 2 h" for "toutes les 2 h"
            (None, _) => pair.mine.kind == TokenKind::Number && other == Some(Quantity::All),
            (Some(mine), Some(other)) => mine != other,
            // "une des cinq" for "les cinq", "une fois" for "trois fois"; "1 page" is "une page".
            (Some(Quantity::One), None) => {
                let counts =
                    |token: &Token| token.kind == TokenKind::Number && self.text.reading.raw(token) != "1";
                pair.mine.kind == TokenKind::Number
                    || pair.theirs.checked_sub(1).is_some_and(|before| self.text.reading.has(before, counts))
            }
            (Some(Quantity::Always | Quantity::Also | Quantity::Even), None) => false,
            // "tout flou", "tout effacer"
            (Some(Quantity::All), None) if before == "tout" => false,
            // "some glass"
            (Some(Quantity::Some), None) => {
                self.hint.reading.raw(pair.mine) != self.hint.reading.word(pair.mine)
            }
            // "parfois" stands anywhere, "la nuit seulement" says it behind.
            (Some(mine), None) => {
                let often = matches!(mine, Quantity::Sometimes | Quantity::Often | Quantity::Rarely);
                let mut said = self.text.reading.tokens.iter().map(Token::quantity).rev();
                let reach = if often { usize::MAX } else { 1 };
                !said.by_ref().take(reach).any(|other| other == Some(mine))
            }
        };
        differs.then(|| self.told_before(pair, Token::quantity, false))
    }
}

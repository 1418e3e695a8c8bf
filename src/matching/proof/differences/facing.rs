//! What is left over on both sides in one place.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Reading, Token, TokenKind, is_one_of, only, places},
};

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        self.signed().or_else(|| {
            places(self.ours).find_map(|place| {
                let token = self.mine(place)?;
                let (left, right) = self.neighbours(place);
                let before = right.map(|pair| self.gap((0..pair.theirs).rev())).unwrap_or_default();
                let behind = left
                    .map(|pair| self.gap(pair.theirs + 1..self.text.reading.tokens.len()))
                    .unwrap_or_default();
                let faced = before.into_iter().chain(behind).find(|theirs| self.faces(token, *theirs))?;
                Some(self.told(place, faced))
            })
        })
    }

    /// Whether a word that states something or says how many stands where the text has another.
    fn faces(&self, token: &Token, theirs: usize) -> bool {
        let is_state = |other: &Token| other.lexeme.class == Class::Name && !other.lexeme.is(Mark::Works);
        let broken = is_one_of(self.hint.reading.word(token), "casse cassee broken");
        let states = broken && self.other(theirs).is_some_and(is_state)
            || token.lexeme.is(Mark::Acts)
            || token.lexeme.is(Mark::States);
        let other = self.other(theirs).and_then(Token::quantity);
        match token.quantity() {
            Some(quantity) => {
                let says = |other: &Token| other.quantity() == Some(quantity);
                other.is_some() && !self.text.reading.tokens.iter().any(says)
            }
            None => states && self.is_left(theirs),
        }
    }

    /// A sign that says something, where the text has others in its order: "carte ✅" for "carte ❌", "|| par &&" for "&& par ||".
    fn signed(&self) -> Option<Difference> {
        self.dashed().or_else(|| self.reordered())
    }

    /// A dash where the text has a sign that says something: "recettes - dépenses" for "recettes + dépenses".
    fn dashed(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let is_dash = |reading: &Reading, place: usize| reading.raw_at(place) == "-";
        let is_symbol =
            |reading: &Reading, place: usize| reading.has(place, |token| token.kind == TokenKind::Symbol);
        (0..theirs.tokens.len()).find_map(|place| {
            let before = self.pairs.iter().filter(|pair| pair.theirs < place).map(|pair| pair.ours + 1).max();
            let behind = self.pairs.iter().filter(|pair| pair.theirs > place).map(|pair| pair.ours).min();
            let mut gap = before.unwrap_or_default()..behind.unwrap_or(ours.tokens.len());
            let faced = gap.find(|other| {
                is_symbol(theirs, place) && is_dash(ours, *other)
                    || is_dash(theirs, place) && is_symbol(ours, *other)
            })?;
            Some(self.told(faced, place))
        })
    }

    fn reordered(&self) -> Option<Difference> {
        let signs = |reading: &'a Reading| {
            reading.tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Symbol)
        };
        let mut theirs = signs(&self.text.reading).peekable();
        let (found, _) = *theirs.peek()?;
        let lacks = |(_, mine): &(usize, &Token)| !theirs.any(|(_, other)| other.key == mine.key);
        let (said, _) = signs(&self.hint.reading).find(lacks)?;
        Some(self.told(said, found))
    }

    /// The places of the text up to the next that has a partner or parts.
    fn gap(&self, range: impl Iterator<Item = usize>) -> Vec<usize> {
        range.take_while(|place| self.theirs & only(*place) != 0).collect()
    }

    /// The pairs before and behind a place of the hint.
    pub(super) fn neighbours(&self, place: usize) -> (Option<&AlignedPair<'a>>, Option<&AlignedPair<'a>>) {
        let before = self.pairs.iter().rev().find(|pair| pair.ours < place);
        (before, self.pairs.iter().find(|pair| pair.ours > place))
    }
}

//! What is left over on both sides in one place.

use super::{Aligned, Difference, Pair, What};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Kind, Reading, Set, Token, modality, only, places},
    text::is_naming,
};

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        self.signed().or_else(|| {
            places(self.ours).find_map(|place| {
                let token = self.mine(place)?;
                let kind = self.states(place, token)?;
                let what = if matches!(kind, States::Sign) { What::Symbol } else { What::Facing };
                let (left, right) = self.neighbours(place);
                let before = right.map(|pair| self.gap((0..pair.theirs).rev())).unwrap_or_default();
                let behind = left
                    .map(|pair| self.gap(pair.theirs + 1..self.text.reading.tokens.len()))
                    .unwrap_or_default();
                let faced =
                    before.into_iter().chain(behind).find(|theirs| self.faces(token, kind, *theirs))?;
                Some(self.told(what, place, faced))
            })
        })
    }

    /// A dash where the text has a sign that says something: "carte -" for "carte +".
    fn signed(&self) -> Option<Difference> {
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let is_dash = |reading: &Reading, place: usize| reading.raw_at(place) == "-";
        let is_symbol =
            |reading: &Reading, place: usize| reading.has(place, |token| token.kind == Kind::Symbol);
        (0..theirs.tokens.len()).find_map(|place| {
            let before = self.pairs.iter().filter(|pair| pair.theirs < place).map(|pair| pair.ours + 1).max();
            let behind = self.pairs.iter().filter(|pair| pair.theirs > place).map(|pair| pair.ours).min();
            let mut gap = before.unwrap_or_default()..behind.unwrap_or(ours.tokens.len());
            let faced = gap.find(|other| {
                is_symbol(theirs, place) && is_dash(ours, *other)
                    || is_dash(theirs, place) && is_symbol(ours, *other)
            })?;
            Some(self.told(What::Symbol, faced, place))
        })
    }

    /// The places of the text up to the next that has a partner or parts.
    fn gap(&self, range: impl Iterator<Item = usize>) -> Vec<usize> {
        range.take_while(|place| self.theirs & only(*place) != 0).collect()
    }

    /// The pairs before and behind a place of the hint.
    pub(super) fn neighbours(&self, place: usize) -> (Option<&Pair<'a>>, Option<&Pair<'a>>) {
        let before = self.pairs.iter().rev().find(|pair| pair.ours < place);
        (before, self.pairs.iter().find(|pair| pair.ours > place))
    }

    /// What a left-over word of the hint states, if it does.
    fn states(&self, place: usize, token: &Token) -> Option<States> {
        let roles = &self.hint.roles;
        let is_in = |set: Set| set & only(place) != 0;
        if token.kind == Kind::Symbol {
            let same = |other: &Token| other.kind == Kind::Symbol && other.key == token.key;
            return (!self.text.reading.tokens.iter().any(same)).then_some(States::Sign);
        }
        if let Some(quantity) = token.quantity() {
            // The text says so too.
            let said = places(self.theirs)
                .filter_map(|place| self.other(place))
                .any(|other| other.quantity() == Some(quantity));
            return (!said).then_some(States::Quantity);
        }
        let acts = token.lexeme.is(Mark::Acts);
        match () {
            () if acts || token.lexeme.is(Mark::States) => Some(States::Anything),
            () if token.is_small() => Some(States::Twin),
            // "doit payer" for "refuse de payer"
            () if modality(&self.hint.reading, place).is_some() && self.is_inside(place) => {
                Some(States::Name)
            }
            () if is_in(roles.fillers) => Some(States::Twin),
            () => None,
        }
    }

    /// Whether the words on both sides of a place are those of the text.
    fn is_inside(&self, place: usize) -> bool {
        let (left, right) = self.neighbours(place);
        [left, right].iter().all(|pair| pair.is_some_and(|pair| pair.literal))
    }

    fn faces(&self, token: &Token, kind: States, theirs: usize) -> bool {
        let Some(other) = self.other(theirs) else { return false };
        match kind {
            States::Quantity => other.quantity().is_some_and(|quantity| token.quantity() != Some(quantity)),
            States::Twin => is_naming(other) && token.lexeme.is_twin_of(other.lexeme),
            // "%" is a word that is told apart as one.
            States::Sign => !self.text.reading.raw(other).starts_with(char::is_alphanumeric),
            States::Name => is_naming(other) && other.kind == Kind::Word && other.lexeme.class == Class::Name,
            States::Anything => is_naming(other),
        }
    }
}

/// What a word that is left over states.
#[derive(Debug, Clone, Copy)]
enum States {
    Anything,
    /// That it may be or has to be, not what names.
    Name,
    Quantity,
    Sign,
    /// Nothing, unless it looks like another word.
    Twin,
}

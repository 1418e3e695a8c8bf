//! What is left over on both sides in one place.

use super::{Aligned, Difference, Pair, What, around::small_before};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Field, Kind, Link, Modality, Quantity, Reading, Set, Token, modality, only, places},
    text::is_naming,
};

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        self.signed().or_else(|| {
            places(self.ours).find_map(|place| {
                let token = self.mine(place)?;
                let kind = self.states(place, token)?;
                if matches!(kind, States::Sign) && self.added(place) {
                    return Some(self.told(What::Symbol, place, None));
                }
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

    /// "A + B" for "A/B": a sign between two words that stand side by side in the text.
    fn added(&self, place: usize) -> bool {
        let (Some(left), Some(right)) = self.neighbours(place) else { return false };
        let calculates = self.hint.reading.raw_at(place).chars().all(|sign| "+＋×÷=<>≠≤≥±".contains(sign));
        calculates && left.theirs + 1 == right.theirs
    }

    /// The places of the text up to the next that has a partner or parts.
    fn gap(&self, range: impl Iterator<Item = usize>) -> Vec<usize> {
        range
            .take_while(|place| {
                self.theirs & only(*place) != 0
                    && self.other(*place).is_some_and(|token| token.field == Field::Name)
            })
            .collect()
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
        // "pour tous", "for other people": what is no name stands for one.
        let stands_alone = !self.hint.reading.has(place + 1, is_naming);
        if let Some(link) = role_at(&self.hint.reading, place)
            && stands_alone
            && (is_in(roles.fillers) || token.quantity() == Some(Quantity::All))
            && places(self.theirs)
                .any(|theirs| self.is_left(theirs) && role_at(&self.text.reading, theirs) == Some(link))
        {
            return Some(States::Role(link));
        }
        if let Some(quantity) = token.quantity() {
            // The text says so too.
            let said = places(self.theirs)
                .filter_map(|place| self.other(place))
                .any(|other| other.quantity() == Some(quantity));
            return (!said).then_some(States::Quantity);
        }
        let acts = token.lexeme.is(Mark::Acts);
        let head = token.lexeme.class == Class::Head;
        match () {
            () if modality(&self.hint.reading, place).is_some_and(Modality::states)
                && self.neighbours(place).0.is_some() =>
            {
                Some(States::Modality)
            }
            () if is_in(roles.names) || is_in(roles.soft) && (acts || head) => Some(States::Anything),
            () if token.lexeme.is(Mark::States) => Some(States::Anything),
            () if is_in(roles.fillers) && place == 0 && token.lexeme.has_sides() => Some(States::Anything),
            () if token.is_small() || is_in(roles.fillers) => Some(States::Twin),
            () => None,
        }
    }

    fn faces(&self, token: &Token, kind: States, theirs: usize) -> bool {
        let Some(other) = self.other(theirs) else { return false };
        let quantity = |token: &Token| token.quantity();
        match kind {
            States::Quantity => {
                let (mine, other_quantity) = (quantity(token), quantity(other));
                other.kind == Kind::Number
                    || other_quantity.is_some()
                        && other_quantity != mine
                        && (mine, other_quantity) != (Some(Quantity::One), Some(Quantity::Only))
            }
            States::Twin => is_naming(other) && token.lexeme.is_twin_of(other.lexeme),
            // "%" is a word that is told apart as one.
            States::Sign => !self.text.reading.raw(other).starts_with(char::is_alphanumeric),
            States::Role(link) => is_naming(other) && role_at(&self.text.reading, theirs) == Some(link),
            States::Modality => is_naming(other) && other.lexeme.class != Class::Filler,
            States::Anything => is_naming(other),
        }
    }
}

/// How what stands at a place is related to what is before it.
fn role_at(reading: &Reading, place: usize) -> Option<Link> {
    small_before(reading, place).rev().find_map(|place| reading.tokens.get(place)?.link())
}

/// What a word that is left over states.
#[derive(Debug, Clone, Copy)]
enum States {
    Anything,
    Quantity,
    Sign,
    /// That it may be or has to be.
    Modality,
    /// Something for which, of which or the like.
    Role(Link),
    /// Nothing, unless it looks like another word.
    Twin,
}

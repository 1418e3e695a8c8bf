//! What is left over on both sides in one place.

use super::{Aligned, AlignedPair, Difference};
use crate::matching::{
    lexicon::{Class, Mark},
    reading::{Reading, Said, Set, Token, TokenKind, is_one_of, only, places},
};

impl<'a> Aligned<'a> {
    /// What is left over on both sides in the same gap between partners stands for one another: "affaire Martin", "contrat Martin".
    pub(super) fn facing(&self) -> Option<Difference> {
        self.dashed().or_else(|| self.reordered()).or_else(|| {
            places(self.ours).find_map(|place| {
                let token = self.mine(place)?;
                let (left, right) = self.neighbours(place);
                let before = right.map(|pair| self.gap((0..pair.theirs).rev())).unwrap_or_default();
                let behind = left
                    .map(|pair| self.gap(pair.theirs + 1..self.text.reading.tokens.len()))
                    .unwrap_or_default();
                let is_code = Self::is_code(&self.hint.reading, place);
                let is_inside = left.is_some() && (right.is_some() || token.qualifier.link.is_some());
                // "archive a group", "export of issues"
                let is_kind = is_inside && token.lexeme.is(Mark::Thing);
                let is_other = |theirs: &usize| {
                    self.faces(token, *theirs)
                        || is_code && self.is_other_code(token, *theirs)
                        || is_kind && self.is_left(*theirs)
                        || self.is_other_person(place, *theirs)
                };
                let faced = before.into_iter().chain(behind).find(is_other)?;
                Some(self.told(place, faced))
            })
        })
    }

    /// Whether two words are of different persons: "our server", "their server".
    fn is_other_person(&self, ours: usize, theirs: usize) -> bool {
        let persons = |reading: &Reading, place: usize| {
            let groups = PERSONS.iter().enumerate();
            groups
                .filter(|(_, words)| is_one_of(reading.raw_at(place), words))
                .fold(0, |set, (group, _)| set | only(group))
        };
        let (mine, other) = (persons(&self.hint.reading, ours), persons(&self.text.reading, theirs));
        mine != 0 && other != 0 && mine & other == 0
    }

    /// Whether a small word of two letters stands where none can: "fr-be", "tva (at)", "lunch 12 am", "eu customers".
    fn is_code(reading: &Reading, place: usize) -> bool {
        let is_two = |token: &Token| token.len() == 2 && token.is_small();
        reading.has(place, is_two)
            && (place + 1 == reading.tokens.len()
                || reading.has(place + 1, |next| next.kind == TokenKind::Sign)
                || reading.has(place, |token| token.is(Said::Hyphened))
                || is_one_of(reading.raw_at(place), "us uk am pm eu"))
    }

    /// Whether a word of the text is another code than this one.
    fn is_other_code(&self, token: &Token, theirs: usize) -> bool {
        let reading = &self.text.reading;
        let short = |other: &Token| {
            other.kind == TokenKind::Word
                && other.len() == 2
                && other.key != token.key
                && (!other.is_small() || Self::is_code(reading, theirs))
        };
        reading.has(theirs, short)
    }

    /// "this week" for "next week", "ce mois" for "le mois prochain", and the reverse.
    pub(super) fn pointed(&self, pair: &AlignedPair<'a>) -> Option<Difference> {
        let around = |place: usize| [place.checked_sub(1), Some(place + 1)].into_iter().flatten();
        let other = |reading: &Reading, open: Set, place: usize| {
            let is_other =
                |place: &usize| open & only(*place) != 0 && is_one_of(reading.raw_at(*place), OTHER_TIME);
            around(place).find(is_other)
        };
        let this = |reading: &Reading, place: usize| {
            place.checked_sub(1).filter(|place| is_one_of(reading.raw_at(*place), THIS))
        };
        let (ours, theirs) = (&self.hint.reading, &self.text.reading);
        let said = this(ours, pair.ours).zip(other(theirs, self.theirs, pair.theirs));
        let reverse = || other(ours, self.ours, pair.ours).zip(this(theirs, pair.theirs));
        said.or_else(reverse).map(|(ours, theirs)| self.told(ours, theirs))
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

    /// A sign that says something, where the text has others in its order: "carte ✅" for "carte ❌", "|| par &&" for "&& par ||".
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

/// Words for the time or the thing at hand.
const THIS: &str = "this ce cet cette ces current";
/// Words for another time.
const OTHER_TIME: &str = "next last previous prochain prochaine prochains prochaines dernier derniere derniers \
                          dernieres precedent precedente suivant suivante passe passee";

/// Words of persons who may be the same: anybody, who speaks or is spoken of ("my account" may be written as "his account"); several who speak;
/// whom a friend speaks to; others.
const PERSONS: [&str; 4] = [
    "my mon ma mes me moi je son sa ses his him he her she their them they leur leurs your votre vos you vous",
    "our notre nos we us nous",
    "ton ta tes tu te toi your votre vos you vous my mon ma mes",
    "lui eux son sa ses leur leurs his him her their them my mon ma mes",
];

//! All that a hint and a text have in common: single words, phrases, words written together or apart, initials.

use super::super::{
    hint::Hint,
    lexicon::{
        Lexeme, Mark,
        forms::{common_start, differ_by_prefix},
    },
    reading::{Reading, Said, Set, TextField, Token, Unit, UnitKind, is_one_of, only, places},
    text::Text,
    word_counts::WordCounts,
};
use super::pairing::Pair;
use super::relation::{Proof, Relates, Relation, field, relation, slips};

/// No text has more in common with a hint that is one: what is beyond is left out, so that no comparison becomes costly.
const MOST_MATCHES: usize = 96;

/// Where the hint's word stands in the pool as it is, guesses at others are worth this much.
const GUESS_DESPITE_WORD: f32 = 0.7;

const JOINED: Relation = Relation::new(0.95, Relates::Joined, Proof::Firm);
/// Beside the words that two phrases share this counts more: "pen test" is "penetration test".
const PHRASE: Relation = Relation::new(0.97, Relates::Meaning, Proof::Firm);
const INITIALS: Relation = Relation::new(0.85, Relates::Initials, Proof::Firm);
const SOUND: Relation = Relation::new(0.85, Relates::Sound, Proof::Firm);
const SLIP: Relation = Relation::new(0.78, Relates::Slip, Proof::Firm);

/// Writes all matches of a hint and a text behind those that stand there.
pub(in crate::matching) fn collect(hint: &Hint, text: &Text, pool: &WordCounts, matches: &mut Vec<Pair>) {
    let most = matches.len() + MOST_MATCHES;
    let mut collector = Collector { hint, text, ours: &hint.reading, theirs: &text.reading, matches, most };
    collector.words(pool);
    collector.units();
}

struct Collector<'a> {
    hint: &'a Hint,
    text: &'a Text,
    ours: &'a Reading,
    theirs: &'a Reading,
    matches: &'a mut Vec<Pair>,
    /// How many there may be.
    most: usize,
}

impl Collector<'_> {
    /// Each word of the hint, for words of the text and for several of them.
    fn words(&mut self, pool: &WordCounts) {
        let roles = &self.hint.roles;
        let (ours, theirs) = (self.ours, self.theirs);
        for place in places((roles.said() | roles.fillers | roles.denied) & ours.naming) {
            let Some(token) = ours.tokens.get(place).filter(|_| self.matches.len() < self.most) else {
                return;
            };
            let stands = pool.count(token.key) > 0;
            for (other_place, other) in theirs.tokens.iter().enumerate() {
                let mut relation = relation(ours, token, theirs, other);
                if let Some(guess) = relation.as_mut().filter(|found| stands && found.tier() == 2) {
                    guess.likeness *= GUESS_DESPITE_WORD;
                }
                self.add(relation, only(place), only(other_place));
            }
            for unit in &theirs.units {
                let relation = match unit.kind {
                    UnitKind::Phrase => meaning(unit.lexeme, token.lexeme),
                    _ if unit.key != token.key => None,
                    UnitKind::Joined => Some(JOINED),
                    UnitKind::Initials => self.stands_for(token, unit),
                };
                self.add(relation, only(place), unit.places);
            }
        }
    }

    /// Several words of the hint together, for words of the text and for several of them.
    fn units(&mut self) {
        let (ours, theirs) = (self.ours, self.theirs);
        let stands = |part: &Token| theirs.tokens.iter().any(|other| other.key == part.key);
        for unit in &ours.units {
            let names = unit.places & !(self.hint.roles.small | self.hint.roles.fillers) != 0;
            let counts = match unit.kind {
                UnitKind::Joined => true,
                UnitKind::Initials => names,
                // Words that all stand in the text are partners by themselves.
                UnitKind::Phrase => names && !ours.all(unit.places).all(stands),
            };
            if !counts || self.matches.len() >= self.most {
                continue;
            }
            for place in places(theirs.naming) {
                let Some(other) = theirs.tokens.get(place) else { continue };
                let relation = match unit.kind {
                    UnitKind::Phrase => meaning(unit.lexeme, other.lexeme),
                    UnitKind::Joined => self.joined(unit, other),
                    UnitKind::Initials => self.initials(unit, other),
                };
                self.add(relation, unit.places, only(place));
            }
            let phrases =
                theirs.units.iter().filter(|other| [unit.kind, other.kind] == [UnitKind::Phrase; 2]);
            for other in phrases.filter(|other| unit.lexeme.means(other.lexeme)) {
                self.add(Some(PHRASE), unit.places, other.places);
            }
        }
    }

    /// Adds a match, if there is a relation.
    fn add(&mut self, relation: Option<Relation>, ours: Set, theirs: Set) {
        let Some(relation) = relation else { return };
        let first = self.theirs.tokens.get(theirs.trailing_zeros() as usize);
        let field = first.map_or(TextField::Name, |token| token.field);
        self.matches.push(Pair { relation, ours, theirs, field });
    }

    /// "RH" for "Ressources humaines".
    fn stands_for(&self, token: &Token, unit: &Unit) -> Option<Relation> {
        if token.is(Said::Defined) || token.lexeme.is(Mark::Known) || !is_spelled(self.theirs, unit, token) {
            return None;
        }
        // Any two neighbouring words of a long title have initials: they prove something of the whole name alone.
        let whole = self.text.own_words & !unit.places == 0;
        let proof = match token.len() {
            _ if whole => Proof::Firm,
            2 if !token.has_digit() => Proof::None,
            _ => Proof::Fair,
        };
        Some(Relation { proof, ..INITIALS })
    }

    /// "compte épargne temps" for "CET".
    fn initials(&self, unit: &Unit, other: &Token) -> Option<Relation> {
        let written = unit.length > 0 && other.is(Said::Capital);
        let is_acronym = is_spelled(self.ours, unit, other) && (written || !other.lexeme.is(Mark::Known));
        (unit.key == other.key && unit.length != 2 && is_acronym).then_some(INITIALS)
    }

    /// Several words of the hint written together in the text, perhaps as they were heard.
    fn joined(&self, unit: &Unit, other: &Token) -> Option<Relation> {
        let relation = if unit.key == other.key {
            JOINED
        } else if unit.lexeme.means(other.lexeme) {
            PHRASE
        } else {
            self.heard(unit, other)?
        };
        // What one of the words is by itself is not made by all of them: "article X". "de pointage" is no "dépointage", "l'évier" no "levier".
        let first = self.ours.raw_at(unit.places.trailing_zeros() as usize);
        let is_it = |part: &Token| {
            part.key == other.key
                || is_one_of(first, "d de des")
                    && differ_by_prefix(self.ours.word(part), self.theirs.word(other))
                || is_one_of(first, "l d") && part.lexeme.is(Mark::Known) && part.is_naming()
        };
        (unit.length == 0 || !self.ours.all(unit.places).any(is_it)).then_some(relation)
    }

    fn heard(&self, unit: &Unit, other: &Token) -> Option<Relation> {
        let length = usize::from(unit.length);
        let sounds = other.sound != 0 && unit.sounds.contains(&other.sound);
        if !sounds && (length < 7 || other.len().abs_diff(length) > 2) {
            return None;
        }
        // "l'employé n'a" is not "employeur", "gare de" is not "garde".
        let mut parts = self.ours.all(unit.places);
        if parts.clone().last().is_some_and(Token::is_small)
            || parts.any(|part| part.lexeme.is_twin_of(other.lexeme))
        {
            return None;
        }
        if sounds {
            return Some(SOUND);
        }
        let glued: String = self.ours.all(unit.places).map(|part| self.ours.word(part)).collect();
        let word = self.theirs.word(other);
        let allowed = if length < 9 { 1 } else { 2 };
        let is_slip = common_start(&glued, word) > 0
            && !differ_by_prefix(&glued, word)
            && slips(&glued, word, allowed).is_some();
        is_slip.then_some(SLIP)
    }
}

/// How one word is related to a phrase, if it means the same or something near it.
fn meaning(phrase: &Lexeme, word: &Lexeme) -> Option<Relation> {
    if phrase.means(word) { Some(PHRASE) } else { field(phrase, word) }
}

/// Whether an acronym has the initials of small words too: `CoC` is "code of conduct"; "gsoc" has those of three words besides.
fn is_spelled(reading: &Reading, unit: &Unit, acronym: &Token) -> bool {
    unit.length > 0 || acronym.is(Said::Mixed) || (unit.places & reading.naming).count_ones() > 2
}

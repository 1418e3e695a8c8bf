//! All that a hint and a text have in common: single words, phrases, words written together or apart, initials.

use super::super::{
    hint::Hint,
    lexicon::{
        Mark,
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

/// Writes all matches of a hint and a text behind those that stand there.
pub(in crate::matching) fn collect(hint: &Hint, text: &Text, pool: &WordCounts, matches: &mut Vec<Pair>) {
    let collector = Collector {
        hint,
        text,
        ours: &hint.reading,
        theirs: &text.reading,
        pool,
        most: matches.len() + MOST_MATCHES,
    };
    collector.words(matches);
    for unit in &hint.reading.units {
        if matches.len() >= collector.most {
            return;
        }
        if unit.places & !(hint.roles.small | hint.roles.fillers) == 0 && unit.kind != UnitKind::Joined {
            continue;
        }
        match unit.kind {
            UnitKind::Phrase => collector.phrase(unit, matches),
            UnitKind::Joined => collector.joined(unit, matches),
            UnitKind::Initials => collector.initials(unit, matches),
        }
    }
}

struct Collector<'a> {
    hint: &'a Hint,
    text: &'a Text,
    ours: &'a Reading,
    theirs: &'a Reading,
    pool: &'a WordCounts,
    /// How many matches there may be.
    most: usize,
}

impl Collector<'_> {
    fn words(&self, matches: &mut Vec<Pair>) {
        let asked = self.hint.roles.said() | self.hint.roles.fillers | self.hint.roles.denied;
        for ours in places(asked) {
            if matches.len() >= self.most {
                return;
            }
            let Some(token) = self.ours.tokens.get(ours).filter(|token| token.is_naming()) else { continue };
            let stands = self.pool.count(token.key) > 0;
            for (theirs, other) in self.theirs.tokens.iter().enumerate() {
                if let Some(mut relation) = relation(self.ours, token, self.theirs, other) {
                    if stands && relation.tier() == 2 {
                        relation.likeness *= GUESS_DESPITE_WORD;
                    }
                    matches.push(self.pair(relation, only(ours), only(theirs)));
                }
            }
            self.word_units(ours, token, matches);
        }
    }

    /// One word of the hint for several of the text.
    fn word_units(&self, place: usize, token: &Token, matches: &mut Vec<Pair>) {
        let ours = only(place);
        for unit in &self.theirs.units {
            let relation = match unit.kind {
                UnitKind::Phrase if unit.lexeme.means(token.lexeme) => Some(PHRASE),
                UnitKind::Phrase => field(unit.lexeme, token.lexeme),
                UnitKind::Joined if unit.key == token.key => Some(JOINED),
                UnitKind::Initials if unit.key == token.key => self.stands_for(token, unit),
                UnitKind::Joined | UnitKind::Initials => None,
            };
            matches.extend(relation.map(|relation| self.pair(relation, ours, unit.places)));
        }
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
        Some(Relation::new(0.85, Relates::Initials, proof))
    }

    /// Several words of the hint for one meaning, or near it.
    fn phrase(&self, unit: &Unit, matches: &mut Vec<Pair>) {
        let ours = unit.places;
        // Words that all stand in the text are partners by themselves.
        if self.ours.all(ours).all(|part| self.theirs.tokens.iter().any(|other| other.key == part.key)) {
            return;
        }
        for (place, other) in self.named().filter(|(_, other)| other.may_mean(unit.lexeme.bits)) {
            let means = unit.lexeme.means(other.lexeme);
            let relation = if means { Some(PHRASE) } else { field(unit.lexeme, other.lexeme) };
            matches.extend(relation.map(|relation| self.pair(relation, ours, only(place))));
        }
        let same = |other: &&Unit| other.kind == UnitKind::Phrase && unit.lexeme.means(other.lexeme);
        let phrases = self.theirs.units.iter().filter(same);
        matches.extend(phrases.map(|other| self.pair(PHRASE, ours, other.places)));
    }

    /// Several words of the hint written together in the text, perhaps as they were heard.
    fn joined(&self, unit: &Unit, matches: &mut Vec<Pair>) {
        // What one of the words is by itself is not made by all of them: "article X". "de pointage" is no "dépointage", "l'évier" no "levier".
        let first = self.ours.all(unit.places).next().map_or("", |part| self.ours.raw(part));
        let is_other = |part: &Token, other: &Token| {
            part.key == other.key
                || is_one_of(first, "d de des")
                    && differ_by_prefix(self.ours.word(part), self.theirs.word(other))
                || is_one_of(first, "l d") && part.lexeme.is(Mark::Known) && part.is_naming()
        };
        let apart =
            |other: &Token| unit.length == 0 || !self.ours.all(unit.places).any(|part| is_other(part, other));
        for (place, other) in self.named() {
            let relation = if unit.key == other.key {
                Some(JOINED)
            } else if other.may_mean(unit.lexeme.bits) && unit.lexeme.means(other.lexeme) {
                Some(PHRASE)
            } else {
                self.heard(unit, other)
            };
            let relation = relation.filter(|_| apart(other));
            matches.extend(relation.map(|relation| self.pair(relation, unit.places, only(place))));
        }
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
            return Some(Relation::new(0.85, Relates::Sound, Proof::Firm));
        }
        let (glued, word) = (glue(self.ours, unit.places), self.theirs.word(other));
        let allowed = if length < 9 { 1 } else { 2 };
        let is_slip = common_start(&glued, word) > 0
            && !differ_by_prefix(&glued, word)
            && slips(&glued, word, allowed).is_some();
        is_slip.then_some(Relation::new(0.78, Relates::Slip, Proof::Firm))
    }

    /// "compte épargne temps" for "CET".
    fn initials(&self, unit: &Unit, matches: &mut Vec<Pair>) {
        for (place, other) in self.named().filter(|(_, other)| other.key == unit.key) {
            let relation = match unit.length {
                2 => continue,
                0 if other.lexeme.is(Mark::Known) || !is_spelled(self.ours, unit, other) => continue,
                _ if other.lexeme.is(Mark::Known) && !other.is(Said::Capital) => continue,
                _ => Relation::new(0.85, Relates::Initials, Proof::Firm),
            };
            matches.push(self.pair(relation, unit.places, only(place)));
        }
    }

    fn pair(&self, relation: Relation, ours: Set, theirs: Set) -> Pair {
        let first = self.theirs.tokens.get(theirs.trailing_zeros() as usize);
        Pair { relation, ours, theirs, field: first.map_or(TextField::Name, |token| token.field) }
    }

    fn named(&self) -> impl Iterator<Item = (usize, &Token)> {
        places(self.theirs.naming).filter_map(|place| Some((place, self.theirs.tokens.get(place)?)))
    }
}

/// Whether an acronym has the initials of small words too: `CoC` is "code of conduct"; "gsoc" has those of three words besides.
fn is_spelled(reading: &Reading, unit: &Unit, acronym: &Token) -> bool {
    unit.length > 0 || acronym.is(Said::Mixed) || (unit.places & reading.naming).count_ones() > 2
}

fn glue(reading: &Reading, set: Set) -> String {
    places(set).map(|place| reading.word_at(place)).collect()
}

//! The small words that say which of two things is which: "from X to Y", "au parrain".

use super::{Field, Kind, Reading, Set};

/// Small words between two things that part them, by what they say. Words of one line say the same.
const DIRECTION_WORDS: &[&[&str]] = &[
    &["vers", "to", "into", "onto"],
    &["from", "depuis"],
    &["en"],
    &["par", "by"],
    &["contre", "against", "versus", "vs"],
    &["avant", "before"],
    &["apres", "after"],
    &["not", "no", "cannot", "cant"],
    &["que", "than"],
    &["over"],
    &["under", "sous"],
    &["lieu", "instead"],
    &["sans", "without"],
    &["dans", "in", "inside", "within"],
    &["sur", "on"],
];

/// Small words between the first and the last of a range.
const RANGES: &[&str] = &["a", "au", "to"];

/// Words for what lies before or after a thing, and is not it.
const SIDES: &[&str] = &["avant", "apres", "before", "after"];

/// Small words that say whose something is.
const OWNERS: &[&str] = &["de", "du", "des", "d", "of"];

/// Small words that say what part the next word plays.
const PARTS: &[&str] = &[
    "au", "aux", "to", "pour", "for", "par", "by", "avec", "with", "chez", "vers", "into", "contre",
    "against",
];

/// Which direction a word says, by its line of the table; `None` for other words.
pub(in crate::matching) fn direction_of(word: &str) -> Option<usize> {
    DIRECTION_WORDS.iter().position(|words| words.contains(&word))
}

/// Whether a small word says what part the next word plays.
pub(in crate::matching) fn plays_part(word: &str) -> bool {
    PARTS.contains(&word)
}

/// Articles, alone or with a preposition in them.
const ARTICLES: &[&str] =
    &["le", "la", "les", "l", "un", "une", "des", "du", "d", "au", "aux", "the", "a", "an", "de", "of", "to"];

impl Reading {
    /// Whether an article stands before a word.
    pub(in crate::matching) fn is_articled(&self, place: usize) -> bool {
        place.checked_sub(1).is_some_and(|before| ARTICLES.contains(&self.raw_at(before)))
    }

    /// What is said to be of what: the word before each "de", and the one behind it and its article.
    pub(in crate::matching) fn owned(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_word = |place: &usize| {
            self.tokens
                .get(*place)
                .is_some_and(|token| token.kind == Kind::Word && token.field == Field::Name)
        };
        (1..self.tokens.len()).filter(|place| OWNERS.contains(&self.raw_at(*place))).filter_map(
            move |place| {
                let owner =
                    (place + 1..=place + 2).find(|behind| !ARTICLES.contains(&self.raw_at(*behind)))?;
                Some((place - 1, owner)).filter(|(owned, owner)| is_word(owned) && is_word(owner))
            },
        )
    }

    /// The numbers between which "à" stands: "de 10 s à 30 s".
    pub(in crate::matching) fn ranges(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_number =
            |place: &usize| self.tokens.get(*place).is_some_and(|token| token.kind == Kind::Number);
        (1..self.tokens.len()).filter(|place| RANGES.contains(&self.raw_at(*place))).filter_map(
            move |place| {
                let from = (place.saturating_sub(2)..place).rev().find(is_number)?;
                Some(place + 1).filter(is_number).map(|to| (from, to))
            },
        )
    }

    /// The day that a word for "before" or "after" stands before: "avant le 3 mai". Without an article it is a span: "après 7 jours".
    pub(in crate::matching) fn sided_day(&self, place: usize) -> Option<usize> {
        let day = place + 2;
        let counts = self.tokens.get(day).is_some_and(|token| token.kind == Kind::Number);
        (SIDES.contains(&self.raw_at(place)) && self.is_articled(day) && counts).then_some(day)
    }

    /// Whether a word may be what one thing does to another: a word without an article behind others.
    pub(in crate::matching) fn may_act(&self, place: usize) -> bool {
        let is_word = |place: usize| {
            self.tokens.get(place).is_some_and(|token| token.kind == Kind::Word && token.field == Field::Name)
        };
        place > 0
            && is_word(place)
            && is_word(place - 1)
            && !self.is_articled(place)
            && !ARTICLES.contains(&self.raw_at(place))
    }

    /// The places of a name's small words that part things or say what part they play.
    pub(in crate::matching) fn directions(&self) -> Set {
        self.set(|token| {
            let word = self.raw(token);
            token.kind == Kind::Word
                && token.field == Field::Name
                && (direction_of(word).is_some() || plays_part(word))
        })
    }
}

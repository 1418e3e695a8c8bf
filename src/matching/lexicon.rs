//! What is known about single words, French and English: what they stand for, what they exclude, how much they weigh.
//!
//! The words stand in `lexicon/*.txt`, a group a line, and are read when the program is built: they take no time at the first hint,
//! and no memory of their own. A word that is not there is looked up by the form
//! that it inflects ("dupliquée" is "dupliquer").

pub(super) mod forms;
mod lexeme;
#[cfg(test)]
mod reader;
pub(super) mod table;
#[cfg(test)]
mod tests;

use std::ops::Range;

use forms::{Family, family, stem};
pub(super) use lexeme::{Class, Lexeme, Mark, Numeral, Phrase, WordHashes, hash};
use lexeme::{Keys, SHORTEST_INFLECTED, SIDES, Spelled, first_bits};

/// What the build script (`build.rs`) makes of the tables.
#[expect(clippy::unreadable_literal, reason = "generated")]
mod tables {
    use super::lexeme::{
        Class::{Filler, Head, Name, Request, Soft, Stop},
        Keys, Lexeme,
        Numeral::{Cardinal, Ordinal},
        Phrase, Spelled,
    };

    include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));
}

/// The kinds of groups, in the order in which those of a word stand.
const MEANINGS: usize = 0;
const FIELDS: usize = 1;
const TWINS: usize = 2;
const SIDED: usize = 3;

impl Lexeme {
    /// Whether it has opposites.
    pub(super) fn has_sides(&self) -> bool {
        !self.groups(SIDED).is_empty()
    }

    /// Whether other words are known that are related to it.
    pub(super) fn is_related(&self) -> bool {
        !(self.groups(MEANINGS).is_empty() && self.groups(FIELDS).is_empty() && self.groups(SIDED).is_empty())
    }

    /// The groups of a kind.
    fn groups(&self, kind: usize) -> &'static [u16] {
        let end =
            |kind: Option<usize>| kind.map_or(0, |kind| self.ends.get(kind).copied().unwrap_or_default());
        let (from, to) = (end(kind.checked_sub(1)), end(Some(kind)));
        run(&tables::GROUPS, &(self.groups + u32::from(from)..self.groups + u32::from(to)))
    }

    /// Whether both are in a group of a kind: most pairs of words share none, and end here.
    fn shares(&self, other: &Self, kind: usize) -> bool {
        let has = |group: &u16| other.groups(kind).contains(group);
        self.may_share(other) && self.groups(kind).iter().any(has)
    }

    /// Whether both have a meaning in common.
    pub(super) fn means(&self, other: &Self) -> bool {
        self.shares(other, MEANINGS)
    }

    /// Whether both touch a field of meaning: two names of it, or a name and a word that describes it.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.groups(FIELDS), other.groups(FIELDS));
        let (few, many) = if mine.len() < theirs.len() { (mine, theirs) } else { (theirs, mine) };
        // Groups are in ascending order, and a word is in one part of a field.
        let touches = |one: &u16| {
            let place = many.partition_point(|other| other / 2 < one / 2);
            many.get(place).is_some_and(|other| other / 2 == one / 2 && (one & other).is_multiple_of(2))
        };
        self.may_share(other) && few.iter().any(touches)
    }

    /// In how many fields of meaning it is.
    pub(super) fn fields(&self) -> u8 {
        let [meanings, fields, ..] = self.ends;
        fields.saturating_sub(meanings)
    }

    /// Whether both are real words that are easily taken for each other.
    pub(super) fn is_twin_of(&self, other: &Self) -> bool {
        self.shares(other, TWINS)
    }

    /// Whether both stand on one side of something.
    pub(super) fn sides_with(&self, other: &Self) -> bool {
        self.shares(other, SIDED)
    }

    /// Whether the two exclude each other, and stand on one side of nothing.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let beside = |mine: &u16| other.groups(SIDED).iter().any(|theirs| theirs / SIDES == mine / SIDES);
        self.may_share(other) && self.groups(SIDED).iter().any(beside) && !self.sides_with(other)
    }

    /// Whether both may share a group of any kind.
    fn may_share(&self, other: &Self) -> bool {
        self.bits & other.bits != 0
    }
}

/// A word of which nothing is known.
pub(super) static PLAIN: Lexeme =
    Lexeme { class: Class::Name, groups: 0, ends: [0; 4], bits: 0, numeral: None, marks: 0 };

impl Phrase {
    /// The words, one behind the other.
    pub(super) fn words(&self) -> &'static [u64] {
        run(&tables::PHRASE_WORDS, &self.words)
    }
}

fn run<T>(items: &'static [T], places: &Range<u32>) -> &'static [T] {
    items.get(places.start as usize..places.end as usize).unwrap_or_default()
}

/// What belongs to a key: the items at the places where it stands.
fn of_key<T>(keys: &Keys, key: u64, items: &'static [T]) -> &'static [T] {
    let place = |bits: usize| keys.starts.get(bits).map_or(0, |start| *start as usize);
    let (from, to) = (place(first_bits(key)), place(first_bits(key) + 1));
    let beside = keys.keys.get(from..to).unwrap_or_default();
    let begin = from + beside.partition_point(|other| *other < key);
    let count = beside.iter().filter(|other| **other == key).count();
    items.get(begin..begin + count).unwrap_or_default()
}

fn get(word: &str) -> Option<&'static Lexeme> {
    of_key(&tables::WORDS, hash(word), &tables::LEXEMES).first()
}

fn inflected(word: &str) -> Option<&'static Lexeme> {
    if word.len() < SHORTEST_INFLECTED {
        return None;
    }
    let spelling =
        |base: &Spelled| tables::LETTERS.get(base.letters.start as usize..base.letters.end as usize);
    let inflects =
        |base: &&Spelled| spelling(base).is_some_and(|base| family(word, base) == Family::Inflection);
    let regular = || forms::bases(word).find_map(|base| get(&base).filter(|base| base.is_related()));
    let relatives = of_key(&tables::STEMS, hash(stem(word)), &tables::RELATIVES);
    // "signale" is of "signaler" rather than of "signal".
    let is_verb = |base: &&Spelled| spelling(base).is_some_and(|base| base.ends_with("er"));
    let likeliest = |base: &&Spelled| word.ends_with('e') && !is_verb(base);
    let relative =
        || tables::LEXEMES.get(relatives.iter().filter(inflects).min_by_key(likeliest)?.word as usize);
    regular().or_else(relative)
}

/// Looks a folded word up as it is, in the singular, or by the form that it inflects. What is passed
/// over is listed in each of its forms: "cars" is no "car", "talkies" no "talk", "parties communes" no "partie".
pub(super) fn look_up(word: &str, singular: &str) -> &'static Lexeme {
    let names = |base: &&Lexeme| !matches!(base.class, Class::Filler | Class::Stop);
    let form = || get(singular).or_else(|| inflected(singular)).filter(names);
    get(word).or_else(form).unwrap_or(&PLAIN)
}

/// Whether a word stands in the tables as it is.
pub(super) fn stands(word: &str) -> bool {
    get(word).is_some()
}

/// Whether a run of letters and digits is one word: "k8s", "2fa".
pub(super) fn is_word(run: &str) -> bool {
    run.contains(|letter: char| letter.is_ascii_alphabetic()) && stands(run)
}

/// The phrases that begin with a word.
pub(super) fn phrases(first: u64) -> &'static [Phrase] {
    of_key(&tables::PHRASES_BY_FIRST, first, &tables::PHRASES)
}

/// Whether a word says what a title is about: no small word and no verb that most titles share.
pub(super) fn is_meaningful(word: &str) -> bool {
    let lexeme = look_up(word, &forms::in_singular(word));
    lexeme.class != Class::Stop && !lexeme.is(Mark::Light)
}

/// Whether a folded word is a real one.
pub(super) fn is_known(word: &str) -> bool {
    look_up(word, &forms::in_singular(word)).is(Mark::Known)
}

/// Whether a folded word names an object rather than its kind or what is done to it.
pub(super) fn is_telling(word: &str) -> bool {
    matches!(look_up(word, &forms::in_singular(word)).class, Class::Name | Class::Head)
}

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
use lexeme::{
    GroupKind::{self, Fields, Meanings, Sides, Twins},
    SHORTEST_INFLECTED,
};

/// What the build script (`build.rs`) makes of the tables.
#[expect(clippy::unreadable_literal, reason = "generated")]
mod tables {
    use super::lexeme::{
        Class::{Filler, Head, Name, Request, Soft, Stop},
        Lexeme,
        Numeral::{Cardinal, Ordinal},
        Phrase,
    };

    include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));
}

impl Lexeme {
    /// Whether other words are known that are related to it.
    pub(super) fn is_related(&self) -> bool {
        !(self.groups(Meanings).is_empty() && self.groups(Fields).is_empty() && self.groups(Sides).is_empty())
    }

    /// The groups of a kind, in ascending order.
    fn groups(&self, kind: GroupKind) -> &'static [u16] {
        let place = |number: usize| self.groups.get(number).copied().unwrap_or_default();
        run(&tables::GROUPS, &(place(kind as usize)..place(kind as usize + 1)))
    }

    /// Whether both are in a group of a kind: most pairs of words share none, and end here.
    fn shares(&self, other: &Self, kind: GroupKind) -> bool {
        let has = |group: &u16| other.groups(kind).contains(group);
        self.may_share(other) && self.groups(kind).iter().any(has)
    }

    /// Whether both have a meaning in common.
    pub(super) fn means(&self, other: &Self) -> bool {
        self.shares(other, Meanings)
    }

    /// Whether both touch a field of meaning: two names of it, or a name and a word that describes it.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let theirs = other.groups(Fields);
        // A word is in one part of a field.
        let touches = |mine: &u16| {
            let place = theirs.partition_point(|other| other / 2 < mine / 2);
            theirs.get(place).is_some_and(|other| other / 2 == mine / 2 && (mine & other).is_multiple_of(2))
        };
        self.may_share(other) && self.groups(Fields).iter().any(touches)
    }

    /// In how many fields of meaning it is.
    pub(super) fn fields(&self) -> u8 {
        u8::try_from(self.groups(Fields).len()).unwrap_or(u8::MAX)
    }

    /// Whether both are real words that are easily taken for each other.
    pub(super) fn is_twin_of(&self, other: &Self) -> bool {
        self.shares(other, Twins)
    }

    /// Whether both stand on one side of something.
    pub(super) fn sides_with(&self, other: &Self) -> bool {
        self.shares(other, Sides)
    }

    /// Whether the two exclude each other, and stand on one side of nothing.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let line = |group: &u16| group / Sides.parts();
        let beside = |mine: &u16| other.groups(Sides).iter().any(|theirs| line(theirs) == line(mine));
        self.may_share(other) && self.groups(Sides).iter().any(beside) && !self.sides_with(other)
    }

    /// Whether both may share a group of any kind.
    fn may_share(&self, other: &Self) -> bool {
        self.bits & other.bits != 0
    }
}

/// A word of which nothing is known.
pub(super) static PLAIN: Lexeme =
    Lexeme { class: Class::Name, groups: [0; 5], bits: 0, numeral: None, marks: 0 };

impl Phrase {
    /// The words, one behind the other.
    pub(super) fn words(&self) -> &'static [u64] {
        run(&tables::PHRASE_WORDS, &self.words)
    }
}

fn run<T>(items: &'static [T], places: &Range<u32>) -> &'static [T] {
    items.get(places.start as usize..places.end as usize).unwrap_or_default()
}

/// What belongs to a key: the items at the places where it stands among the sorted keys.
fn of_key<T>(keys: &[u64], key: u64, items: &'static [T]) -> &'static [T] {
    let begin = keys.partition_point(|other| *other < key);
    let count = keys.iter().skip(begin).take_while(|other| **other == key).count();
    items.get(begin..begin + count).unwrap_or_default()
}

fn get(word: &str) -> Option<&'static Lexeme> {
    of_key(&tables::WORDS, hash(word), &tables::LEXEMES).first()
}

fn inflected(word: &str) -> Option<&'static Lexeme> {
    if word.len() < SHORTEST_INFLECTED {
        return None;
    }
    let regular = || forms::bases(word).find_map(|base| get(&base).filter(|base| base.is_related()));
    let written = |places: &Range<u32>| tables::LETTERS.get(places.start as usize..places.end as usize);
    let relatives = of_key(&tables::STEMS, hash(stem(word)), &tables::RELATIVES).iter().filter_map(written);
    let is_form = |base: &&str| family(word, base) == Family::Inflection;
    let bases = relatives.flat_map(|words| words.split(' ')).filter(is_form);
    // "signale" is of "signaler" rather than of "signal".
    let likeliest = |base: &&str| word.ends_with('e') && !base.ends_with("er");
    regular().or_else(|| bases.min_by_key(likeliest).and_then(get))
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
    of_key(&tables::FIRST_WORDS, first, &tables::PHRASES)
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

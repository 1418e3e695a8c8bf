//! What is known about single words: how much they weigh, what they stand for, what they exclude.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    sync::LazyLock,
};

use super::{relations, tables, words::singular};

/// How much a word tells about the object that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Class {
    /// Names the object.
    #[default]
    Content,
    /// An article, a preposition: no title is told from another by it.
    Stop,
    /// A verb that most titles share: "ajouter", "fix".
    Light,
    /// What the object is rather than which: "projet", "bug", "application".
    Soft,
}

/// What a spelled number adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numeral {
    /// Zero to sixteen.
    Unit(u32),
    /// Twenty to ninety.
    Ten(u32),
    /// Hundred or thousand.
    Scale(u32),
    /// First to tenth.
    Ordinal(u32),
}

/// One side of a pair or list of things that exclude each other: which list, and where in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// The list.
    pub(super) list: u8,
    /// The place in the list.
    pub(super) place: u8,
}

/// A group of words that stand for one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kin {
    /// The group.
    pub(super) group: u16,
    /// Abbreviations and translations of one word, rather than words of like meaning.
    pub(super) close: bool,
}

/// All that is known about one word.
#[derive(Debug, Default)]
pub(super) struct Lexeme {
    /// Its weight class.
    pub(super) class: Class,
    /// The groups that it belongs to.
    pub(super) kin: Vec<Kin>,
    /// What it excludes.
    pub(super) sides: Vec<Side>,
    /// Its value, when it spells a number.
    pub(super) numeral: Option<Numeral>,
    /// The words that it abbreviates, if several.
    pub(super) phrase: &'static str,
    marks: u8,
}

/// What else a word may be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// It says no.
    Negates = 1,
    /// A number usually follows: "sprint", "version".
    Counts = 2,
    /// It names a kind of object of the host: "projet", "ticket", "jalon".
    Thing = 4,
    /// A courtesy or a lead-in may start with it.
    Opens = 8,
    /// The rewriting has to look at it, whatever stands beside it.
    Rewritten = 16,
}

impl Lexeme {
    /// Whether the word has this mark.
    pub(super) fn is(&self, mark: Mark) -> bool {
        self.marks & mark as u8 != 0
    }

    fn mark(&mut self, mark: Mark) {
        self.marks |= mark as u8;
    }
}

/// A word of which nothing is known.
pub(super) static PLAIN: Lexeme =
    Lexeme { class: Class::Content, kin: Vec::new(), sides: Vec::new(), numeral: None, phrase: "", marks: 0 };

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::build);

/// Looks a folded word up, in the singular.
pub(super) fn look_up(word: &str) -> &'static Lexeme {
    // A longer word than the longest of the tables needs no look-up.
    if word.len() > LEXICON.longest {
        return &PLAIN;
    }
    let known = |word: &str| LEXICON.words.get(word);
    // "ajoutée" and "enabled" are what "ajouté" and "enable" are.
    let participle = || word.strip_suffix("e").filter(|base| base.ends_with('e')).or_else(|| ended(word));
    known(word).or_else(|| participle().and_then(known)).unwrap_or(&PLAIN)
}

/// An English verb without its past tense's d.
fn ended(word: &str) -> Option<&str> {
    word.strip_suffix('d').filter(|base| base.ends_with('e'))
}

struct Lexicon {
    words: HashMap<&'static str, Lexeme, BuildHasherDefault<WordHasher>>,
    longest: usize,
}

impl Lexicon {
    fn build() -> Self {
        let mut lexicon = Self { words: HashMap::default(), longest: 0 };
        lexicon.add_classes();
        lexicon.add_kin();
        lexicon.add_sides();
        lexicon.add_numerals();
        lexicon.add_ordinals();
        lexicon.add_fillers();
        for (word, lexeme) in &mut lexicon.words {
            let opens = lexeme.is(Mark::Opens) || lexeme.is(Mark::Thing);
            if opens || lexeme.numeral.is_some() || !lexeme.phrase.is_empty() {
                lexeme.mark(Mark::Rewritten);
            }
            lexicon.longest = lexicon.longest.max(word.len());
        }
        lexicon
    }

    fn entry(&mut self, word: &'static str) -> &mut Lexeme {
        self.words.entry(singular(word)).or_default()
    }

    fn add_classes(&mut self) {
        for (words, class) in
            [(tables::LIGHT, Class::Light), (tables::SOFT, Class::Soft), (tables::STOP, Class::Stop)]
        {
            for word in words.split_whitespace() {
                self.entry(word).class = class;
            }
        }
        let marked = [
            (tables::NEGATIONS, Mark::Negates),
            (tables::COUNTED, Mark::Counts),
            (tables::THINGS, Mark::Thing),
        ];
        for (words, mark) in marked {
            words.split_whitespace().for_each(|word| self.entry(word).mark(mark));
        }
    }

    fn add_kin(&mut self) {
        let groups = relations::SAME.iter().map(|words| (words, true));
        let groups = groups.chain(relations::ALIKE.iter().map(|words| (words, false)));
        for (group, (words, close)) in (0..).zip(groups) {
            for word in words.split_whitespace() {
                self.entry(word).kin.push(Kin { group, close });
            }
        }
        for (short, phrase) in relations::PHRASES {
            self.entry(short).phrase = phrase;
        }
    }

    fn add_sides(&mut self) {
        for (list, sides) in (0..).zip(relations::OPPOSITES) {
            for (place, words) in (0..).zip(sides.split('|')) {
                for word in words.split_whitespace() {
                    self.entry(word).sides.push(Side { list, place });
                }
            }
        }
    }

    fn add_numerals(&mut self) {
        for (words, numeral) in tables::NUMERALS {
            for word in words.split_whitespace() {
                self.entry(word).numeral = Some(*numeral);
            }
        }
    }

    fn add_ordinals(&mut self) {
        for (words, value) in tables::ORDINALS {
            for word in words.split_whitespace() {
                self.entry(word).numeral = Some(Numeral::Ordinal(*value));
            }
        }
    }

    fn add_fillers(&mut self) {
        for phrase in tables::COURTESIES.iter().chain(tables::LEAD_INS) {
            if let Some(first) = phrase.split(' ').next() {
                self.entry(first).mark(Mark::Opens);
            }
        }
    }
}

/// A multiply-and-rotate hash: the words of the tables are ours, so nobody can choose them to collide.
#[derive(Default)]
struct WordHasher(u64);

/// An odd number with well spread bits (2^64 divided by the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        for word in words.iter().chain([&last]) {
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(SPREAD);
        }
    }

    /// The end of a text: nothing is hashed but single words.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        // The product's high bits are the well mixed ones; the map looks at the low ones too.
        self.0 ^ self.0 >> 32
    }
}

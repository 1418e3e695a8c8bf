//! What is known about one word, as the tables are kept in the program.

use std::{
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
};

/// How much a word of a hint says about the object that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::matching) enum Class {
    /// Names the object.
    #[default]
    Name,
    /// Says what the object is where it leads a hint ("l'appli X"), and names it elsewhere ("X app").
    Head,
    /// What the object is rather than which, what is done to it: "projet", "bug", "ajouter".
    Soft,
    /// Asks for something where it leads a hint ("ouvre le ticket"), and names elsewhere ("ouvrir une session").
    Request,
    /// What people say around a name: "truc", "s'il te plaît".
    Filler,
    /// An article, a preposition, an auxiliary: no object is told from another by it.
    Stop,
}

/// What a spelled number adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matching) enum Numeral {
    /// A number: "douze".
    Cardinal(u32),
    /// A place in an order: "douzième".
    Ordinal(u32),
}

/// What else a word may be.
#[derive(Debug, Clone, Copy)]
pub(in crate::matching) enum Mark {
    /// A number usually follows: "sprint", "version".
    Counts = 1,
    /// It is a real word: a slip from it or to it proves nothing.
    Known = 2,
    /// It distinguishes a stage of one thing from another: "beta", "archive".
    Stage = 4,
    /// It is a kind of object of the host: "projet", "ticket".
    Thing = 8,
    /// With a "no" it says that something is broken: "marche".
    Works = 16,
    /// It says what is done: "ajouter", "corriger".
    Acts = 32,
    /// It is a verb that most titles share.
    Light = 64,
    /// People say it around a name, and it states something where it stands for a word of it.
    States = 128,
    /// By how much and to how much are two: "abaisser".
    Changes = 256,
    /// Its accents tell which of two words it is: "pâte", "pâté".
    Accented = 512,
}

/// All that is known about one word.
#[derive(Debug, Clone, Default)]
pub(in crate::matching) struct Lexeme {
    /// How much it weighs.
    pub(in crate::matching) class: Class,
    /// Where the groups of words begin that it is in: of one meaning, of a field of meaning, of words that are easily taken
    /// for each other, and the sides of things that exclude each other.
    pub(super) groups: u32,
    /// How many groups there are up to the end of each of these kinds.
    pub(super) ends: [u8; 4],
    /// A bit for each of its groups, and for each list in which it has a side: two words that share no bit share no group.
    pub(in crate::matching) bits: u64,
    /// Its value, when it spells a number.
    pub(in crate::matching) numeral: Option<Numeral>,
    pub(super) marks: u16,
}

impl Lexeme {
    /// Whether the word has this mark.
    pub(in crate::matching) fn is(&self, mark: Mark) -> bool {
        self.marks & mark as u16 != 0
    }
}

/// Several words that have one meaning, each as the hash of its singular.
#[derive(Debug)]
pub(in crate::matching) struct Phrase {
    /// Where its words stand among those of all phrases.
    pub(super) words: Range<u32>,
    /// What they mean together.
    pub(in crate::matching) lexeme: Lexeme,
}

/// The letters of a word, among those of others, and its number.
#[derive(Debug)]
pub(super) struct Spelled {
    pub(super) letters: Range<u32>,
    pub(super) word: u32,
}

/// Sorted keys, and where those begin whose first bits are each number.
pub(super) struct Keys {
    pub(super) starts: &'static [u32],
    pub(super) keys: &'static [u64],
}

/// The first bits of a key.
pub(super) fn first_bits(key: u64) -> usize {
    usize::try_from(key >> (u64::BITS - FIRST_BITS)).unwrap_or_default()
}

/// As many as give each number two keys or so.
pub(super) const FIRST_BITS: u32 = 14;

/// No list has more sides of things that exclude each other.
pub(super) const SIDES: u16 = 64;

/// Shorter words have too many relatives.
pub(super) const SHORTEST_INFLECTED: usize = 5;

/// A hash of a word by which two words are told apart.
pub(in crate::matching) fn hash(word: &str) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

/// A quick hash: the keys are words that were bounded before.
pub(in crate::matching) type WordHashes = BuildHasherDefault<WordHasher>;

/// Multiplies and folds eight letters at a time.
#[derive(Default)]
pub(in crate::matching) struct WordHasher(u64);

/// An odd number with well spread bits (2^64 divided by the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl WordHasher {
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ SPREAD) * u128::from(SPREAD | 1 << 63);
        #[expect(clippy::cast_possible_truncation, reason = "both halves are folded into one")]
        let folded = (product as u64) ^ ((product >> 64) as u64);
        self.0 = folded;
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
        self.add(u64::from_le_bytes(last).rotate_left(8) ^ bytes.len() as u64);
    }

    fn write_u8(&mut self, _: u8) {}

    fn write_u64(&mut self, word: u64) {
        self.0 ^= word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

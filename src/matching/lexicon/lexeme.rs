//! What is known about one word, as the tables are kept in the program.

use std::{
    hash::{BuildHasherDefault, DefaultHasher, Hasher},
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

/// What the words of one group have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GroupKind {
    /// Their meaning.
    Meanings,
    /// A field of meaning.
    Fields,
    /// They are easily taken for each other.
    Twins,
    /// A side: words of the other sides exclude them.
    Sides,
}

impl GroupKind {
    /// How many groups a line of its table can make: one for each part between "|".
    pub(super) fn parts(self) -> u16 {
        match self {
            Self::Meanings | Self::Twins => 1,
            Self::Fields => 2,
            Self::Sides => 64,
        }
    }
}

/// All that is known about one word.
#[derive(Debug, Clone, Default)]
pub(in crate::matching) struct Lexeme {
    /// How much it weighs.
    pub(in crate::matching) class: Class,
    /// Where its groups begin, and where those of each kind end.
    pub(super) groups: [u32; 5],
    /// A bit for each line with one of its groups: two words that share no bit share no group.
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

/// Shorter words have too many relatives.
pub(super) const SHORTEST_INFLECTED: usize = 5;

/// A hash of a word by which two words are told apart: the same in the build script and in the program.
pub(in crate::matching) fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

/// Hashes without random keys: the words are of limited length, so nobody gains by choosing them.
pub(in crate::matching) type WordHashes = BuildHasherDefault<DefaultHasher>;

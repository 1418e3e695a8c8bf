//! What is known about single words, French and English: what they stand for, what they exclude, how much they weigh.
//!
//! The words stand in `lexicon/*.txt`, a group a line, and are read once. A word that is not there is looked up by the form
//! that it inflects ("dupliquée" is "dupliquer").

mod build;
pub(super) mod forms;
pub(super) mod table;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
    sync::LazyLock,
};

use forms::{Family, family, stem};

/// How much a word of a hint says about the object that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Class {
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
pub(super) enum Numeral {
    /// A number: "douze".
    Cardinal(u32),
    /// A place in an order: "douzième".
    Ordinal(u32),
}

/// What else a word may be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// It says no.
    Negates = 1,
    /// A number usually follows: "sprint", "version".
    Counts = 2,
    /// It is a real word: a slip from it or to it proves nothing.
    Known = 4,
    /// It distinguishes a stage of one thing from another: "beta", "archive".
    Stage = 8,
    /// It is a kind of object of the host: "projet", "ticket".
    Thing = 16,
    /// With a "no" it says that something is broken: "marche".
    Works = 32,
    /// It says what is done: "ajouter", "corriger".
    Acts = 64,
    /// It is a verb that most titles share.
    Light = 128,
    /// People say it around a name, and it states something where it stands for a word of it.
    States = 256,
    /// It goes from somebody to somebody: "message", "don".
    Given = 512,
    /// Its gender tells which of two words it is: "le poste", "la poste".
    TwoGenders = 1024,
}

/// All that is known about one word.
#[derive(Debug, Default)]
pub(super) struct Lexeme {
    /// How much it weighs.
    pub(super) class: Class,
    /// The groups of words that it is in: of one meaning, of a field of meaning, of words that are easily taken for each other,
    /// and the sides of things that exclude each other.
    groups: &'static [u16],
    /// Where the first three kinds of them end.
    ends: [u8; 3],
    /// Its value, when it spells a number.
    pub(super) numeral: Option<Numeral>,
    marks: u16,
}

/// One side of things that exclude each other, as a number: which list, and where in it.
fn side(list: usize, place: usize) -> u16 {
    u16::try_from(list * SIDES + place).unwrap_or_default()
}

/// No list has more sides.
const SIDES: usize = 64;

impl Lexeme {
    /// Whether the word has this mark.
    pub(super) fn is(&self, mark: Mark) -> bool {
        self.marks & mark as u16 != 0
    }

    /// Whether it has opposites.
    pub(super) fn has_sides(&self) -> bool {
        !self.sides().is_empty()
    }

    /// Whether other words are known that are related to it.
    pub(super) fn is_related(&self) -> bool {
        !(self.meanings().is_empty() && self.fields().is_empty() && self.sides().is_empty())
    }

    fn groups(&self, from: u8, to: u8) -> &'static [u16] {
        self.groups.get(usize::from(from)..usize::from(to)).unwrap_or_default()
    }

    fn meanings(&self) -> &'static [u16] {
        self.groups(0, self.ends[0])
    }

    fn fields(&self) -> &'static [u16] {
        self.groups(self.ends[0], self.ends[1])
    }

    fn twins(&self) -> &'static [u16] {
        self.groups(self.ends[1], self.ends[2])
    }

    fn sides(&self) -> &'static [u16] {
        self.groups.get(usize::from(self.ends[2])..).unwrap_or_default()
    }

    /// Whether both have a meaning in common.
    pub(super) fn means(&self, other: &Self) -> bool {
        meet(self.meanings(), other.meanings())
    }

    /// Whether both touch a field of meaning.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        meet(self.fields(), other.fields())
    }

    /// Whether both are real words that are easily taken for each other.
    pub(super) fn is_twin_of(&self, other: &Self) -> bool {
        meet(self.twins(), other.twins())
    }

    /// Whether both stand on one side of something.
    pub(super) fn sides_with(&self, other: &Self) -> bool {
        meet(self.sides(), other.sides())
    }

    /// Whether the two exclude each other, and stand on one side of nothing.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let list = |side: &u16| usize::from(*side) / SIDES;
        let beside =
            |mine: &u16| other.sides().iter().any(|theirs| list(theirs) == list(mine) && theirs != mine);
        self.sides().iter().any(beside) && !self.sides_with(other)
    }
}

fn meet(mine: &[u16], theirs: &[u16]) -> bool {
    mine.iter().any(|group| theirs.contains(group))
}

/// A word of which nothing is known.
pub(super) static PLAIN: Lexeme =
    Lexeme { class: Class::Name, groups: &[], ends: [0; 3], numeral: None, marks: 0 };

/// Several words that have one meaning, each as the hash of its singular.
#[derive(Debug)]
pub(super) struct Phrase {
    /// The words.
    pub(super) words: &'static [u64],
    /// What they mean together.
    pub(super) lexeme: Lexeme,
}

/// The letters of a word, among those of others, and its number.
#[derive(Clone, Copy)]
struct Spelled {
    start: u32,
    length: u8,
    word: u32,
}

impl Spelled {
    fn of(self, letters: &str) -> &str {
        let start = self.start as usize;
        letters.get(start..start + usize::from(self.length)).unwrap_or_default()
    }
}

/// Where what belongs to a word stands, one behind the other, by the word's hash.
type Index = HashMap<u64, Range<u32>, WordHashes>;

fn range(places: &Range<u32>) -> Range<usize> {
    places.start as usize..places.end as usize
}

/// The tables, read.
struct Lexicon {
    /// The words' numbers by their hashes.
    numbers: HashMap<u64, u32, WordHashes>,
    /// What is known of each, by its number.
    lexemes: Vec<Lexeme>,
    letters: String,
    /// The words that have relatives, those of one stem side by side.
    relatives: Vec<Spelled>,
    stems: Index,
    phrases: Vec<Phrase>,
    phrases_by_first: Index,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    fn get(&self, word: &str) -> Option<&Lexeme> {
        self.numbers.get(&hash(word)).and_then(|number| self.lexemes.get(*number as usize))
    }

    fn inflected(&self, word: &str) -> Option<&Lexeme> {
        if word.len() < SHORTEST_INFLECTED {
            return None;
        }
        let relatives = self.relatives.get(range(self.stems.get(&hash(stem(word)))?))?;
        let inflects = |base: &&Spelled| family(word, base.of(&self.letters)) == Family::Inflection;
        relatives.iter().find(inflects).and_then(|base| self.lexemes.get(base.word as usize))
    }
}

/// Looks a folded word up as it is, in the singular, or by the form that it inflects.
pub(super) fn look_up(word: &str, singular: &str) -> &'static Lexeme {
    let lexicon = &*LEXICON;
    let written = lexicon.get(word).or_else(|| lexicon.get(singular));
    written.or_else(|| lexicon.inflected(singular)).unwrap_or(&PLAIN)
}

/// Whether a word stands in the tables as it is.
pub(super) fn stands(word: &str) -> bool {
    LEXICON.get(word).is_some()
}

/// Whether a run of letters and digits is one word: "k8s", "2fa".
pub(super) fn is_word(run: &str) -> bool {
    run.contains(|letter: char| letter.is_ascii_alphabetic()) && stands(run)
}

/// The phrases that begin with a word.
pub(super) fn phrases(first: u64) -> &'static [Phrase] {
    let lexicon = &*LEXICON;
    let places = lexicon.phrases_by_first.get(&first);
    places.and_then(|places| lexicon.phrases.get(range(places))).unwrap_or_default()
}

/// Shorter words have too many relatives.
const SHORTEST_INFLECTED: usize = 5;

/// A hash of a word by which two words are told apart.
pub(super) fn hash(word: &str) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write(word.as_bytes());
    hasher.finish()
}

/// A quick hash: the keys are words that were bounded before.
pub(super) type WordHashes = BuildHasherDefault<WordHasher>;

/// Multiplies and folds eight letters at a time.
#[derive(Default)]
pub(super) struct WordHasher(u64);

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

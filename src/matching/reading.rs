//! A text as words, numbers and signs, in one form for what is spoken and what is written.
//!
//! [`cut`] folds a text and cuts it where words end, [`numbers`] makes numbers of what spells them, [`negation`] tells what is
//! said not to be, [`directions`] which of two things is which, and [`units`] finds what several neighbouring words stand for together.

mod cut;
mod directions;
mod negation;
mod numbers;
mod units;

pub use self::numbers::spelled_number;
pub(super) use self::{
    directions::{direction_of, plays_part},
    numbers::roman_value,
    units::{Unit, UnitKind},
};
use super::{
    lexicon::{self, Class, Lexeme, Mark, forms::in_singular, hash},
    sound::{sound_into, spell_into},
};

/// Texts are cut to so many tokens: a set of them is a [`Set`], and no comparison can become costly.
pub(super) const MOST_TOKENS: usize = 40;
/// A word is cut to so many bytes, for the same reason.
const LONGEST_WORD: usize = 48;

/// A set of tokens of one text, a bit each.
pub(super) type Set = u64;

/// The set of one token.
pub(super) const fn only(place: usize) -> Set {
    1 << place
}

/// The places in a set, ascending.
pub(super) fn places(mut set: Set) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros() as usize;
            set &= set - 1;
            place
        })
    })
}

/// Where in an object's names a token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    /// The name or the title.
    Name,
    /// The last segment of the full path, where the name lacks it.
    Slug,
    /// The groups above.
    Namespace,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, perhaps with digits: "k8s".
    Word,
    /// A number or a version: "12", "4.1".
    Number,
    /// A sign that parts sentences.
    Sign,
}

/// A stretch of the reading's letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    start: u16,
    end: u16,
}

/// One word, number or sign of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    word: Span,
    raw: Span,
    /// The hash of the word: two words are equal where theirs is.
    pub(super) key: u64,
    /// The hash of its sounds; zero where it has too few.
    pub(super) sound: u64,
    /// Which letters occur, a bit each.
    pub(super) letters: u32,
    /// What the tables say of it.
    pub(super) lexeme: &'static Lexeme,
    /// Word, number or sign.
    pub(super) kind: Kind,
    /// Where it stands.
    pub(super) field: Field,
    /// The segment of the namespace that it stands in.
    pub(super) segment: u8,
    marks: u8,
}

/// What the text says of a token.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said {
    /// It stands in capitals in a text that does not: an acronym.
    Capital = 1,
    /// It is said not to be: "sans clonage".
    Negated = 2,
    /// It is excluded by a contrast: "la cantine, pas le menu".
    Denied = 4,
    /// It is surely a number, not an article ("un", "neuf").
    Firm = 8,
    /// It names though it is a small word: there is nothing else.
    Kept = 16,
}

impl Token {
    /// Whether the text says this of it.
    pub(super) fn is(&self, said: Said) -> bool {
        self.marks & said as u8 != 0
    }

    fn mark(&mut self, said: Said) {
        self.marks |= said as u8;
    }

    /// Whether it is an article, a preposition or the like, in a text that has more than these.
    pub(super) fn is_small(&self) -> bool {
        self.kind == Kind::Word
            && self.lexeme.class == Class::Stop
            && !self.is(Said::Kept)
            && !self.is(Said::Capital)
    }

    /// Whether it may have a digit in it.
    pub(super) fn has_digit(&self) -> bool {
        self.letters >> LETTERS != 0
    }

    /// How many bytes its word has.
    pub(super) fn len(&self) -> usize {
        usize::from(self.word.end - self.word.start)
    }
}

/// A text read.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    letters: String,
    /// Words, numbers and signs in their order.
    pub(super) tokens: Vec<Token>,
    /// What neighbouring words stand for together.
    pub(super) units: Vec<Unit>,
    /// Whether the text has more tokens than are read.
    pub(super) cut_short: bool,
}

/// A token before it has its place in a reading.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    /// As written, where the text is a number that was spelled.
    spelled: Option<String>,
    kind: Kind,
    capital: bool,
    firm: bool,
}

impl Reading {
    /// Reads what stands in one field, behind what was read before.
    pub(super) fn add(&mut self, text: &str, field: Field, segment: u8) {
        let cut = cut::cut(text);
        self.cut_short |= cut.more;
        for piece in numbers::rewrite(numbers::join_letters(cut.pieces)) {
            self.push(&piece, field, segment);
        }
    }

    /// Finds negations and units, once all is read.
    pub(super) fn finish(&mut self, asked: bool) {
        negation::mark_negated(self);
        if asked {
            negation::mark_denied(self);
        }
        units::find(self, asked);
    }

    /// The word of a token: folded, in the singular.
    pub(super) fn word(&self, token: &Token) -> &str {
        self.text(token.word)
    }

    /// A token as it is written, folded.
    pub(super) fn raw(&self, token: &Token) -> &str {
        self.text(token.raw)
    }

    /// The token at a place as it is written, or nothing.
    pub(super) fn raw_at(&self, place: usize) -> &str {
        self.tokens.get(place).map_or("", |token| self.raw(token))
    }

    /// The word at a place, or nothing.
    pub(super) fn word_at(&self, place: usize) -> &str {
        self.tokens.get(place).map_or("", |token| self.word(token))
    }

    fn text(&self, span: Span) -> &str {
        self.letters.get(usize::from(span.start)..usize::from(span.end)).unwrap_or_default()
    }

    /// The tokens that fit, as a set.
    pub(super) fn set(&self, mut fits: impl FnMut(&Token) -> bool) -> Set {
        let chosen = self.tokens.iter().enumerate().filter(|(_, token)| fits(token));
        chosen.fold(0, |set, (place, _)| set | only(place))
    }

    /// Whether the text says no anywhere.
    pub(super) fn says_no(&self) -> bool {
        self.tokens.iter().any(|token| token.lexeme.is(Mark::Negates))
    }

    /// Drops the tokens that do not fit.
    pub(super) fn retain(&mut self, mut fits: impl FnMut(&Token) -> bool) {
        self.tokens.retain(|token| fits(token));
    }

    fn push(&mut self, piece: &Piece, field: Field, segment: u8) {
        if self.tokens.len() >= MOST_TOKENS {
            self.cut_short = true;
            return;
        }
        let written = clip(&piece.text);
        let singular = if piece.kind == Kind::Word { in_singular(written) } else { written.into() };
        let word = self.write(&singular);
        let raw = match &piece.spelled {
            Some(spelled) => self.write(clip(spelled)),
            None if singular.len() == written.len() => word,
            None => self.write(written),
        };
        let lexeme = match piece.kind {
            Kind::Word => lexicon::look_up(written, &singular),
            Kind::Number | Kind::Sign => &lexicon::PLAIN,
        };
        let mut token = Token {
            word,
            raw,
            key: hash(&singular),
            sound: sound(&singular, piece),
            letters: letters(&singular),
            lexeme,
            kind: piece.kind,
            field,
            segment,
            marks: 0,
        };
        if piece.capital {
            token.mark(Said::Capital);
        }
        if piece.firm {
            token.mark(Said::Firm);
        }
        self.tokens.push(token);
    }

    fn write(&mut self, text: &str) -> Span {
        let offset = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
        let start = offset(self.letters.len());
        self.letters.push_str(text);
        Span { start, end: offset(self.letters.len()) }
    }

    /// Small words name where a text has nothing else: "Pour vous".
    pub(super) fn keep_small_words(&mut self) {
        if self.tokens.iter().all(|token| token.kind == Kind::Sign || token.is_small()) {
            self.tokens.iter_mut().for_each(|token| token.mark(Said::Kept));
        }
    }

    /// A small word that the last segment of a path keeps: "a-propos".
    pub(super) fn keep(&mut self, place: usize) {
        if let Some(token) = self.tokens.get_mut(place) {
            token.mark(Said::Kept);
        }
    }

    fn mark(&mut self, place: usize, said: Said) {
        if let Some(token) = self.tokens.get_mut(place) {
            token.mark(said);
        }
    }
}

/// Fewer sounds are shared by too many words.
const FEWEST_SOUNDS: usize = 3;

/// Longer words in capitals are no acronyms that are spelled.
const LONGEST_ACRONYM: usize = 5;

fn sound(word: &str, piece: &Piece) -> u64 {
    let mut sounds = String::new();
    if piece.capital && piece.text.len() <= LONGEST_ACRONYM {
        spell_into(&piece.text, &mut sounds);
    } else if piece.kind == Kind::Word && word.len() > 3 && word.is_ascii() {
        sound_into(word, &mut sounds);
    }
    if sounds.len() >= FEWEST_SOUNDS { hash(&sounds) } else { 0 }
}

/// How many letters have a place of their own.
const LETTERS: u32 = 26;

/// Which letters a word has, as a set: digits and what is beyond a to z share six places.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |set, byte| {
        set | match byte {
            b'a'..=b'z' => 1 << (byte - b'a'),
            other => 1 << (LETTERS + u32::from(other) % 6),
        }
    })
}

fn clip(word: &str) -> &str {
    let end = (0..=LONGEST_WORD.min(word.len())).rev().find(|end| word.is_char_boundary(*end));
    word.get(..end.unwrap_or_default()).unwrap_or_default()
}

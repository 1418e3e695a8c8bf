//! A text as words, numbers and signs, in one form for what is spoken and what is written.
//!
//! [`cut`] folds a text and cuts it where words end, [`numbers`] makes numbers of what spells them, [`contrast`] tells what is said
//! not to be, [`qualifiers`] what small words and signs say of a word, and [`units`] finds what several neighbouring words stand for
//! together.

mod contrast;
mod cut;
mod numbers;
mod qualifiers;
mod units;

pub use self::numbers::spelled_number;
pub(super) use self::{
    numbers::roman_value,
    qualifiers::{Compare, Link, Qualifier, Quantity, SmallWord, UNABLE, says_nothing},
    units::{Unit, UnitKind},
};
use super::{
    lexicon::{self, Class, Lexeme, forms::in_singular, hash},
    sound::sound_into,
};
use qualifiers::small_word;

/// Texts are cut to so many tokens: a set of them is a [`Set`], and no comparison can become costly.
pub(super) const MOST_TOKENS: usize = 40;
/// A word is cut to so many bytes, for the same reason.
const LONGEST_WORD: usize = 48;

/// Whether a word is one of these, which stand with a space between them.
pub(super) fn is_one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

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
    /// A sign that parts sentences: "," or, where it joins as well, "-".
    Sign,
    /// A sign that says something: "<", "→", "✅".
    Symbol,
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
    marks: u16,
    /// What the small words before it say of it.
    pub(super) qualifier: Qualifier,
    /// What it says of the word behind it, if it is a small word or a sign.
    pub(super) small: Option<SmallWord>,
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
    /// It begins with a capital.
    Large = 32,
    /// It follows letters or digits without a gap: the 42 of "ERR42".
    Glued = 64,
    /// A sentence, a part in brackets or the like begins with it.
    First = 512,
    /// It has a capital.
    Upper = 256,
    /// It is a name or an acronym, whose letters are chosen.
    Proper = 128,
    /// The team says what it means.
    Defined = 1024,
}

impl Token {
    /// Whether the text says this of it.
    pub(super) fn is(&self, said: Said) -> bool {
        self.marks & said as u16 != 0
    }

    fn mark(&mut self, said: Said) {
        self.marks |= said as u16;
    }

    fn mark_if(&mut self, said: Said, holds: bool) {
        if holds {
            self.mark(said);
        }
    }

    /// Whether it is an article, a preposition or the like, in a text that has more than these.
    pub(super) fn is_small(&self) -> bool {
        self.kind == Kind::Word
            && (self.lexeme.class == Class::Stop || self.small.is_some())
            && !self.is(Said::Kept)
            && !self.is(Said::Capital)
    }

    /// How many or how often it says that things are, as a small word.
    pub(super) fn quantity(&self) -> Option<Quantity> {
        self.small.and_then(|small| small.says.quantity)
    }

    /// How it compares, as one.
    pub(super) fn compare(&self) -> Option<Compare> {
        self.small.and_then(|small| small.says.compare)
    }

    /// The same.
    pub(super) fn link(&self) -> Option<Link> {
        self.small.and_then(|small| small.says.link)
    }

    /// Whether it is a small word that says no.
    pub(super) fn negates(&self) -> bool {
        self.small.is_some_and(|small| small.negates)
    }

    /// Whether the text itself says that it is not this: "sans", "hors", "au lieu de".
    pub(super) fn is_contrasted(&self) -> bool {
        let Qualifier { compare, link, .. } = self.qualifier;
        self.is(Said::Negated)
            || compare == Some(Compare::Other)
            || matches!(link, Some(Link::Out | Link::Instead | Link::Without))
    }

    /// Whether it is a word or a number.
    pub(super) fn is_spoken(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Number)
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
    /// Which signs say something, and where: two texts of the same words are the same where this is.
    pub(super) signs: u64,
}

/// A token before it has its place in a reading.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    /// As written, where the text is a number that was spelled.
    spelled: Option<String>,
    kind: Kind,
    marks: u16,
}

impl Piece {
    fn new(text: &str, kind: Kind) -> Self {
        Self { text: text.to_owned(), spelled: None, kind, marks: 0 }
    }

    fn is(&self, said: Said) -> bool {
        self.marks & said as u16 != 0
    }

    fn mark(&mut self, said: Said) {
        self.marks |= said as u16;
    }
}

impl Reading {
    /// Reads what stands in one field, behind what was read before.
    pub(super) fn add(&mut self, text: &str, field: Field, segment: u8) {
        let cut = cut::cut(text);
        self.cut_short |= cut.more;
        if field == Field::Name {
            self.signs = signs(&cut.pieces);
        }
        for piece in numbers::rewrite(numbers::join_letters(cut.pieces)) {
            self.push(&piece, field, segment);
        }
    }

    /// Takes what the tables say from the words that a team defines: its own meaning holds.
    pub(super) fn define(&mut self, is_defined: impl Fn(&str) -> bool) {
        let defined = self.set(|token| token.kind == Kind::Word && is_defined(self.raw(token)));
        for (_, token) in self.tokens.iter_mut().enumerate().filter(|(place, _)| defined & only(*place) != 0)
        {
            token.lexeme = &lexicon::PLAIN;
            token.mark(Said::Defined);
        }
    }

    /// Finds negations and units, once all is read.
    pub(super) fn finish(&mut self, asked: bool, title: bool) {
        if asked {
            contrast::mark_denied(self);
        }
        qualifiers::qualify(self, asked);
        qualifiers::mark_proper(self, title);
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
            _ => &lexicon::PLAIN,
        };
        let token = Token {
            word,
            raw,
            // "web01" and "web1" have one number; that they differ is seen where they are laid side by side.
            key: hash(if piece.kind == Kind::Number { unpadded(&singular) } else { &singular }),
            sound: sound(&singular, piece),
            letters: letters(&singular),
            lexeme,
            kind: piece.kind,
            field,
            segment,
            marks: piece.marks,
            qualifier: Qualifier::default(),
            small: small_word(written).filter(|_| piece.kind != Kind::Number),
        };
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
        if self.tokens.iter().all(|token| !token.is_spoken() || token.is_small()) {
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

/// [`Reading::signs`] of a text alone.
pub(super) fn signs_of(text: &str) -> u64 {
    signs(&cut::cut(text).pieces)
}

/// Which signs stand among the pieces and say something, and how units are written: "mV", "MV".
fn signs(pieces: &[Piece]) -> u64 {
    let (mut letters, mut signs, mut counted) = (0_u64, 0_u64, false);
    for piece in pieces {
        let unit = counted && piece.kind == Kind::Word && piece.text.len() < 4 && piece.is(Said::Upper);
        if piece.spelled.is_some() || unit {
            let large = u64::from(piece.is(Said::Large));
            signs = signs.rotate_left(7) ^ hash(&piece.text).wrapping_add(letters << 1 | large);
        } else if piece.kind != Kind::Sign {
            letters += piece.text.len() as u64;
        }
        counted = piece.kind == Kind::Number;
    }
    signs
}

/// Fewer sounds are shared by too many words.
const FEWEST_SOUNDS: usize = 3;

fn sound(word: &str, piece: &Piece) -> u64 {
    let mut sounds = String::new();
    if piece.kind == Kind::Word && word.len() > 3 && word.is_ascii() {
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

/// A number without leading zeros.
fn unpadded(number: &str) -> &str {
    let bare = number.trim_start_matches('0');
    if bare.starts_with(|first: char| first.is_ascii_digit()) { bare } else { number }
}

fn clip(word: &str) -> &str {
    let end = (0..=LONGEST_WORD.min(word.len())).rev().find(|end| word.is_char_boundary(*end));
    word.get(..end.unwrap_or_default()).unwrap_or_default()
}

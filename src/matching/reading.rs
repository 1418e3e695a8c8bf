//! A text as words, numbers and signs, in one form for what is spoken and what is written.
//!
//! [`cut`] folds a text and cuts it where words end, [`numbers`] makes numbers of what spells them, [`contrast`] tells what is said
//! not to be, [`qualifiers`] what small words and signs say of a word, and [`units`] finds what several neighbouring words stand for
//! together.

mod contrast;
mod cut;
mod numbers;
mod qualifiers;
mod token;
mod units;

pub use self::numbers::{in_figures, spelled_number};
pub(super) use self::{
    numbers::roman_value,
    qualifiers::{UNABLE, are_links, is_known_name, is_of_woman, modality, says_nothing},
    token::{Compare, Link, Modality, Quantity, Said, Set, TextField, Token, TokenKind, only, places},
    units::{Unit, UnitKind},
};
use super::{
    lexicon::{self, Lexeme, Numeral, forms::in_singular, hash},
    sound::sound_of,
};
use qualifiers::small_word;
use token::{Qualifier, Span};

/// Texts are cut to so many tokens: a set of them is a [`Set`], and no comparison can become costly.
pub(super) const MOST_TOKENS: usize = 40;

/// Whether a word is one of these, which stand with a space between them.
pub(super) fn is_one_of(word: &str, words: &str) -> bool {
    words.as_bytes().split(|byte| *byte == b' ').any(|other| other == word.as_bytes())
}

/// A text read.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    letters: String,
    /// Words, numbers and signs in their order.
    pub(super) tokens: Vec<Token>,
    /// What neighbouring words stand for together.
    pub(super) units: Vec<Unit>,
    /// The tokens that name something: no signs and no small words.
    pub(super) naming: Set,
    /// Whether the text may have more tokens than are read.
    pub(super) cut_short: bool,
    /// Which signs say something, and where: two texts of the same words are the same where this is.
    pub(super) signs: u64,
    /// Whether the speaker corrects himself: which words still hold is not sure.
    pub(super) is_corrected: bool,
}

/// A token before it has its place in a reading.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    /// As written, where the text is a number that was spelled.
    spelled: Option<String>,
    kind: TokenKind,
    /// What the tables say of it, if it is a word.
    lexeme: &'static Lexeme,
    marks: u16,
    /// A hash of its letters with accents, zero if it has none.
    accents: u32,
}

impl Piece {
    fn new(text: &str, kind: TokenKind) -> Self {
        let lexeme = match kind {
            TokenKind::Word => lexicon::look_up(text, &in_singular(text)),
            _ => &lexicon::PLAIN,
        };
        Self { text: text.to_owned(), spelled: None, kind, lexeme, marks: 0, accents: 0 }
    }

    fn cardinal(&self) -> Option<u32> {
        match self.lexeme.numeral {
            Some(Numeral::Cardinal(value)) => Some(value),
            _ => None,
        }
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
    pub(super) fn add(&mut self, text: &str, field: TextField, segment: u8) {
        let pieces = cut::cut(text);
        self.cut_short |= pieces.len() >= cut::MOST_PIECES;
        if field == TextField::Name {
            self.signs = signs(&pieces);
        }
        for piece in numbers::rewrite(&pieces) {
            self.push(&piece, field, segment);
        }
        // "Régie son": what no word follows is no possessive; "voirie est" ends with no verb; "par an" is a year.
        for place in 0..self.tokens.len() {
            let names = match self.raw_at(place) {
                "son" | "ton" | "mon" => !self.has(place + 1, |next| next.kind == TokenKind::Word),
                "est" => place + 1 == self.tokens.len() && self.has_before(place, |token| !token.is_small()),
                "an" if is_one_of(self.raw_before(place), "par l d chaque") => true,
                "an" => self.has_before(place, |token| token.kind == TokenKind::Number),
                _ => false,
            };
            if names {
                self.mark(place, Said::Kept);
            }
        }
    }

    /// Takes what the tables say from the words that a team defines: its own meaning holds.
    pub(super) fn define(&mut self, is_defined: impl Fn(&str) -> bool) {
        let defined = self.set(|token| token.kind == TokenKind::Word && is_defined(self.raw(token)));
        for place in places(defined) {
            self.change(place, |token| {
                token.lexeme = &lexicon::PLAIN;
                token.mark(Said::Defined);
            });
        }
    }

    /// Finds negations and units, once all is read.
    pub(super) fn finish(&mut self, asked: bool, title: bool) {
        // Small words name where a text has nothing else: "Pour vous".
        if !asked && !self.tokens.iter().any(Token::is_naming) {
            self.tokens.iter_mut().for_each(|token| token.mark(Said::Kept));
        }
        self.is_corrected = asked && contrast::mark_corrected(self);
        contrast::mark_denied(self, if asked { Said::Denied } else { Said::Contrasted });
        qualifiers::qualify(self, asked);
        qualifiers::mark_proper(self, title);
        units::find(self, asked);
        self.naming = self.set(Token::is_naming);
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

    /// The same right before a place.
    pub(super) fn raw_before(&self, place: usize) -> &str {
        place.checked_sub(1).map_or("", |before| self.raw_at(before))
    }

    /// The word at a place, or nothing.
    pub(super) fn word_at(&self, place: usize) -> &str {
        self.tokens.get(place).map_or("", |token| self.word(token))
    }

    fn text(&self, span: Span) -> &str {
        self.letters.get(usize::from(span.start)..usize::from(span.end)).unwrap_or_default()
    }

    /// Whether a token that fits stands at a place.
    pub(super) fn has(&self, place: usize, fits: impl FnOnce(&Token) -> bool) -> bool {
        self.tokens.get(place).is_some_and(fits)
    }

    /// The same right before a place.
    pub(super) fn has_before(&self, place: usize, fits: impl FnOnce(&Token) -> bool) -> bool {
        place.checked_sub(1).is_some_and(|before| self.has(before, fits))
    }

    /// The tokens of a set.
    pub(super) fn all(&self, set: Set) -> impl Iterator<Item = &Token> + Clone {
        places(set).filter_map(|place| self.tokens.get(place))
    }

    /// The tokens that fit, as a set.
    pub(super) fn set(&self, mut fits: impl FnMut(&Token) -> bool) -> Set {
        let chosen = self.tokens.iter().enumerate().filter(|(_, token)| fits(token));
        chosen.fold(0, |set, (place, _)| set | only(place))
    }

    /// Whether a sign says something, other than the one before a username.
    pub(super) fn says_sign(&self) -> bool {
        self.tokens.iter().any(|token| token.kind == TokenKind::Symbol && self.raw(token) != "@")
    }

    fn push(&mut self, piece: &Piece, field: TextField, segment: u8) {
        if self.tokens.len() >= MOST_TOKENS {
            self.cut_short = true;
            return;
        }
        let written = piece.text.as_str();
        let singular = if piece.kind == TokenKind::Word { in_singular(written) } else { written.into() };
        let word = self.write(&singular);
        let raw = match &piece.spelled {
            Some(spelled) => self.write(spelled),
            None if singular.len() == written.len() => word,
            None => self.write(written),
        };
        let heard = piece.kind == TokenKind::Word && singular.len() > 3 && singular.is_ascii();
        let token = Token {
            word,
            raw,
            // "web01" and "web1" have one number; that they differ is seen where they are laid side by side.
            key: match piece.kind {
                TokenKind::Number => hash(unpadded(&singular)),
                _ => hash(&singular),
            },
            sound: if heard { sound_of([&*singular], FEWEST_SOUNDS) } else { 0 },
            letters: letters(&singular),
            lexeme: piece.lexeme,
            kind: piece.kind,
            field,
            segment,
            marks: piece.marks,
            accents: piece.accents,
            qualifier: Qualifier::default(),
            small: small_word(written).filter(|_| piece.kind != TokenKind::Number),
        };
        self.tokens.push(token);
    }

    fn write(&mut self, text: &str) -> Span {
        let offset = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
        let start = offset(self.letters.len());
        self.letters.push_str(text);
        Span { start, end: offset(self.letters.len()) }
    }

    /// Changes the token at a place, if there is one.
    fn change(&mut self, place: usize, change: impl FnOnce(&mut Token)) {
        if let Some(token) = self.tokens.get_mut(place) {
            change(token);
        }
    }

    fn mark(&mut self, place: usize, said: Said) {
        self.change(place, |token| token.mark(said));
    }
}

/// [`Reading::signs`] of a text alone.
pub(super) fn signs_of(text: &str) -> u64 {
    signs(&cut::cut(text))
}

/// Which signs stand among the pieces and say something.
fn signs(pieces: &[Piece]) -> u64 {
    let (mut letters, mut signs) = (0_u64, 0_u64);
    for piece in pieces {
        // "AB+", "F#", "J-15"
        let signed = ["plus", "moins", "sharp"].iter().any(|sign| {
            piece.text.strip_suffix(sign).is_some_and(|letters| (1..=2).contains(&letters.len()))
        });
        if piece.spelled.is_some() || signed || piece.text == "dotnet" {
            let large = u64::from(piece.is(Said::Large));
            signs = signs.rotate_left(7) ^ hash(&piece.text).wrapping_add(letters << 1 | large);
        } else if piece.kind != TokenKind::Sign {
            letters += piece.text.len() as u64;
        }
    }
    signs
}

/// Fewer sounds are shared by too many words.
const FEWEST_SOUNDS: usize = 3;

/// A number without leading zeros.
fn unpadded(number: &str) -> &str {
    let bare = number.trim_start_matches('0');
    if bare.starts_with(|first: char| first.is_ascii_digit()) { bare } else { number }
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

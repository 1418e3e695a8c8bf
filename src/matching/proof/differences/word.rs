//! A word where it stands, and what the words beside it say of it.

use std::ops::Deref;

use crate::matching::{
    lexicon::Class,
    reading::{Link, Modality, Reading, Said, Set, Token, TokenKind, is_one_of, modality, places},
};

/// A token of a reading, a word or a sign, and its place there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    reading: &'a Reading,
    pub(super) place: usize,
    token: &'a Token,
}

impl Deref for Word<'_> {
    type Target = Token;

    fn deref(&self) -> &Token {
        self.token
    }
}

impl<'a> Word<'a> {
    /// All of a reading, signs too.
    pub(super) fn all(
        reading: &'a Reading,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        reading.tokens.iter().enumerate().map(move |(place, token)| Self { reading, place, token })
    }

    /// Those of a set.
    pub(super) fn of_set(reading: &'a Reading, set: Set) -> impl Iterator<Item = Self> + Clone {
        places(set).filter_map(move |place| Some(Self { reading, place, token: reading.tokens.get(place)? }))
    }

    /// As it is written, folded.
    pub(super) fn raw(self) -> &'a str {
        self.reading.raw(self.token)
    }

    /// In the singular.
    pub(super) fn word(self) -> &'a str {
        self.reading.word(self.token)
    }

    /// The one before it as it is written, or nothing.
    pub(super) fn raw_before(self) -> &'a str {
        self.before().next().map_or("", Self::raw)
    }

    /// The one behind it as it is written, or nothing.
    pub(super) fn raw_behind(self) -> &'a str {
        self.behind().next().map_or("", Self::raw)
    }

    /// All before it, the nearest first.
    pub(super) fn before(self) -> impl Iterator<Item = Self> + Clone {
        Self::all(self.reading).take(self.place).rev()
    }

    /// All behind it, the nearest first.
    pub(super) fn behind(self) -> impl Iterator<Item = Self> + Clone {
        Self::all(self.reading).skip(self.place + 1)
    }

    /// From it to the one before another.
    pub(super) fn up_to(self, end: Self) -> impl Iterator<Item = Self> + Clone {
        Self::all(self.reading).take(end.place).skip(self.place)
    }

    /// The small words and signs right before it, the nearest first.
    pub(super) fn small_before(self) -> impl Iterator<Item = Self> + Clone {
        self.before().take_while(|word| word.is_small() || word.kind == TokenKind::Symbol)
    }

    /// How it is related to what stands before it, where a small word says so.
    pub(super) fn relation(self) -> Option<Link> {
        self.qualifier.link.filter(|_| self.small_before().next().is_some())
    }

    /// Whether the small words before it leave open how it is related to what: they lead the text, or there is no article ("page de connexion").
    pub(super) fn stands_free(self) -> bool {
        let is_named = self.is(Said::Large) && !self.is(Said::First) && !self.is(Said::Capital);
        let free = if is_named { "de d" } else { "de d par per" };
        let mut small = self.small_before();
        small.clone().count() == self.place || small.all(|word| is_one_of(word.raw(), free))
    }

    /// The word before it by which it may be or has to be so, and what that says.
    pub(super) fn modal_before(self) -> Option<(Self, Modality)> {
        let around = |word: &Self| word.is_small() || word.lexeme.class == Class::Filler;
        let modal = |word: Self| Some((word, modality(word.reading, word.place)?));
        self.before().take_while(around).find_map(modal)
    }

    /// Whether what a verb says is still to be done ("à payer", "to be paid") or is done ("payée"), if it says either.
    pub(super) fn is_owed(self) -> Option<bool> {
        let ends = |word: &str, endings: &str| endings.split(' ').any(|ending| word.ends_with(ending));
        // "expiré" is no infinitive.
        let infinitive = ends(self.raw(), if self.accents == 0 { "er ir re" } else { "er ir" });
        let mut small = self.small_before();
        let last = small.clone().next().map_or("", Self::raw);
        if is_one_of(last, if infinitive { "a to se s" } else { "to be" }) {
            return Some(true);
        }
        let is_said = self.before().nth(small.clone().count()).is_some_and(|word| word.is_spoken());
        let ends_done = ends(self.word(), "e i u t d n is") && !ends(self.word(), "ment on age");
        let is_done = is_said && !infinitive && ends_done;
        (is_done && small.all(|word| is_one_of(word.raw(), BESIDE_PARTICIPLE))).then_some(false)
    }

    /// Whether it is a verb: an article follows it, and it has the ending of French infinitives or the article is English.
    pub(super) fn has_object(self) -> bool {
        let next = self.raw_behind();
        self.is_infinitive() && is_one_of(next, "le la les l un une ce cette")
            || is_one_of(next, "the an our my your")
    }

    /// Whether it ends as French infinitives do.
    pub(super) fn is_infinitive(self) -> bool {
        ["er", "ir", "re"].iter().any(|end| self.raw().ends_with(end))
    }

    /// Whether it is more than one.
    pub(super) fn is_plural(self) -> bool {
        self.raw() != self.word()
    }

    pub(super) fn is_year(self) -> bool {
        self.kind == TokenKind::Number && self.word().len() > 3
    }
}

/// Small words before what is done.
const BESIDE_PARTICIPLE: &str =
    "qui que que that which is are was were has have been est sont etait a ont ete";

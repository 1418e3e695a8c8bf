//! What differs between a hint and a text that are laid side by side, other than what a careful reader passes over.
//!
//! Harmless are an article, a filler or a kind more or less, a form, an accent, a known synonym, words of the text that the hint leaves out. Anything else is a
//! [`Difference`]: it names the two things that face each other.

mod around;
mod facing;
mod order;
mod quantities;
mod refusal;
mod verbs;
mod whole;
mod word;

use std::mem;

use self::word::Word;
use super::super::{
    compare::{Pairing, Proof, Relates},
    doubt::Difference,
    hint::Hint,
    lexicon::{Class, Mark},
    reading::{
        Quantity, Reading, Said, Set, TextField, Token, TokenKind, UNABLE, are_links, is_known_name, only,
    },
    text::Text,
};

/// A word of the hint beside its partner.
struct AlignedPair<'a> {
    ours: Word<'a>,
    theirs: Word<'a>,
    /// Both are the same word, or a form of it that the tables do not list.
    literal: bool,
}

/// A hint or a text, beside the other.
struct Side<'a> {
    reading: &'a Reading,
    /// What the other has no partner for, small words too; without what a hint excludes and the namespace of a text.
    open: Set,
    /// The words of phrases that contain a "no" as a part of their meaning, "ne marche pas" for "en panne": that "no" is not compared again.
    phrased: Set,
}

impl<'a> Side<'a> {
    /// A side before its words have partners. `is_compared` says which words count.
    fn of(reading: &'a Reading, is_compared: impl Fn(&Token) -> bool) -> Self {
        let open = reading.set(|token| token.kind != TokenKind::Sign && is_compared(token));
        Self { reading, open, phrased: 0 }
    }

    fn words(&self) -> impl DoubleEndedIterator<Item = Word<'a>> + Clone {
        Word::all(self.reading)
    }

    /// The words without a partner.
    fn open(&self) -> impl Iterator<Item = Word<'a>> + Clone {
        Word::of_set(self.reading, self.open)
    }

    fn is_open(&self, word: Word<'a>) -> bool {
        self.open & only(word.place) != 0
    }

    fn is_phrased(&self, word: Word<'a>) -> bool {
        self.phrased & only(word.place) != 0
    }

    /// Whether it says no of a word, other than as a part of a phrase.
    fn denies(&self, word: Word<'a>) -> bool {
        word.is(Said::Negated) && !self.is_phrased(word)
    }

    /// The words that have a partner together. A phrase that says no is noted.
    fn words_of(&mut self, phrase: Set) -> impl Iterator<Item = Word<'a>> + Clone {
        let words = Word::of_set(self.reading, phrase);
        let no = |word: Word<'_>| word.negates() || word.raw() == "plus" || UNABLE.contains(&word.raw());
        if phrase.count_ones() > 1 && words.clone().any(no) {
            self.phrased |= phrase;
        }
        words
    }
}

/// A hint and a text side by side.
struct Aligned<'a> {
    hint: Side<'a>,
    text: Side<'a>,
    /// In the order of the hint.
    pairs: Vec<AlignedPair<'a>>,
    /// The words of the hint that name the object.
    names: Set,
    /// What the hint excludes and the text does not.
    denied: Set,
    /// Whether the hint excludes something by its name: "la cantine, pas le menu", but not "la cantine, pas celle-là".
    excludes: bool,
    /// Whether the hint says all of the text: what small words say then has to be the same.
    is_all: bool,
}

/// What the hint says, or nothing, and what the text says in its place.
fn told<'a>(ours: impl Into<Option<Word<'a>>>, theirs: impl Into<Option<Word<'a>>>) -> Difference {
    let raw = |word: Option<Word<'_>>| word.map_or("", Word::raw).to_owned();
    Difference { excludes: false, refuses: false, said: raw(ours.into()), found: raw(theirs.into()) }
}

/// Gives a word that is said several times its partners in their order: "team B beats team D".
fn keep_order(mut pairs: &mut [AlignedPair<'_>]) {
    let keys = |pair: &AlignedPair<'_>| (pair.ours.key, pair.theirs.key);
    while let [pair, later @ ..] = pairs {
        for other in &mut *later {
            if keys(other) == keys(pair) && other.theirs.place < pair.theirs.place {
                mem::swap(&mut other.theirs, &mut pair.theirs);
            }
        }
        pairs = later;
    }
}

/// The words of hint and text that exclude each other, both without a partner, or by their prefix.
pub(in crate::matching) fn opposite(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let (ours, theirs) = (&hint.reading, &text.reading);
    let mut pairs = pairing.pairs(hint.roles.names);
    let prefixed = pairs.find(|(_, pair)| pair.relation.by == Relates::Prefix);
    let by_prefix = prefixed
        .and_then(|(_, pair)| Word::of_set(ours, pair.ours).zip(Word::of_set(theirs, pair.theirs)).next());
    let says_side = |reading, lexeme| Word::all(reading).any(|other| other.lexeme.sides_with(lexeme));
    // "import et export" is not excluded by "export", nor "with no" by "without", "due to" by "from".
    let against = |mine: Word<'_>, other: Word<'_>| {
        let links = mine.link().zip(other.link());
        only(other.place) & pairing.theirs == 0
            && other.field != TextField::Namespace
            && mine.lexeme.excludes(other.lexeme)
            && links.is_none_or(|links| are_links("exclude", links))
            && mine.is(Said::Negated) == other.is(Said::Negated)
            && !says_side(theirs, mine.lexeme)
            && !says_side(ours, other.lexeme)
    };
    let facing = |mine| Some((mine, Word::all(theirs).find(|other| against(mine, *other))?));
    let mut sided = Word::of_set(ours, hint.roles.spoken() & !pairing.ours);
    let (mine, other) = by_prefix.or_else(|| sided.find_map(facing))?;
    Some(Difference { excludes: true, ..told(mine, other) })
}

/// The first difference that tells the text from what the hint means.
pub(in crate::matching) fn difference(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let aligned = Aligned::of(hint, text, pairing);
    // "client Roberts" for "Client Robert"; more than one PDF are PDFs.
    let other = pairing.pairs(hint.roles.names).find_map(|(_, pair)| {
        let first = |reading, places| Word::of_set(reading, places).next();
        let theirs = first(&text.reading, pair.theirs)?;
        let is_name = !theirs.lexeme.is(Mark::Known) || is_known_name(theirs.raw());
        let is_other = pair.relation.by == Relates::Same && pair.relation.proof == Proof::None && is_name;
        is_other.then(|| told(first(&hint.reading, pair.ours), theirs))
    });
    opposite(hint, text, pairing)
        .or_else(|| aligned.excepted())
        .or_else(|| aligned.pairs.iter().find_map(|pair| aligned.between(pair)))
        .or_else(|| aligned.said_otherwise())
        .or_else(|| aligned.ordered())
        .or_else(|| aligned.facing())
        .or_else(|| aligned.undertaken())
        .or_else(|| aligned.widened())
        .or_else(|| aligned.refused())
        .or(other)
}

impl<'a> Aligned<'a> {
    fn of(hint: &'a Hint, text: &'a Text, pairing: &Pairing) -> Self {
        let mut ours = Side::of(&hint.reading, |token| !token.is(Said::Denied));
        let mut theirs = Side::of(&text.reading, |token| token.field != TextField::Namespace);
        ours.open &= hint.roles.said() | !pairing.ours;
        let mut pairs = Vec::new();
        let mut aside = hint.roles.denied;
        // What is only near stands for nothing.
        for (place, pair) in pairing.pairs(!0).filter(|(_, pair)| pair.relation.proof > Proof::None) {
            ours.open &= !only(place);
            theirs.open &= !pair.theirs;
            if aside & only(place) == 0 && pair.field == TextField::Name {
                let literal = pair.relation.tier() == 0;
                let words = ours.words_of(pair.ours).zip(theirs.words_of(pair.theirs));
                pairs.extend(words.map(|(ours, theirs)| AlignedPair { ours, theirs, literal }));
                aside |= pair.ours;
            }
        }
        pairs.sort_unstable_by_key(|pair| pair.ours.place);
        keep_order(&mut pairs);
        let is_all = theirs.open().all(|word| !word.is_naming() || word.lexeme.class == Class::Filler);
        let denied = hint.roles.denied & !pairing.ours;
        let excludes = !hint.denials.is_empty();
        Self { hint: ours, text: theirs, pairs, names: hint.roles.names, denied, excludes, is_all }
    }

    /// "les brouillons", or "tout sauf les factures", for "tout sauf les brouillons".
    fn excepted(&self) -> Option<Difference> {
        use Quantity::{Almost, Barely, Enough, Half, Only, Too};
        // "at noon only" for "at noon and midnight", "trop cuit" for "à peine cuit"
        for quantity in [Only, Too, Enough, Half, Almost, Barely] {
            let says = |word: &Word<'_>| word.quantity() == Some(quantity);
            let (ours, theirs) = (self.hint.words().find(says), self.text.words().find(says));
            let is_needed = ours.is_some() || self.is_all && matches!(quantity, Almost | Barely);
            if is_needed && ours.is_some() != theirs.is_some() {
                return Some(told(ours, theirs));
            }
        }
        let states = |pair: &&AlignedPair<'a>| pair.theirs.is(Said::Contrasted) && !pair.ours.is_contrasted();
        if let Some(pair) = self.pairs.iter().find(states) {
            return Some(Difference { excludes: true, ..told(pair.ours, pair.theirs) });
        }
        let theirs = self.text.open().find(|word| word.is_naming() && word.is(Said::Contrasted))?;
        // "everyone" is not "everyone but minors".
        let mut denied = Word::of_set(self.hint.reading, self.denied);
        let all = self.hint.open().find(|word| word.quantity() == Some(Quantity::All));
        let ours = all.or_else(|| denied.find(|word| word.is_naming()))?;
        Some(told(ours, theirs))
    }

    /// Whether this word of the text has no partner and names something.
    fn is_left(&self, word: Word<'a>) -> bool {
        self.text.is_open(word) && word.is_naming()
    }
}

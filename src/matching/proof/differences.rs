//! What differs between a hint and a text that are laid side by side, other than what a careful reader passes over.
//!
//! Harmless are an article, a filler or a kind more or less, a form, an accent, a known synonym, words of the text that the hint leaves out. Anything else is a
//! [`Difference`]: it names the two things that face each other.

mod around;
mod facing;
mod order;
mod quantities;
mod sense;
mod verbs;
mod whole;

use std::mem;

use super::super::{
    compare::{
        pairing::Pairing,
        relation::{Proof, Relates},
    },
    doubt::Difference,
    hint::Hint,
    lexicon::Class,
    reading::{Quantity, Reading, Said, Set, TextField, Token, TokenKind, UNABLE, are_links, only, places},
    text::{Text, is_naming},
};

/// A word of the hint beside its partner.
#[derive(Debug, Clone, Copy)]
struct AlignedPair<'a> {
    ours: usize,
    theirs: usize,
    mine: &'a Token,
    other: &'a Token,
    /// Both are the same word, or a form of it that the tables do not list.
    literal: bool,
}

/// A hint and a text side by side.
struct Aligned<'a> {
    hint: &'a Hint,
    text: &'a Text,
    pairs: Vec<AlignedPair<'a>>,
    /// What the hint says and the text has no partner for, small words too.
    ours: Set,
    /// The same of the text, without its namespace.
    theirs: Set,
    /// The words of phrases of hint and text that contain a "no" as a part of their meaning, "ne marche pas" for "en panne": that "no" is not compared again.
    phrased: (Set, Set),
    /// Whether the hint says all of the text: what small words say then has to be the same.
    is_all: bool,
}

/// The places of a phrase of several words, if one of them says no.
fn negative_phrase(reading: &Reading, phrase: Set) -> Set {
    let no = |place: usize| {
        let word = reading.raw_at(place);
        reading.has(place, Token::negates) || word == "plus" || UNABLE.contains(&word)
    };
    if phrase.count_ones() > 1 && places(phrase).any(no) { phrase } else { 0 }
}

/// Gives a word that is said several times its partners in their order: "team B beats team D".
fn keep_order(pairs: &mut [AlignedPair<'_>]) {
    for place in 1..pairs.len() {
        let (before, rest) = pairs.split_at_mut(place);
        let Some(pair) = rest.first_mut() else { return };
        let same = |earlier: &&mut AlignedPair<'_>| {
            earlier.mine.key == pair.mine.key && earlier.other.key == pair.other.key
        };
        for earlier in before.iter_mut().filter(same) {
            if earlier.theirs > pair.theirs {
                mem::swap(&mut earlier.theirs, &mut pair.theirs);
                mem::swap(&mut earlier.other, &mut pair.other);
            }
        }
    }
}

/// The words of hint and text that exclude each other, both without a partner, or by their prefix.
pub(in crate::matching) fn opposite(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let found = |ours: usize, theirs: usize| Difference {
        excludes: true,
        said: hint.reading.raw_at(ours).to_owned(),
        found: text.reading.raw_at(theirs).to_owned(),
    };
    let by_prefix = pairing.pairs(hint.roles.names).find(|(_, pair)| pair.relation.by == Relates::Prefix);
    if let Some((place, pair)) = by_prefix {
        return Some(found(place, pair.theirs.trailing_zeros() as usize));
    }
    let said_by = |reading: &Reading, token: &Token| {
        reading.tokens.iter().any(|other| other.lexeme.sides_with(token.lexeme))
    };
    let free = |(place, token): &(usize, &Token)| {
        only(*place) & pairing.theirs == 0 && token.field != TextField::Namespace
    };
    places(hint.sided & !pairing.ours).find_map(|place| {
        let mine = hint.reading.tokens.get(place)?;
        // "import et export" is not excluded by "export", nor "with no" by "without", "due to" by "from".
        let against = |(_, other): &(usize, &Token)| {
            let links = mine.link().zip(other.link());
            mine.lexeme.excludes(other.lexeme)
                && links.is_none_or(|links| are_links("exclude", links))
                && mine.is(Said::Negated) == other.is(Said::Negated)
                && !said_by(&text.reading, mine)
                && !said_by(&hint.reading, other)
        };
        let (other, _) = text.reading.tokens.iter().enumerate().filter(free).find(against)?;
        Some(found(place, other))
    })
}

/// The first difference that tells the text from what the hint means.
pub(in crate::matching) fn difference(hint: &Hint, text: &Text, pairing: &Pairing) -> Option<Difference> {
    let aligned = Aligned::of(hint, text, pairing);
    opposite(hint, text, pairing)
        .or_else(|| aligned.excepted(pairing))
        .or_else(|| aligned.pairs.iter().find_map(|pair| aligned.between(pair)))
        .or_else(|| aligned.said_otherwise())
        .or_else(|| aligned.ordered())
        .or_else(|| aligned.facing())
        .or_else(|| aligned.undertaken())
        .or_else(|| aligned.led())
        .or_else(|| aligned.widened())
        .or_else(|| aligned.below())
}

impl<'a> Aligned<'a> {
    fn of(hint: &'a Hint, text: &'a Text, pairing: &Pairing) -> Self {
        let mut pairs = Vec::new();
        let (mut seen, mut phrased): (Set, (Set, Set)) = (0, (0, 0));
        let (mut ours, mut theirs): (Set, Set) = (pairing.ours & !hint.roles.said(), 0);
        // What is only near stands for nothing.
        for (place, pair) in pairing.pairs(!0).filter(|(_, pair)| pair.relation.proof > Proof::None) {
            ours |= only(place);
            theirs |= pair.theirs;
            let aside = hint.roles.denied | seen;
            if aside & only(place) != 0 || pair.field != TextField::Name {
                continue;
            }
            let phrase = pair.ours;
            phrased.0 |= negative_phrase(&hint.reading, phrase);
            phrased.1 |= negative_phrase(&text.reading, pair.theirs);
            for (ours, theirs) in places(phrase).zip(places(pair.theirs)) {
                if let (Some(mine), Some(other)) =
                    (hint.reading.tokens.get(ours), text.reading.tokens.get(theirs))
                {
                    let literal = pair.relation.tier() == 0;
                    pairs.push(AlignedPair { ours, theirs, mine, other, literal });
                }
            }
            seen |= phrase;
        }
        pairs.sort_unstable_by_key(|pair| pair.ours);
        keep_order(&mut pairs);
        let free = |token: &Token| token.kind != TokenKind::Sign;
        let mut aligned = Self {
            is_all: false,
            hint,
            text,
            ours: hint.reading.set(|token| free(token) && !token.is(Said::Denied)) & !ours,
            theirs: text.reading.set(|token| free(token) && token.field != TextField::Namespace) & !theirs,
            pairs,
            phrased,
        };
        aligned.is_all = !places(aligned.theirs).any(|place| {
            aligned.is_left(place)
                && aligned.other(place).is_some_and(|token| token.lexeme.class != Class::Filler)
        });
        aligned
    }

    /// What the hint says at a place, or says nothing of, and the text at another.
    fn told(&self, ours: impl Into<Option<usize>>, theirs: impl Into<Option<usize>>) -> Difference {
        let word = |reading: &Reading, place: Option<usize>| {
            place.map_or("", |place| reading.raw_at(place)).to_owned()
        };
        Difference {
            excludes: false,
            said: word(&self.hint.reading, ours.into()),
            found: word(&self.text.reading, theirs.into()),
        }
    }

    fn mine(&self, place: usize) -> Option<&'a Token> {
        self.hint.reading.tokens.get(place)
    }

    fn other(&self, place: usize) -> Option<&'a Token> {
        self.text.reading.tokens.get(place)
    }

    /// "les brouillons", or "tout sauf les factures", for "tout sauf les brouillons".
    fn excepted(&self, pairing: &Pairing) -> Option<Difference> {
        use Quantity::{Almost, Barely, Enough, Half, Only, Too};
        // "at noon only" for "at noon and midnight", "trop cuit" for "à peine cuit"
        let says = |quantity| move |token: &Token| token.quantity() == Some(quantity);
        for quantity in [Only, Too, Enough, Half, Almost, Barely] {
            let ours = self.hint.reading.tokens.iter().position(says(quantity));
            let theirs = self.text.reading.tokens.iter().position(says(quantity));
            let differs = match ours {
                Some(_) => theirs.is_none(),
                None => theirs.is_some() && self.is_all && matches!(quantity, Almost | Barely),
            };
            if differs {
                return Some(self.told(ours, theirs));
            }
        }
        let states = |pair: &&AlignedPair<'a>| pair.other.is(Said::Contrasted) && !pair.mine.is_contrasted();
        if let Some(pair) = self.pairs.iter().find(states) {
            return Some(Difference { excludes: true, ..self.told(pair.ours, pair.theirs) });
        }
        let contrasted = |place: &usize| {
            self.is_left(*place) && self.other(*place).is_some_and(|token| token.is(Said::Contrasted))
        };
        let theirs = places(self.theirs).find(contrasted)?;
        // "everyone" is not "everyone but minors".
        let all = |token: &Token| token.quantity() == Some(Quantity::All);
        let ours = places(self.ours).find(|place| self.mine(*place).is_some_and(all)).or_else(|| {
            let denied = places(self.hint.roles.denied & !pairing.ours);
            denied.into_iter().find(|place| self.mine(*place).is_some_and(is_naming))
        })?;
        Some(self.told(ours, theirs))
    }

    /// Whether a word of the text without a partner stands here that names something.
    fn is_left(&self, place: usize) -> bool {
        self.theirs & only(place) != 0 && self.other(place).is_some_and(is_naming)
    }
}

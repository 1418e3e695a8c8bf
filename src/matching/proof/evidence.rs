//! What a comparison proves: whether a text has a counterpart for all that the hint names, and what speaks against it.

use std::fmt;

use super::super::{
    compare::{
        pairing::{Pair, Pairing},
        relation::{Proof, Relates, relation},
    },
    hint::Hint,
    lexicon::Mark,
    nearness::{Against, Weights},
    reading::{Field, Kind, Said, Set, places},
    text::{Text, is_naming},
};

/// Whether the hint surely says a number that the text lacks.
pub(in crate::matching) fn lacks_number(hint: &Hint, text: &Text, pairing: &Pairing) -> bool {
    let proven = |place| pairing.of_token(place).is_some_and(|pair: &Pair| pair.relation.proof > Proof::None);
    let firm = hint.reading.tokens.iter().enumerate().filter(|(place, token)| {
        token.kind == Kind::Number && token.is(Said::Firm) && !token.is(Said::Denied) && !proven(*place)
    });
    firm.into_iter().any(|(_, number)| {
        !text.reading.tokens.iter().filter(|token| token.kind == Kind::Number).any(|other| {
            relation(&hint.reading, number, &text.reading, other)
                .is_some_and(|relation| relation.proof > Proof::None)
        })
    })
}

/// What supports one candidate. Displayed in English for the audit log: "2 of 3 words, 1 slip".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    exact: bool,
    words: u32,
    found: u32,
    /// How many were found in each of the [`WAYS`].
    by: [u32; WAYS.len()],
    left: u32,
    disagrees: bool,
}

/// What the log says of a word that was found by one of these.
const WAYS: [(&str, &[Relates]); 5] = [
    ("inflection", &[Relates::Form]),
    ("meaning", &[Relates::Meaning, Relates::Initials, Relates::Joined, Relates::Version]),
    ("start", &[Relates::Start]),
    ("slip", &[Relates::Slip, Relates::Sound]),
    ("only near", &[Relates::Root, Relates::Field, Relates::Twin, Relates::Prefix]),
];

impl Evidence {
    /// The texts are equal after normalisation.
    pub(in crate::matching) fn exact() -> Self {
        Self { exact: true, ..Self::default() }
    }

    /// Counts what the words that name found.
    pub(in crate::matching) fn of(hint: &Hint, text: &Text, pairing: &Pairing, against: Against) -> Self {
        let names = hint.roles.names;
        let words = names.count_ones();
        if pairing.ours == 0 {
            return Self { words, ..Self::default() };
        }
        let mut by = [0; WAYS.len()];
        for (_, pair) in pairing.pairs(names) {
            let ways = by.iter_mut().zip(WAYS).filter(|(_, (_, ways))| ways.contains(&pair.relation.by));
            ways.for_each(|(count, _)| *count += 1);
        }
        Self {
            exact: false,
            words,
            found: (pairing.ours & names).count_ones(),
            by,
            left: (text.own_words & !pairing.theirs).count_ones(),
            disagrees: against.opposed || against.number,
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exact {
            return formatter.write_str("the same text");
        }
        write!(formatter, "{} of {} words", self.found, self.words)?;
        let ways = self.by.into_iter().zip(WAYS).map(|(count, (way, _))| (count, way));
        for (count, way) in ways.chain([(self.left, "left over")]).filter(|(count, _)| *count > 0) {
            let plural = if count > 1 && !way.contains(' ') { "s" } else { "" };
            write!(formatter, ", {count} {way}{plural}")?;
        }
        formatter.write_str(if self.disagrees { ", disagrees" } else { "" })
    }
}

/// How much a comparison proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::matching) enum Standing {
    /// Words are missing.
    Partial,
    /// Each word has something much like it, but not all of it is proof.
    Almost,
    /// Each word that names has its counterpart.
    Full,
}

/// The share of the names that must be sure for the rest to be fairly so.
const SURE_SHARE: f32 = 0.25;
/// What is much like a word is at least this near.
const MUCH_LIKE: f32 = 0.55;

/// Judges one comparison.
pub(in crate::matching) fn standing(hint: &Hint, pairing: &Pairing, weights: &Weights) -> Standing {
    let names = hint.roles.names;
    let sure: f32 = pairing
        .pairs(names)
        .filter(|(_, pair)| pair.relation.proof == Proof::Firm)
        .map(|(place, _)| weights.of_token(place))
        .sum();
    let rest_fair = sure >= SURE_SHARE * weights.of_set(names);
    let proven = |place| match pairing.of_token(place).map(|pair| pair.relation.proof) {
        Some(Proof::Firm) => true,
        Some(Proof::Fair) => rest_fair,
        _ => false,
    };
    let own = pairing.pairs(names).any(|(_, pair)| pair.field != Field::Namespace);
    if own && places(names).all(proven) {
        return Standing::Full;
    }
    let much_like =
        |place| pairing.of_token(place).is_some_and(|pair: &Pair| pair.relation.likeness >= MUCH_LIKE);
    if places(names).all(much_like) { Standing::Almost } else { Standing::Partial }
}

/// How well a candidate as a whole fits: how direct each pair of words is, and which words of the name the hint leaves out.
#[derive(Debug, Clone)]
pub(in crate::matching) struct Profile {
    /// A number for each word that names, then for each that says the kind: smaller is more direct.
    pub(in crate::matching) tiers: Vec<u8>,
    /// How near each word that names is.
    pub(in crate::matching) likeness: Vec<f32>,
    /// The words of the name that the hint does not say.
    pub(in crate::matching) left: Set,
}

impl Profile {
    pub(in crate::matching) fn of(hint: &Hint, text: &Text, pairing: &Pairing) -> Self {
        let tier = |place| {
            pairing
                .of_token(place)
                .map_or(9, |pair: &Pair| pair.relation.tier() + u8::from(pair.field == Field::Namespace))
        };
        let kind = |place| {
            u8::from(pairing.of_token(place).is_none_or(|pair: &Pair| pair.relation.proof < Proof::Firm))
        };
        let likeness = |place| pairing.of_token(place).map_or(0.0, |pair: &Pair| pair.relation.likeness);
        let names = places(hint.roles.names);
        Self {
            tiers: names.clone().map(tier).chain(places(hint.roles.soft).map(kind)).collect(),
            likeness: names.map(likeness).collect(),
            left: left(text, pairing),
        }
    }

    /// Whether this one is meant rather than the other: as direct in every word, and all said where the other is not.
    pub(in crate::matching) fn beats(&self, other: &Self) -> bool {
        let never_worse = self.tiers.iter().zip(&other.tiers).all(|(mine, theirs)| mine <= theirs);
        never_worse && self.left == 0 && other.left != 0
    }
}

/// The words of the name that the hint leaves out; none where it says all of the path's last segment.
fn left(text: &Text, pairing: &Pairing) -> Set {
    let said = !text.slug.is_empty() && text.slug.iter().all(|word| word & pairing.theirs != 0);
    if said { 0 } else { text.own_words & !pairing.theirs }
}

/// Whether a set of a text's tokens has one with a mark.
pub(in crate::matching) fn has_mark(text: &Text, set: Set, mark: Mark) -> bool {
    text.reading.all(set).any(|token| is_naming(token) && token.lexeme.is(mark))
}

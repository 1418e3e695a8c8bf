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
    words: u8,
    found: u8,
    forms: u8,
    meanings: u8,
    starts: u8,
    slips: u8,
    near: u8,
    left: u8,
    disagrees: bool,
}

impl Evidence {
    /// The texts are equal after normalisation.
    pub(in crate::matching) fn exact() -> Self {
        Self { exact: true, ..Self::default() }
    }

    /// Counts what the words that name found.
    pub(in crate::matching) fn of(hint: &Hint, text: &Text, pairing: &Pairing, against: Against) -> Self {
        let names = hint.roles.names;
        if pairing.ours == 0 {
            return Self { words: u8::try_from(names.count_ones()).unwrap_or(u8::MAX), ..Self::default() };
        }
        let count = |set: Set| u8::try_from(set.count_ones()).unwrap_or(u8::MAX);
        let by = |fits: &[Relates]| {
            let found = pairing.pairs(names).filter(|(_, pair)| fits.contains(&pair.relation.by));
            u8::try_from(found.count()).unwrap_or(u8::MAX)
        };
        Self {
            exact: false,
            words: count(names),
            found: count(pairing.ours & names),
            forms: by(&[Relates::Form]),
            meanings: by(&[Relates::Meaning, Relates::Initials, Relates::Joined, Relates::Version]),
            starts: by(&[Relates::Start]),
            slips: by(&[Relates::Slip, Relates::Sound]),
            near: by(&[Relates::Root, Relates::Field, Relates::Twin, Relates::Prefix]),
            left: count(text.naming & !pairing.theirs),
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
        for (count, one, several) in [
            (self.forms, "inflection", "inflections"),
            (self.meanings, "meaning", "meanings"),
            (self.starts, "start", "starts"),
            (self.slips, "slip", "slips"),
            (self.near, "only near", "only near"),
            (self.left, "left over", "left over"),
        ] {
            if count > 0 {
                write!(formatter, ", {count} {}", if count == 1 { one } else { several })?;
            }
        }
        if self.disagrees { formatter.write_str(", disagrees") } else { Ok(()) }
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

/// What is said of the whole of a candidate: how direct each pair is, and what is left of the name.
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

    /// Whether this one is meant rather than the other: as direct in every word and more so in one, or all said where the other
    /// is not.
    pub(in crate::matching) fn beats(&self, other: &Self) -> bool {
        // That one is the word and the other a translation of it is no difference.
        let coarse = |profile: &Self| profile.tiers.iter().map(|tier| (*tier).max(1)).collect::<Vec<_>>();
        let (mine, theirs) = (coarse(self), coarse(other));
        let never_worse = |mine: &[u8], theirs: &[u8]| mine.iter().zip(theirs).all(|(a, b)| a <= b);
        never_worse(&mine, &theirs) && mine != theirs
            || never_worse(&self.tiers, &other.tiers) && self.left == 0 && other.left != 0
    }
}

/// The words of the name that the hint leaves out; none where it says all of the path's last segment.
fn left(text: &Text, pairing: &Pairing) -> Set {
    let said = !text.slug.is_empty() && text.slug.iter().all(|word| word & pairing.theirs != 0);
    if said { 0 } else { text.naming & !pairing.theirs }
}

/// Whether a set of a text's tokens has one with a mark.
pub(in crate::matching) fn has_mark(text: &Text, set: Set, mark: Mark) -> bool {
    places(set)
        .filter_map(|place| text.reading.tokens.get(place))
        .any(|token| is_naming(token) && token.lexeme.is(mark))
}

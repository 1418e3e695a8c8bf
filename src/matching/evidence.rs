//! What supports the first candidate, as the audit log says it.

use std::fmt;

use super::{
    compare::{pairing::Pairing, relation::Relates},
    hint::Hint,
    nearness::Found,
};

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
    pub(super) fn exact() -> Self {
        Self { exact: true, ..Self::default() }
    }

    /// Counts what the words that name found.
    pub(super) fn of(hint: &Hint, found: &Found<'_>, pairing: &Pairing) -> Self {
        let names = hint.roles.names;
        let words = names.count_ones();
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
            left: (found.text.own_words & !pairing.theirs).count_ones(),
            disagrees: found.is_opposed() || found.lacks_number,
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

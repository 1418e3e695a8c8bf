//! What supports the first candidate, as the audit log says it.

use std::fmt;

use super::{
    compare::{Pairing, Relates},
    hint::Hint,
    nearness::Found,
    reading::places,
};

/// What supports one candidate. Displayed in English for the audit log: "2 of 3 words, 1 slip".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    /// The texts are equal after normalisation.
    exact: bool,
    words: usize,
    found: usize,
    /// How many were found in each of the [`WAYS`].
    by: [usize; WAYS.len()],
    left: usize,
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
    /// Counts what the words that name found.
    pub(super) fn of(hint: &Hint, found: &Found<'_>, pairing: &Pairing, exact: bool) -> Self {
        let names = hint.roles.names;
        let count = |ways: &[Relates]| {
            pairing.pairs(names).filter(|(_, pair)| ways.contains(&pair.relation.by)).count()
        };
        Self {
            exact,
            words: places(names).count(),
            found: places(pairing.ours & names).count(),
            by: WAYS.map(|(_, ways)| count(ways)),
            left: places(found.text.own_words & !pairing.theirs).count(),
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

//! All objects of a pool ranked for one hint, and whether the evidence names just the first.

use std::{cmp::Reverse, fmt};

use super::{
    hint::{Hint, Text},
    normalise,
    rank::Score,
    similarity::Matcher,
};

/// A kind of object: which of the interface's boosts and margins hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Shared rule 1.
    Project,
    /// Shared rule 2.
    Group,
    /// Shared rule 3.
    Issue,
    /// Shared rule 4.
    Milestone,
    /// A member of a project.
    Member,
}

/// What supports one candidate. Displayed in English for the audit log: "2 of 3 words, 1 slip".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Evidence {
    exact: bool,
    words: u8,
    found: u8,
}

impl fmt::Display for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exact {
            return formatter.write_str("the same text");
        }
        write!(formatter, "{} of {} words", self.found, self.words)
    }
}

/// Why the evidence does not name just one object. Words are the caller's and the object's own, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// The hint names nothing: small words and kinds of objects alone.
    Vague,
    /// A word of the hint that names something has no counterpart.
    Leftover {
        /// The word of the hint.
        word: String,
    },
    /// A number, an opposite or a "no" of the hint disagrees with the text.
    Contradiction {
        /// What the hint says.
        said: String,
        /// What the text says instead; empty where it lacks it.
        found: String,
    },
    /// One slip between two real words is all that supports a word.
    SlipOnly {
        /// The word of the hint.
        said: String,
        /// The word of the text.
        found: String,
    },
    /// A word of the hint stands only in the middle of a longer word.
    Fragment {
        /// The word of the hint.
        said: String,
        /// The word of the text.
        found: String,
    },
    /// The text has a word that names something, and the hint leaves it out.
    Unsaid {
        /// The word of the text.
        word: String,
    },
    /// Another object has as much.
    Rival,
    /// It is only alike: letters in common, words of like meaning.
    Weak,
}

/// An object, how near it is, and what supports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate<T> {
    /// The object.
    pub item: T,
    /// How near it is.
    pub score: Score,
    /// What supports it.
    pub evidence: Evidence,
}

impl<T> Candidate<T> {
    /// The same score and evidence on something made of the object.
    pub fn map<U>(self, item: impl FnOnce(T) -> U) -> Candidate<U> {
        Candidate { item: item(self.item), score: self.score, evidence: self.evidence }
    }
}

/// A second candidate this close to the first makes the hint ambiguous (interface, Limits).
const MARGIN: u8 = 10;

/// All objects of a pool, best first.
#[derive(Debug, Clone)]
pub struct Ranking<T> {
    all: Vec<Candidate<T>>,
    kind: Kind,
    doubt: Option<Doubt>,
}

impl<T> Ranking<T> {
    /// Compares a hint with every object. Those of one score keep the given order, groups have theirs by full path
    /// (shared rule 2).
    pub fn of<'a>(hint: &Hint, kind: Kind, items: impl IntoIterator<Item = (T, &'a Text)>) -> Self {
        let mut matcher = Matcher::new(hint.text());
        let folded = normalise(hint.text());
        let mut all: Vec<(Candidate<T>, &Text)> = items
            .into_iter()
            .map(|(item, text)| (compare(&mut matcher, &folded, hint, kind, text).with(item), text))
            .collect();
        all.sort_by_key(|(candidate, _)| Reverse(candidate.score));
        if kind == Kind::Group {
            all.sort_by(|(a, ours), (b, theirs)| {
                b.score.cmp(&a.score).then_with(|| ours.path().cmp(&theirs.path()))
            });
        }
        let all: Vec<_> = all.into_iter().map(|(candidate, _)| candidate).collect();
        let mut ranking = Self { all, kind, doubt: None };
        ranking.doubt = ranking.judge(hint);
        ranking
    }

    /// Those of at least [`Score::MINIMUM`], best first.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate<T>] {
        let end = self.all.partition_point(|candidate| candidate.score >= Score::MINIMUM);
        self.all.get(..end).unwrap_or_default()
    }

    /// The first `most`, whatever their score.
    #[must_use]
    pub fn nearest(&self, most: usize) -> &[Candidate<T>] {
        self.all.get(..most.min(self.all.len())).unwrap_or_default()
    }

    /// The best candidate, if there is one.
    #[must_use]
    pub fn top(&self) -> Option<&Candidate<T>> {
        self.candidates().first()
    }

    /// Whether the second is too close to the first (shared rules 1 to 4). Only another exact one is close to an exact one.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        let [first, second, ..] = self.candidates() else { return false };
        let lead = first.score.value() - second.score.value();
        match self.kind {
            _ if first.score == Score::EXACT => second.score == Score::EXACT,
            Kind::Milestone => lead < MARGIN,
            _ => lead <= MARGIN,
        }
    }

    /// Why the evidence does not name just the first candidate; `None` if it does, which is what a write needs.
    #[must_use]
    pub fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// The candidates themselves, best first.
    #[must_use]
    pub fn into_candidates(mut self) -> Vec<Candidate<T>> {
        self.all.truncate(self.candidates().len());
        self.all
    }

    /// The first `most` themselves, whatever their score.
    #[must_use]
    pub fn into_nearest(mut self, most: usize) -> Vec<Candidate<T>> {
        self.all.truncate(most);
        self.all
    }

    fn judge(&self, hint: &Hint) -> Option<Doubt> {
        match self.top() {
            None => Some(Doubt::Weak),
            Some(top) if top.score == Score::EXACT => self.is_ambiguous().then_some(Doubt::Rival),
            Some(_) if hint.is_vague() => Some(Doubt::Vague),
            Some(_) if self.is_ambiguous() => Some(Doubt::Rival),
            Some(top) if top.score < Score::new(70) => Some(Doubt::Weak),
            Some(_) => None,
        }
    }
}

impl Candidate<()> {
    fn with<T>(self, item: T) -> Candidate<T> {
        self.map(|()| item)
    }
}

fn compare(matcher: &mut Matcher, folded: &str, hint: &Hint, kind: Kind, text: &Text) -> Candidate<()> {
    let name = matcher.compare(text.name()).similarity;
    let path = text.path().map_or_else(Score::default, |path| matcher.compare(path).similarity);
    let score = name.max(path).max(boost(folded, hint, kind, text));
    let exact = score == Score::EXACT;
    Candidate {
        item: (),
        score,
        evidence: Evidence { exact, words: 1, found: u8::from(score >= Score::MINIMUM) },
    }
}

fn boost(folded: &str, hint: &Hint, kind: Kind, text: &Text) -> Score {
    let (within_name, within_path) =
        (stands_in(folded, text.folded()), stands_in(folded, text.folded_path()));
    match kind {
        Kind::Project => Score::default(),
        Kind::Issue | Kind::Milestone if hint.is_vague() => Score::WITHIN_NAME,
        Kind::Issue | Kind::Milestone | Kind::Group | Kind::Member if within_name => Score::WITHIN_NAME,
        Kind::Group | Kind::Member if within_path => Score::WITHIN_PATH,
        _ => Score::default(),
    }
}

/// Whether a hint stands in a text letter by letter, its numbers whole.
fn stands_in(hint: &str, text: &str) -> bool {
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.match_indices(hint).any(|(start, _)| {
        let (bytes, end) = (text.as_bytes(), start + hint.len());
        let cuts_before = start > 0 && digit(hint.as_bytes().first()) && digit(bytes.get(start - 1));
        let cuts_after = digit(hint.as_bytes().last()) && digit(bytes.get(end));
        !cuts_before && !cuts_after
    })
}

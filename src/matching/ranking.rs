//! All objects of a pool ranked for one hint, and whether the evidence names just the first.

use super::{
    compare::evidence::Evidence,
    doubt::Doubt,
    hint::Hint,
    judgement::Judgement,
    kind::Kind,
    score::{Score, is_too_close},
    text::Text,
};

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
        let (items, texts): (Vec<T>, Vec<&Text>) = items.into_iter().unzip();
        let judged = Judgement::of(hint, kind, &texts);
        let mut all: Vec<(Candidate<T>, f32, &Text)> = items
            .into_iter()
            .zip(judged.texts)
            .zip(&texts)
            .map(|((item, judged), text)| {
                (Candidate { item, score: judged.score, evidence: judged.evidence }, judged.near, *text)
            })
            .collect();
        all.sort_by(|(a, mine, ours), (b, theirs, other)| {
            let by_path =
                || if kind == Kind::Group { ours.path.cmp(&other.path) } else { std::cmp::Ordering::Equal };
            let by_nearness =
                || if a.score < Score::MINIMUM { theirs.total_cmp(mine) } else { std::cmp::Ordering::Equal };
            b.score.cmp(&a.score).then_with(by_nearness).then_with(by_path)
        });
        let mut ranking = Self {
            all: all.into_iter().map(|(candidate, ..)| candidate).collect(),
            kind,
            doubt: judged.doubt,
        };
        if ranking.doubt.is_none() && ranking.is_ambiguous() {
            ranking.doubt = Some(Doubt::Rival);
        }
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
        matches!(self.candidates(), [first, second, ..] if is_too_close(self.kind, first.score, second.score))
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
}

//! All objects of a pool ranked for one hint, and whether the evidence names just the first. `proof` compares and decides, `grading` makes
//! the scores.

use super::{
    doubt::Doubt,
    evidence::Evidence,
    grading::nearness_score,
    hint::Hint,
    kind::Kind,
    people,
    proof::{Case, Conclusion},
    score::{Score, Scored, is_too_close},
    text::Text,
};

/// All objects of a pool, best first.
#[derive(Debug, Clone)]
pub struct Ranking<T> {
    all: Vec<Scored<T>>,
    kind: Kind,
    doubt: Option<Doubt>,
    evidence: Evidence,
}

impl<T> Ranking<T> {
    /// Compares a hint with every object. Those of one score keep the given order, groups have theirs by full path
    /// (shared rule 2).
    pub fn of<'a>(hint: &Hint, kind: Kind, items: impl IntoIterator<Item = (T, &'a Text)>) -> Self {
        let (items, texts): (Vec<T>, Vec<&Text>) = items.into_iter().unzip();
        let Judgement { scores, doubt, evidence } = Judgement::of_readings(hint, kind, &texts);
        let ranked = items.into_iter().zip(scores).zip(&texts).map(|((item, (score, near)), text)| {
            let near = if score < Score::MINIMUM { near } else { 0.0 };
            let path = if kind == Kind::Group { text.path.as_str() } else { "" };
            (Scored { item, score }, near, path)
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by(|(a, near, path), (b, other, facing)| {
            b.score.cmp(&a.score).then(other.total_cmp(near)).then_with(|| path.cmp(facing))
        });
        let all = ranked.into_iter().map(|(scored, ..)| scored).collect();
        let ranking = Self { all, kind, doubt, evidence };
        let rival = ranking.is_ambiguous().then_some(Doubt::Rival);
        Self { doubt: ranking.doubt.or(rival), ..ranking }
    }

    /// Those of at least [`Score::MINIMUM`], best first.
    pub fn candidates(&self) -> &[Scored<T>] {
        let end = self.all.partition_point(|candidate| candidate.score >= Score::MINIMUM);
        self.all.get(..end).unwrap_or_default()
    }

    /// The first `most`, whatever their score.
    pub fn nearest(&self, most: usize) -> &[Scored<T>] {
        self.all.get(..most.min(self.all.len())).unwrap_or_default()
    }

    /// The best candidate, if there is one.
    pub fn top(&self) -> Option<&Scored<T>> {
        self.candidates().first()
    }

    /// Whether the second is too close to the first (shared rules 1 to 4). Only another exact one is close to an exact one.
    pub fn is_ambiguous(&self) -> bool {
        self.rivals() > 0
    }

    /// How many candidates are too close to the first.
    pub fn rivals(&self) -> usize {
        let [first, others @ ..] = self.candidates() else { return 0 };
        others.partition_point(|other| is_too_close(self.kind, first.score, other.score))
    }

    /// Why the evidence does not name just the first candidate; `None` if it does, which is what a write needs.
    pub fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// What supports the first.
    pub fn evidence(&self) -> Evidence {
        self.evidence
    }
}

/// All texts, compared and decided upon.
struct Judgement {
    /// The score of each, and how near it is: 0 to 1.
    scores: Vec<(Score, f32)>,
    doubt: Option<Doubt>,
    /// What supports the best.
    evidence: Evidence,
}

impl Judgement {
    /// Judges a hint that the team can say in other words: what one reading finds is found, and two that name two objects name none.
    /// What is excluded is excluded in every reading.
    fn of_readings(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let said = Self::of(hint, kind, texts);
        if hint.others.is_empty() || kind == Kind::Member {
            return said;
        }
        let (mut scores, evidence) = (said.scores.clone(), said.evidence);
        let is_exact = has_exact(&scores);
        let mut readings = vec![said];
        for other in &hint.others {
            let other = Self::of(other, kind, texts);
            for (one, other) in scores.iter_mut().zip(&other.scores) {
                if (one.0 < other.0) != hint.excludes() {
                    *one = *other;
                }
            }
            readings.push(other);
        }
        let first = best(&scores);
        let (agree, others): (Vec<Self>, Vec<Self>) =
            readings.into_iter().partition(|reading| best(&reading.scores) == first);
        let clearest = agree.into_iter().min_by_key(|reading| reading.doubt.is_some());
        let (doubt, evidence) =
            clearest.map_or((Some(Doubt::Weak), evidence), |reading| (reading.doubt, reading.evidence));
        let is_rival = others.iter().any(|reading| reading.doubt.is_none());
        let doubt = if is_rival { Some(Doubt::Rival) } else { doubt };
        Self { scores, doubt: doubt.filter(|_| !is_exact), evidence }
    }

    /// Compares a hint with all texts of a pool and decides.
    fn of(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let mut case = Case::of(hint, kind, texts);
        let unnamed = |doubt| Conclusion::Open(Vec::new(), Some(doubt));
        let verdict = match kind {
            // "≠ Paul Martin", "tous sauf Paul Martin"
            Kind::Member if hint.excludes() || hint.reading.says_sign() => unnamed(Doubt::Weak),
            Kind::Member => {
                let named = people::named(&hint.text, &texts.iter().map(|text| text.person.as_deref()));
                Conclusion::called(named).unwrap_or_else(|| unnamed(Doubt::Weak))
            }
            _ if hint.is_vague() => unnamed(Doubt::Vague),
            _ => case.decide(),
        };
        let near = case.found.iter().map(|found| found.near);
        let scores: Vec<_> = case.scores(&verdict).into_iter().zip(near).collect();
        let Some((best, first)) = best(&scores).and_then(|best| Some((best, case.found.get(best)?))) else {
            return Self { scores, doubt: Some(Doubt::Weak), evidence: Evidence::default() };
        };
        let exact = has_exact(&scores);
        let pairing = first.pairing(hint, &mut case.matches);
        let evidence = Evidence::of(hint, first, &pairing, exact);
        let doubt = match verdict {
            // Of people, whoever is called so counts, by whichever of their names.
            _ if exact && kind != Kind::Member => None,
            // What was not read may name another.
            Conclusion::Named(_) | Conclusion::Called(_) if hint.reading.cut_short => Some(Doubt::Weak),
            // The interface's substring rules may raise another above what the evidence names.
            Conclusion::Named(named) | Conclusion::Called(named) => (best != named).then_some(Doubt::Rival),
            Conclusion::Open(_, doubt) => doubt.or_else(|| Some(case.doubt_of(first.text, &pairing))),
        };
        Self { scores, doubt, evidence }
    }
}

/// The place of the highest score, the first of equals.
fn best(scores: &[(Score, f32)]) -> Option<usize> {
    let last_first = scores.iter().enumerate().rev();
    last_first.max_by_key(|(_, (score, _))| *score).map(|(place, _)| place)
}

fn has_exact(scores: &[(Score, f32)]) -> bool {
    scores.iter().any(|(score, _)| *score == Score::EXACT)
}

/// How near two titles are by themselves, without a pool around them; [`Score::EXACT`] where they are equal.
pub(super) fn likeness(title: &Hint, other: &Text) -> Score {
    if title.normal == other.name {
        return Score::EXACT;
    }
    let case = Case::of(title, Kind::Issue, &[other]);
    case.found.first().map_or(Score::default(), |found| nearness_score(found.near))
}

//! All objects of a pool ranked for one hint, and whether the evidence names just the first: two walks over the pool, what each text has of the hint and how near
//! that makes it, and the decision on what they found.

use super::{
    compare::{
        collect,
        pairing::{Pair, Pairing},
        relation::Proof,
    },
    doubt::Doubt,
    evidence::Evidence,
    grading::{Grading, nearness_score},
    hint::Hint,
    kind::Kind,
    nearness::{Found, Weights, nearness, plausibility},
    people,
    proof::{
        Case, Conclusion, Contender,
        differences::{difference, opposite},
        standing::{has_all, lacks_number},
    },
    reading::{Token, only, places},
    score::{Score, Scored, is_too_close},
    text::Text,
    word_counts::WordCounts,
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
        let mut all: Vec<(Scored<T>, f32, &Text)> = items
            .into_iter()
            .zip(scores)
            .zip(&texts)
            .map(|((item, (score, near)), text)| (Scored { item, score }, near, *text))
            .collect();
        all.sort_by(|(a, mine, ours), (b, theirs, other)| {
            let by_path =
                || if kind == Kind::Group { ours.path.cmp(&other.path) } else { std::cmp::Ordering::Equal };
            let by_nearness =
                || if a.score < Score::MINIMUM { theirs.total_cmp(mine) } else { std::cmp::Ordering::Equal };
            b.score.cmp(&a.score).then_with(by_nearness).then_with(by_path)
        });
        let all = all.into_iter().map(|(scored, ..)| scored).collect();
        let mut ranking = Self { all, kind, doubt, evidence };
        if ranking.doubt.is_none() && ranking.is_ambiguous() {
            ranking.doubt = Some(Doubt::Rival);
        }
        ranking
    }

    /// Those of at least [`Score::MINIMUM`], best first.
    #[must_use]
    pub fn candidates(&self) -> &[Scored<T>] {
        let end = self.all.partition_point(|candidate| candidate.score >= Score::MINIMUM);
        self.all.get(..end).unwrap_or_default()
    }

    /// The first `most`, whatever their score.
    #[must_use]
    pub fn nearest(&self, most: usize) -> &[Scored<T>] {
        self.all.get(..most.min(self.all.len())).unwrap_or_default()
    }

    /// The best candidate, if there is one.
    #[must_use]
    pub fn top(&self) -> Option<&Scored<T>> {
        self.candidates().first()
    }

    /// Whether the second is too close to the first (shared rules 1 to 4). Only another exact one is close to an exact one.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.rivals() > 0
    }

    /// How many candidates are too close to the first.
    #[must_use]
    pub fn rivals(&self) -> usize {
        let [first, others @ ..] = self.candidates() else { return 0 };
        others.partition_point(|other| is_too_close(self.kind, first.score, other.score))
    }

    /// Why the evidence does not name just the first candidate; `None` if it does, which is what a write needs.
    #[must_use]
    pub fn doubt(&self) -> Option<&Doubt> {
        self.doubt.as_ref()
    }

    /// What supports the first.
    #[must_use]
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
        let mut merged = Self::of(hint, kind, texts);
        if hint.others.is_empty() || kind == Kind::Member {
            return merged;
        }
        let first = best(&merged.scores);
        let is_exact =
            first.and_then(|first| merged.scores.get(first)).is_some_and(|it| it.0 == Score::EXACT);
        let mut readings = vec![(first, merged.doubt, merged.evidence)];
        for other in &hint.others {
            let other = Self::of(other, kind, texts);
            readings.push((best(&other.scores), other.doubt, other.evidence));
            for (one, other) in merged.scores.iter_mut().zip(other.scores) {
                if (one.0 < other.0) != hint.excludes() {
                    *one = other;
                }
            }
        }
        let first = best(&merged.scores);
        let named = |(_, doubt, _): &&(_, Option<Doubt>, _)| doubt.is_none();
        let is_rival = readings.iter().filter(named).any(|(best, ..)| *best != first);
        let finds = |(best, ..): &(Option<usize>, Option<Doubt>, Evidence)| *best == first;
        let clear = readings.iter().position(|reading| finds(reading) && reading.1.is_none());
        let (_, doubt, evidence) = clear
            .or_else(|| readings.iter().position(finds))
            .map_or((first, Some(Doubt::Weak), merged.evidence), |place| readings.swap_remove(place));
        let doubt = if is_rival { Some(Doubt::Rival) } else { doubt };
        Self { doubt: doubt.filter(|_| !is_exact), evidence, ..merged }
    }

    /// Compares a hint with all texts of a pool and decides.
    fn of(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let pool = WordCounts::of(texts.iter().copied());
        let mut matches = Vec::new();
        let mut found: Vec<Found<'_>> =
            texts.iter().map(|text| see(hint, text, &pool, &mut matches)).collect();
        let weights = Weights::of(hint, &pool, &found, &matches);
        let mut full = Vec::new();
        for (index, found) in found.iter_mut().enumerate() {
            let pairing = pair(hint, found, &mut matches);
            if weigh(hint, &pool, &weights, found, &pairing) {
                full.push((index, pairing));
            }
        }
        let contenders: Vec<Contender<'_>> = full
            .into_iter()
            .filter_map(|(index, pairing)| Some(Contender::new(index, found.get(index)?, pairing)))
            .collect();
        let case = Case { hint, kind, pool: &pool, found: &found, contenders: &contenders };
        let verdict = match kind {
            // "≠ Paul Martin", "tous sauf Paul Martin"
            Kind::Member if hint.excludes() || hint.reading.says_sign() => {
                Conclusion::Open(Vec::new(), Some(Doubt::Weak))
            }
            Kind::Member => {
                of_people(people::named(&hint.text, &texts.iter().map(|text| text.person.as_deref())))
            }
            _ if hint.is_vague() => Conclusion::Open(Vec::new(), Some(Doubt::Vague)),
            _ => case.decide(),
        };
        let scores = Grading { case: &case, verdict: &verdict }.scores();
        let scores: Vec<_> = scores.into_iter().zip(found.iter().map(|found| found.near)).collect();
        let Some(best) = best(&scores) else {
            return Self { scores, doubt: Some(Doubt::Weak), evidence: Evidence::default() };
        };
        let exact = scores.get(best).is_some_and(|(score, _)| *score == Score::EXACT);
        let looked = found.get(best).map(|found| (found, pair(hint, found, &mut matches)));
        let evidence = match &looked {
            Some((found, pairing)) if !exact => Evidence::of(hint, found, pairing),
            _ => Evidence::exact(),
        };
        let doubt = match verdict {
            // Of people, whoever is called so counts, by whichever of their names.
            _ if exact && kind != Kind::Member => None,
            // What was not read may name another.
            Conclusion::Named(_) | Conclusion::Called(_) if hint.reading.cut_short => Some(Doubt::Weak),
            // The interface's substring rules may raise another above what the evidence names.
            Conclusion::Named(named) | Conclusion::Called(named) => (best != named).then_some(Doubt::Rival),
            Conclusion::Open(_, Some(doubt)) => Some(doubt),
            Conclusion::Open(_, None) => looked.map(|(found, pairing)| case.doubt_of(found.text, &pairing)),
        };
        Self { scores, doubt, evidence }
    }
}

/// The place of the highest score, the first of equals.
fn best(scores: &[(Score, f32)]) -> Option<usize> {
    let score = |place: &usize| scores.get(*place).map(|(score, _)| *score);
    (0..scores.len()).max_by(|a, b| score(a).cmp(&score(b)).then(b.cmp(a)))
}

/// What those come to whom a hint names.
fn of_people(named: Vec<usize>) -> Conclusion {
    match named.as_slice() {
        [one] => Conclusion::Called(*one),
        [] => Conclusion::Open(named, Some(Doubt::Weak)),
        _ => Conclusion::Open(named, Some(Doubt::Rival)),
    }
}

/// The first walk over the pool: what a text has of the hint.
fn see<'a>(hint: &Hint, text: &'a Text, pool: &WordCounts, matches: &mut Vec<Pair>) -> Found<'a> {
    let start = matches.len();
    collect(hint, text, pool, matches);
    let denied = is_denied(hint, text, matches.get(start..).unwrap_or_default());
    Found::new(text, start..matches.len(), hint.grams.found_in(&text.grams), denied)
}

/// Whether the text has all that the hint excludes at once.
fn is_denied(hint: &Hint, text: &Text, matches: &[Pair]) -> bool {
    let has = |place: &usize| {
        matches.iter().any(|found| {
            found.ours == only(*place)
                && found.relation.proof == Proof::Firm
                && !places(found.theirs).any(|theirs| text.reading.has(theirs, Token::is_contrasted))
        })
    };
    hint.denials.iter().any(|denial| places(*denial).all(|place| has(&place)))
}

fn pair(hint: &Hint, found: &Found<'_>, matches: &mut [Pair]) -> Pairing {
    Pairing::of(hint, found.text, matches.get_mut(found.matches.clone()).unwrap_or_default())
}

/// The second walk: how near a text is, what differs, and whether it has all of the hint's words.
fn weigh(
    hint: &Hint,
    pool: &WordCounts,
    weights: &Weights,
    found: &mut Found<'_>,
    pairing: &Pairing,
) -> bool {
    let has_all = has_all(hint, pairing, weights);
    found.difference = if has_all || hint.is_all_of(found.text) {
        difference(hint, found.text, pairing)
    } else {
        opposite(hint, found.text, pairing)
    };
    found.lacks_number = lacks_number(hint, found.text);
    found.near = nearness(found, pool, weights, pairing);
    found.plausible = plausibility(hint, pool, found, pairing);
    has_all
}

/// How near two titles are by themselves, without a pool around them; [`Score::EXACT`] where they are equal.
pub(super) fn likeness(title: &Hint, other: &Text) -> Score {
    if title.normal == other.name {
        return Score::EXACT;
    }
    let (pool, mut matches) = (WordCounts::of(std::iter::once(other)), Vec::new());
    let mut found = see(title, other, &pool, &mut matches);
    let weights = Weights::of(title, &pool, std::slice::from_ref(&found), &matches);
    let pairing = pair(title, &found, &mut matches);
    weigh(title, &pool, &weights, &mut found, &pairing);
    nearness_score(found.near)
}

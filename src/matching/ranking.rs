//! All objects of a pool ranked for one hint, and whether the evidence names just the first: two walks over the pool, nearness and proof of each, and the
//! decision on what they found.

use std::ops::Range;

use super::{
    compare::{Match, collect, pairing::Pairing, relation::Proof},
    doubt::Doubt,
    grams::GramSet,
    hint::Hint,
    kind::Kind,
    nearness::{Against, Found, Weights, nearness, plausibility},
    people,
    pool::Pool,
    proof::{
        Case, Contender, Verdict,
        differences::{difference, opposite},
        evidence::{Evidence, Profile, Standing, lacks_number, standing},
    },
    reading::{Field, MOST_TOKENS, Token, only, places},
    score::{Score, is_too_close},
    scores::{Scores, nearness_score},
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
        let judged = Judgement::of_readings(hint, kind, &texts);
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

    /// The candidates themselves, best first.
    #[must_use]
    pub fn into_candidates(mut self) -> Vec<Candidate<T>> {
        self.all.truncate(self.candidates().len());
        self.all
    }
}

/// One text, compared.
struct JudgedText {
    score: Score,
    /// How near it is, 0 to 1.
    near: f32,
    evidence: Evidence,
}

/// All texts, compared and decided upon.
struct Judgement {
    texts: Vec<JudgedText>,
    doubt: Option<Doubt>,
}

/// What a first walk over the pool finds in one text.
struct Seen {
    matches: Range<usize>,
    grams: GramSet,
    denied: bool,
}

impl Judgement {
    /// The same for a hint that the team can say in other words: what one reading finds is found, and two that name two objects name none.
    /// What is excluded is excluded in every reading.
    fn of_readings(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let own = Self::of(hint, kind, texts);
        if hint.others.is_empty() || kind == Kind::Member {
            return own;
        }
        let others = hint.others.iter().map(|other| Self::of(other, kind, texts));
        let all: Vec<(Option<usize>, Self)> =
            std::iter::once(own).chain(others).map(|judged| (judged.best(), judged)).collect();
        let mut named: Vec<usize> =
            all.iter().filter(|(_, judged)| judged.doubt.is_none()).filter_map(|(best, _)| *best).collect();
        named.sort_unstable();
        named.dedup();
        let doubts: Vec<_> = all.iter().map(|(best, judged)| (*best, judged.doubt.clone())).collect();
        let merge = |one: Self, other: Self| {
            let pairs = one.texts.into_iter().zip(other.texts);
            let texts = pairs
                .map(|(one, other)| if (one.score < other.score) == hint.excludes() { one } else { other });
            Self { texts: texts.collect(), doubt: None }
        };
        let merged = all.into_iter().map(|(_, judged)| judged).reduce(merge);
        let mut merged = merged.unwrap_or(Self { texts: Vec::new(), doubt: None });
        let best = merged.best();
        let is_exact =
            best.and_then(|best| merged.texts.get(best)).is_some_and(|text| text.score == Score::EXACT);
        merged.doubt = match named.as_slice() {
            _ if is_exact => None,
            [one] if best == Some(*one) => None,
            [] => {
                doubts.into_iter().find(|(its, _)| *its == best).map_or(Some(Doubt::Weak), |(_, doubt)| doubt)
            }
            _ => Some(Doubt::Rival),
        };
        merged
    }

    /// The text with the highest score, the first of equals.
    fn best(&self) -> Option<usize> {
        let score = |index: &usize| self.texts.get(*index).map(|text| text.score);
        (0..self.texts.len()).max_by(|a, b| score(a).cmp(&score(b)).then(b.cmp(a)))
    }

    /// Compares a hint with all texts of a pool and decides.
    fn of(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let pool = Pool::of(texts.iter().copied());
        let mut matches = Vec::new();
        let seen: Vec<Seen> = texts.iter().map(|text| see(hint, text, &pool, &mut matches)).collect();
        let similar = similar(hint, &seen, &matches);
        let grams: Vec<GramSet> = seen.iter().map(|seen| seen.grams).collect();
        let weights = Weights::of(hint, &pool, &similar, &grams);
        let mut walk = Walk { hint, pool: &pool, weights: &weights, contenders: Vec::new() };
        let weighed: Vec<Weighed> = (0..)
            .zip(texts.iter().zip(&seen))
            .map(|(index, (text, seen))| {
                walk.weigh(index, text, seen, matches.get_mut(seen.matches.clone()).unwrap_or_default())
            })
            .collect();
        let contenders = walk.contenders;
        let near: Vec<f32> = weighed.iter().map(|weighed| weighed.near).collect();
        let opposed: Vec<bool> = weighed.iter().map(|weighed| weighed.opposed).collect();
        let excludes = seen.iter().any(|seen| seen.denied);
        let case =
            Case { hint, kind, pool: &pool, texts, contenders: &contenders, opposed: &opposed, excludes };
        let verdict = match kind {
            // "≠ Paul Martin", "tous sauf Paul Martin"
            Kind::Member if hint.excludes() || hint.reading.says_sign() => {
                Verdict::Open(Vec::new(), Some(Doubt::Weak))
            }
            Kind::Member => {
                of_people(people::named(&hint.normal, &texts.iter().map(|text| text.person.as_deref())))
            }
            _ if hint.is_vague() => Verdict::Open(Vec::new(), Some(Doubt::Vague)),
            _ => case.decide(),
        };
        let mut nearest: Vec<&Weighed> = weighed.iter().collect();
        nearest.sort_unstable_by(|a, b| b.near.total_cmp(&a.near));
        let plausible = nearest.iter().take(NEAREST).map(|weighed| weighed.plausible).fold(0.0, f32::max);
        let scores =
            Scores { hint, kind, texts, near: &near, contenders: &contenders, verdict: &verdict, plausible }
                .all();
        let best = (0..texts.len()).max_by(|a, b| scores.get(*a).cmp(&scores.get(*b)).then(b.cmp(a)));
        let exact = best.and_then(|best| scores.get(best)) == Some(&Score::EXACT);
        let doubt = match verdict {
            // Of people, whoever is called so counts, by whichever of their names.
            _ if exact && kind != Kind::Member => None,
            // What was not read may name another.
            Verdict::Named(_) | Verdict::Called(_) if hint.reading.cut_short => Some(Doubt::Weak),
            // The interface's substring rules may raise another above what the evidence names.
            Verdict::Named(named) | Verdict::Called(named) => {
                best.filter(|best| *best != named).map(|_| Doubt::Rival)
            }
            Verdict::Open(_, Some(doubt)) => Some(doubt),
            Verdict::Open(_, None) => {
                Some(best.map_or(Doubt::Weak, |best| why(&case, best, &seen, &mut matches)))
            }
        };
        let judged =
            scores.into_iter().zip(weighed).map(|(score, Weighed { near, evidence, .. })| JudgedText {
                score,
                near,
                evidence: if score == Score::EXACT { Evidence::exact() } else { evidence },
            });
        Self { texts: judged.collect(), doubt }
    }
}

/// What those come to whom a hint names.
fn of_people(named: Vec<usize>) -> Verdict {
    match named.as_slice() {
        [one] => Verdict::Called(*one),
        [] => Verdict::Open(named, Some(Doubt::Weak)),
        _ => Verdict::Open(named, Some(Doubt::Rival)),
    }
}

/// How many of the nearest are looked at to tell whether it is worth asking.
const NEAREST: usize = 3;

fn why(case: &Case<'_>, best: usize, seen: &[Seen], matches: &mut [Match]) -> Doubt {
    let (Some(text), Some(seen)) = (case.texts.get(best), seen.get(best)) else { return Doubt::Weak };
    let pairing = Pairing::of(case.hint, text, matches.get_mut(seen.matches.clone()).unwrap_or_default());
    case.doubt_of(text, &pairing)
}

fn see(hint: &Hint, text: &Text, pool: &Pool, matches: &mut Vec<Match>) -> Seen {
    let start = matches.len();
    collect(hint, text, pool, matches);
    let found = matches.get(start..).unwrap_or_default();
    Seen {
        matches: start..matches.len(),
        grams: hint.grams.found_in(&text.grams),
        denied: is_denied(hint, text, found),
    }
}

/// What is much like a denied word is it.
const DENIED: f32 = 0.8;

/// Whether the text has all that the hint excludes at once.
fn is_denied(hint: &Hint, text: &Text, matches: &[Match]) -> bool {
    let has = |place: &usize| {
        matches.iter().any(|found| {
            found.ours == only(*place)
                && (found.relation.proof == Proof::Firm || found.relation.likeness >= DENIED)
                && found.field(text) != Field::Namespace
                && !places(found.theirs).any(|theirs| text.reading.has(theirs, Token::is_contrasted))
        })
    };
    hint.denials.iter().any(|denial| places(*denial).all(|place| has(&place)))
}

/// How many texts have each token of the hint, or something much like it.
fn similar(hint: &Hint, seen: &[Seen], matches: &[Match]) -> [u32; MOST_TOKENS] {
    let mut counts = [0; MOST_TOKENS];
    for seen in seen {
        let found = matches.get(seen.matches.clone()).unwrap_or_default();
        let alike =
            found.iter().filter(|found| found.relation.likeness >= DENIED && found.ours.is_power_of_two());
        let alike = alike.fold(0, |set, found| set | found.ours);
        for place in places(alike & !hint.roles.denied) {
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
    }
    counts
}

/// The second walk over the pool: how near each text is, and which have all words.
struct Walk<'a> {
    hint: &'a Hint,
    pool: &'a Pool,
    weights: &'a Weights,
    contenders: Vec<Contender<'a>>,
}

/// What it finds in one text.
struct Weighed {
    near: f32,
    evidence: Evidence,
    /// Whether something speaks against it.
    opposed: bool,
    plausible: f32,
}

impl<'a> Walk<'a> {
    fn weigh(&mut self, index: usize, text: &'a Text, seen: &Seen, matches: &mut [Match]) -> Weighed {
        let pairing = Pairing::of(self.hint, text, matches);
        let standing = standing(self.hint, &pairing, self.weights);
        let difference = match standing {
            Standing::Full => difference(self.hint, text, &pairing),
            _ => opposite(self.hint, text, &pairing),
        };
        let against = Against {
            opposed: difference.as_ref().is_some_and(|difference| difference.what.excludes()),
            number: lacks_number(self.hint, text, &pairing),
        };
        let Seen { grams, denied, .. } = *seen;
        let found = Found { pairing: &pairing, grams, denied, against };
        let near = nearness(text, self.pool, self.weights, &found);
        let weighed = Weighed {
            near,
            evidence: Evidence::of(self.hint, text, &pairing, against),
            opposed: against.opposed || denied,
            plausible: plausibility(self.hint, &pairing, near),
        };
        if standing == Standing::Full || standing == Standing::Almost && !against.opposed {
            let profile = Profile::of(self.hint, text, &pairing);
            self.contenders.push(Contender {
                index,
                text,
                pairing,
                standing,
                denied: seen.denied,
                profile,
                difference,
            });
        }
        weighed
    }
}

/// How near two titles are by themselves, without a pool around them; [`Score::EXACT`] where they are equal.
pub(super) fn likeness(title: &Hint, other: &Text) -> Score {
    if title.normal == other.name {
        return Score::EXACT;
    }
    let judged = Judgement::of(title, Kind::Issue, &[other]);
    nearness_score(judged.texts.first().map_or(0.0, |text| text.near))
}

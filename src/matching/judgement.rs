//! A hint compared with a whole pool: two walks over its texts, and the decision on what they found.

use std::ops::Range;

use super::{
    compare::{
        Match, collect,
        differences::{difference, opposite},
        evidence::{Against, Evidence, Profile, Standing, lacks_number, standing},
        nearness::{Found, nearness, plausibility},
        pairing::Pairing,
        pool::Pool,
        relation::Proof,
        weights::Weights,
    },
    decide::{Case, Contender, Verdict},
    doubt::Doubt,
    grams::GramSet,
    hint::Hint,
    kind::Kind,
    people,
    reading::{Field, MOST_TOKENS, Token, only, places},
    score::Score,
    scoring::{Scores, nearness_score},
    text::Text,
};

/// One text, compared.
pub(super) struct JudgedText {
    pub(super) score: Score,
    /// How near it is, 0 to 1.
    pub(super) near: f32,
    pub(super) evidence: Evidence,
}

/// All texts, compared and decided upon.
pub(super) struct Judgement {
    pub(super) texts: Vec<JudgedText>,
    pub(super) doubt: Option<Doubt>,
}

/// What a first walk over the pool finds in one text.
struct Seen {
    matches: Range<usize>,
    grams: GramSet,
    sounds: GramSet,
    denied: bool,
}

impl Judgement {
    /// Compares a hint with all texts of a pool and decides.
    pub(super) fn of(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
        let pool = Pool::of(texts.iter().copied());
        let mut matches = Vec::new();
        let seen: Vec<Seen> = texts.iter().map(|text| see(hint, text, &pool, &mut matches)).collect();
        let similar = similar(hint, &seen, &matches);
        let grams: Vec<GramSet> = seen.iter().map(|seen| seen.grams).collect();
        let sounds: Vec<GramSet> = seen.iter().map(|seen| seen.sounds).collect();
        let weights = Weights::of(hint, &pool, &similar, &grams, &sounds);
        let mut walk = Walk {
            hint,
            pool: &pool,
            weights: &weights,
            contenders: Vec::new(),
            near: Vec::new(),
            evidence: Vec::new(),
            opposed: Vec::new(),
        };
        for (index, (text, seen)) in texts.iter().zip(&seen).enumerate() {
            walk.weigh(index, text, seen, matches.get_mut(seen.matches.clone()).unwrap_or_default());
        }
        let Walk { contenders, near, evidence, opposed, .. } = walk;
        let excludes = seen.iter().any(|seen| seen.denied);
        let case =
            Case { hint, kind, pool: &pool, texts, contenders: &contenders, opposed: &opposed, excludes };
        let verdict = match kind {
            Kind::Member => of_people(people::named(&hint.normal, texts)),
            _ if hint.is_vague() => Verdict::Open(Vec::new(), Some(Doubt::Vague)),
            _ => case.decide(),
        };
        let plausible = plausible(&case, &near, &seen, &mut matches);
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
        let judged = scores.into_iter().zip(near).zip(evidence).map(|((score, near), evidence)| JudgedText {
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

/// How plausible the most plausible of the nearest is.
fn plausible(case: &Case<'_>, near: &[f32], seen: &[Seen], matches: &mut [Match]) -> f32 {
    let mut order: Vec<usize> = (0..near.len()).collect();
    let value = |index: &usize| near.get(*index).copied().unwrap_or_default();
    order.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let nearest = order.into_iter().take(NEAREST).filter_map(|index| {
        let (text, seen, near) = (case.texts.get(index)?, seen.get(index)?, near.get(index)?);
        let pairing = Pairing::of(case.hint, text, matches.get_mut(seen.matches.clone())?);
        Some(plausibility(case.hint, text, &pairing, *near))
    });
    nearest.fold(0.0, f32::max)
}

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
        sounds: hint.sounds.found_in(&text.sounds),
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
                && !places(found.theirs)
                    .any(|theirs| text.reading.tokens.get(theirs).is_some_and(Token::is_contrasted))
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
    near: Vec<f32>,
    evidence: Vec<Evidence>,
    /// Which texts something speaks against.
    opposed: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn weigh(&mut self, index: usize, text: &'a Text, seen: &Seen, matches: &mut [Match]) {
        let pairing = Pairing::of(self.hint, text, matches);
        let standing = standing(self.hint, text, &pairing, self.weights);
        let difference = match standing {
            Standing::Full => difference(self.hint, text, &pairing),
            _ => opposite(self.hint, text, &pairing),
        };
        let against = Against {
            opposed: difference.as_ref().is_some_and(|difference| difference.what.excludes()),
            number: lacks_number(self.hint, text, &pairing),
        };
        let Seen { grams, sounds, denied, .. } = *seen;
        let found = Found { pairing: &pairing, grams, sounds, denied, against };
        self.near.push(nearness(text, self.pool, self.weights, &found));
        self.evidence.push(Evidence::of(self.hint, text, &pairing, against));
        self.opposed.push(against.opposed || denied);
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

//! All objects of a pool ranked for one hint, and whether the evidence names just the first.

use std::ops::Range;

use super::{
    compare::{
        Match, collect,
        evidence::{Evidence, Profile, Standing, standing},
        nearness::{Found, Weights, nearness, plausibility},
        pairing::Pairing,
        pool::Pool,
        relation::Proof,
    },
    decide::{Case, Contender, Verdict},
    grams::GramSet,
    hint::Hint,
    rank::Score,
    reading::{Field, MOST_TOKENS, Said, only, places},
    text::Text,
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
        let (items, texts): (Vec<T>, Vec<&Text>) = items.into_iter().unzip();
        let judged = Judged::of(hint, kind, &texts);
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
}

/// One text, compared.
struct JudgedText {
    score: Score,
    near: f32,
    evidence: Evidence,
}

/// All texts, compared and decided upon.
struct Judged {
    texts: Vec<JudgedText>,
    doubt: Option<Doubt>,
}

/// What a first walk over the pool finds in one text.
struct Seen {
    matches: Range<usize>,
    grams: GramSet,
    sounds: GramSet,
    denied: bool,
}

impl Judged {
    fn of(hint: &Hint, kind: Kind, texts: &[&Text]) -> Self {
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
        };
        for (index, (text, seen)) in texts.iter().zip(&seen).enumerate() {
            walk.weigh(index, text, seen, matches.get_mut(seen.matches.clone()).unwrap_or_default());
        }
        let Walk { contenders, near, evidence, .. } = walk;
        let case = Case { hint, kind, pool: &pool, texts, contenders: &contenders };
        let verdict =
            if hint.is_vague() { Verdict::Open(Vec::new(), Some(Doubt::Vague)) } else { case.decide() };
        let plausible = plausible(&case, &near, &seen, &mut matches);
        let scores =
            Scores { hint, kind, texts, near: &near, contenders: &contenders, verdict: &verdict, plausible }
                .all();
        let best = (0..texts.len()).max_by(|a, b| scores.get(*a).cmp(&scores.get(*b)).then(b.cmp(a)));
        let exact = best.and_then(|best| scores.get(best)) == Some(&Score::EXACT);
        let doubt = match verdict {
            _ if exact => None,
            // What was not read may name another.
            Verdict::Named(_) | Verdict::Called(_) if hint.reading.cut_short => Some(Doubt::Weak),
            Verdict::Named(_) | Verdict::Called(_) => None,
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
                && !places(found.theirs).any(|theirs| {
                    text.reading.tokens.get(theirs).is_some_and(|token| token.is(Said::Negated))
                })
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
}

impl<'a> Walk<'a> {
    fn weigh(&mut self, index: usize, text: &'a Text, seen: &Seen, matches: &mut [Match]) {
        let pairing = Pairing::of(self.hint, text, matches);
        let found = Found { pairing: &pairing, grams: seen.grams, sounds: seen.sounds, denied: seen.denied };
        self.near.push(nearness(self.hint, text, self.pool, self.weights, &found));
        self.evidence.push(Evidence::of(self.hint, text, &pairing));
        let standing = standing(self.hint, text, &pairing, self.weights);
        if standing != Standing::Partial {
            let profile = Profile::of(self.hint, text, &pairing);
            self.contenders.push(Contender { index, text, pairing, standing, denied: seen.denied, profile });
        }
    }
}

/// What nothing but equality exceeds: room above for what the page raises.
const BEST_GUESS: f32 = 89.0;
/// What has all of the hint's words is at least this near.
const FULL: f32 = 60.0;
/// What the evidence names is at least this near.
const NAMED: f32 = 80.0;
/// A text this plausible is worth asking for.
const PLAUSIBLE: f32 = 0.42;
/// And so are those this near to it.
const ABOUT_AS_NEAR: f32 = 0.7;
/// What is not worth asking stays under the minimum.
const NOT_ASKED: f32 = 39.0;

/// Makes scores of what the walk found.
struct Scores<'a> {
    hint: &'a Hint,
    kind: Kind,
    texts: &'a [&'a Text],
    near: &'a [f32],
    contenders: &'a [Contender<'a>],
    verdict: &'a Verdict,
    /// How plausible the nearest are.
    plausible: f32,
}

impl Scores<'_> {
    fn all(&self) -> Vec<Score> {
        let named = match self.verdict {
            Verdict::Named(index) | Verdict::Called(index) => Some(*index),
            Verdict::Open(..) => None,
        };
        let cut = self.cut();
        let guesses: Vec<f32> = (0..self.texts.len()).map(|index| self.guess(index, cut)).collect();
        let best = named.map(|named| guesses.get(named).copied().unwrap_or_default().max(NAMED));
        let scores = guesses.into_iter().enumerate().map(|(index, guess)| {
            let guess = match best {
                Some(best) if named == Some(index) => best,
                Some(best) => guess.min(best - f32::from(MARGIN) - 1.0),
                None => guess,
            };
            self.raised(index, percent(guess))
        });
        scores.collect()
    }

    fn guess(&self, index: usize, cut: Option<f32>) -> f32 {
        let near = self.near.get(index).copied().unwrap_or_default();
        let full = self.contenders.iter().any(|contender| {
            contender.index == index && contender.standing == Standing::Full && !contender.denied
        });
        let first = matches!(self.verdict, Verdict::Open(first, _) if first.contains(&index));
        if first || full {
            return FULL + (BEST_GUESS - FULL) * near;
        }
        let minimum = f32::from(Score::MINIMUM.value());
        match cut {
            Some(cut) if near >= cut => minimum + (BEST_GUESS - minimum) * (near - cut) / (1.0 - cut),
            Some(cut) => NOT_ASKED * near / cut,
            None => (BEST_GUESS * near).min(NOT_ASKED),
        }
    }

    /// The nearness from which a text is a candidate: below that of the most plausible one, so that those about as near are too; `None`
    /// where nothing is worth asking for.
    fn cut(&self) -> Option<f32> {
        let best = self.near.iter().copied().fold(0.0, f32::max);
        let cut = PLAUSIBLE.min(ABOUT_AS_NEAR * best).max(f32::EPSILON);
        let first = matches!(self.verdict, Verdict::Open(first, _) if !first.is_empty());
        let named = matches!(self.verdict, Verdict::Named(_) | Verdict::Called(_));
        (first || named || self.plausible >= PLAUSIBLE).then_some(cut)
    }

    /// What the interface raises: equal texts, and a hint that stands inside a name, a path or a title.
    fn raised(&self, index: usize, score: Score) -> Score {
        let Some(text) = self.texts.get(index) else { return score };
        let hint = self.hint.normal.as_str();
        if !hint.is_empty() && (text.name == hint || text.folded_path == hint) {
            return Score::EXACT;
        }
        if matches!(self.verdict, Verdict::Called(called) if *called == index) {
            return Score::CALLED;
        }
        let within = match self.kind {
            Kind::Project => Score::default(),
            Kind::Issue | Kind::Milestone if self.hint.is_vague() => Score::WITHIN_NAME,
            _ if contains(&text.name, hint) => Score::WITHIN_NAME,
            Kind::Group | Kind::Member if contains(&text.folded_path, hint) => Score::WITHIN_PATH,
            _ => Score::default(),
        };
        score.max(within)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 100")]
fn percent(value: f32) -> Score {
    Score::new(value.clamp(0.0, 100.0) as u8)
}

/// How near two titles are by themselves, without a pool around them; [`Score::EXACT`] where they are equal.
pub(super) fn likeness(title: &Hint, other: &Text) -> Score {
    if title.normal == other.name {
        return Score::EXACT;
    }
    let judged = Judged::of(title, Kind::Issue, &[other]);
    percent(judged.texts.first().map_or(0.0, |text| BEST_GUESS * text.near))
}

/// Whether a hint stands in a text letter by letter, its numbers whole.
pub(super) fn contains(text: &str, hint: &str) -> bool {
    if hint.len() > text.len() {
        return false;
    }
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.match_indices(hint).any(|(start, _)| {
        let (bytes, end) = (text.as_bytes(), start + hint.len());
        let cuts_before = start > 0 && digit(hint.as_bytes().first()) && digit(bytes.get(start - 1));
        let cuts_after = digit(hint.as_bytes().last()) && digit(bytes.get(end));
        !cuts_before && !cuts_after
    })
}

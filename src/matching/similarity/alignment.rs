//! Which word of the hint stands for which word of the text.

use super::{
    numbers,
    tokens::{Token, Tokens},
    words::{self, Word},
};

/// Less alike than this is no match.
const LEAST: f32 = 0.4;
/// Joined words must be this alike: many pairs of short words are a little like some long one.
const LEAST_JOINED: f32 = 0.8;
/// The start of words written together.
const PREFIX: f32 = 0.85;
/// Nobody cuts a word in more pieces.
const LONGEST_JOIN: usize = 4;
/// Shorter words are not joined.
const SHORTEST_JOIN: usize = 5;

/// A token or several neighbouring ones.
#[derive(Debug, Clone, Copy)]
struct Span {
    first: usize,
    length: usize,
}

impl Span {
    fn one(first: usize) -> Self {
        Self { first, length: 1 }
    }

    fn mask(self) -> u128 {
        ((1 << self.length) - 1_u128) << self.first
    }
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    likeness: f32,
    /// What decides between pairs: likeness, then the word that tells more, then the nearer one.
    rank: f32,
    ours: Span,
    theirs: Span,
}

/// The best partners of two texts' tokens, found anew for each pair of texts in the same buffers.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    pairs: Vec<Pair>,
    /// How well each token of the hint is matched.
    pub(super) ours: Vec<f32>,
    /// How well each token of the text is matched.
    pub(super) theirs: Vec<f32>,
    /// The places of matched tokens, hint first.
    pub(super) places: Vec<(usize, usize)>,
}

impl Alignment {
    /// Pairs the tokens off, best pairs first, each token once. Returns whether anything matches.
    pub(super) fn align(&mut self, hint: &Tokens, text: &Tokens) -> bool {
        self.collect(hint, text);
        if self.pairs.is_empty() {
            return false;
        }
        self.pairs.sort_unstable_by(|a, b| {
            b.rank
                .total_cmp(&a.rank)
                .then_with(|| (a.ours.first, a.theirs.first).cmp(&(b.ours.first, b.theirs.first)))
        });
        self.pair_off(hint.items.len(), text.items.len());
        true
    }

    fn collect(&mut self, hint: &Tokens, text: &Tokens) {
        self.pairs.clear();
        for (ours, token) in hint.items.iter().enumerate() {
            if token.weight > 0.0 {
                self.collect_partners(hint, ours, token, text);
            }
        }
        self.collect_joins(hint, text);
    }

    fn collect_partners(&mut self, hint: &Tokens, ours: usize, token: &Token, text: &Tokens) {
        let word = hint.word(token);
        for (theirs, other) in text.items.iter().enumerate() {
            if token.number != other.number || other.weight == 0.0 {
                continue;
            }
            let likeness = if token.number {
                numbers::similarity(hint, ours, text, theirs)
            } else {
                words::similarity(word, text.word(other))
            };
            if likeness > LEAST {
                self.push(likeness, token.weight + other.weight, Span::one(ours), Span::one(theirs));
            }
        }
    }

    /// "news letter" for "newsletter", "geonature" and "geonat" for "Geo nature".
    fn collect_joins(&mut self, hint: &Tokens, text: &Tokens) {
        for (place, first) in joinable(hint) {
            for (theirs, other) in joinable(text).filter(|(_, other)| start_alike(hint, first, text, other)) {
                for (ours, joined) in joins(hint, place, first) {
                    if let Some(likeness) = join_likeness(joined, text.str(other)) {
                        self.push(likeness, other.weight, ours, Span::one(theirs));
                    }
                }
            }
        }
        for (place, first) in joinable(text) {
            for (ours, token) in joinable(hint).filter(|(_, token)| start_alike(hint, token, text, first)) {
                for (theirs, joined) in joins(text, place, first) {
                    let word = hint.str(token);
                    let is_start =
                        word.len() > text.str(first).len().max(SHORTEST_JOIN - 1) && joined.starts_with(word);
                    if let Some(likeness) = if is_start { Some(PREFIX) } else { join_likeness(word, joined) }
                    {
                        self.push(likeness, 1.0, Span::one(ours), theirs);
                    }
                }
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "there are at most 128 tokens")]
    fn push(&mut self, likeness: f32, weight: f32, ours: Span, theirs: Span) {
        let distance = ours.first.abs_diff(theirs.first) as f32;
        // A join explains two words at once, so it goes before a pair that is as alike.
        let reach = (ours.length + theirs.length - 2) as f32;
        let rank = likeness + 0.02 * reach + 0.001 * weight - 0.000_01 * distance;
        self.pairs.push(Pair { likeness, rank, ours, theirs });
    }

    fn pair_off(&mut self, ours: usize, theirs: usize) {
        self.ours.clear();
        self.ours.resize(ours, 0.0);
        self.theirs.clear();
        self.theirs.resize(theirs, 0.0);
        self.places.clear();
        let (mut taken_ours, mut taken_theirs) = (0_u128, 0_u128);
        for pair in &self.pairs {
            if taken_ours & pair.ours.mask() != 0 || taken_theirs & pair.theirs.mask() != 0 {
                continue;
            }
            taken_ours |= pair.ours.mask();
            taken_theirs |= pair.theirs.mask();
            self.ours
                .iter_mut()
                .skip(pair.ours.first)
                .take(pair.ours.length)
                .for_each(|slot| *slot = pair.likeness);
            self.theirs
                .iter_mut()
                .skip(pair.theirs.first)
                .take(pair.theirs.length)
                .for_each(|slot| *slot = pair.likeness);
            self.places.push((pair.ours.first, pair.theirs.first));
        }
        self.places.sort_unstable();
    }

    /// The share of neighbouring matches that stand in another order in the text.
    #[expect(clippy::cast_precision_loss, reason = "there are at most 128 tokens")]
    pub(super) fn disorder(&self) -> f32 {
        let steps = self.places.len().saturating_sub(1);
        if steps == 0 {
            return 0.0;
        }
        let back = self.places.iter().zip(self.places.iter().skip(1)).filter(|(a, b)| a.1 > b.1).count();
        back as f32 / steps as f32
    }
}

/// Tokens that may be part of a word that somebody wrote apart.
fn joinable(tokens: &Tokens) -> impl Iterator<Item = (usize, &Token)> {
    tokens.items.iter().enumerate().filter(|(_, token)| token.joins())
}

/// Whether what begins with these two tokens begins with the same two letters.
fn start_alike(hint: &Tokens, ours: &Token, text: &Tokens, theirs: &Token) -> bool {
    let start = hint.glued_from(ours).as_bytes().first_chunk::<2>();
    start.is_some() && start == text.glued_from(theirs).as_bytes().first_chunk()
}

/// A word and the ones behind it, read as one.
fn joins<'a>(tokens: &'a Tokens, place: usize, first: &'a Token) -> impl Iterator<Item = (Span, &'a str)> {
    let following = tokens.items.iter().skip(place + 1).take(LONGEST_JOIN - 1);
    (2..).zip(following.take_while(|last| last.joins())).filter_map(move |(length, last)| {
        let joined = tokens.joined(first, last);
        (joined.len() >= SHORTEST_JOIN).then_some((Span { first: place, length }, joined))
    })
}

impl Token {
    fn joins(&self) -> bool {
        !self.number && self.weight > 0.0
    }
}

/// How alike a word and several read as one are, if enough so.
fn join_likeness(hint: &str, text: &str) -> Option<f32> {
    if hint.len().abs_diff(text.len()) > 1 {
        return None;
    }
    let word = |text| Word::unknown(words::singular(text));
    let likeness = words::similarity(word(hint), word(text));
    (likeness > LEAST_JOINED).then_some(likeness)
}

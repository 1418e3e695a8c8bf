//! What each part of a hint weighs: how rare it is in the pool, and what it does for the hint.

use super::{
    super::{
        compare::{pairing::Pair, relation::Proof},
        grams::{GramSet, numbers},
        hint::Hint,
        reading::{MOST_TOKENS, Set, only, places},
        word_counts::WordCounts,
    },
    Found,
};

/// What a word that says the kind weighs.
const SOFT: f32 = 0.30;
/// What a filler weighs.
const FILLER: f32 = 0.06;
/// A word that the pool lacks weighs a little less than one that it has once.
const ABSENT: f32 = 0.8;

/// What each part of a hint weighs in a pool.
pub(in crate::matching) struct Weights {
    tokens: [f32; MOST_TOKENS],
    /// All of them.
    pub(super) total: f32,
    /// The trigrams of its letters, and all of them.
    grams: (Vec<f32>, f32),
}

impl Weights {
    /// Weighs the hint by what was found in all texts of a pool.
    pub(in crate::matching) fn of(
        hint: &Hint,
        pool: &WordCounts,
        found: &[Found<'_>],
        matches: &[Pair],
    ) -> Self {
        let mut tokens = [0.0; MOST_TOKENS];
        let similar = similar(hint, found, matches);
        for ((slot, token), (place, like)) in
            tokens.iter_mut().zip(&hint.reading.tokens).zip((0..).zip(similar))
        {
            let rarity = match (pool.count(token.key), like) {
                (0, 0) => ABSENT * pool.rarity(1),
                (0, like) => pool.rarity(like),
                (count, _) => pool.rarity(count),
            };
            *slot = share(hint, only(place)) * rarity;
        }
        let mut grams = vec![0; hint.grams.len()];
        for found in found {
            count(&mut grams, numbers(found.grams));
        }
        let grams: Vec<f32> = grams.into_iter().map(|count| pool.rarity(count)).collect();
        let all = grams.iter().sum();
        Self { tokens, total: tokens.iter().sum(), grams: (grams, all) }
    }

    /// What a token weighs.
    pub(in crate::matching) fn of_token(&self, place: usize) -> f32 {
        self.tokens.get(place).copied().unwrap_or_default()
    }

    /// The share of these trigrams among all of the hint.
    pub(super) fn of_grams(&self, set: GramSet) -> f32 {
        let (grams, all) = &self.grams;
        let part: f32 = numbers(set).filter_map(|gram| grams.get(gram)).sum();
        if *all > 0.0 { part / all } else { 0.0 }
    }

    /// What a set of tokens weighs.
    pub(in crate::matching) fn of_set(&self, set: Set) -> f32 {
        places(set).map(|place| self.of_token(place)).sum()
    }
}

fn share(hint: &Hint, token: Set) -> f32 {
    let roles = &hint.roles;
    let shares = [(roles.names, 1.0), (roles.soft, SOFT), (roles.fillers, FILLER)];
    shares.iter().find(|(role, _)| role & token != 0).map_or(0.0, |(_, share)| *share)
}

/// How many texts have each token of the hint, or what proves it.
fn similar(hint: &Hint, found: &[Found<'_>], matches: &[Pair]) -> [usize; MOST_TOKENS] {
    let mut counts = [0; MOST_TOKENS];
    for found in found {
        let alike = matches.get(found.matches.clone()).unwrap_or_default().iter();
        let alike = alike.filter(|found| found.relation.proof == Proof::Firm);
        let alike = alike.fold(0, |set, found| set | found.ours);
        count(&mut counts, places(alike & !hint.roles.denied));
    }
    counts
}

/// Counts one more at each of these places.
fn count(counts: &mut [usize], places: impl Iterator<Item = usize>) {
    for place in places {
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
}

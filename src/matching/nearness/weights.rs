//! What each part of a hint weighs: how rare it is in the pool, and what it does for the hint.

use super::super::{
    grams::GramSet,
    hint::Hint,
    pool::Pool,
    reading::{MOST_TOKENS, Set, only, places},
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
    pub(super) grams: (Vec<f32>, f32),
}

impl Weights {
    /// Weighs the hint: `similar` says how many texts have each token or something much like it.
    pub(in crate::matching) fn of(
        hint: &Hint,
        pool: &Pool,
        similar: &[u32; MOST_TOKENS],
        grams: &[GramSet],
    ) -> Self {
        let mut tokens = [0.0; MOST_TOKENS];
        for ((slot, token), (place, like)) in
            tokens.iter_mut().zip(&hint.reading.tokens).zip(similar.iter().enumerate())
        {
            let rarity = match (pool.count(token.key), *like as usize) {
                (0, 0) => ABSENT * pool.rarity(1),
                (0, like) => pool.rarity(like),
                (count, _) => pool.rarity(count),
            };
            *slot = share(hint, only(place)) * rarity;
        }
        let total = tokens.iter().sum();
        Self { tokens, total, grams: rarities(pool, hint.grams.len(), grams) }
    }

    /// What a token weighs.
    pub(in crate::matching) fn of_token(&self, place: usize) -> f32 {
        self.tokens.get(place).copied().unwrap_or_default()
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

/// What each trigram of the hint weighs, by how many texts have it.
fn rarities(pool: &Pool, count: usize, found: &[GramSet]) -> (Vec<f32>, f32) {
    let mut counts = vec![0_usize; count];
    for set in found {
        let mut rest = *set;
        while rest != 0 {
            if let Some(slot) = counts.get_mut(rest.trailing_zeros() as usize) {
                *slot += 1;
            }
            rest &= rest - 1;
        }
    }
    let weights: Vec<f32> = counts.into_iter().map(|count| pool.rarity(count)).collect();
    let total = weights.iter().sum();
    (weights, total)
}

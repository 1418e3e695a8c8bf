//! What each part of a hint weighs: how rare it is in the pool, and what it does for the hint.

use super::{
    super::{
        compare::{Pair, Proof},
        grams::{GramSet, numbers},
        hint::Hint,
        reading::{Token, only, places},
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
    tokens: Vec<f32>,
    /// All of them.
    pub(super) total: f32,
    /// All trigrams of its letters together, and each.
    grams: (f32, Vec<f32>),
}

impl Weights {
    /// Weighs the hint by what was found in all texts of a pool.
    pub(in crate::matching) fn of(
        hint: &Hint,
        pool: &WordCounts,
        found: &[Found<'_>],
        matches: &[Pair],
    ) -> Self {
        // How many texts have each token of the hint, or what proves it, and each trigram.
        let (mut alike, mut grams) = (vec![0; hint.reading.tokens.len()], vec![0; hint.grams.told_apart()]);
        for found in found {
            let matches = matches.get(found.matches.clone()).unwrap_or_default().iter();
            let proven = matches.filter(|found| found.relation.proof == Proof::Firm);
            let proven = proven.fold(0, |set, found| set | found.ours);
            count(&mut alike, places(proven & !hint.roles.denied));
            count(&mut grams, numbers(found.grams));
        }
        let shares = [(hint.roles.names, 1.0), (hint.roles.soft, SOFT), (hint.roles.fillers, FILLER)];
        let weigh = |(place, (token, alike)): (usize, (&Token, usize))| {
            let rarity = match (pool.count(token.key), alike) {
                (0, 0) => ABSENT * pool.rarity(1),
                (0, alike) => pool.rarity(alike),
                (count, _) => pool.rarity(count),
            };
            let share = shares.iter().find(|(role, _)| role & only(place) != 0);
            share.map_or(0.0, |(_, share)| share * rarity)
        };
        let tokens: Vec<f32> = hint.reading.tokens.iter().zip(alike).enumerate().map(weigh).collect();
        let grams: Vec<f32> = grams.into_iter().map(|count| pool.rarity(count)).collect();
        Self { total: tokens.iter().sum(), tokens, grams: (grams.iter().sum(), grams) }
    }

    /// What a token weighs.
    pub(in crate::matching) fn of_token(&self, place: usize) -> f32 {
        self.tokens.get(place).copied().unwrap_or_default()
    }

    /// The share of these trigrams among all of the hint.
    pub(super) fn of_grams(&self, set: GramSet) -> f32 {
        let (all, grams) = &self.grams;
        let part: f32 = numbers(set).filter_map(|gram| grams.get(gram)).sum();
        if *all > 0.0 { part / all } else { 0.0 }
    }
}

/// Counts one more at each of these places.
fn count(counts: &mut [usize], places: impl Iterator<Item = usize>) {
    for place in places {
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
}
